/** Somebody registers, is refused with a reason, registers again, is passed, and signs in. */
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
  await expect(page.getByRole('alert')).toContainText('only after it is approved')

  const desk = await as('admin')
  await desk.goto(app(`/admin/system/user/check?q=${username}`))
  const row = desk.getByRole('row', { name: /Nora Walker/ })
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Reject', exact: true }).click()
  await desk.getByLabel('Reason').fill('Not on the list of the class.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(row.getByText('Rejected')).toBeVisible()

  await signIn()
  await expect(page.getByRole('alert')).toContainText('only after it is approved')
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
