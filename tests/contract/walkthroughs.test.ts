/**
 * Every challenge, exercise and exam task of the demonstration is done the way a learner does it: started through the API, typed at the consoles
 * of his workplaces, handed in. Before that, everything he can open is looked through, and none of it gives the flag.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import { isWorkplace, type Node } from '#src/contract/topology/document.ts'
import { flagKeys } from '#mock/areas/bank/flag/seal.ts'
import { exercises, flags } from '#mock/seed/bank/handsOn.ts'
import { layBanks } from '#mock/seed/bank/lay.ts'
import { layCourses } from '#mock/seed/course/lay.ts'
import { chance } from '#mock/seed/random.ts'
import { scenarios } from '#mock/seed/scenarios/index.ts'
import type { Scenario, ScenarioStep } from '#mock/seed/scenarios/scenario.ts'
import { known, puzzles } from '#mock/seed/scenarios/texts.ts'
import { documentOf, layTopologies, topologies } from '#mock/seed/topologies/lay.ts'
import { modelFault, nodeModelOf, modelPath } from '#mock/world/scene/shell/model.ts'
import { imageDisk } from '#mock/world/scene/shell/image.ts'
import { programNames } from '#mock/world/scene/shell/programs.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam } from '#tests/support/exam.ts'
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
    const roles = await q.query<{ id: string; key: string }>(`select id, data->>'key' as key from r_role`)
    const role = (key: string) => roles.rows.find((r) => r.key === key)?.id ?? ''
    await layCourses(q, chance('课程'), {
      now,
      authors: [userId('super')],
      lecturer: userId('super'),
      roles: { student: role('student'), teacher: role('teacher') },
      keys,
      random: randomBytes,
      drawings: laid,
      visitor: userId('student'),
    })
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
  const { ticket } = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene }, body: { node, kind: 'terminal' } },
    'student',
  )
  const socket = consoleSocket(port, ticket)
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
async function walk(p: Played, steps: readonly ScenarioStep[]): Promise<Map<string, string>> {
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

/** A scene of a challenge or an exercise through the learner's own route; one of a drawing as a teacher gives it. */
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
  const { rows: found } = await s.db.query<{ id: string }>(`select id from r_exercise where data->>'title' = $1`, [
    title,
  ])
  if (found[0]) {
    const at = { params: { id: found[0].id }, body: {} }
    const { scene_id } = await s.ok('POST /practice/questions/:id/scene', at, 'student')
    return { scene: scene_id, challenge: undefined }
  }
  const body = { name: 'Drawing', topology_id: drawn.get(topology) ?? '', owner_id: userId('student') }
  const made = await s.ok('POST /scenes', { body: body as never }, 'super')
  return { scene: made.id, challenge: undefined }
}
const documentFor = (key: string) => {
  const entry = topologies.find((t) => t.key === key)
  if (!entry) throw new Error(`no topology ${key}`)
  return documentOf(entry)
}

