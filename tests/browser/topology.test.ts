/** The topology editor as somebody draws with it: by mouse and by keyboard, saved by itself, still there after a reload. */
import type { Page } from '@playwright/test'
import { seriousOn } from './axe.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'

const made = async (): Promise<string> => {
  const { token } = await signInApi('super')
  const row = await call<{ id: string }>('POST', '/topologies', token, { name: `Drawn ${Date.now()}`, description: '' })
  return row.id
}
const piece = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pieces' }).getByRole('button', { name, exact: true })
const saved = (page: Page) => expect(page.locator('[data-save="saved"]')).toBeVisible()

test('a network is drawn, addressed, undone, redone, saved and there again', async ({ as }) => {
  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(`/admin/topology/edit/${await made()}`))
  const canvas = page.locator('[data-canvas]')
  await expect(page.getByText('Nothing drawn yet')).toBeVisible()

  await piece(page, 'Switch').dragTo(canvas, { targetPosition: { x: 300, y: 160 } })
  await piece(page, 'Machine').focus()
  await page.keyboard.press('Enter')
  const nodes = page.locator('.x6-node')
  await expect(nodes).toHaveCount(2)

  // by keyboard: from the machine to the switch
  await canvas.focus()
  await page.keyboard.press('c')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('[data-spoken]')).toContainText('switch-1')
  await page.keyboard.press('Enter')
  const lines = page.locator('.tv-line')
  await expect(lines).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(lines).toHaveCount(0)
  await page.keyboard.press('Control+Shift+Z')
  await expect(lines).toHaveCount(1)

  await page.keyboard.press('Shift+N')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Range (CIDR)')).toHaveValue('10.1.1.0/24')
  await nodes.filter({ hasText: 'machine-1' }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByLabel('Name', { exact: true }).fill('web')
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'net-1' })
  await page.getByRole('button', { name: 'Fill in a free address' }).click()
  await expect(page.locator('.tv-address').filter({ hasText: '10.1.1.10' })).toBeVisible()

  expect(await seriousOn(page)).toEqual([])
  await saved(page)
  await page.reload()
  await expect(nodes).toHaveCount(2)
  await expect(lines).toHaveCount(1)
  await expect(nodes.filter({ hasText: 'web' })).toContainText('10.1.1.10')
  expect(trouble.list).toEqual([])
})

test('the text beside the drawing: either side writes the other, marks what is wrong, and is undone with it', async ({
  as,
}) => {
  const { token } = await signInApi('super')
  const page = await as('super')
  const trouble = watch(page)
  const id = await made()
  await page.goto(app(`/admin/topology/edit/${id}`))
  const canvas = page.locator('[data-canvas]')
  await piece(page, 'Switch').click()
  await expect(page.getByText('Click where it goes')).toBeVisible()
  await canvas.click({ position: { x: 200, y: 200 } })
  await expect(canvas.locator('.x6-node')).toHaveCount(1)
  await page.keyboard.press('Shift+T')
  const text = page.locator('.te-text .view-lines')
  await expect(text).toContainText('name: switch-1')

  // typed, drawn; the caret chooses, and the words around the drawing are kept
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\n# the desk of Li\nnodes_')
  await expect(page.getByText('The text has a mistake in line')).toBeVisible()
  await expect(canvas.locator('.x6-node')).toHaveCount(1)
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace')
  await text.locator('.view-line').filter({ hasText: 'links' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('  - { name: desk, kind: machine }')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await expect(canvas.locator('.x6-node')).toHaveCount(2)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('desk')

  // one order of undoing, from either side
  await page.keyboard.press('Control+z')
  await expect(canvas.locator('.x6-node')).toHaveCount(1)
  await page.keyboard.press('Control+Shift+Z')
  await expect(canvas.locator('.x6-node')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(canvas).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('name: desk')
  await page.keyboard.press('Control+Shift+Z')

  // drawn, written; what the check finds is marked in both
  await canvas.locator('.x6-node').filter({ hasText: 'desk' }).click()
  await expect(page.locator('.te-text .te-text-chosen')).toHaveCount(1)
  await page.getByLabel('Name', { exact: true }).fill('switch-1')
  await expect(page.locator('.te-text .squiggly-error')).not.toHaveCount(0)
  await page.getByLabel('Name', { exact: true }).fill('bureau')
  await expect(text).toContainText('name: bureau')
  await expect(page.locator('.te-text .squiggly-error')).toHaveCount(0)
  await saved(page)
  const kept = await call<{ text: string; document: { nodes: { name: string }[] } }>(
    'GET',
    `/topologies/${id}/document`,
    token,
  )
  expect(kept.document.nodes.map((n) => n.name)).toEqual(['switch-1', 'bureau'])
  await page.reload()
  await expect(text).toContainText('# the desk of Li')
  expect(kept.text).toContain('name: bureau')
  expect(trouble.list).toEqual([])
})
