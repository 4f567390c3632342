/** Scenes of the demonstration: in every stage of their life, with what happened to them and what was recorded. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { SceneKind, SceneStatus, SceneType } from '#src/contract/scene/status.ts'
import type { Reason } from '#src/contract/scene/node.ts'
import { addressesOf } from '#src/contract/topology/addresses.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { recordingFile, recordingFolder } from '../areas/scene/recording/file.ts'
import { imageFacts, imagesIn } from '../areas/image/facts.ts'
import { bootsIn, layNodes } from '../areas/scene/make.ts'
import { note, type Noted } from '../areas/scene/write.ts'
import { fold } from '../crud/fold.ts'
import type { Queryable } from '../db/db.ts'
import { boots } from '../world/scene/simulated/state.ts'
import type { Chance } from './random.ts'

const minute = 60_000

interface Entry {
  name: string
  topology: string
  owner: string
  leaders?: readonly string[]
  members?: readonly string[]
  kind: SceneKind
  type: SceneType
  status: Extract<
    SceneStatus,
    'running' | 'ongoing' | 'hang' | 'not-running' | 'error' | 'complete' | 'failed' | 'abnormal'
  >
  /** Minutes since it was made, and how long it runs. */
  ago: number
  minutes: number | null
  extensions?: number
  reason?: Reason
  crashed?: string
  off?: readonly string[]
}

const entries: readonly Entry[] = [
  {
    name: 'Web 渗透入门 · 第 3 组',
    topology: '',
    owner: 'student_demo',
    leaders: ['teacher_demo'],
    kind: 'private',
    type: 'course',
    status: 'running',
    ago: 48,
    minutes: 120,
  },
  {
    name: 'Enterprise rehearsal 企业演练',
    topology: 'enterprise',
    owner: 'admin_demo',
    leaders: ['teacher_demo'],
    members: ['student_demo'],
    kind: 'group',
    type: 'wargame',
    status: 'ongoing',
    ago: 210,
    minutes: 480,
  },
  {
    name: '靶场自测 Router lab',
    topology: '',
    owner: 'teacher_demo',
    kind: 'private',
    type: 'range-test',
    status: 'running',
    ago: 108,
    minutes: 120,
    extensions: 1,
  },
  {
    name: 'Shared sandbox 公共沙箱',
    topology: '',
    owner: 'admin_demo',
    members: ['student_demo', 'teacher_demo'],
    kind: 'shared',
    type: 'practice',
    status: 'running',
    ago: 2900,
    minutes: null,
  },
  {
    name: '日志分析 Log hunting',
    topology: '',
    owner: 'student_demo',
    leaders: ['teacher_demo'],
    kind: 'private',
    type: 'practice',
    status: 'hang',
    ago: 65,
    minutes: 180,
  },
  {
    name: 'Red team base 红队据点',
    topology: '',
    owner: 'teacher_demo',
    kind: 'group',
    type: 'team',
    status: 'not-running',
    ago: 1500,
    minutes: null,
  },
  {
    name: '工控安全实验 ICS bench',
    topology: '',
    owner: 'admin_demo',
    kind: 'private',
    type: 'individual',
    status: 'abnormal',
    ago: 95,
    minutes: 240,
    crashed: 'first',
  },
  {
    name: 'O&M drill 运维排障',
    topology: '',
    owner: 'teacher_demo',
    kind: 'group',
    type: 'operation',
    status: 'error',
    ago: 26,
    minutes: 120,
    reason: { code: 'deadline', params: { status: 'start', seconds: 600 } },
  },
  {
    name: 'CFS warm-up',
    topology: '',
    owner: 'admin_demo',
    kind: 'private',
    type: 'cfs',
    status: 'failed',
    ago: 300,
    minutes: 90,
    reason: { code: 'driver_refused', params: { code: 'no_space' } },
  },
  {
    name: '课堂演示 Monday class',
    topology: '',
    owner: 'teacher_demo',
    members: ['student_demo'],
    kind: 'shared',
    type: 'schedule',
    status: 'complete',
    ago: 4400,
    minutes: 90,
  },
]

/** Most machines of one demonstration scene, so that the smallest licence still has room for others. */
const largest = 12

export interface SceneGround {
  now: Date
  /** Folder of the platform’s files. */
  files: string
  people: ReadonlyMap<string, { id: string; name: string }>
  topologies: ReadonlyMap<string, { id: string; name: string; document: TopologyDocument }>
  founder: { id: string; name: string }
}
export interface Cast {
  id: string
  text: string
}

