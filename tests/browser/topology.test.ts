/** The topology editor as somebody draws with it: by keyboard alone, and by mouse beside its text; still there after a reload. */
import type { Page } from '@playwright/test'
import { seriousOn } from './axe.ts'
import { app, call, expect, long, openAtHost, signInApi, test, watch } from './support.ts'

const made = async (): Promise<string> => {
  const { token } = await signInApi('super')
  const row = await call<{ id: string }>('POST', '/topologies', token, { name: `Drawn ${Date.now()}`, description: '' })
  return row.id
}
const piece = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pieces' }).getByRole('button', { name, exact: true })
const saved = (page: Page) => expect(page.locator('[data-save="saved"]')).toBeVisible()

test('two nodes and a link are drawn, named, addressed, undone, redone and saved by keys alone', async ({ as }) => {
  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(`/admin/topology/edit/${await made()}`))
  const { keyboard } = page
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const canvas = page.locator('[data-canvas]')
  await expect(page.getByText('Nothing drawn yet')).toBeVisible()
  // whoever comes to draw is in the drawing
  await expect(canvas).toBeFocused()

  const nodes = page.locator('.x6-node')
  for (const [n, piece] of ['switch', 'machine'].entries()) {
    await press('a')
    await expect(page.getByRole('searchbox', { name: 'Find a piece' })).toBeFocused()
    await keyboard.type(piece)
    await press('Enter')
    await expect(nodes).toHaveCount(n + 1)
    await expect(canvas).toBeFocused()
  }

  // from the machine to the switch
  await press('c', 'Shift+Tab')
  await expect(page.locator('[data-spoken]')).toContainText('switch-1')
  await press('Enter')
  const lines = page.locator('.tv-line')
  await expect(lines).toHaveCount(1)
  await press('Control+z')
  await expect(lines).toHaveCount(0)
  await press('Control+Shift+Z')
  await expect(lines).toHaveCount(1)

  await press('Shift+N')
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  await press('Enter')
  await expect(page.getByLabel('Range (CIDR)')).toHaveValue('10.1.1.0/24')
  await press('Escape')
  await expect(canvas).toBeFocused()

  // the machine again: its name, its network, a free address
  await press('Escape', 'Tab', 'Tab')
  await expect(page.locator('[data-spoken]')).toContainText('machine-1')
  await press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await keyboard.type('web')
  const reach = async (name: string) => {
    const there = page.getByRole('tabpanel').getByLabel(name, { exact: true })
    for (let i = 0; i < 20 && !(await there.evaluate((e) => e === document.activeElement)); i++) await press('Tab')
    await expect(there).toBeFocused()
  }
  await reach('Network')
  await keyboard.type('net-1')
  await reach('Fill in a free address')
  await press('Enter')
  await expect(page.locator('.tv-address').filter({ hasText: '10.1.1.10' })).toBeVisible()

  expect(await seriousOn(page)).toEqual([])
  await press('Control+s')
  await saved(page)
  await page.reload()
  await expect(nodes).toHaveCount(2)
  await expect(lines).toHaveCount(1)
  await expect(nodes.filter({ hasText: 'web' })).toContainText('10.1.1.10')
  expect(trouble.list).toEqual([])
})

test(
  'the text beside the drawing: either side writes the other, marks what is wrong, and is undone with it',
  long,
  async ({ as }) => {
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
  },
)

test('in a host the text leaves nothing beside the app, and looks the same the next time', long, async ({ page }) => {
  const trouble = watch(page)
  await openAtHost(page, 'super', `/admin/topology/edit/${await made()}`)
  const beside = () =>
    page.evaluate(() => [
      document.head.querySelectorAll('style').length,
      document.querySelectorAll('body > :is(.context-view, .monaco-aria-container)').length,
    ])
  const keyword = page.locator('.te-text .view-line span span').first()
  const colour = () => keyword.evaluate((e) => getComputedStyle(e).color)
  const code = page.getByRole('button', { name: 'Text beside the drawing' })
  await expect(code).toBeVisible()
  const before = await beside()
  await code.click()
  // the words stand there before their colours do
  const plain = () => page.locator('.te-text .view-lines').evaluate((e) => getComputedStyle(e).color)
  await expect.poll(async () => (await colour()) === (await plain())).toBe(false)
  const first = await colour()
  expect((await beside())[1]).toBeGreaterThan(0)
  await code.click()
  expect(await beside()).toEqual(before)
  await code.click()
  await expect.poll(colour).toBe(first)
  await page.locator('a[href="/host/"]').first().click()
  await expect(page.locator('.fh-frame')).toHaveCount(0)
  expect((await beside())[1]).toBe(0)
  expect(await page.locator('head style.monaco-colors').count()).toBe(0)
  expect(trouble.list).toEqual([])
})

test('a text with a mistake is never called saved: its line and reason are told, it outlives a reload, leaving asks', async ({
  as,
}) => {
  const page = await as('super')
  const id = await made()
  await page.goto(app(`/admin/topology/edit/${id}`))
  const canvas = page.locator('[data-canvas]')
  await expect(canvas).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.type('switch')
  await page.keyboard.press('Enter')
  await expect(page.locator('.x6-node')).toHaveCount(1)
  await saved(page)
  await page.getByRole('button', { name: 'Text beside the drawing' }).click()
  const text = page.getByRole('region', { name: 'The topology as text' })
  await expect(text.locator('.view-lines')).toContainText('switch-1')
  await text.locator('.view-lines').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('nodez: 1')
  await page.keyboard.press('Enter')

  const state = page.locator('[data-save="text"]')
  await expect(state).toContainText('Text not saved: line 1')
  await expect(text.getByRole('status')).toContainText('Line 1: Unknown key nodez')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The text is not saved. Line 1: Unknown key nodez').first()).toBeVisible()

  // put away, the draft stays and the bar still says so
  await page.getByRole('button', { name: 'Close the text' }).click()
  await expect(state).toContainText('Text not saved')
  await page.waitForTimeout(500)
  page.once('dialog', (d) => void d.accept())
  await page.reload()
  await expect(text.locator('.view-lines')).toContainText('nodez: 1')
  await expect(state).toContainText('Text not saved: line 1')

  await page.getByRole('link', { name: 'Topologies', exact: true }).first().click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(asked).toContainText('It stays in this browser as a draft')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toHaveCount(0)

  await text.locator('.view-lines').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await saved(page)
})

test('a scene is started from the editor, of what was drawn a moment ago', long, async ({ as }) => {
  const page = await as('super')
  const trouble = watch(page)
  const id = await made()
  await page.goto(app(`/admin/topology/edit/${id}`))
  const start = page.getByRole('button', { name: 'Start a scene' })
  await expect(start).toBeDisabled()
  await page.getByRole('button', { name: 'lotus-blog' }).click()
  await page.locator('[data-canvas]').click({ position: { x: 200, y: 200 } })
  await start.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).not.toHaveValue('')
  const asked = page.waitForRequest((r) => r.method() === 'POST' && r.url().endsWith('/scenes'))
  await dialog.getByRole('button', { name: 'Start it' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ topology_id: id })
  await expect(page).toHaveURL(/scene/)
  expect(trouble.list).toEqual([])
})
