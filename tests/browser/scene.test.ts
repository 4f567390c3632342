/** The whole way of a scene, on simulated machines and on real ones: drawn, started, used, broken, restored, put off, closed, and replayed. */
import type { Page } from '@playwright/test'
import type { SceneDriverOptions } from '#src/contract/scene/scene.schema.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { href } from '#src/contract/screens/index.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'
import { twoContainers, twoMachines } from './twoContainers.ts'

/** What a terminal shows; its rows are hidden from readers, who are told what is new instead. */
const rowsOf = (page: Page, node: string) =>
  page.getByRole('region', { name: `Terminal of ${node}` }).locator('.xterm-rows')

/** @param within milliseconds that machines may take for what they do */
async function journey(page: Page, token: string, document: TopologyDocument, within: number, real = false) {
  // what has been extended is counted where there is room for it
  await page.setViewportSize({ width: 1920, height: 1080 })
  const name = `Journey ${Date.now() % 1_000_000}`
  await call('POST', '/topologies/import', token, { name, document })
  const trouble = watch(page)
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('region', { name, exact: true })
  const running = () => expect(bar.getByText('Running', { exact: true })).toBeVisible({ timeout: within })
  /** The menu may be drawn anew while it opens, as the scene goes on living. */
  const choose = async (menu: string, item: string) => {
    const wanted = page.getByRole('menuitem', { name: item, exact: true })
    await expect(async () => {
      if (!(await wanted.isVisible())) await page.getByRole('button', { name: menu }).click()
      await wanted.click({ timeout: 3000 })
    }).toPass()
  }
  /** A status of a moment may be over before it is drawn; the log of the scene keeps what it was about. */
  const happened = async (event: string) => {
    const { items } = await call<{ items: { id: string }[] }>('GET', `/scenes?q=${encodeURIComponent(name)}`, token)
    const log = () => call<{ items: { code: string }[] }>('GET', `/scenes/${items[0]?.id}/events`, token)
    await expect.poll(async () => (await log()).items.map((e) => e.code), { timeout: within }).toContain(event)
  }
  const type = async (line: string, answer: string) => {
    await page.locator('.xterm-helper-textarea').focus()
    await page.keyboard.type(`${line}\n`)
    await expect(rowsOf(page, 'desk')).toContainText(answer, { timeout: within })
  }

  // start
  await page.goto(app(href('topology-manage', undefined, { q: name })))
  await choose(`Actions for ${name}`, 'Start a scene')
  await dialog.getByLabel('Running time, minutes').fill('10')
  if (real) {
    await dialog.getByLabel('Runs on').click()
    await page.getByRole('option', { name: 'Real machines (QEMU)' }).click()
  }
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await expect(page.locator('h1')).toHaveText(name)
  await running()
  await expect(page.getByRole('row', { name: /^desk/ })).toContainText('10.7.0.11')
  await page.getByRole('link', { name: 'Terminal of desk' }).click()

  // one node reaches the other, and knows where it stands
  await expect(rowsOf(page, 'desk')).toContainText('root@desk', { timeout: within })
  await type('ping -c 1 web', ' 0% packet loss')
  await expect(page.getByText('Recording', { exact: true })).toBeVisible()

  // a file comes in
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('the harbour is open\n') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('row', { name: /note\.txt/ })).toContainText('Success', { timeout: within })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await type('cat note.txt', 'the harbour is open')

  // broken and restored
  await choose(`More for ${name}`, 'Take a snapshot')
  await dialog.getByLabel('Name').fill('before')
  await dialog.getByRole('button', { name: 'Take it' }).click()
  await happened('snapshot_taken')
  await running()
  await type('rm note.txt; cat note.txt', 'No such file or directory')
  await choose(`More for ${name}`, 'Restore a snapshot')
  await expect(dialog.getByRole('radio', { name: /before/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Restore it' }).click()
  await happened('snapshot_restored')
  await running()
  // the machine that the terminal was of is another one now
  if (real) {
    await page.getByText('Connect again', { exact: true }).click()
    await expect(page.getByText('Recording', { exact: true })).toBeVisible({ timeout: within })
  }
  await type('clear; cat note.txt && echo is back', 'the harbour is openis back')

  // more time, and the end
  await expect(bar.getByText('Less than 15 minutes are left.')).toBeVisible()
  await bar.getByRole('button', { name: /^Extend by/ }).click()
  await expect(bar.getByText('Extended 1 of')).toBeVisible()
  await expect(bar.getByText('Less than 15 minutes are left.')).toHaveCount(0)
  await choose(`More for ${name}`, 'Destroy scene')
  await dialog.getByRole('button', { name: 'Destroy scene', exact: true }).last().click()
  await expect(page.getByText('This scene no longer exists', { exact: false }).first()).toBeVisible({
    timeout: within,
  })

  // what was typed is there, where it was typed
  await page.getByRole('link', { name: 'Recordings' }).click()
  await page.getByRole('row', { name: /desk/ }).getByText(name, { exact: true }).last().click()
  await dialog.getByRole('button', { name: /rm note\.txt/ }).click()
  const replay = dialog.locator('.xterm-rows')
  await expect(replay).toContainText(' 0% packet loss')
  await expect(replay).not.toContainText('No such file')
  await dialog.getByRole('combobox', { name: 'Speed' }).click()
  await dialog.getByRole('option', { name: '16×' }).click()
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect(replay).toContainText(real ? 'No such file' : 'is back')
  await dialog.getByLabel('Position in the recording').fill('0')
  await expect(replay).not.toContainText('packet loss')
  expect(trouble.list).toEqual([])
}

test('a scene is started from its drawing, used, broken, restored, extended, closed and replayed', async ({ as }) => {
  const { token } = await signInApi('super')
  await journey(await as('super'), token, await twoContainers(token), 60_000)
})

test('the same on real machines, where they can be run', async ({ as }) => {
  test.setTimeout(240_000)
  const { token } = await signInApi('super')
  const { items, choice } = await call<SceneDriverOptions>('GET', '/drivers', token)
  const qemu = items.find((d) => d.name === 'qemu')
  test.skip(!qemu?.ok || qemu.reason !== null, `no real machines here: ${qemu?.reason ?? 'not set up'}`)
  const choose = async (scene_choice: boolean) => {
    const { version, scene_driver } = await call<{ version: number; scene_driver: string }>(
      'GET',
      '/config/scenes',
      token,
    )
    await call('PUT', '/config/scenes', token, { scene_driver, scene_choice, version })
  }
  await choose(true)
  try {
    await journey(await as('super'), token, await twoMachines(token), 60_000, true)
  } finally {
    await choose(choice)
  }
})
