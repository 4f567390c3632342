/** The tool library as its keeper works with it: list, form, conflicts, bulk, audience. */
import { app, call, expect, signInApi, test, watch } from './support.ts'

interface ToolRow {
  id: string
  version: number
  name: string
  summary: string
  category_id: string
}
const made = async (name: string): Promise<ToolRow & Record<string, unknown>> => {
  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { id: string }[] }>('GET', '/tool-categories?page_size=1', token)
  return call('POST', '/tools', token, { name, category_id: items[0]?.id, summary: 'Made for a test' })
}

test('filters and sorting live in the address and survive a reload', async ({ as }) => {
  const page = await as('admin')
  await page.goto(app('/admin/resource/tool'))
  await page.getByRole('searchbox').fill('nmap')
  await expect(page).toHaveURL(/q=nmap/)
  await expect(page.getByRole('link', { name: 'Nmap', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nmap')
  await page.getByRole('searchbox').fill('no such tool anywhere')
  await expect(page.getByText(/matches|No .*found|Nothing matches/i).first()).toBeVisible()
})

test('a tool is added, found and removed', async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  const name = `Browser tool ${Date.now()}`
  await page.goto(app('/admin/resource/tool/add'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/Required/).first()).toBeVisible()
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel(/^Category/).fill('Scan')
  await page.getByRole('option', { name: /Scanning/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/resource\/tool(\?|$)/)
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('row', { name }).getByRole('checkbox').check()
  // the search has a button of its own that begins with the word
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  expect(trouble.list).toEqual([])
})

test('J5 somebody else’s change is shown beside one’s own, and nothing is lost', async ({ as }) => {
  const row = await made(`Conflict ${Date.now()}`)
  const page = await as('admin')
  await page.goto(app(`/admin/resource/tool/edit/${row.id}`))
  await page.getByLabel(/^Summary/).fill('What I wrote')
  const { token } = await signInApi('admin')
  const whole = await call<Record<string, unknown>>('GET', `/tools/${row.id}`, token)
  const names = [
    'name',
    'category_id',
    'language',
    'website',
    'source_url',
    'price',
    'online',
    'platforms',
    'keywords',
    'synonyms',
    'attack_ids',
    'commands',
    'paths',
    'detections',
    'references',
  ]
  await call('PUT', `/tools/${row.id}`, token, {
    ...Object.fromEntries(names.map((n) => [n, whole[n]])),
    version: whole['version'],
    summary: 'What somebody else wrote',
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('What I wrote')
  await expect(dialog).toContainText('What somebody else wrote')
})

test('leaving a form with unsaved words asks first, and never after a save', async ({ as }) => {
  const row = await made(`Leave ${Date.now()}`)
  const page = await as('admin')
  await page.goto(app(`/admin/resource/tool/edit/${row.id}`))
  await page.getByLabel(/^Summary/).fill('Half a thought')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(/^Summary/)).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).not.toHaveURL(/edit/)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/dashboard/)
})

test('a table is exported as a file that begins with its columns', async ({ as }) => {
  const page = await as('admin')
  await page.goto(app('/admin/resource/tool?q=nmap'))
  await page.getByRole('button', { name: 'Export' }).click()
  const wait = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const file = await wait
  const stream = await file.createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  expect(text).toMatch(/^\ufeff?id,|^\ufeff?name,/)
  expect(text).toContain('Nmap')
})
