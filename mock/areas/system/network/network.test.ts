import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#mock/app.ts'
import { silentLog } from '#mock/http/log.ts'
import { breakThing, mendThing } from '#mock/world/faults.ts'
import { delivered, simulatedController } from '#mock/world/network.ts'
import type { PlatformNetwork } from '#src/contract/system/network.ts'
import { noLimits } from '#tests/contract/support/rates.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true, config: { development: true } })
})
afterAll(() => s.close())
beforeEach(() => s.clock.advance(3600))

const now = () => s.ok('GET /network/current', {}, 'super')
const look = async () => (await s.ok('GET /network/deployment', {}, 'super')).deployment
async function apply(part: Partial<PlatformNetwork>, o: { version?: number; fault?: string } = {}) {
  const { id: _, can: __, ...row } = await now()
  const body = { ...row, ...part, version: o.version ?? row.version }
  return s.call('PUT /network/current', { body }, 'super', o.fault ? { headers: { 'x-fault': o.fault } } : {})
}
const back = async () => {
  const { web_ip } = await now()
  if (web_ip !== delivered.web_ip) await apply(delivered)
  s.clock.advance(3600)
}

describe('a change of the network', () => {
  it('holds from the moment its deployment is done, not before', async () => {
    const before = await now()
    expect((await apply({ web_ip: '10.20.0.11' })).status).toBe(200)
    expect((await now()).web_ip).toBe(before.web_ip)
    const d = await look()
    expect(d).toMatchObject({ state: 'running', progress: 0, to: { web_ip: '10.20.0.11' }, by: 'User super' })
    expect(d?.steps.map((x) => x.name)).toEqual(['prepare', 'web', 'verify'])
    s.clock.advance(4.9)
    expect([(await now()).web_ip, (await look())?.state]).toEqual([before.web_ip, 'running'])
    s.clock.advance(0.2)
    expect([(await now()).web_ip, (await look())?.state]).toEqual(['10.20.0.11', 'done'])
    await back()
  })

  it('is not started twice, nor from what no longer stands, nor for nothing', async () => {
    const { version } = await now()
    expect((await apply({})).problem.code).toBe('no_changes')
    expect((await apply({ pool_end: '10.20.0.210' })).status).toBe(200)
    expect((await apply({ pool_end: '10.20.0.220' })).problem.code).toBe('deployment_running')
    s.clock.advance(60)
    const stale = await apply({ pool_end: '10.20.0.220' }, { version })
    expect([stale.problem.code, (stale.problem.details?.current as PlatformNetwork | undefined)?.pool_end]).toEqual([
      'stale_version',
      '10.20.0.210',
    ])
    const racing = await Promise.all(['221', '222', '223'].map((n) => apply({ pool_end: `10.20.0.${n}` })))
    expect(racing.filter((r) => r.status === 200)).toHaveLength(1)
  })

  it('is refused with the words of the field that is wrong', async () => {
    const fields = async (part: Partial<PlatformNetwork>) =>
      (await apply(part)).problem.details?.fields?.map((f) => `${f.path} ${f.rule}`)
    expect(await fields({ web_ip: 'x' })).toEqual(['web_ip ip_web'])
    expect(await fields({ mask: '' })).toEqual(['mask no_mask'])
    expect(await fields({ gateway: '192.168.1.1' })).toEqual(['gateway not_same_network'])
  })

  it('that fails is taken back, and everything stands as before', async () => {
    const before = await now()
    await apply({ web_ip: '10.20.0.12', gateway: '10.20.0.2' }, { fault: 'world.network.web' })
    s.clock.advance(4.4)
    expect((await look())?.state).toBe('running')
    s.clock.advance(0.3)
    expect(await look()).toMatchObject({
      state: 'rolling_back',
      steps: [
        { name: 'prepare', state: 'done' },
        { name: 'gateway', state: 'done' },
        { name: 'web', state: 'failed' },
        { name: 'verify', state: 'skipped' },
      ],
    })
    s.clock.advance(60)
    const d = await look()
    expect([d?.state, d?.steps[0]?.state, d?.steps[1]?.state]).toEqual(['failed', 'undone', 'undone'])
    expect(await now()).toMatchObject({ web_ip: before.web_ip, gateway: before.gateway })
  })

  it('goes on when its server is gone, and is the same whichever server is asked', async () => {
    const began = await now()
    await apply({ pool_end: '10.20.0.240' })
    const token = await s.token('super')
    const second = await buildApp({
      db: s.db,
      now: s.clock.now,
      random: randomBytes,
      files: s.platform.files,
      log: silentLog,
      // a machine that is busy with other tests must not look overloaded
      config: { rates: noLimits, shed: { delay: 1e9, inFlight: 1e9 } },
    })
    const ask = async (path: string) =>
      (
        await second.app.inject({ url: `/api/mg/api${path}`, headers: { authorization: `Bearer ${token}` } })
      ).json() as {
        pool_end: string
        deployment: { state: string }
      }
    expect((await ask('/network/deployment')).deployment.state).toBe('running')
    expect((await ask('/network/current')).pool_end).toBe(began.pool_end)
    s.clock.advance(60)
    expect((await ask('/network/deployment')).deployment.state).toBe('done')
    expect((await ask('/network/current')).pool_end).toBe('10.20.0.240')
    await second.close()
  })

  it('has steps for what changes only, and one way through its states', () => {
    const steps = simulatedController.plan(delivered, { ...delivered, mask: '255.255.0.0' })
    expect(steps.map((x) => x.name)).toEqual(['prepare', 'pool', 'gateway', 'components', 'nodes', 'web', 'verify'])
    const all = { steps, fails_at: null }
    for (const t of [0, 1, 5, 12, 14.9]) expect(simulatedController.look(all, t).state).toBe('running')
    expect(simulatedController.look(all, 15)).toMatchObject({ state: 'done', progress: 1 })
    const seen = Array.from({ length: 60 }, (_, t) => simulatedController.look({ steps, fails_at: 'nodes' }, t).state)
    expect([...new Set(seen)]).toEqual(['running', 'rolling_back', 'failed'])
  })
})

