/** A date typed the way people write it stays when the field is left by a click, or the field says why it is none. */
import type { Page } from '@playwright/test'
import { href } from '#src/contract/screens/index.ts'
import { app, expect, long, test } from './support.ts'

async function announcementAt(page: Page) {
  await page.goto(app(href('notice-add')))
  await page.getByText('At a time', { exact: true }).click()
  return page.getByRole('textbox', { name: 'Time of publication', exact: true })
}

test('a time stays when one clicks elsewhere, however it is written', long, async ({ as }) => {
  const page = await as('admin')
  const field = await announcementAt(page)
  for (const [written, shown] of [
    ['22.11.2031 21:20', '2031-11-22 21:20'],
    ['2031-11-23 21:20', '2031-11-23 21:20'],
    ['2031年11月24日 21:20', '2031-11-24 21:20'],
  ] as const) {
    await field.click()
    await field.fill(written)
    await page.getByLabel('Title').click()
    await expect(field).toHaveValue(shown)
    await page.waitForTimeout(300)
    await expect(field).toHaveValue(shown)
    await expect(page.locator('.arco-picker-container')).toHaveCount(0)
  }
})

test('Now, a day and a time of the calendar stand in the field at once, also where one clicks elsewhere', async ({
  as,
}) => {
  const page = await as('admin')
  const field = await announcementAt(page)
  await field.click()
  const before = Date.now()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(field).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const shown = Date.parse(`${(await field.inputValue()).replace(' ', 'T')}Z`)
  expect(Math.abs(shown - before)).toBeLessThan(120_000)
  await page.getByLabel('Title').click()
  await expect(field).toHaveValue(new Date(shown).toISOString().slice(0, 16).replace('T', ' '))
  await field.click()
  await page.locator('.arco-picker-cell-in-view').getByText('15', { exact: true }).click()
  const picked = new Date(shown).toISOString().replace(/-\d\dT(\d\d:\d\d).*/, '-15 $1')
  await expect(field).toHaveValue(picked)
  await page.getByLabel('Title').click()
  await expect(field).toHaveValue(picked)
})

test('what is no date stays in the field with its reason, and nothing is saved', async ({ as }) => {
  const page = await as('admin')
  const field = await announcementAt(page)
  await page.getByLabel('Title').fill('Maintenance')
  await page.getByRole('textbox', { name: 'Text' }).fill('At night.')
  await field.click()
  await field.fill('05/11/2031 21:20')
  await page.getByLabel('Title').click()
  await expect(field).toHaveValue('05/11/2031 21:20')
  await expect(page.getByText('This could be either of two dates').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This could be either of two dates')
  await expect(field).toHaveValue('05/11/2031 21:20')
})

test(
  'a filter keeps a day left by a click, and a day of the calendar wins over what was typed',
  long,
  async ({ as }) => {
    const page = await as('admin')
    await page.goto(app(href('user-manage')))
    await page.getByRole('button', { name: 'Filters' }).click()
    const from = page.getByRole('textbox', { name: 'Last day from' })
    await from.click()
    await from.fill('22.11.2031')
    await page.locator('.mg-page-title, h1').first().click()
    await expect(from).toHaveValue('2031-11-22')
    await expect(page).toHaveURL(/2031-11-22/)
    await from.click()
    await from.fill('2031-12-')
    await page.locator('.arco-picker-cell-in-view').getByText('15', { exact: true }).click()
    await expect(from).toHaveValue('2031-11-15')
  },
)
