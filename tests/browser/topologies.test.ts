/** A file is refused with its place, another is shown and kept; what is kept is copied, exported and removed. */
import { app, expect, long, test, watch } from './support.ts'

const lab = (name: string) => `name: ${name}
topology:
  nodes:
    "core router": { kind: vyosnetworks_vyos, image: vyos:1.5 }
    pc: { kind: linux, exec: [ip link] }
  links:
    - endpoints: ["core router:eth1", "pc:eth1"]
`

test('import with a look before, copy, export, remove', long, async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  const name = `Lab ${Date.now() % 1e7}`
  await page.goto(app('/admin/topology'))
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(page.getByRole('listitem').filter({ hasText: 'nodes' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({
    name: 'bad.gns3',
    mimeType: 'text/plain',
    buffer: Buffer.from('{"type":"topology",\n"topology":'),
  })
  await expect(dialog.getByRole('alert').filter({ hasText: 'bad.gns3' })).toContainText('cut off')
  await file.setInputFiles({ name: 'lab.clab.yml', mimeType: 'text/yaml', buffer: Buffer.from(lab(name)) })
  await expect(dialog.getByText('“core router” is called core-router here.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  const keep = dialog.getByRole('button', { name: 'Import', exact: true })
  // a command is left out: that has to be wanted
  await expect(keep).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Import without what is left out' }).check()
  await keep.click()
  await expect(page).toHaveURL(/\/admin\/topology\/edit\//)

  await page.goto(app('/admin/topology'))
  await expect(card(name)).toContainText('2 nodes')
  const act = async (title: string, what: string) => {
    await card(title)
      .getByRole('button', { name: new RegExp(title) })
      .click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await act(name, 'Copy')
  // the copy opens: it was made to be changed
  await expect(page).toHaveURL(/topology\/edit\//)
  await expect(page.getByText(`${name} 2`).first()).toBeVisible()
  await page.goto(app('/admin/topology'))
  await expect(card(`${name} 2`)).toBeVisible()
  const download = page.waitForEvent('download')
  await act(`${name} 2`, 'Export')
  await dialog.getByRole('radio', { name: /containerlab/ }).check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe(`${name} 2.clab.yml`)
  await act(`${name} 2`, 'Remove')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(card(`${name} 2`)).toHaveCount(0)
  expect(trouble.list).toEqual([])
})

test(
  'who draws and does not oversee comes to the consoles of what he starts, and finds it again',
  long,
  async ({ as }) => {
    const page = await as('teacher')
    const trouble = watch(page)
    await page.goto(app('/admin/topology'))
    const card = page.getByRole('listitem').filter({ hasText: '夺旗靶机' }).first()
    await card.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Start a scene' }).click()
    const name = `Mine ${Date.now() % 1e7}`
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start/ })
      .click()
    await expect(page).toHaveURL(/\/console/)
    await expect(page.getByText(name)).toBeVisible()

    await page.goto(app('/admin/topology'))
    await page.getByRole('button', { name: /^My scenes/ }).click()
    const mine = page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })
    await mine.getByRole('button', { name: 'Destroy scene', exact: true }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Destroy scene', exact: true }).last().click()
    await expect(mine).toBeHidden()
    expect(trouble.list).toEqual([])
  },
)
