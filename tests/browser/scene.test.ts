/** The life of a scene from the page: drawn, started, looked at, stopped and closed, on simulated machines. */
import { href } from '#src/contract/screens/index.ts'
import { emptyDocument, type TopologyDocument } from '#src/contract/topology/document.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'

/** One container in one network: it boots within seconds. */
const small = (image_id: string): TopologyDocument => ({
  ...emptyDocument(),
  networks: [{ id: 'lan', name: 'lan', cidr: '10.9.0.0/24', gateway: '', dhcp: false, visibility: 'everybody' }],
  nodes: [
    {
      id: 'web',
      name: 'web',
      kind: 'container',
      x: 0,
      y: 0,
      image_id,
      device_id: null,
      cpu: 1,
      memory: 256,
      disk: 4,
      ports: [
        { id: 'p', name: 'eth0', type: 'ethernet', access: 'access', network_id: 'lan', address: '10.9.0.5', mac: '' },
      ],
      service_ids: [],
      files: [],
      flags: [],
      visibility: 'everybody',
      locked: false,
      note: '',
    },
  ],
})

test('a scene is started from its topology, runs, shows its nodes, is stopped and closed', async ({ as }) => {
  const { token } = await signInApi('super')
  const mark = Date.now() % 1_000_000
  const images = await call<{ items: { id: string }[] }>('GET', '/images?type=container&status=saved', token)
  const topology = `Journey topology ${mark}`
  await call('POST', '/topologies/import', token, { name: topology, document: small(images.items[0]?.id ?? '') })

  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(href('topology-manage', undefined, { q: topology })))
  const start = page.getByRole('menuitem', { name: 'Start a scene' })
  // the list may be read again while its menu opens
  await expect(async () => {
    await page.getByRole('button', { name: `Actions for ${topology}` }).click()
    await expect(start).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await start.click()
  const dialog = page.getByRole('dialog')
  const name = `Journey ${mark}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Start it' }).click()

  await expect(page.locator('h1')).toHaveText(name)
  const bar = page.getByRole('region', { name, exact: true })
  await expect(bar.getByText('Running', { exact: true })).toBeVisible({ timeout: 15_000 })
  const node = page.getByRole('row', { name: /^web/ })
  await expect(node).toContainText('On')
  await expect(node).toContainText('10.9.0.5')

  await bar.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(bar.getByText('Off', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(bar.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await bar.getByRole('button', { name: `More for ${name}` }).click()
  await bar.getByRole('menuitem', { name: 'Close' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('This scene is not there any more').first()).toBeVisible({ timeout: 15_000 })
  expect(trouble.list).toEqual([])
})