const live = new Set<SceneStatus>(['running', 'ongoing', 'hang', 'abnormal'])

export async function layScenes(
  q: Queryable,
  c: Chance,
  { now, files, people, topologies, founder }: SceneGround,
): Promise<Cast[]> {
  const casts: Cast[] = []
  const usable = [...topologies.entries()].filter(
    ([, t]) => bootsIn(t.document).length > 0 && bootsIn(t.document).length <= largest,
  )
  if (!usable.length) return casts
  for (const [n, e] of entries.entries()) {
    const drawing = topologies.get(e.topology) ?? usable[n % usable.length]?.[1]
    if (!drawing) continue
    const { document } = drawing
    const at = (ms: number) => new Date(now.getTime() - e.ago * minute + ms)
    const id = c.id(at(0))
    const person = (name: string) => people.get(name) ?? founder
    const owner = person(e.owner)
    const leaders = (e.leaders ?? []).map(person)
    const members = (e.members ?? []).map(person)
    const given = Object.fromEntries(addressesOf(document))
    const images = await imageFacts(q, files, imagesIn(document))
    const flags = Object.fromEntries(
      document.nodes.flatMap((x) =>
        x.flags.map((f) => [f.id, f.value || `flag{${c.id(at(0)).replaceAll('-', '').slice(-24)}}`]),
      ),
    )
    const machines = bootsIn(document)
    const on = live.has(e.status)
    const lasted = c.between(14, 38)
    const started = at(lasted * 1000)
    const began = e.status !== 'failed' && e.status !== 'error'
    const ends =
      e.minutes === null || !began
        ? null
        : new Date(started.getTime() + (e.minutes + (e.extensions ?? 0) * 30) * minute)
    const since =
      e.status === 'complete' && ends ? ends : e.status === 'abnormal' ? new Date(now.getTime() - 4 * minute) : started
    await q.query(
      `insert into scene (id, name, find, topology_id, topology_name, document, addresses, images, flags, kind, type, isolation, owner_id,
         member_ids, team_ids, leader_ids, driver, node_count, instances, status, back, reason, task, progress, revision, held, next_at, since,
         minutes, starting_at, start_seconds, started_at, ends_at, ran_seconds, on_since, extensions, created_at, created_by, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14::jsonb, '[]', $15::jsonb, 'simulated', $16,
         $17, $18, $19, $20::jsonb, null, 1, 12, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $23, $33)`,
      [
        id,
        e.name,
        fold(`${e.name} ${owner.name}`),
        drawing.id,
        drawing.name,
        JSON.stringify(document),
        JSON.stringify(given),
        JSON.stringify(images),
        JSON.stringify(flags),
        e.kind,
        e.type,
        document.isolation,
        owner.id,
        JSON.stringify(members.map((m) => m.id)),
        JSON.stringify(leaders.map((m) => m.id)),
        document.nodes.length,
        machines.length,
        e.status,
        e.status === 'ongoing' ? 'ongoing' : 'running',
        e.reason
          ? JSON.stringify(e.reason)
          : e.crashed
            ? JSON.stringify({ code: 'node_failed', params: { node: machines[0]?.name ?? '', code: 'kernel_panic' } })
            : null,
        on ? machines.length : null,
        on ? now.toISOString() : null,
        since.toISOString(),
        e.minutes,
        at(900).toISOString(),
        began ? lasted : null,
        began ? started.toISOString() : null,
        ends?.toISOString() ?? null,
        e.status === 'not-running' ? 3 * 3600 + 1240 : e.status === 'complete' ? (e.minutes ?? 0) * 60 : 0,
        on ? started.toISOString() : null,
        e.extensions ?? 0,
        at(0).toISOString(),
        owner.id,
      ],
    )
    const parts = [
      [owner.id, 'owner'],
      [owner.id, 'leader'],
      ...leaders.map((l) => [l.id, 'leader']),
      ...members.map((m) => [m.id, 'member']),
    ].filter(([user, part]) => !(part === 'leader' && user === owner.id && leaders.length > 0))
    for (const [user, part] of parts)
      await q.query('insert into scene_person (scene_id, user_id, part) values ($1, $2, $3) on conflict do nothing', [
        id,
        user,
        part,
      ])
    await layNodes(q, { id, driver: 'simulated', addresses: given, images }, document, started)
    await machinesOf(q, { id, e, document, given, images, flags, on, began, started, now })
    await story(q, c, {
      id,
      e,
      owner,
      at,
      started,
      ends,
      machines: machines.map((m) => ({ node_id: m.id, name: m.name })),
      now,
    })
    if (n < 4)
      casts.push(
        ...(await recordings(q, c, {
          id,
          name: e.name,
          owner,
          node: machines[0],
          started: new Date(started.getTime() + 3 * minute),
        })),
      )
    if (n === 1 || n === 3)
      await q.query(
        `insert into scene_snapshot (id, scene_id, name, at, by_id, by_name, bytes, ready) values ($1, $2, $3, $4, $5, $6, $7, true)`,
        [
          c.id(started),
          id,
          n === 1 ? '演练开始前 Before the drill' : 'Clean 初始状态',
          started.toISOString(),
          owner.id,
          owner.name,
          1_048_576 + c.between(1000, 90_000),
        ],
      )
  }
  await q.query(
    `insert into sim_snapshot (scene, name, at, bytes, nodes, files)
     select s.scene_id, s.id, s.at, s.bytes, (select jsonb_agg(jsonb_build_object('node', n.node, 'power', 'on')) from sim_node n where n.scene = s.scene_id), '[]'
     from scene_snapshot s join sim_scene x on x.scene = s.scene_id on conflict do nothing`,
  )
  return casts
}

