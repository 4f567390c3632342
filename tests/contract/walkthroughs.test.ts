/**
 * Every challenge, exercise and exam task of the demonstration is done the way a learner does it: started through the API, typed at the consoles
 * of his workplaces, handed in. Before that, everything he can open is looked through, and none of it gives the flag.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { isWorkplace, type Node } from '#src/contract/topology/document.ts'
import { flagKeys } from '#mock/areas/bank/flag/seal.ts'
import { exercises, flags } from '#mock/seed/bank/handsOn.ts'
import { layBanks } from '#mock/seed/bank/lay.ts'
import { chance } from '#mock/seed/random.ts'
import { scenarios } from '#mock/seed/scenarios/index.ts'
import type { Scenario, Step } from '#mock/seed/scenarios/scenario.ts'
import { known, puzzles } from '#mock/seed/scenarios/texts.ts'
import { documentOf, layTopologies, topologies } from '#mock/seed/topologies/lay.ts'
import { modelFault, modelOf, modelPath } from '#mock/world/scene/shell/model.ts'
import { imageDisk } from '#mock/world/scene/shell/image.ts'
import { programNames } from '#mock/world/scene/shell/programs.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { until } from '#tests/support/scene.ts'

let s: TestServer
let port = 0
const drawn = new Map<string, string>()
const open: WebSocket[] = []
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const now = s.clock.now()
  const people = new Map(['teacher_demo', 'admin_demo', 'super_demo'].map((n) => [n, userId('super')]))
  await s.db.tx(async (q) => {
    const laid = await layTopologies(q, chance('拓扑'), { now, people, founder: userId('super') })
    for (const [key, { id }] of laid) drawn.set(key, id)
    const keys = await flagKeys(s.platform)
    await layBanks(q, chance('题库'), { now, authors: [userId('super')], keys, random: randomBytes, drawings: laid })
  })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
}, 120_000)
afterAll(async () => {
  for (const w of open) w.terminate()
  await s.close()
})

const plain = (text: string): string => text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '')
const wake = /[#$] $|password: $|Password: $|\]\)\? $|passphrase\): $/

interface Terminal {
  seen(): string
  send(text: string): void
  /** What came since the last line was sent. */
  since(): string
}
async function terminal(scene: string, node: string): Promise<Terminal> {
  const { path } = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene }, body: { node, kind: 'terminal' } },
    'student',
  )
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/mg/api${path}`)
  open.push(socket)
  const parts: Buffer[] = []
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) parts.push(data)
  })
  const seen = () => plain(Buffer.concat(parts).toString('utf8'))
  await expect.poll(seen, { interval: 20 }).toMatch(wake)
  let from = 0
  return {
    seen,
    since: () => seen().slice(from),
    send(text) {
      from = seen().length
      socket.send(Buffer.from(text === '\u0003' ? text : `${text}\r`))
    },
  }
}

interface Played {
  scene: string
  at(name?: string): Promise<Terminal>
}
function playing(scene: string, nodes: readonly Node[]): Played {
  const own = new Map<string, Terminal>()
  const workplaces = nodes.filter(isWorkplace)
  return {
    scene,
    async at(name) {
      const node = name === undefined ? workplaces[0] : workplaces.find((n) => n.name === name)
      if (!node) throw new Error(`no workplace ${name ?? ''}`)
      const made = own.get(node.id) ?? (await terminal(scene, node.id))
      own.set(node.id, made)
      return made
    },
  }
}

/** Types a walkthrough. @returns what its groups found */
async function walk(p: Played, steps: readonly Step[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { at, type, wants, wait, runs } of steps) {
    if (wait) s.clock.advance(wait)
    const t = await p.at(at)
    const line = type.replace(/\{(\w+)\}/g, (whole, name: string) => found.get(name) ?? whole)
    // an empty line only waits for what is still running
    if (line !== '') t.send(line)
    const right = () => {
      const text = t.since()
      return (line === '' || runs || wake.test(text)) && (wants === undefined || wants.test(afterEcho(text, line)))
    }
    await expect
      .poll(right, { interval: 15 })
      .toBe(true)
      .catch(() => {
        throw new Error(`typed: ${line}\nwanted: ${String(wants)}\ngot: ${t.since().slice(-1500)}`)
      })
    for (const [k, v] of Object.entries(wants?.exec(afterEcho(t.since(), line))?.groups ?? {})) found.set(k, v)
  }
  return found
}
/** Without the line itself as the terminal shows it: what is typed proves nothing. */
const afterEcho = (text: string, line: string): string =>
  text.startsWith(line) && line !== '' ? text.slice(line.length) : text

/** A scene of a challenge through the learner's own route, of an exercise as his teacher gives it. */
async function begin(title: string, topology: string): Promise<{ scene: string; challenge: string | undefined }> {
  const { rows } = await s.db.query<{ id: string }>(`select id from r_flag_challenge where data->>'title' = $1`, [
    title,
  ])
  const challenge = rows[0]?.id
  if (challenge) {
    const { scene_id } = await s.ok(
      'POST /practice-flags/:id/scene',
      { params: { id: challenge }, body: {} },
      'student',
    )
    return { scene: scene_id, challenge }
  }
  const body = { name: 'Exercise', topology_id: drawn.get(topology) ?? '', owner_id: userId('student') }
  const made = await s.ok('POST /scenes', { body: body as never }, 'super')
  return { scene: made.id, challenge: undefined }
}
const documentFor = (key: string) => {
  const entry = topologies.find((t) => t.key === key)
  if (!entry) throw new Error(`no topology ${key}`)
  return documentOf(entry)
}

async function lookThrough(p: Played, steps: Scenario, challenge: string, flag: RegExp): Promise<void> {
  const said = [
    await s.call('GET /scenes/:id', { params: { id: p.scene } }, 'student'),
    await s.call('GET /practice-flags/:id', { params: { id: challenge } }, 'student'),
    await s.call('GET /scenes', {}, 'student'),
  ]
  expect(JSON.stringify(said.map((r) => r.body))).not.toMatch(flag)
  const { nodes } = documentFor(steps.topology)
  for (const n of nodes.filter((x) => !isWorkplace(x))) {
    const at = { params: { id: p.scene }, body: { node: n.id, kind: 'terminal' as const } }
    expect([n.name, (await s.call('POST /scenes/:id/console', at, 'student')).status]).not.toEqual([n.name, 200])
  }
  for (const n of nodes.filter(isWorkplace)) {
    const t = await p.at(n.name)
    t.send('grep -r -a -E "flag.|PRN-[0-9]" / 2>/dev/null; echo looked through')
    await expect.poll(() => /looked through\n[\s\S]*[#$] $/.test(t.since()), { interval: 20 }).toBe(true)
    expect(t.since()).not.toMatch(flag)
  }
  const t = await p.at()
  for (const line of steps.refused ?? []) {
    t.send(line)
    await expect.poll(() => wake.test(t.since()), { interval: 15 }).toBe(true)
    expect(afterEcho(t.since(), line)).not.toMatch(flag)
  }
}

const anyFlag = /flag\{\w{6,}\}|PRN-\d{4}/

describe('a walkthrough', () => {
  it.each(scenarios.map((sc) => [sc.titles[0] ?? '', sc] as const))(
    'of %s leads to the answer, and nothing else does',
    async (title, sc) => {
      const { scene, challenge } = await begin(title, sc.topology)
      await until(s, scene, ['running'])
      const p = playing(scene, documentFor(sc.topology).nodes)
      if (challenge) await lookThrough(p, sc, challenge, anyFlag)
      const found = await walk(p, sc.walkthrough)
      if (challenge) {
        const text = found.get('flag') ?? ''
        const submit = { params: { id: challenge }, body: { text, close_scene: true } }
        expect((await s.ok('POST /practice-flags/:id/submit', submit, 'student')).result).toBe('right')
      }
      for (const w of open.splice(0)) w.terminate()
    },
    40_000,
  )

  it('of what is whole in its text needs any workplace', async () => {
    const { scene } = await begin('', 'printer')
    await until(s, scene, ['running'])
    const p = playing(scene, documentFor('printer').nodes)
    for (const { type, wants } of puzzles) await walk(p, [{ type, wants }])
  }, 40_000)
})

describe('the tasks of the demonstration', () => {
  const all = [...flags, ...exercises]

  it('all have a walkthrough, and machines where they speak of them', () => {
    const walked = new Map(scenarios.flatMap((sc) => sc.titles.map((t) => [t, sc.topology] as const)))
    const others = new Set([...puzzles.map((x) => x.title), ...known])
    expect(all.filter((q) => !walked.has(q.title) && !others.has(q.title)).map((q) => q.title)).toEqual([])
    expect(all.filter((q) => walked.has(q.title) && walked.get(q.title) !== q.topology).map((q) => q.title)).toEqual([])
    expect(new Set(scenarios.map((sc) => sc.kind)).size).toBeGreaterThanOrEqual(8)
  })

  it('are written in both languages where they have machines', () => {
    expect(all.filter((q) => q.topology && !q.translation).map((q) => q.title)).toEqual([])
    for (const q of flags.filter((x) => x.topology))
      expect([q.title, q.translation?.hints?.length]).toEqual([q.title, q.hints?.length ?? 0])
  })

  it.each(all.filter((q) => q.topology).map((q) => [q.title, q] as const))('%s names only what is there', (_, q) => {
    const { nodes } = documentFor(q.topology ?? '')
    const texts = [
      q.stem ?? '',
      ...(q.hints ?? []).map((h) => h.text),
      q.translation?.stem ?? '',
      ...(q.translation?.hints ?? []),
    ]
    const ground = { document: documentFor(q.topology ?? ''), addresses: {}, on: new Set<string>() }
    const disks = nodes.map((node) => [
      ...imageDisk(
        {
          scene: 's',
          node,
          system: 'linux',
          image: '',
          layer: '',
          usb: [],
          ground,
          flags: {},
          services: [],
          since: new Date(0),
        },
        programNames,
      ).keys(),
    ])
    const pages = nodes.flatMap(
      (n) => modelOf(n)?.services.flatMap((v) => v.routes.map((r) => [n.name, r.path] as const)) ?? [],
    )
    const tables = nodes.flatMap((n) => modelOf(n)?.services.flatMap((v) => Object.keys(v.tables)) ?? [])
    for (const [, word = ''] of texts.join('\n').matchAll(/`([^`\n]+)`/g)) {
      const url = /^https?:\/\/([\w.-]+)(\/.*)$/.exec(word)
      if (url) {
        const [, host = '', path = ''] = url
        expect([word, nodes.some((n) => n.name === host)]).toEqual([word, true])
        const file = path.replace(/\/$/, '')
        const there =
          path === '/' ||
          pages.some(([n, at]) => n === host && at === path) ||
          disks.some((d) => d.some((f) => f.endsWith(`html${file}`)))
        expect([word, there]).toEqual([word, true])
      } else if (word.startsWith('/'))
        expect([word, disks.some((d) => d.includes(word)) || pages.some(([, at]) => at === word)]).toEqual([word, true])
      else if (/^[\w-]+\.(pcap|raw|txt|zip)$/.test(word))
        expect([word, disks.some((d) => d.some((f) => f.endsWith(`/${word}`)))]).toEqual([word, true])
      else if (word === 'dessert') expect(tables).toContain(word)
    }
  })

  it('have models that can be read', () => {
    for (const t of topologies)
      for (const n of documentOf(t).nodes)
        for (const f of n.files.filter((x) => x.path === modelPath))
          expect([t.key, n.name, modelFault(f.text)]).toEqual([t.key, n.name, undefined])
  })
})
