/** The life of a scene from the page: drawn, started, looked at, stopped and closed, on simulated machines. */
import { href } from '#src/contract/screens/index.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'

test('a scene is started from its topology, runs, shows its nodes, is stopped and closed', async ({ as }) => {
  const { token } = await signInApi('super')
  const { items } = await call<{ items: { id: string; name: string; nodes: number }[] }>(
    'GET',
    '/topologies?sort=nodes&page_size=1',
    token,
  )
  const [small] = items
  if (!small) throw new Error('the demonstration has topologies')
  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(href('topology-manage', undefined, { sort: 'nodes', page_size: '10' })))
  await page.getByRole('button', { name: new RegExp(`^.*${small.name.slice(0, 4)}.*$`) }).first().click()
  await page.getByRole('menuitem', { name: 'Start a scene' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Journey ${Date.now() % 1_000_000}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Start it' }).click()

  await expect(page.locator('h1')).toHaveText(name)
  const bar = page.getByRole('region', { name, exact: true })
  await expect(bar.getByText('Running')).toBeVisible({ timeout: 30_000 })
  const nodes = page.getByRole('table')
  await expect(nodes.getByRole('row').nth(1)).toContainText('On')
  await expect(nodes.getByRole('button', { name: 'Copy' }).first()).toBeVisible()

  await bar.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(bar.getByText('Off', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(bar.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await bar.getByRole('button', { name: `More for ${name}` }).click()
  await bar.getByRole('menuitem', { name: 'Close' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('This scene is not there any more').first()).toBeVisible({ timeout: 15_000 })
  expect(trouble.list).toEqual([])
})
