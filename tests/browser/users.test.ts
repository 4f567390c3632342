/** Somebody registers, is refused with a reason, registers again, is passed, and signs in. */
import type { Locator } from '@playwright/test'
import { app, expect, test, watch } from './support.ts'

const password = 'Thistle-Ladder-61'

test('register, review, sign in', async ({ page, as }) => {
  const trouble = watch(page)
  const username = `walker_${Date.now() % 1e9}`
  const register = async (name: string) => {
    await page.goto(app('/login'))
    await page.getByRole('button', { name: /No account/ }).click()
    await page.getByLabel(/^User name/).fill(username)
    await page.getByLabel(/^Full name/).fill(name)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByLabel(/again|repeat/i).fill(password)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('button', { name: /sign-in page/i }).click()
  }
  const signIn = async () => {
    await page.getByLabel(/^User name/).fill(username)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await register('Nora Walker')
  await signIn()
  await expect(page.getByRole('alert')).toContainText('when an administrator has approved you')

  const desk = await as('admin')
  await desk.goto(app(`/admin/system/user/check?q=${username}`))
  const row = desk.getByRole('row', { name: /Nora Walker/ })
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Reject', exact: true }).click()
  await desk.getByLabel('Reason').fill('Not on the list of the class.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(row.getByText('Rejected')).toBeVisible()

  await signIn()
  await expect(page.getByRole('alert')).toContainText('when an administrator has approved you')
  await register('Nora Walker')
  await desk.reload()
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)

  await signIn()
  await expect(page.getByRole('heading', { name: /Nora Walker/ })).toBeVisible()
  expect(trouble.list).toEqual([])
})

test('the lists of a dialog, of choices and of days, are in front of it and answer to the pointer', async ({ as }) => {
  const page = await as('admin')
  await page.goto(app('/admin/system/user?desk=import'))
  const name = `picked_${Date.now() % 1e9}`
  const buffer = Buffer.from(`username,name,role,organisation\r\n${name},Picked One,no-such-role,nowhere\r\n`)
  await page.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Correct “Picked One”' }).click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('combobox')
  await expect(boxes).toHaveCount(2)
  /** What it shows, whether it is typed in or only chosen from. */
  const shows = (box: Locator) => box.evaluate((el) => (el instanceof HTMLInputElement ? el.value : el.textContent))
  for (const box of await boxes.all()) {
    const before = await shows(box)
    await box.click()
    // a click of the pointer itself: what lies over the option would be met instead
    await page.getByRole('option').nth(1).click()
    await expect.poll(() => shows(box)).not.toBe(before)
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(app('/admin/system/user?q=student_demo'))
  await page.locator('[data-row] input[type=checkbox]').first().check()
  await page.getByRole('button', { name: 'Set last day', exact: true }).click()
  const day = dialog.locator('input').first()
  await day.click()
  await page.locator('.arco-picker-cell-in-view').last().click()
  await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/)
})
