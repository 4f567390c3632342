/** Files that come by the page. An image from file to palette: chosen, paused, gone on with after a reload, saved, given to a role whose members draw with it. A service and its package. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { href } from '#src/contract/screens/index.ts'
import { qcow2Of } from '../support/images.ts'
import { app, call, expect, long, signInApi, test, watch } from './support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'range-upload-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bytes a second, so that a file of some parts is long enough on its way to be held. */
async function slowly(page: Page, uploadThroughput: number) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}

test('an upload is paused, gone on with after a reload, saved and given to a role', long, async ({ as }) => {
  const { token } = await signInApi('super')
  const name = `Upload ${Date.now() % 1_000_000}`
  const made = { name, category: 'server', description: 'A disk that is uploaded' }
  const { id } = await call<{ id: string }>('POST', '/images', token, made)
  const file = path.join(folder, 'disk.qcow2')
  writeFileSync(file, Buffer.concat([qcow2Of(), Buffer.alloc(20 * 2 ** 20)]))

  const page = await as('super')
  const trouble = watch(page)
  await slowly(page, 3 * 2 ** 20)
  await page.goto(app(href('image-edit', { id })))
  const choose = page.locator('.kit-upload input[type=file]')
  await choose.setInputFiles(file)
  await expect
    .poll(
      async () =>
        (await call<{ arriving: { received: number } | null }>('GET', `/images/${id}`, token)).arriving?.received ?? 0,
    )
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/Choose the same file again/)).toBeVisible()
  await slowly(page, -1)
  const offsets: number[] = []
  page.on('request', (r) => {
    if (r.method() === 'PATCH') offsets.push(Number(r.headers()['upload-offset']))
  })
  await choose.setInputFiles(file)
  await expect(page.getByText('To edit', { exact: true })).toBeVisible()
  expect(offsets[0]).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Save image' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const teacher = await signInApi('teacher')
  const seen = async () =>
    (await call<{ items: { id: string }[] }>('GET', '/images?status=saved&page_size=200', teacher.token)).items.some(
      (i) => i.id === id,
    )
  expect(await seen()).toBe(false)
  await page.goto(app(href('image-auth', { id })))
  await page.getByText('Only selected people').click()
  const roles = page.getByLabel('Roles')
  await roles.fill('Student')
  await page.getByRole('option', { name: /Student/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).not.toHaveURL(/auth/)
  // given to one role, it is not there for another
  expect(await seen()).toBe(false)
  await page.goto(app(href('image-auth', { id })))
  await roles.fill('Teacher')
  await page.getByRole('option', { name: /Teacher/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).not.toHaveURL(/auth/)

  const topology = await call<{ id: string }>('POST', '/topologies', teacher.token, {
    name: `Of ${name}`,
    description: '',
  })
  const drawing = await as('teacher')
  await drawing.goto(app(href('topology-edit', { id: topology.id })))
  await drawing.getByLabel('Find a piece').fill(name)
  await expect(drawing.getByRole('navigation', { name: 'Pieces' }).getByRole('button', { name })).toBeVisible()
  expect(trouble.list).toEqual([])
})

test(
  'a service is given its package from the list: what is none is refused with its reason, the next one is kept',
  long,
  async ({ as }) => {
    const { token } = await signInApi('super')
    const name = `Service ${Date.now() % 1_000_000}`
    await call('POST', '/services', token, { name, platform: 'docker', category: 'other', description: 'Of a package' })
    const none = path.join(folder, 'none.zip')
    writeFileSync(none, 'no archive at all')
    const good = path.join(folder, 'good.zip')
    writeFileSync(good, zipSync({ Dockerfile: strToU8('FROM scratch\n') }))

    const page = await as('super')
    const trouble = watch(page)
    await page.goto(app(`${href('service-manage')}?q=${encodeURIComponent(name)}`))
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('No package yet')
    await expect(row).not.toContainText('0 bytes')
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Package' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(none)
    await expect(dialog.getByRole('alert')).toContainText('neither an archive nor an installer')
    await dialog.getByRole('button', { name: 'Choose another file' }).click()
    await dialog.locator('input[type=file]').setInputFiles(good)
    await expect(dialog.getByText('good.zip')).toBeVisible()
    await expect(dialog.getByText('SHA-256')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row).toContainText('Saved')
    expect(trouble.list).toEqual([])
  },
)