interface Machines {
  id: string
  e: Entry
  document: TopologyDocument
  given: object
  images: object
  flags: object
  on: boolean
  began: boolean
  started: Date
  now: Date
}
/** What the simulated hypervisor has of it. */
async function machinesOf(q: Queryable, m: Machines): Promise<void> {
  const kept = m.on || m.e.status === 'not-running' || m.e.status === 'error'
  if (!kept) return
  await q.query(
    `insert into sim_scene (scene, fence, paused_at, document, addresses, images, flags, made_at) values ($1, 1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7)`,
    [
      m.id,
      m.e.status === 'hang' ? new Date(m.now.getTime() - 9 * minute).toISOString() : null,
      JSON.stringify(m.document),
      JSON.stringify(m.given),
      JSON.stringify(m.images),
      JSON.stringify(m.flags),
      m.started.toISOString(),
    ],
  )
  const first = m.document.nodes.find(boots)?.id
  for (const node of m.document.nodes.filter(boots)) {
    const crashed = m.e.crashed !== undefined && node.id === first
    await q.query(
      `insert into sim_node (scene, node, power, since, boot_ms, boots, fails) values ($1, $2, $3, $4, $5, 1, $6)`,
      [
        m.id,
        node.id,
        crashed ? 'crashed' : m.on ? 'on' : 'off',
        new Date(m.started.getTime() - 12_000).toISOString(),
        m.on ? 9000 : 0,
        crashed ? 'kernel_panic' : null,
      ],
    )
    const status = crashed ? 'crashed' : !m.on ? 'off' : m.e.status === 'hang' ? 'suspended' : 'on'
    await q.query(
      'update scene_node set status = $3, progress = $4, reason = $5 where scene_id = $1 and node_id = $2',
      [m.id, node.id, status, status === 'off' ? 0 : 1, crashed ? 'kernel_panic' : null],
    )
  }
}

