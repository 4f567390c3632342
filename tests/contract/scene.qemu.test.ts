/**
 * A scene of real machines, from the drawing to the recording, through the interface of a server that is killed in between. Where QEMU or the
 * small Linux is missing it says so. `KILLS=20` for the long run.
 */
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  SceneDriverOptions,
  Scene,
  SceneFile,
  SceneMetrics,
  SceneSnapshot,
} from '#src/contract/scene/scene.schema.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'
import { alone, machine, machinesOf, two, whyNoMachines } from './support/machines.ts'

const kills = Number(process.env.KILLS ?? 1)
const port = 4661
const why = await whyNoMachines()
const one = alone(machine('web', '10.9.0.11'))

describe.skipIf(why !== undefined)('a scene of real machines', { timeout: 240_000 + kills * 30_000 }, () => {
  let data: Awaited<ReturnType<typeof dataDirectory>>
  let s: Process
  const start = async (elsewhere?: string) =>
    (s = await startProcess(data.dir, port, 'super', '', elsewhere === undefined ? {} : { path: elsewhere }))
  beforeAll(async () => {
    data = await dataDirectory()
    await start()
  })
  afterAll(async () => {
    await s.kill()
    data.remove()
  })

  const { ok, send, until, gone, processes, left, consoleOf } = machinesOf(
    () => s,
    () => data.dir,
  )

  test('is drawn, started, used, broken, put back, extended, outlives its server and is closed without a trace', async () => {
    const { items } = await ok<SceneDriverOptions>('GET', '/drivers')
    expect(items.find((d) => d.name === 'qemu')).toMatchObject({ ok: true, reason: null })
    const section = await ok<{ version: number }>('GET', '/config/scenes')
    const usual = { scene_driver: 'qemu', scene_choice: true, version: section.version }
    await ok('PUT', '/config/scenes', usual)
    const drawing = await ok<{ id: string }>('POST', '/topologies/import', { name: 'Two machines', document: two })

    const made = await ok<Scene>('POST', '/scenes', { name: 'Real machines', topology_id: drawing.id })
    expect(made.driver).toBe('qemu')
    const { id } = made
    const runs = await until(id, 'running')
    expect(runs.nodes.map((n) => [n.name, n.status, n.image_name, n.system])).toEqual([
      ['web', 'on', 'BusyBox Linux', 'linux'],
      ['desk', 'on', 'BusyBox Linux', 'linux'],
    ])
    expect(await processes()).toHaveLength(2)

    const desk = await consoleOf(id, 'desk')
    await desk.type('ping -c 1 web', '1 packets received')
    // the page shows the card's own address
    await desk.type('cat /sys/class/net/eth0/address', runs.nodes[1]?.addresses[0]?.mac ?? 'none')
    desk.resize(132, 43)
    await desk.type(`until [ "$(stty size)" = '43 132' ]; do sleep 0.2; done; echo si""zed`, 'sized')

    const place = new URLSearchParams({ node: 'desk', path: '/srv/', name: 'note.txt', mode: '0644' })
    const put = await s.put<SceneFile>(`/scenes/${id}/files?${place}`, Buffer.from('brought in from outside\n'))
    expect(put.status).toBe(200)
    const files = async () => (await ok<{ items: SceneFile[] }>('GET', `/scenes/${id}/files`)).items
    await expect.poll(async () => (await files())[0]?.status).toBe('success')
    await desk.type('cat /srv/note.txt', 'brought in from outside')

    await send(id, 'snapshot', { name: 'whole' })
    await until(id, 'running')
    const [taken] = (await ok<{ items: SceneSnapshot[] }>('GET', `/scenes/${id}/snapshots`)).items
    expect(taken).toMatchObject({ name: 'whole', ready: true })
    await desk.type('rm -r /srv && ls / | grep -c srv', '\n0')
    await desk.close()
    await send(id, 'restore', { snapshot_id: taken?.id })
    await until(id, 'running')
    const again = await consoleOf(id, 'desk')
    await again.type('cat /srv/note.txt', 'brought in from outside')
    await again.close()

    const figures = await ok<SceneMetrics>('GET', `/scenes/${id}/metrics`)
    expect(figures.nodes.map((n) => n.memory.some((m) => (m ?? 0) > 0))).toEqual([true, true])
    expect((await send(id, 'extend')).extensions.used).toBe(1)

    await s.kill()
    await expect.poll(processes).toEqual([])
    await start()
    expect((await until(id, 'abnormal')).reason).toMatchObject({
      code: 'node_failed',
      params: { code: 'process_ended' },
    })
    await send(id, 'reboot')
    expect((await until(id, 'running')).extensions.used).toBe(1)
    const third = await consoleOf(id, 'web')
    await third.type('ping -c 1 desk', '1 packets received')
    await third.close()

    await send(id, 'close')
    await gone(id)
    expect([await processes(), await left()]).toEqual([[], []])
    const cast = await ok<string>('GET', `/recordings/${desk.recording()}/content`)
    const [head = '', ...lines] = cast.trim().split('\n')
    expect(JSON.parse(head)).toMatchObject({ version: 2, width: 100, height: 30 })
    const shown = lines.map((l) => JSON.parse(l) as [number, string, string])
    expect(shown.flatMap(([, kind, text]) => (kind === 'o' ? [text] : [])).join('')).toContain(
      'brought in from outside',
    )
    expect(shown.some(([, kind, size]) => kind === 'r' && size === '132x43')).toBe(true)
  })

  test('says honestly that QEMU is gone, and lets itself be removed', async () => {
    const { id } = await ok<Scene>('POST', '/scenes', { name: 'Left alone', document: one, driver: 'qemu' })
    await until(id, 'running')
    await s.kill()
    await start('/nonexistent')
    const { items } = await ok<SceneDriverOptions>('GET', '/drivers')
    expect(items.find((d) => d.name === 'qemu')).toMatchObject({ ok: false, reason: 'no_qemu' })
    const reason = { code: 'driver_unavailable', params: { driver: 'qemu', code: 'no_qemu' } }
    expect(await until(id, 'abnormal')).toMatchObject({ reason })
    await send(id, 'reboot')
    expect(await until(id, 'error')).toMatchObject({ reason })
    const refused = await s.call<{ code: string; details: object }>('POST', '/scenes', {
      name: 'Not possible',
      document: one,
      driver: 'qemu',
    })
    expect([refused.status, refused.body.code]).toEqual([503, 'driver_unavailable'])
    await send(id, 'delete')
    await gone(id)
    expect([await processes(), await left()]).toEqual([[], []])
    await s.kill()
    await start()
  })

  test('is refused before its start, node by node, where no disk is behind an image', async () => {
    const { id: image } = await ok<{ id: string }>('POST', '/images', {
      name: 'Only drawn',
      category: 'server',
      description: 'Nothing in the store',
    })
    const [node] = one.nodes
    const document = { ...one, nodes: [{ ...node, image_id: image }] }
    const r = await s.call<{ details: { problems: unknown } }>('POST', '/scenes', {
      name: 'No disk',
      document,
      driver: 'qemu',
    })
    expect([r.status, r.body.details.problems]).toEqual([422, [{ node: 'web', code: 'image_missing' }]])
    const ten = Array.from({ length: 10 }, (_, i) => ({
      ...machine(`m${i}`, ''),
      memory: Math.ceil(os.totalmem() / 2 ** 20 / 10),
    }))
    const large = { ...two, nodes: ten, links: [] }
    const too = await s.call<{ details: { problems: unknown } }>('POST', '/scenes', {
      name: 'Too large',
      document: large,
      driver: 'qemu',
    })
    expect([too.status, too.body.details?.problems]).toEqual([
      422,
      ['m8', 'm9'].map((node) => ({ node, code: 'no_memory' })),
    ])
  })

  test(`leaves no machine and no file behind when its server is killed ${kills} times`, async () => {
    for (let round = 0; round < kills; round++) {
      const { body } = await s.call<Scene>('POST', '/scenes', {
        name: `Killed ${round}`,
        document: one,
        driver: 'qemu',
      })
      await pause(Math.random() * 6000)
      if (round % 3 === 1) await s.call('POST', `/scenes/${body.id}/delete`, {})
      await pause(Math.random() * 500)
      await s.kill()
      await expect.poll(processes).toEqual([])
      await start()
    }
    const all = async () => (await ok<{ items: Scene[] }>('GET', '/scenes?page_size=200')).items
    // one that nobody looked after meanwhile was given up
    const settled = new Set(['running', 'abnormal', 'in-queue', 'error'])
    await expect
      .poll(async () => (await all()).filter((x) => !settled.has(x.status)).map((x) => [x.status, x.reason]), {
        interval: 500,
      })
      .toEqual([])
    for (const { id } of await all()) {
      await send(id, 'delete')
      await gone(id)
    }
    expect([await processes(), await left()]).toEqual([[], []])
  })
})