describe('a compute node', () => {
  const make = (name: string, address: string) =>
    s.ok('POST /compute-nodes', { body: { name, address, cores: 8, memory: 32 } }, 'super')
  const act = (id: string, action: 'enable' | 'disable', version: number, anyway?: boolean) =>
    s.call(
      `POST /compute-nodes/:id/${action}`,
      { params: { id }, body: { version, ...(anyway ? { anyway } : {}) } },
      'super',
    )

  it('that is enabled neither moves nor goes, and holds the network where it is', async () => {
    const row = await make('Node one', '10.20.0.41')
    expect(row).toMatchObject({ status: 'disabled', cpu_load: 0, can: ['update', 'remove', 'enable'] })
    const on = (await act(row.id, 'enable', row.version)).body
    expect(on).toMatchObject({ status: 'enabled', can: ['disable'] })
    expect(on.cpu_load).toBeGreaterThan(0)
    const body = { name: 'Node one', address: '10.20.0.42', cores: 8, memory: 32, version: on.version }
    const moved = await s.call('PUT /compute-nodes/:id', { params: { id: row.id }, body }, 'super')
    const gone = await s.call('DELETE /compute-nodes/:id', { params: { id: row.id } }, 'super')
    expect([moved.problem.code, gone.problem.code]).toEqual(['node_enabled', 'node_enabled'])
    const held = await apply({ node_ip: '10.20.0.21' })
    expect([held.problem.code, held.problem.details?.nodes]).toEqual(['node_enabled', ['Node one']])
    const off = (await act(row.id, 'disable', on.version)).body
    expect((await apply({ node_ip: '10.20.0.21' })).status).toBe(200)
    s.clock.advance(60)
    expect((await s.call('DELETE /compute-nodes/:id', { params: { id: row.id } }, 'super')).status).toBe(200)
    expect(off.status).toBe('disabled')
  })

  it('whose service does not answer is enabled only by who wants it anyway', async () => {
    const row = await make('Node two', '10.20.0.43')
    await breakThing(s.db, 'node', row.id, s.clock.now())
    const asked = await act(row.id, 'enable', row.version)
    expect([asked.status, asked.problem.code]).toEqual([409, 'node_abnormal'])
    const done = await act(row.id, 'enable', row.version, true)
    expect(done.body).toMatchObject({ status: 'enabled', service: 'abnormal', cpu_load: 0 })
    await mendThing(s.db, 'node', row.id)
    expect(await s.ok('GET /compute-nodes/:id', { params: { id: row.id } }, 'super')).toMatchObject({
      service: 'normal',
    })
    await act(row.id, 'disable', done.body.version)
  })

  it('stands inside the network, at an address of its own', async () => {
    const refused = async (address: string) =>
      (await s.call('POST /compute-nodes', { body: { name: 'Node x', address, cores: 1, memory: 1 } }, 'super')).problem
        .details?.fields?.[0]?.rule
    expect(await refused('192.168.7.7')).toBe('not_same_network')
    expect(await refused('10.20.0.255')).toBe('ip_reserved')
    expect(await refused((await now()).gateway)).toBe('ip_taken')
    expect(await refused('10.20.0')).toBe('ip_node')
    const body = { name: 'Node three', address: '10.20.0.43', cores: 1, memory: 1 }
    expect((await s.call('POST /compute-nodes', { body }, 'super')).problem.code).toBe('name_taken')
  })
})
