/** A zip through the browser: plan, apply, undo. */
import { strToU8, zipSync } from 'fflate'
import { app, expect, ghdbZip, long, test, watch } from './support.ts'

test('a package is planned, applied and undone', async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  await page.goto(app('/admin/system/resource-import'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'browser-test.zip', mimeType: 'application/zip', buffer: ghdbZip(40, 'browser test') })
  await expect(page.getByRole('heading', { level: 1, name: 'browser-test.zip' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /New/ })).toContainText('40')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await page.goto(app('/vuln/ghdb_library?q=browser%20test%201007'))
  await expect(page.getByText('browser test 1007').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await page.goto(app('/vuln/ghdb_library?q=browser%20test%201007'))
  await expect(page.getByRole('link', { name: /browser test 1007/ })).toHaveCount(0)
  expect(trouble.list).toEqual([])
})

test('a file of a kind that is not imported is refused before it is sent', long, async ({ as }) => {
  const page = await as('admin')
  let sent = 0
  page.on('request', (r) => {
    if (/\/uploads/.test(r.url())) sent++
  })
  await page.goto(app('/admin/system/resource-import'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('hello') })
  await expect(page.getByText(/\.zip/i).first()).toBeVisible()
  expect(sent).toBe(0)
})

test('a zip that reaches out of itself is refused with its reason', long, async ({ as }) => {
  const page = await as('admin')
  await page.goto(app('/admin/system/resource-import'))
  const evil = Buffer.from(zipSync({ '../evil.json': strToU8('[]') }))
  await page.locator('input[type=file]').setInputFiles({ name: 'evil.zip', mimeType: 'application/zip', buffer: evil })
  await expect(page.getByText('The file was refused.').first()).toBeVisible()
})
