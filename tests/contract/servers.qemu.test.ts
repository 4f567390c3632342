/** Two servers on one PostgreSQL, each with machines of its own: what the second does with a scene whose machines are beside the first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scene, SceneFile } from '#src/contract/scene/scene.schema.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'
import { alone, machine, machinesOf, whyNoMachines } from './support/machines.ts'
import { peopled } from './support/people.ts'

const why = await whyNoMachines()
const postgres = why === undefined ? await postgresOrWhyNot() : why
if (why === undefined && typeof postgres === 'string')
  console.warn(`machines of two servers are not tested: ${postgres}`)

describe.skipIf(typeof postgres === 'string')('two servers with machines', { timeout: 180_000 }, () => {
  let data: Awaited<ReturnType<typeof dataDirectory>>[]
  let servers: Process[]
  beforeAll(async () => {
    if (typeof postgres === 'string') return
    data = [await dataDirectory(), await dataDirectory()]
    const db = await openPg(postgres.url)
    await migrate(db)
    await peopled.prepare(db)
    await db.close()
    servers = []
    for (const [i, { dir }] of data.entries())
      servers.push(await startProcess(dir, 4666 + i, 'super', postgres.url, {}))
  }, 120_000)
  afterAll(async () => {
    for (const s of servers) await s.kill()
    for (const d of data) d.remove()
  })
  const side = (n: 0 | 1) =>
    machinesOf(
      () => servers[n] as Process,
      () => data[n]?.dir ?? '',
    )

  test('the second shows the scene, carries its consoles there, refuses what needs the machine itself, and drives nothing', async () => {
    const [first, second] = [side(0), side(1)]
    const { version } = await first.ok<{ version: number }>('GET', '/config/scenes')
    await first.ok('PUT', '/config/scenes', { scene_driver: 'qemu', scene_choice: true, version })
    const body = { name: 'On the first', document: alone(machine('web', '')), driver: 'qemu' }
    const { id } = await first.ok<Scene>('POST', '/scenes', body)
    await first.until(id, 'running')
    expect([(await first.processes()).length, (await second.processes()).length]).toEqual([1, 0])
    expect((await second.until(id, 'running')).nodes.map((n) => n.status)).toEqual(['on'])

    // its sign of life comes every five seconds
    const shell = await second.consoleOf(id, 'web')
    await shell.type('echo carried $((6*7))', 'carried 42')
    const { items } = await first.ok<{ items: { node_name: string }[] }>('GET', `/consoles?scene_id=${id}`)
    expect(items.map((c) => c.node_name)).toEqual(['web'])
    await shell.close()

    const place = new URLSearchParams({ node: 'web', path: '/srv/', name: 'note.txt', mode: '0644' })
    const refused = await servers[1]?.put<SceneFile & { code: string; details: object }>(
      `/scenes/${id}/files?${place}`,
      Buffer.from('x'),
    )
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'driver_unavailable', details: { driver: 'qemu', reason: 'elsewhere' } },
    })
    // what is asked of the second is done by the first
    await second.send(id, 'reboot')
    await second.until(id, 'running')
    expect([(await first.processes()).length, (await second.processes()).length]).toEqual([1, 0])
    await second.send(id, 'close')
    await first.gone(id)
    expect([await first.processes(), await first.left(), await second.left()]).toEqual([[], [], []])
  })
})
