/** What the engine does next, as a table: what is written, what the driver says, what follows. */
import { describe, expect, it } from 'vitest'
import type { NodeStatus } from '#src/contract/scene/node.ts'
import { isPassing, nextStatus, passing, type SceneStatus, sceneStatuses } from '#src/contract/scene/status.ts'
import type { NodeRow, SceneRow } from '../row.ts'
import { decideScene } from './decide.ts'
import type { DriverOrder } from './decision.ts'
import { decisionOnRefusal, unreached, lostNodeLook } from './refused.ts'

const now = new Date('2026-11-05T08:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
type Scene = Parameters<typeof decideScene>[0]
type Node = Parameters<typeof decideScene>[1][number]
const scene = (status: SceneStatus, more: Partial<Scene> = {}): Scene => ({
  status,
  back: 'running',
  task: null,
  held: 2,
  deadline: null,
  ends_at: null,
  paused_at: null,
  warned_at: null,
  since: at(-5),
  failures: 0,
  ...more,
})
const n = (id: string, power: NodeStatus, more: Partial<Node> = {}): [Node, NodeStatus] => [
  { node_id: id, name: id, status: power, wanted: 'on', reboot_at: null, boots: true, ...more },
  power,
]
const next = (s: Scene, nodes: [Node, NodeStatus][], when = now) =>
  decideScene(
    s,
    nodes.map(([x]) => x),
    nodes.flatMap(([x, power]) =>
      power === 'absent'
        ? []
        : [
            {
              node: x.node_id,
              power,
              progress: power === 'booting' ? 0.5 : 1,
              address: '',
              reason: power === 'crashed' ? 'kernel_panic' : null,
            },
          ],
    ),
    when,
  )
const said = (orders: readonly DriverOrder[]) =>
  orders.map(
    (o) => `${o.do}${'nodes' in o && o.nodes ? ` ${o.nodes.join()}` : ''}${'hard' in o && o.hard ? ' hard' : ''}`,
  )

const task = (
  event: 'reboot' | 'restart' | 'snapshot' | 'restore' | 'pause' | 'recover',
  step = 0,
): Partial<Scene> => ({
  task: { event, step, snapshot: { id: 's1', name: 'before' } },
})
it.each<[what: string, Scene, [Node, NodeStatus][], orders: string[], move: string | undefined]>([
  ['waits for its turn', scene('in-queue'), [n('a', 'absent')], [], undefined],
  ['plans', scene('init'), [n('a', 'absent')], ['plan'], 'create'],
  ['creates', scene('creating'), [n('a', 'absent')], ['create'], 'done'],
  ['starts what is off', scene('start'), [n('a', 'off'), n('b', 'off')], ['start a,b'], undefined],
  ['makes what is missing', scene('start'), [n('a', 'absent')], ['create', 'start a'], undefined],
  ['waits for a boot', scene('start'), [n('a', 'on'), n('b', 'booting')], [], undefined],
  ['is up', scene('start'), [n('a', 'on'), n('b', 'on')], [], 'done'],
  ['is up without what nobody wants', scene('start'), [n('a', 'on'), n('b', 'off', { wanted: 'off' })], [], 'done'],
  ['fails with a node', scene('start'), [n('a', 'on'), n('b', 'crashed')], [], 'fail'],
  ['rests', scene('running'), [n('a', 'on')], [], undefined],
  ['loses a node', scene('running'), [n('a', 'crashed')], [], 'lose'],
  ['loses all', scene('ongoing'), [n('a', 'absent'), n('b', 'absent')], [], 'lose'],
  ['stops what nobody wants', scene('running'), [n('a', 'on', { wanted: 'off' })], ['stop a'], undefined],
  ['starts what is wanted', scene('running'), [n('a', 'off')], ['start a'], undefined],
  [
    'reboots one: off first',
    scene('running'),
    [n('a', 'on', { reboot_at: at(-1) }), n('b', 'on')],
    ['stop a hard'],
    undefined,
  ],
  [
    'reboots one: then on',
    scene('running'),
    [n('a', 'off', { reboot_at: at(-1) }), n('b', 'on')],
    ['start a'],
    undefined,
  ],
  [
    'leaves off what was shut down inside',
    scene('running'),
    [n('a', 'off', { status: 'on' }), n('b', 'on')],
    [],
    undefined,
  ],
  ['pauses', scene('hang', task('pause')), [n('a', 'on')], ['pause'], undefined],
  ['goes on', scene('running', task('recover')), [n('a', 'suspended')], ['resume'], undefined],
  [
    'reboots all',
    scene('executing-event', task('reboot')),
    [n('a', 'on')],
    ['create', 'resume', 'stop hard'],
    undefined,
  ],
  ['reboots all: waits', scene('executing-event', task('reboot', 1)), [n('a', 'on')], [], undefined],
  ['reboots all: is off', scene('executing-event', task('reboot', 1)), [n('a', 'off')], [], undefined],
  ['reboots all: starts', scene('executing-event', task('reboot', 2)), [n('a', 'off')], ['start a'], undefined],
  ['reboots all: is up', scene('executing-event', task('reboot', 2)), [n('a', 'on')], [], 'done'],
  ['takes a snapshot', scene('executing-event', task('snapshot')), [n('a', 'on')], ['snapshot'], 'done'],
  ['goes back to one', scene('executing-event', task('restore')), [n('a', 'on')], ['create', 'restore'], undefined],
  [
    'goes back to one while off',
    scene('executing-event', { ...task('restore'), back: 'not-running' }),
    [n('a', 'off')],
    ['create', 'restore'],
    'done',
  ],
  ['stops in order', scene('stop'), [n('a', 'on')], ['resume', 'stop'], undefined],
  [
    'stops at once when that takes too long',
    scene('stop', { since: at(-60) }),
    [n('a', 'on')],
    ['resume', 'stop hard'],
    undefined,
  ],
  ['is off', scene('stop'), [n('a', 'off')], [], 'off'],
  ['cuts what runs in an error', scene('error'), [n('a', 'on')], ['resume', 'stop hard'], undefined],
  ['gives back what an error held', scene('error'), [n('a', 'off')], [], undefined],
  ['removes what is over', scene('complete'), [n('a', 'on')], ['delete'], undefined],
  ['is done with what is over', scene('complete', { held: null }), [n('a', 'absent')], [], undefined],
  ['is well again', scene('abnormal'), [n('a', 'on')], [], 'done'],
  ['gives up what nobody looks after', scene('abnormal', { since: at(-1801) }), [n('a', 'crashed')], [], 'give-up'],
  ['deletes', scene('deleting'), [n('a', 'on')], ['delete'], 'gone'],
  ['ends when its time is up', scene('running', { ends_at: at(0) }), [n('a', 'on')], [], 'end'],
  [
    'stands still while the exercise does',
    scene('paused', { ends_at: at(-5), paused_at: at(-60) }),
    [n('a', 'suspended')],
    [],
    undefined,
  ],
])('%s', (_what, s, nodes, orders, move) => {
  const d = next(s, nodes)
  expect([said(d.orders), d.move]).toEqual([orders, move])
})

it('never moves where the machine has no line', () => {
  for (const status of sceneStatuses)
    for (const power of ['absent', 'off', 'booting', 'on', 'suspended', 'crashed'] as const)
      for (const seconds of [0, 700, 4000])
        for (const t of [null, 'reboot', 'snapshot', 'restore', 'pause'] as const) {
          const s = scene(status, { deadline: at(300), ends_at: at(3600), ...(t ? task(t) : {}) })
          const { move } = next(s, [n('a', power)], new Date(now.getTime() + seconds * 1000))
          if (move) expect(nextStatus(status, move), `${status} ${move}`).toBeDefined()
        }
})

/** One node that boots and stops in a step each; what is asked of it is done at once. */
function machine(power: NodeStatus) {
  let now = power
  return {
    power: () => now,
    obey: (o: DriverOrder) => {
      if (o.do === 'stop' && now !== 'absent') now = 'off'
      if (o.do === 'start' && now === 'off') now = 'booting'
      if (o.do === 'create' && now === 'absent') now = 'off'
      if (o.do === 'resume' && now === 'suspended') now = 'on'
      if (o.do === 'restore' && now === 'crashed') now = 'off'
    },
    pass: () => {
      if (now === 'booting') now = 'on'
    },
  }
}
it.each(['reboot', 'restart', 'snapshot', 'restore'] as const)(
  'G4: %s comes to its end wherever a worker dies between doing and writing',
  (event) => {
    for (const power of ['on', 'booting', 'off', 'suspended', 'absent'] as const)
      for (let dies = 0; dies < 8; dies++) {
        const m = machine(power)
        let s = scene('executing-event', task(event))
        let done = false
        for (let round = 0; round < 20 && !done; round++) {
          const d = next(s, [n('a', m.power())])
          for (const o of d.orders) m.obey(o)
          if (round !== dies) {
            done = d.move === 'done'
            if (d.task !== undefined) s = { ...s, task: d.task }
          }
          m.pass()
        }
        expect(done, `${power}, dies in round ${dies}`).toBe(true)
      }
  },
)

it('G4: leaves every passing status at its deadline, with a reason', () => {
  for (const status of sceneStatuses.filter(isPassing)) {
    const s = scene(status, { deadline: at(passing[status]) })
    expect(next(s, [n('a', 'booting')]).reason, status).not.toMatchObject({ code: 'deadline' })
    const late = next(s, [n('a', 'booting')], new Date(now.getTime() + passing[status] * 1000))
    expect(late).toMatchObject({ move: 'fail', reason: { code: 'deadline', params: { status } } })
    const told = next(
      { ...s, task: { event: 'start', step: 0, error: 'no_space' } },
      [n('a', 'booting')],
      new Date(now.getTime() + passing[status] * 1000),
    )
    expect(told.reason).toEqual({ code: 'driver_refused', params: { code: 'no_space' } })
  }
})

it('wakes for the moment the time runs out, and for a quarter of an hour before', () => {
  const s = (left: number) => scene('running', { ends_at: at(left) })
  expect(next(s(10_000), [n('a', 'on')]).next).toBe(30)
  expect(next(s(910), [n('a', 'on')])).toMatchObject({ next: 11 })
  expect(next(s(899), [n('a', 'on')])).toMatchObject({ warn: true, next: 30 })
  expect(next({ ...s(5), warned_at: at(-800) }, [n('a', 'on')])).toMatchObject({ next: 5 })
})

it('waits longer from try to try, and ends at once what can never work', () => {
  const row = (more: Partial<SceneRow>) =>
    ({ status: 'start', task: { event: 'start', step: 0 }, failures: 0, ...more }) as SceneRow
  expect([0, 1, 2, 9].map((failures) => decisionOnRefusal(row({ failures }), { code: 'busy', node: '' }).next)).toEqual(
    [1, 2, 4, 30],
  )
  expect(decisionOnRefusal(row({ status: 'init' }), { code: 'image_missing', node: 'web' })).toMatchObject({
    move: 'fail',
    reason: { code: 'image_missing', params: { node: 'web' } },
  })
  expect(
    decisionOnRefusal(
      row({ status: 'executing-event', task: { event: 'snapshot', step: 0, snapshot: { id: 'x', name: 'before' } } }),
      { code: 'no_space', node: '' },
    ),
  ).toMatchObject({ move: 'done', reason: { code: 'snapshot_failed' } })
})

describe('a scene whose driver is not here', () => {
  const gone = { driver: 'qemu', reason: 'no_qemu' } as const
  const row = (status: SceneRow['status'], more: Partial<SceneRow> = {}) => ({ ...scene(status), ...more }) as SceneRow
  const why = { code: 'driver_unavailable', params: { driver: 'qemu', code: 'no_qemu' } }

  it.each(sceneStatuses)(
    'leaves %s for a status the machine knows, with the reason, or gives back what it holds',
    (status) => {
      const d = unreached(row(status, { held: 2 }), gone, now)
      expect(d.orders).toEqual([])
      if (d.move) expect(nextStatus(status, d.move)).toBeDefined()
      if (isPassing(status) && status !== 'deleting') expect(d).toMatchObject({ move: 'fail', reason: why })
      if (status === 'running' || status === 'hang') expect(d).toMatchObject({ move: 'lose', reason: why })
      if (status === 'deleting') expect(d).toMatchObject({ move: 'gone', release: true })
      if (status === 'error' || status === 'complete') expect(d).toMatchObject({ release: true, next: null })
    },
  )

  it('waits for it while it is abnormal, and gives up on it after half an hour', () => {
    expect(unreached(row('abnormal', { since: at(-60) }), gone, now)).toEqual({ orders: [], reason: why, next: 30 })
    expect(unreached(row('abnormal', { since: at(-1801) }), gone, now)).toMatchObject({ move: 'give-up' })
  })

  it('ends when its time is over all the same', () =>
    expect(unreached(row('running', { ends_at: at(0) }), gone, now)).toMatchObject({ move: 'end' }))

  it('shows its nodes as lost where they ran, and as they were where they did not', () => {
    const node = (status: string) => ({ node_id: 'a', address: '', progress: 1, reason: null, status }) as NodeRow
    expect(lostNodeLook(node('on'))).toMatchObject({ power: 'crashed', reason: 'host_lost' })
    expect(lostNodeLook(node('off'))).toMatchObject({ power: 'off', reason: null })
  })
})
