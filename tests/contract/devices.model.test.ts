/**
 * The machines of images, services, physical and USB devices against the server: random walks of what people and the outside do. What a table
 * has happens and leads where it says, what it lacks is refused, and no status is a dead end. `RUNS=500` for a long run.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LivePlatform } from '#mock/platform.ts'
import type { DepositKind } from '#src/contract/device/deposit.ts'
import { serviceMachine, type ServiceStatus } from '#src/contract/device/service.ts'
import { imageMachine, type ImageStatus } from '#src/contract/image/status.ts'
import { qcow2Of } from '#tests/support/images.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

const numRuns = Number(process.env.RUNS ?? some(6))
let s: TestServer
let port = 0
beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
  await s.setting('store.watermark', 0)
})
afterAll(() => s.close())

let n = 0
const settled = () => (s.platform as LivePlatform).settled()

/** A file by tus. @returns the code it was refused with; empty when it came */
async function upload(kind: DepositKind, target: string, name: string, bytes: Buffer): Promise<string> {
  const begun = await s.call('POST /deposits', { body: { kind, target, name, size: bytes.length } }, 'super')
  if (begun.status !== 200) return begun.problem.code
  const authorization = `Bearer ${await s.token('super')}`
  await new Promise<void>((done, fail) => {
    const req = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'PATCH',
        path: `/api/mg/api/deposits/${begun.body.id}/content`,
        headers: {
          authorization,
          'tus-resumable': '1.0.0',
          'upload-offset': 0,
          'content-type': 'application/offset+octet-stream',
          'content-length': bytes.length,
        },
      },
      (res) => res.resume().on('end', () => done()),
    )
    req.on('error', fail)
    req.end(bytes)
  })
  await settled()
  return ''
}
const refusedState = 'not_allowed_in_state'

describe('images', () => {
  const steps = ['good file', 'bad file', 'save', 'reopen', 'retry', 'discard', 'describe'] as const
  type Step = (typeof steps)[number]
  const get = (id: string) => s.ok('GET /images/:id', { params: { id } }, 'super')
  const act = async (id: string, event: 'save' | 'reopen' | 'retry') =>
    (await s.call(`POST /images/:id/${event}`, { params: { id }, body: { version: (await get(id)).version } }, 'super'))
      .problem.code

  /** Does it. @returns the refusal, if there is one */
  async function real(id: string, step: Step): Promise<string | undefined> {
    if (step === 'good file') return upload('image', id, 'disk.qcow2', qcow2Of())
    if (step === 'bad file') return upload('image', id, 'disk.qcow2', Buffer.alloc(3000, 'x'))
    if (step === 'discard')
      return (await s.call('POST /images/:id/bench/discard', { params: { id } }, 'super')).problem.code
    if (step === 'describe') {
      const { name, category, version } = await get(id)
      const body = { name, category, description: `Described ${++n}`, version }
      return (await s.call('PUT /images/:id', { params: { id }, body }, 'super')).problem.code
    }
    const code = await act(id, step)
    await settled()
    return code
  }
  /** Where the table says it leads; undefined where it is refused. */
  function expected(at: ImageStatus, step: Step): ImageStatus | undefined {
    const line = imageMachine[at]
    if (step === 'good file') return line.arrived
    if (step === 'bad file') return line.arrived && line.fail
    if (step === 'save') return line.save && imageMachine[line.save].kept
    if (step === 'describe') return at
    return step === 'discard' ? undefined : line[step]
  }

  it('go where their table says and nowhere else, on every walk', async () => {
    const visited = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 12 }), async (walk) => {
        const body = { name: `Walk ${++n}`, category: 'server' as const, description: 'A machine' }
        const { id } = await s.ok('POST /images', { body }, 'super')
        let at: ImageStatus = 'creating'
        for (const step of walk) {
          const to = expected(at, step)
          const code = await real(id, step)
          expect([step, at, code || undefined]).toEqual([step, at, to === undefined ? refusedState : undefined])
          if (to !== undefined) visited.add(`${at} ${step} ${to}`)
          at = to ?? at
          expect((await get(id)).status).toBe(at)
        }
      }),
      {
        numRuns,
        examples: [[['good file', 'save', 'reopen', 'bad file', 'retry', 'bad file', 'retry', 'good file', 'save']]],
      },
    )
    expect(visited.size).toBeGreaterThan(5)
  })

  it('have no dead end and no status that nothing leads to', () => {
    alive(imageMachine, 'creating', [])
  })
})

/** Every status can be reached, and from each that is no end something leads on. */
function alive(
  machine: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>,
  first: string,
  ends: string[],
) {
  const seen = new Set([first])
  for (const status of seen) for (const to of Object.values(machine[status] ?? {})) if (to) seen.add(to)
  expect([...seen].toSorted()).toEqual(Object.keys(machine).toSorted())
  for (const [status, line] of Object.entries(machine))
    expect(Object.values(line).filter((to) => to !== status).length > 0 || ends.includes(status), status).toBe(true)
}

describe('services', () => {
  it('go where their table says and nowhere else, on every walk', async () => {
    const steps = ['good package', 'bad package', 'retry'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 8 }), async (walk) => {
        const body = { name: `Service walk ${++n}`, description: 'A service', platform: 'windows' as const }
        const { id } = await s.ok('POST /services', { body }, 'super')
        const get = () => s.ok('GET /services/:id', { params: { id } }, 'super')
        let at: ServiceStatus = 'uploading'
        for (const step of walk) {
          const event = step === 'good package' ? 'kept' : step === 'bad package' ? 'fail' : 'retry'
          const to: ServiceStatus | undefined = serviceMachine[at][event]
          const code =
            step === 'retry'
              ? (
                  await s.call(
                    'POST /services/:id/retry',
                    { params: { id }, body: { version: (await get()).version } },
                    'super',
                  )
                ).problem.code
              : await upload(
                  'service',
                  id,
                  'setup.zip',
                  Buffer.from(step === 'good package' ? 'PK\x03\x04 ok' : 'nothing'),
                )
          expect([step, at, code || undefined]).toEqual([step, at, to === undefined ? refusedState : undefined])
          at = to ?? at
          expect((await get()).status).toBe(at)
        }
      }),
      { numRuns, examples: [[['bad package', 'retry', 'good package', 'retry']]] },
    )
    alive(serviceMachine, 'uploading', ['saved'])
  })
})

