/** Backups and alarms as an administrator sees them; on a server and a data folder of its own, because a restore signs everybody out. */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { startServed, type Served } from '../support/served.ts'
import { accountOf } from '../support/demo.ts'

let served: Served
test.beforeAll(async () => {
  served = await startServed()
})
test.afterAll(() => served.stop())

const admin = accountOf('super')
async function call<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(served.api + path, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
const signIn = () =>
  call<{ token: string; jwt_token: string }>('POST', '/session', undefined, {
    username: admin.username,
    password: admin.password,
  })
async function open(page: Page, path: string): Promise<string> {
  const tokens = await signIn()
  const { protocol, host } = new URL(served.url)
  await page.addInitScript(
    ([key, kept]) => void (sessionStorage.getItem(key ?? '') || sessionStorage.setItem(key ?? '', kept ?? '')),
    [`range:${protocol}//${host}:session`, JSON.stringify(tokens)],
  )
  await page.goto(`${served.url}/page/mg${path}`)
  return tokens.token
}

test('an alarm is acknowledged with a note', async ({ page }) => {
  await open(page, '/admin/system/alarm?status=open')
  const row = page.getByRole('row').filter({ hasText: 'Services abnormal' })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Collector is being looked at')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText('1 alarm acknowledged')).toBeVisible()
  await page.goto(`${served.url}/page/mg/admin/system/alarm?status=acknowledged`)
  await expect(page.getByRole('row').filter({ hasText: 'Collector is being looked at' })).toBeVisible()
})

test('the platform goes back to a backup, and says so', async ({ page }) => {
  const token = await open(page, '/admin/system/config?section=backup')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Before the change')
  await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Before the change' })
  const restore = row.getByRole('button', { name: 'Restore' })
  await expect(restore).toBeVisible()
  const arriving = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const file = readFileSync(await (await arriving).path())
  expect(file.subarray(0, 2).toString()).toBe('PK')

  const made = await call<{ id: string }>('POST', '/tool-categories', token, { name: 'Afterwards', description: '' })
  await restore.click()
  await page.getByRole('button', { name: 'View content' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Tool categories' })).toBeVisible()
  await page.getByLabel('Your password').fill(admin.password)
  await page.getByLabel(/Type RESTORE/).fill('RESTORE')
  await page.getByRole('button', { name: 'Restore the platform' }).click()
  await expect(page.getByRole('heading', { name: 'The platform is being restored' })).toBeVisible()
  // it comes back by itself, and asks who is there
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const { items } = await call<{ items: { id: string }[] }>(
    'GET',
    '/tool-categories?page_size=200',
    (await signIn()).token,
  )
  expect(items.map((i) => i.id)).not.toContain(made.id)
})
