/** The configuration in a browser: a name that shows everywhere at once, and a network that is deployed while its page waits. */
import { app, call, expect, long, signInApi, test, watch } from './support.ts'

test(
  'the name of the system shows in the shell and on the sign-in page as soon as it is saved',
  long,
  async ({ as, browser }) => {
    const page = await as('super')
    const trouble = watch(page)
    await page.goto(app('/admin/system/config'))
    const name = page.getByLabel('System name')
    await name.fill('abc')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('4 to 40 characters').first()).toBeVisible()
    await name.fill('Harbour range')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.mg-side-brand')).toContainText('Harbour range')
    await expect(page).toHaveTitle(/Harbour range/)
    const stranger = await browser.newPage()
    await stranger.goto(app('/login'))
    await expect(stranger.locator('.mg-public-name')).toHaveText('Harbour range')
    // pushed to whoever has the app open
    await name.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.mg-side-brand')).not.toContainText('Harbour range')
    await stranger.close()
    expect(trouble.list).toEqual([])
  },
)

test('a network is deployed, and its page waits through a reload and comes back by itself', long, async ({ as }) => {
  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app('/admin/system/config?section=network'))
  const end = page.getByLabel('Pool to')
  await end.fill('10.99.0.1')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Not in the same network as the web address.').first()).toBeVisible()
  await end.fill('10.20.0.190')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/admin\/deploy-await/)
  await expect(page.getByRole('heading', { name: 'The network is being deployed' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/system\/config\?section=network/)
  await expect(page.getByLabel('Pool to')).toHaveValue('10.20.0.190')
  expect(trouble.list).toEqual([])
  // as it was, for whoever comes next
  const { token } = await signInApi('super')
  const { id: _, can: __, ...row } = await call<Record<string, unknown>>('GET', '/network/current', token)
  await call('PUT', '/network/current', token, { ...row, pool_end: '10.20.0.200' })
})
