/** The audit log in the browser: narrowed, an entry with its change opened, the chain worked through. */
import { app, call, expect, signInApi, test, watch } from './support.ts'

test('a change is found in the audit log, shown field by field, and the log is verified', async ({ as }) => {
  const { token } = await signInApi('super')
  const name = `Logged ${Date.now()}`
  const { id, version } = await call<{ id: string; version: number }>('POST', '/tool-categories', token, { name })
  await call('PUT', `/tool-categories/${id}`, token, { name, description: 'Seen in the log', version })

  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app('/admin/system/audit-log'))
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Object ID' }).fill(id)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
  await page.locator('tr[data-row="0"] a').click()
  const entry = page.getByRole('dialog')
  await expect(entry.getByRole('heading', { name: 'Changed tool category' })).toBeVisible()
  await expect(entry.getByRole('row', { name: /Seen in the log/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /Verify the log|Log intact/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify now' }).click()
  await expect(page.getByRole('dialog').getByText('Log intact').first()).toBeVisible()
  expect(trouble.list).toEqual([])
})
