/**
 * G3: any sequence of events, passing time, crashes and losses over the interface. Whatever the server takes is a line of the transition table,
 * whatever it refuses is none, and every scene finds a way out. `RUNS=10000` for the long run.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AskedEvent,
  askedEvents,
  isPassing,
  nextStatus,
  sceneBacks,
  sceneMachine,
  type SceneStatus,
} from '#src/contract/scene/status.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node } from '#tests/support/scene.ts'
import { some } from '../../../tests/support/some.ts'

const runs = Number(process.env.RUNS ?? some(15))
const document = lan(node('a', 'container'))

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

type Step = { ask: AskedEvent } | { pass: number } | { happens: 'crash' | 'loss' | 'shutdown' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ask: fc.constantFrom(...askedEvents) }) },
  { weight: 5, arbitrary: fc.record({ pass: fc.constantFrom(1, 2, 5, 31, 130, 700) }) },
  {
    weight: 1,
    arbitrary: fc.record({ happens: fc.constantFrom('crash' as const, 'loss' as const, 'shutdown' as const) }),
  },
)

interface Line {
  seq: number
  code: string
  params: { event?: AskedEvent; from?: SceneStatus; to?: SceneStatus }
}
const log = async (id: string, after = 0): Promise<Line[]> =>
  (
    await s.db.query<Line>('select seq, code, params from scene_event where scene_id = $1 and seq > $2 order by seq', [
      id,
      after,
    ])
  ).rows
const leads = (from: SceneStatus, to: SceneStatus): boolean =>
  Object.keys(sceneMachine[from]).some((move) =>
    sceneBacks.some((back) => nextStatus(from, move as AskedEvent, back) === to),
  )
const goes = async (seconds: number): Promise<void> => {
  s.clock.advance(seconds)
  await s.scenes.sweep()
}
const statusOf = async (id: string): Promise<SceneStatus> =>
  (await s.db.query<{ status: SceneStatus }>('select status from scene where id = $1', [id])).rows[0]?.status ??
  'deleted'

const seen = new Set<string>()
let asked = 0

async function ask(id: string, event: AskedEvent): Promise<void> {
  const { rows } = await s.db.query<{ id: string }>('select id from scene_snapshot where scene_id = $1 and ready', [id])
  const body =
    event === 'snapshot' ? { name: `s${asked}` } : event === 'restore' ? { snapshot_id: rows[0]?.id ?? 'none' } : {}
  const last = (await log(id)).at(-1)?.seq ?? 0
  const r = await s.send(`POST /scenes/:id/${event}`, { params: { id }, body }, 'admin')
  asked++
  if (r.status === 200) {
    const said = await log(id, last)
    const at = said.findIndex((l) => l.code === 'asked' && l.params.event === event)
    const moved = said[at + 1]?.params
    const from = moved?.from ?? 'deleted'
    seen.add(`${from} ${event}`)
    // capacity is taken by way of the queue
    const to = ['create', 'start', 'restart'].includes(event) && moved?.to === 'in-queue' ? 'in-queue' : moved?.to
    expect(
      sceneBacks.map((back) => nextStatus(from, to === 'in-queue' && event !== 'create' ? 'wait' : event, back)),
    ).toContain(to)
    expect(nextStatus(from, event)).toBeDefined()
    return
  }
  const { status } = (r.problem.details ?? {}) as { status?: SceneStatus }
  // gone, or gone back to a snapshot that is not there, or drawn by hand
  if (r.status === 404) return
  expect([event, r.status, r.problem.code]).toEqual([event, 409, 'not_allowed_in_state'])
  if (event === 'modify') return
  expect(nextStatus(status ?? 'deleted', event), `${status} ${event}`).toBeUndefined()
}

async function happens(id: string, what: 'crash' | 'loss' | 'shutdown'): Promise<void> {
  if (what === 'loss') await s.db.query('delete from sim_scene where scene = $1', [id])
  if (what === 'crash')
    await s.db.query(`update sim_node set power = 'crashed', fails = 'kernel_panic' where scene = $1`, [id])
  if (what === 'shutdown') await s.db.query(`update sim_node set power = 'off', boot_ms = 0 where scene = $1`, [id])
}

it(
  `takes only what the table has, over ${runs} sequences, and leaves nobody in a dead end`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const { id } = await s.ok(
          'POST /scenes',
          { body: { name: 'Model', type: 'wargame', document, minutes: 20 } },
          'admin',
        )
        for (const x of steps) {
          if ('ask' in x) await ask(id, x.ask)
          else if ('pass' in x) await goes(x.pass)
          else await happens(id, x.happens)
        }
        for (const { params } of (await log(id)).filter((l) => l.code === 'moved'))
          expect(leads(params.from ?? 'deleted', params.to ?? 'deleted'), `${params.from} → ${params.to}`).toBe(true)
        // with time alone it comes to rest, and from there somebody can do something, at least remove it
        for (let t = 0; t < 20 && isPassing(await statusOf(id)); t++) await goes(t < 10 ? 5 : 120)
        const end = await statusOf(id)
        expect(isPassing(end), end).toBe(false)
        if (end === 'deleted') return
        const { can } = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
        expect(can, end).toContain('delete')
        await s.ok('POST /scenes/:id/delete', { params: { id }, body: {} }, 'admin')
        await goes(1)
        expect(await statusOf(id)).toBe('deleted')
        expect((await s.db.query('select 1 as one from sim_scene where scene = $1 and not gone', [id])).rows).toEqual(
          [],
        )
        expect((await s.db.query<{ held: number | null }>('select held from scene where id = $1', [id])).rows).toEqual([
          { held: null },
        ])
      }),
      { numRuns: runs },
    )
    if (runs >= 1000)
      console.log(
        `${runs} sequences: ${asked} events sent, ${seen.size} different ones taken: ${[...seen].sort().join(', ')}`,
      )
  },
  60_000 + runs * 1500,
)