/** What the scene hides, as it is and in the base64 that some of it is written in. */
async function hidden(scene: string): Promise<string[]> {
  const { rows } = await s.db.query<{ flags: Record<string, string> }>('select flags from scene where id = $1', [scene])
  return Object.values(rows[0]?.flags ?? {}).flatMap((f) => [f, Buffer.from(f).toString('base64')])
}
/** Everything that the learner can open without doing the task: what the interface says of the scene, and the disks of his workplaces. */
async function lookThrough(
  p: Played,
  steps: Scenario,
  task: () => ReturnType<TestServer['call']>,
  flag: RegExp,
): Promise<void> {
  const at = { params: { id: p.scene } }
  const wanted = await hidden(p.scene)
  const said = [
    await s.call('GET /scenes/:id', at, 'student'),
    await task(),
    await s.call('GET /scenes', {}, 'student'),
    await s.call('GET /scenes/:id/files', at, 'student'),
    await s.call('GET /scenes/:id/events', at, 'student'),
    await s.call('GET /scenes/:id/snapshots', at, 'student'),
    await s.call('GET /scenes/:id/metrics', at, 'student'),
    await s.call('GET /recordings', {}, 'student'),
    await s.call('GET /consoles', {}, 'student'),
  ]
  expect(said.map((r) => r.status)).toEqual(said.map(() => 200))
  const text = JSON.stringify(said.map((r) => r.body))
  expect(text).not.toMatch(flag)
  expect(wanted.filter((w) => text.includes(w))).toEqual([])
  const { nodes } = documentFor(steps.topology)
  for (const n of nodes.filter((x) => !isWorkplace(x)))
    for (const kind of ['terminal', 'desktop'] as const) {
      const asked = { ...at, body: { node: n.id, kind } }
      expect([n.name, (await s.call('POST /scenes/:id/console', asked, 'student')).status]).toEqual([n.name, 404])
    }
  for (const n of nodes.filter(isWorkplace)) {
    const t = await p.at(n.name)
    const patterns = ['flag.', 'PRN-[0-9]', ...wanted.map((w) => w.replace(/[{}+]/g, '.'))]
    t.send(`grep -r -a -E '${patterns.join('|')}' / 2>/dev/null; echo looked through`)
    await expect.poll(() => /^looked through\n[\s\S]*[#$] $/m.test(t.since()), { interval: 20 }).toBe(true)
    const found = t.since().slice(t.since().indexOf('echo looked through'))
    expect(found).not.toMatch(flag)
    expect(wanted.filter((w) => found.includes(w))).toEqual([])
  }
  const t = await p.at()
  for (const line of steps.refused ?? []) {
    t.send(line)
    await expect.poll(() => wake.test(t.since()), { interval: 15 }).toBe(true)
    expect(afterEcho(t.since(), line)).not.toMatch(flag)
  }
}

const anyFlag = /flag\{\w{6,}\}|PRN-\d{4}/

const walks = scenarios.flatMap((sc) => sc.titles.map((title) => [title, sc] as const))

describe('a walkthrough', () => {
  it.each(walks)(
    'of %s leads to the answer, and nothing else does',
    async (title, sc) => {
      const { scene, challenge } = await begin(title, sc.topology)
      await until(s, scene, ['running'])
      const p = playing(scene, documentFor(sc.topology).nodes)
      const asked = { params: { id: challenge ?? '' } }
      if (challenge)
        await lookThrough(p, sc, () => s.call('GET /practice-flags/:id', asked, 'student') as never, anyFlag)
      const found = await walk(p, sc.walkthrough)
      if (challenge) {
        const text = found.get('flag') ?? ''
        const submit = { params: { id: challenge }, body: { text, close_scene: true } }
        expect((await s.ok('POST /practice-flags/:id/submit', submit, 'student')).result).toBe('right')
      } else await s.ok('POST /scenes/:id/close', { params: { id: scene }, body: {} }, 'student')
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

describe('a lab of a course of the demonstration', () => {
  const labs = scenarios.filter((sc) => sc.lab)
  it('has a walkthrough wherever it has machines', async () => {
    const { rows } = await s.db.query<{ title: string }>(
      `select x->>'title' as title from course_outline o, jsonb_path_query(o.published, '$.chapters[*].lessons[*].sections[*] ? (@.kind == "lab")') x`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((r) => r.title).sort()).toEqual(labs.map((sc) => sc.lab?.section ?? '').sort())
  })

  it.each(labs.map((sc) => [sc.lab?.section ?? '', sc] as const))(
    '%s is passed by its walkthrough, and nothing else gives its flags',
    async (title, sc) => {
      const { items: found } = await s.ok('GET /learning/courses', { query: { page_size: 200 } }, 'student')
      const courses = await Promise.all(
        found.map((c) => s.ok('GET /learning/courses/:id', { params: { id: c.id } }, 'student')),
      )
      const course = courses.find((c) => JSON.stringify(c).includes(`"title":"${title}"`))
      const lesson = course?.chapters.flatMap((c) => c.lessons).find((l) => l.sections.some((x) => x.title === title))
      const section = lesson?.sections.find((x) => x.title === title)
      if (!course || !lesson || !section) throw new Error(`no lab ${title}`)
      const at = { params: { id: course.id, section: section.id } }
      if (!course.member)
        await s.ok('POST /learning/courses/:id/join', { params: { id: course.id }, body: {} }, 'student')
      const look = () =>
        s.call('GET /learning/courses/:id/lessons/:lesson', { params: { id: course.id, lesson: lesson.id } }, 'student')
      const { scene_id } = await s.ok(
        'POST /learning/courses/:id/sections/:section/scene',
        { ...at, body: {} },
        'student',
      )
      await until(s, scene_id, ['running'])
      const p = playing(scene_id, documentFor(sc.topology).nodes)
      await lookThrough(p, sc, look as never, anyFlag)
      // before anything is done nothing is passed
      const first = await s.ok('POST /learning/courses/:id/sections/:section/checks', { ...at, body: {} }, 'student')
      expect(first.passed).toEqual([])
      const answers = await walk(p, sc.walkthrough)
      const content = (await look()).body.sections.find((x) => x.id === section.id)?.content
      if (content?.kind !== 'lab') throw new Error('no lab')
      for (const step of content.steps.filter((x) => x.check === 'flag')) {
        const body = { step: step.id, text: answers.get(sc.lab?.flags[step.title] ?? '') ?? '' }
        const { right } = await s.ok('POST /learning/courses/:id/sections/:section/flags', { ...at, body }, 'student')
        expect([step.title, right]).toEqual([step.title, true])
      }
      const { open: left } = await s.ok(
        'POST /learning/courses/:id/sections/:section/checks',
        { ...at, body: {} },
        'student',
      )
      expect(left).toEqual([])
      for (const w of open.splice(0)) w.terminate()
    },
    60_000,
  )
})

interface PaperItem {
  id: string
  bank: string
  question_id: string
}
describe('a task with machines on a paper of the demonstration', () => {
  it('is done from the sheet, at the consoles of its own scene, and no other console opens', async () => {
    const { rows: papers } = await s.db.query<{
      id: string
      data: { variants: { id: string; sections: { items: PaperItem[] }[] }[] }
    }>('select id, data from r_paper order by id')
    const { rows } = await s.db.query<{ id: string; title: string }>(
      `select id, data->>'title' as title from r_flag_challenge where data->>'topology_id' is not null
       union all select id, data->>'title' from r_exercise where data->>'topology_id' is not null`,
    )
    const titles = new Map(rows.map((r) => [r.id, r.title]))
    const done = new Set<string>()
    for (const paper of papers) {
      const withMachines = (v: (typeof paper.data.variants)[number]) =>
        v.sections.flatMap((x) => x.items).filter((i) => titles.has(i.question_id))
      if (!paper.data.variants.some((v) => withMachines(v).length)) continue
      const exam = await layExam(s, paper.id, {
        navigation: 'free',
        ends_at: new Date(s.clock.now().getTime() + 20 * 3_600_000).toISOString(),
      })
      const { attempt } = await s.ok(
        'POST /my-exams/:id/begin',
        { params: { id: exam }, body: { writer: 'walks-through' } },
        'student',
      )
      const { rows: sheets } = await s.db.query<{ variant: string }>('select variant from exam_attempt where id = $1', [
        attempt,
      ])
      const items = paper.data.variants.filter((v) => v.id === sheets[0]?.variant).flatMap(withMachines)
      let seq = 0
      for (const item of items) {
        const title = titles.get(item.question_id) ?? ''
        const sc = scenarios.find((x) => x.titles.includes(title))
        if (!sc) throw new Error(`no walkthrough of ${title}`)
        const asked = { params: { id: attempt }, body: { item: item.id } }
        const { scene_id } = await s.ok('POST /exam-attempts/:id/scene', asked, 'student')
        await until(s, scene_id, ['running'])
        const { nodes } = documentFor(sc.topology)
        for (const n of nodes.filter((x) => !isWorkplace(x))) {
          const at = { params: { id: scene_id }, body: { node: n.id, kind: 'terminal' as const } }
          expect([title, n.name, (await s.call('POST /scenes/:id/console', at, 'student')).status]).toEqual([
            title,
            n.name,
            404,
          ])
        }
        const found = await walk(playing(scene_id, nodes), sc.walkthrough)
        if (item.bank === 'flag') {
          const answers = [
            { item: item.id, answer: { type: 'flag' as const, text: found.get('flag') ?? '' }, marked: false },
          ]
          const body = { epoch: 1, seq: ++seq, writer: 'walks-through', answers }
          expect(
            (await s.call('POST /exam-attempts/:id/save', { params: { id: attempt }, body }, 'student')).raw.statusCode,
          ).toBe(200)
        }
        done.add(title)
        for (const w of open.splice(0)) w.terminate()
      }
      await s.ok(
        'POST /exam-attempts/:id/hand-in',
        { params: { id: attempt }, body: { epoch: 1, writer: 'walks-through' } },
        'student',
      )
      // it is marked by its number where the exam is without names
      const { items: handedIn } = await s.ok('GET /exams/:id/sheets', { params: { id: exam } }, 'super')
      const judged = async () => {
        const sheet = await s.ok('GET /exam-sheets/:id', { params: { id: handedIn[0]?.attempt ?? '' } }, 'super')
        const all = sheet.sections.flatMap((x) => x.items)
        return items.filter((i) => i.bank === 'flag' && (all.find((x) => x.id === i.id)?.points ?? 0) <= 0)
      }
      await expect.poll(judged, { timeout: 20_000 }).toEqual([])
    }
    expect([...done]).toEqual(
      expect.arrayContaining(['弱口令的影子', 'Capture and explain a TLS handshake', '定位挖矿程序']),
    )
  }, 240_000)
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
      (n) => nodeModelOf(n)?.services.flatMap((v) => v.routes.map((r) => [n.name, r.path] as const)) ?? [],
    )
    const tables = nodes.flatMap((n) => nodeModelOf(n)?.services.flatMap((v) => Object.keys(v.tables)) ?? [])
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