describe('physical devices', () => {
  it('are free, referenced, in a scene or silent as the outside and people have it, on every walk', async () => {
    const steps = ['reference', 'release', 'scene', 'close', 'break', 'mend', 'remove'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 10 }), async (walk) => {
        const { id } = await s.ok(
          'POST /physical-devices',
          { body: { name: `Device ${++n}`, model: 'M1', address: `10.50.${n >> 8}.${n & 255}` } },
          'super',
        )
        const get = () => s.ok('GET /physical-devices/:id', { params: { id } }, 'super')
        const model = { referenced: false, scene: '', silent: false }
        for (const step of walk) {
          const used = model.referenced || model.scene !== ''
          const { version } = await get()
          const body = { version, reason: 'A walk' }
          if (step === 'break' || step === 'mend') {
            model.silent = step === 'break'
            if (step === 'mend') await s.db.query(`delete from world_fault where kind = 'device' and ref = $1`, [id])
            else
              await s.db.query(
                `insert into world_fault (kind, ref, since) values ('device', $1, $2) on conflict do nothing`,
                [id, new Date(s.clock.now().getTime() - 600_000).toISOString()],
              )
          } else if (step === 'reference') {
            const { problem } = await s.call('POST /physical-devices/:id/reference', { params: { id }, body }, 'super')
            expect(problem.code).toBe(used ? refusedState : model.silent ? 'device_offline' : undefined)
            model.referenced ||= problem.code === undefined
          } else if (step === 'release') {
            const { problem } = await s.call('POST /physical-devices/:id/release', { params: { id }, body }, 'super')
            expect(problem.code).toBe(model.scene ? 'device_in_scene' : model.referenced ? undefined : refusedState)
            if (problem.code === undefined) model.referenced = false
          } else if (step === 'scene') {
            const document = lan(node('pc', 'container'), node('real', 'device', { device_id: id }))
            const made = await s.call('POST /scenes', { body: { name: `Walks ${++n}`, document } }, 'super')
            expect(made.problem.code).toBe(used ? 'device_used' : model.silent ? 'device_silent' : undefined)
            if (made.status === 200) model.scene = made.body.id
          } else if (step === 'close' && model.scene) {
            await s.ok('POST /scenes/:id/close', { params: { id: model.scene }, body: {} }, 'super')
            model.scene = ''
          } else if (step === 'remove' && used)
            expect((await s.call('DELETE /physical-devices/:id', { params: { id } }, 'super')).problem.code).toBe(
              'in_use',
            )
          const row = await get()
          expect([row.usage, row.link, row.scene_id ?? '']).toEqual([
            model.referenced || model.scene ? 'used' : 'free',
            model.silent ? 'offline' : 'online',
            model.scene,
          ])
        }
      }),
      { numRuns },
    )
  })
})

describe('USB devices', () => {
  it('are in one running node or in none, on every walk', async () => {
    const { id: scene } = await s.ok(
      'POST /scenes',
      // without an end: long walks outlast the usual time
      { body: { name: 'Walked', document: lan(node('a', 'container'), node('b', 'container')), minutes: null } },
      'super',
    )
    await until(s, scene, ['running'])
    const pass = async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        await s.scenes.sweep()
        s.clock.advance(1)
      }
    }
    const steps = ['into a', 'into b', 'out', 'stop a', 'start a', 'remove'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 9 }), async (walk) => {
        const { id } = await s.ok(
          'POST /usb-devices',
          { body: { name: `Stick ${++n}`, vendor_id: '0951', product_id: '1666', serial: `W${n}` } },
          'super',
        )
        await s.call('POST /instances/start', { body: { ids: [`${scene}.a`] } }, 'super')
        await pass(8)
        let [at, on] = ['', true]
        for (const step of walk) {
          if (step === 'into a' || step === 'into b') {
            const to = step.slice(-1)
            const body = { scene_id: scene, node_id: to }
            const { problem } = await s.call('POST /usb-devices/:id/attach', { params: { id }, body }, 'super')
            await settled()
            expect(problem.code).toBe(at ? 'usb_plugged' : to === 'a' && !on ? refusedState : undefined)
            if (problem.code === undefined) at = to
          } else if (step === 'out') {
            const { problem } = await s.call('POST /usb-devices/:id/detach', { params: { id } }, 'super')
            await settled()
            expect(problem.code).toBe(at ? undefined : refusedState)
            at = ''
          } else if (step === 'remove') {
            if (at)
              expect((await s.call('DELETE /usb-devices/:id', { params: { id } }, 'super')).problem.code).toBe('in_use')
          } else {
            on = step === 'start a'
            await s.ok(`POST /instances/${on ? 'start' : 'stop'}`, { body: { ids: [`${scene}.a`] } }, 'super')
            await pass(8)
            if (!on && at === 'a') at = ''
          }
          expect((await s.ok('GET /usb-devices/:id', { params: { id } }, 'super')).plugged?.node_id ?? '').toBe(at)
        }
        await s.call('POST /usb-devices/:id/detach', { params: { id } }, 'super')
        await settled()
      }),
      { numRuns },
    )
  })
})
