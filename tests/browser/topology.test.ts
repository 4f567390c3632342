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