interface Story {
  id: string
  e: Entry
  owner: { id: string; name: string }
  at(ms: number): Date
  started: Date
  ends: Date | null
  machines: { node_id: string; name: string }[]
  now: Date
}
async function story(q: Queryable, c: Chance, s: Story): Promise<void> {
  const lines: [Date, Noted][] = []
  const say = (at: Date, line: Noted) => at <= s.now && lines.push([at, line])
  const by = s.owner
  const moved = (at: Date, from: string, to: string, level: Noted['level'] = 'info') =>
    say(at, { code: 'moved', level, params: { from, to } })
  say(s.at(0), { code: 'asked', params: { event: 'create' }, by })
  moved(s.at(400), 'in-queue', 'init')
  moved(s.at(900), 'init', 'creating')
  if (s.e.status === 'failed') moved(s.at(600_000), 'creating', 'failed', 'warn')
  else {
    moved(s.at(1400), 'creating', 'start')
    s.machines.forEach((node, i) =>
      say(new Date(s.started.getTime() - (s.machines.length - i) * 700), {
        code: 'node_booted',
        node,
        params: { seconds: c.between(3, 24) },
      }),
    )
    if (s.e.status === 'error') moved(s.at(600_000), 'start', 'error', 'warn')
    else moved(s.started, 'start', 'running')
  }
  const later = (minutes: number) => new Date(s.started.getTime() + minutes * minute)
  const [first] = s.machines
  if (first && s.e.status !== 'failed' && s.e.status !== 'error') {
    say(later(2), { code: 'console_opened', node: first, params: { kind: 'terminal' }, by })
    say(later(6), { code: 'file_injected', node: first, params: { path: '/root/tools.tar.gz', bytes: 48_211 } })
    say(later(19), { code: 'console_closed', node: first, params: { kind: 'terminal', seconds: 1014 }, by })
  }
  if (s.e.status === 'ongoing') {
    say(later(10), { code: 'asked', params: { event: 'initiate' }, by })
    moved(later(10), 'running', 'ongoing')
  }
  if (s.e.extensions) say(later(70), { code: 'extended', params: { minutes: 30, used: 1, most: 3 }, by })
  if (s.e.status === 'hang') moved(new Date(s.now.getTime() - 9 * minute), 'running', 'hang')
  if (s.e.status === 'not-running') moved(later(200), 'stop', 'not-running')
  if (first && s.e.crashed) {
    say(new Date(s.now.getTime() - 4 * minute), {
      code: 'node_failed',
      level: 'error',
      node: first,
      params: { code: 'kernel_panic' },
    })
    moved(new Date(s.now.getTime() - 4 * minute), 'running', 'abnormal', 'warn')
  }
  if (s.e.status === 'complete' && s.ends) moved(s.ends, 'running', 'complete')
  for (const [at, line] of lines.sort(([a], [b]) => a.getTime() - b.getTime())) await note(q, s.id, at, [line])
}

/** A terminal as somebody used it, written down as the engine would have. */
async function recordings(
  q: Queryable,
  c: Chance,
  r: {
    id: string
    name: string
    owner: { id: string; name: string }
    node: { id: string; name: string } | undefined
    started: Date
  },
): Promise<Cast[]> {
  if (!r.node) return []
  const id = c.id(r.started)
  const prompt = `\u001b[1;32mroot@${r.node.name}\u001b[0m:\u001b[1;34m~\u001b[0m# `
  const typed: readonly [string, string][] = [
    ['whoami', 'root\r\n'],
    ['uname -a', `Linux ${r.node.name} 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 x86_64 GNU/Linux\r\n`],
    ['ls /var/log', 'auth.log  syslog\r\n'],
    [
      'tail -n 2 /var/log/auth.log',
      `sshd[412]: Failed password for invalid user admin from 10.9.8.7 port 50122 ssh2\r\nsshd[412]: Server listening on 0.0.0.0 port 22.\r\n`,
    ],
    [
      'ss -lnt',
      'State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port\r\nLISTEN  0       128            0.0.0.0:22         0.0.0.0:*\r\n',
    ],
  ]
  let t = 0.4
  const events: unknown[] = [[t, 'o', prompt]]
  for (const [line, answer] of typed) {
    t += 1.2 + c.next() * 2
    for (const letter of line) {
      t += 0.06 + c.next() * 0.12
      events.push([Number(t.toFixed(3)), 'i', letter], [Number(t.toFixed(3)), 'o', letter])
    }
    t += 0.3
    events.push([Number(t.toFixed(3)), 'i', '\r'], [Number(t.toFixed(3)), 'o', `\r\n${answer}${prompt}`])
  }
  const head = {
    version: 2,
    width: 80,
    height: 24,
    timestamp: Math.floor(r.started.getTime() / 1000),
    title: `${r.name} / ${r.node.name}`,
  }
  const text = `${[head, ...events].map((l) => JSON.stringify(l)).join('\n')}\n`
  const ended = new Date(r.started.getTime() + t * 1000)
  await q.query(
    `insert into recording (id, kind, scene_id, scene_name, node_id, node_name, user_id, user_name, find, started_at, seconds, bytes, width, height, open, touched_at)
     values ($1, 'terminal', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 80, 24, false, $12)`,
    [
      id,
      r.id,
      r.name,
      r.node.id,
      r.node.name,
      r.owner.id,
      r.owner.name,
      fold(`${r.name} ${r.node.name} ${r.owner.name}`),
      r.started.toISOString(),
      t,
      Buffer.byteLength(text),
      ended.toISOString(),
    ],
  )
  return [{ id, text }]
}

/** Files of the recordings; before the transaction that lays their rows commits nothing points to them. */
export async function writeCasts(files: string, casts: readonly Cast[]): Promise<void> {
  if (!casts.length) return
  await mkdir(recordingFolder(files, 'terminal'), { recursive: true })
  for (const { id, text } of casts) await writeFile(recordingFile(files, 'terminal', id), text)
}
