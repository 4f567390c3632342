/** Leaving the app for a page of its host: unsaved words are asked about first, whichever way the host is gone to. */
import type { Page } from '@playwright/test'
import { expect, long, openAtHost, test, watch } from './support.ts'

const words = 'Half a thought'
const name = (page: Page) => page.locator('.fh-frame').getByLabel(/^Name/)
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** Both answers to the question, one after the other. */
async function staysThenLeaves(page: Page, go: () => Promise<unknown>): Promise<void> {
  await go()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toBeHidden()
  await expect(page).toHaveURL(/\/host\/app\/admin\/resource\/tool\/add/)
  await expect(name(page)).toHaveValue(words)

  await go()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.locator('.fh-frame')).toHaveCount(0)
}

test('a link of the host’s leaves unsaved words only when their user agrees', long, async ({ page }) => {
  const trouble = watch(page)
  await openAtHost(page, 'admin', '/admin/resource/tool/add')
  await name(page).fill(words)
  await staysThenLeaves(page, () => page.getByRole('link', { name: 'Notices' }).click())
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  expect(trouble.list).toEqual([])
})

test('the back button to a page of the host asks first', async ({ page }) => {
  await openAtHost(page, 'admin')
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  const before = await page.evaluate(() => history.length)
  await page.getByRole('link', { name: 'Cyber range' }).click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.locator('.fh-frame .mg-side').getByRole('link', { name: 'Tools', exact: true }).click()
  await page.locator('.fh-frame').getByRole('link', { name: 'Add', exact: true }).click()
  await name(page).fill(words)
  const away = (await page.evaluate(() => history.length)) - before
  await page.evaluate((n) => history.go(-n), away)
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(name(page)).toHaveValue(words)
})

test('a form without unsaved words is left at once', long, async ({ page }) => {
  await openAtHost(page, 'admin', '/admin/resource/tool/add')
  await name(page).fill(words)
  await name(page).fill('')
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  await expect(page.locator('.fh-frame')).toHaveCount(0)
})
