/** Somebody registers, is refused with a reason, registers again, is passed, and signs in; and the tree beside the users. */
import { app, call, expect, signInApi, test, watch } from './support.ts'

const password = 'Thistle-Ladder-61'

test('register, review, sign in', async ({ page, as }) => {
  const trouble = watch(page)
  const username = `walker_${Date.now() % 1e9}`
  const register = async (name: string) => {
    await page.goto(app('/login'))
    await page.getByRole('button', { name: /account/i }).click()
    await page.getByLabel(/^User name/).fill(username)
    await page.getByLabel(/^Name/).fill(name)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByLabel(/again|repeat/i).fill(password)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('button', { name: /sign in/i }).click()
  }
  const signIn = async () => {
    await page.getByLabel(/^User name/).fill(username)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await register('Nora Walker')
  await signIn()
  await expect(page.getByRole('alert')).toContainText('waits for review')

  const desk = await as('admin')
  await desk.goto(app(`/admin/system/user/check?q=${username}`))
  const row = desk.getByRole('row', { name: /Nora Walker/ })
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Reject', exact: true }).click()
  await desk.getByLabel('Reason').fill('Not on the list of the class.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(row.getByText('Rejected')).toBeVisible()

  await signIn()
  await expect(page.getByRole('alert')).toContainText('Not on the list of the class.')
  await register('Nora Walker')
  await desk.reload()
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Pass', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Pass' }).click()
  await expect(row).toHaveCount(0)

  await signIn()
  await expect(page.getByRole('heading', { name: /Nora Walker/ })).toBeVisible()
  expect(trouble.list).toEqual([])
})

test('an organisation is made, moved by keys, chosen and removed', async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  const name = `Tree ${Date.now() % 1e6}`
  await page.goto(app('/admin/system/user'))
  await page.getByRole('button', { name: 'Add an organisation' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  const line = page.getByRole('treeitem', { name })
  await expect(line).toHaveAttribute('aria-level', '1')
  await line.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(line).toHaveAttribute('aria-level', '2')
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/org_id=/)
  await line.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(line).toHaveCount(0)
  expect(trouble.list).toEqual([])
  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { name: string }[] }>('GET', '/orgs/tree', token)
  expect(items.map((o) => o.name)).not.toContain(name)
})
