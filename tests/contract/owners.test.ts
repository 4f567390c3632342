/**
 * B1 and B4, the axis of own and other's: one of everything that has an owner, and every route that takes an id. For whoever has no part in a
 * thing its id is as good as one that nobody has, and the thing stays as it was; for its owner it is there. A table with an owner that is
 * not named here fails the test, so that what comes later is asked too.
 */
import { unknownParams } from '#tests/support/unknownParams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AddressInfo } from 'node:net'
import type WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import { env } from '#config/env.ts'
import { api } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { everybody, fileOf, layExam, layPaper } from '#tests/support/exam.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import fc from 'fast-check'
import { inputs } from './support/arbitrary.ts'
import { cell } from './support/oracle.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

const nobodys = '00000000-0000-7000-8000-000000000000'
const secret = 'OWN-4d1f'
const owner = 'second-student'

interface Thing {
  id: string
  owner: AccountName
  table: string
  /** Column of the id, where it is another. */
  key?: string
  /** A call that shows it to its owner. */
  read: string
  /** Those who have no part in it. */
  strangers: readonly AccountName[]
}
const learners = ['student', 'normal', 'referee'] as const
const things: Record<string, Thing> = {}

/** Why a table with a column of a person has no thing of its own here. */
const elsewhere: Record<string, string> = {
  account: 'the person; user management has its own tests of standing',
  session: 'no route takes the id of one',
  one_time_code: 'redeemed by its secret',
  known_device: 'redeemed by its secret',
  share_person: 'of the content it shares, sharing.test.ts',
  audit: 'the trail, read by its screen',
  idempotency: 'its own test in mutations',
  picture: 'public to whoever knows its name, which cannot be guessed',
  announcement_read: 'a mark on an announcement',
  message: 'ownership.test.ts',
  class_member: 'of its class, class.test.ts',
  class_attendance: 'of its class, class.test.ts',
  class_attendance_event: 'of its class, class.test.ts',
  class_code_try: 'no route gives one',
  class_help: 'of its class, class.test.ts',
  schedule_address: 'fetched by its secret, class.test.ts',
  contest_member: 'no route gives one',
  contest_staff: 'of its contest, contest.test.ts',
  contest_submission: 'no route takes another’s, contest.test.ts',
  course_member: 'no route takes another’s, learn.test.ts',
  course_record: 'no route takes another’s, learn.test.ts',
  course_try: 'no route takes another’s, learn.test.ts',
  evidence: 'no route takes another’s, record.test.ts',
  course_watched: 'no route takes another’s, media.test.ts',
  package_record: 'no route takes another’s, package.test.ts',
  package_launch: 'redeemed by its secret, package.test.ts',
  media_ticket: 'redeemed by its secret, media.test.ts',
  lesson_note: 'media.test.ts',
  learning_time: 'no route takes another’s, statistics.test.ts',
  learning_clock: 'no route gives one',
  learner_choice: 'no route takes another’s, statistics.test.ts and schedule.test.ts',
  course_request: 'answered by whoever keeps the course, request.test.ts',
  course_scene: 'of its scene, lab.test.ts',
  course_step: 'no route takes another’s, lab.test.ts',
  course_report: 'asked by its lab, answered of the caller; marked by whoever keeps the course: report.test.ts',
  course_report_event: 'of its report',
  course_remark: 'no route takes another’s, report.test.ts',
  certificate: 'told by its number, which cannot be guessed; the rest certificate.test.ts',
  course_homework: 'no route takes another’s, homework.test.ts',
  course_hand_in: 'of a course, for whoever may change it, homework.test.ts',
  backup: 'administrators’ alone, all of them',
  restore: 'administrators’ alone',
  import_package: 'ownership.test.ts asks its upload',
  upload: 'ownership.test.ts',
  image_snapshot: 'of its image',
  image_export: 'of its image',
  image_bench: 'of its image',
  topology_lock: 'of its topology',
  scene_event: 'of its scene',
  scene_person: 'of its scene',
  scene_snapshot: 'of its scene',
  scene_file: 'of its scene',
  scene_ticket: 'redeemed by its secret, console.test.ts',
  application: 'of a network; who applied is asked for as an account, applications.test.ts',
  sim_file: 'inside a node',
  sim_layer_file: 'inside a node',
  usb_plug: 'of its device',
  exam_extra: 'of its exam',
  exam_told: 'of its exam, and no route gives one',
  exam_invited: 'of its exam, and no route gives one',
  exam_event: 'of its attempt',
  practice_draft: 'of its question and person',
  practice_mended: 'of its question and person',
  question_collected: 'asked by the question, answered of the caller',
  question_note: 'asked by the question, answered of the caller: see below',
  question_report: 'asked by the question, answered of the caller',
  question_hint: 'asked by the question, answered of the caller',
  flag_attempt: 'of its challenge and person',
  flag_solve: 'of its challenge and person',
  flag_shared: 'teachers’ alone',
  flag_scene: 'of its scene',
}

let s: TestServer
let question = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const add = (name: string, thing: Omit<Thing, 'owner' | 'strangers'> & Partial<Thing>) =>
    (things[name] = { owner, strangers: learners, ...thing })

  // an exam's attempt
  const exam = await layExam(s, await layPaper(s, 2))
  const attempt = await s.ok(
    'POST /my-exams/:id/begin',
    { params: { id: exam }, body: { writer: 'page-number-one' } },
    owner,
  )
  const { rows } = await s.db.query<{ id: string }>('select id from exam_attempt where user_id = $1', [userId(owner)])
  expect(JSON.stringify(attempt)).toContain(rows[0]?.id)
  add('attempt', { id: rows[0]?.id ?? '', table: 'exam_attempt', read: 'GET /exam-attempts/:id' })
  // the same sheet as its markers call it: a referee whom the exam does not name has no part in it
  const { rows: sheets } = await s.db.query<{ id: string }>(
    'select marking_id as id from exam_attempt where user_id = $1',
    [userId(owner)],
  )
  add('sheet', {
    id: sheets[0]?.id ?? '',
    table: '(select *, marking_id as sheet from exam_attempt)',
    key: 'sheet',
    read: 'GET /exam-sheets/:id',
    owner: 'super',
  })

  // what is practised
  const set = await s.ok('POST /theory-sets', { body: { name: 'Open set', practice: true } }, 'super')
  const made = await s.ok(
    'POST /theory-questions',
    {
      body: {
        title: 'Practised',
        stem: 'Which of them resolves names?',
        type: 'short',
        reference: 'x',
        set_id: set.id,
        options: [],
      },
    },
    'super',
  )
  question = made.id
  await s.ok(
    'PUT /theory-questions/:id/audience',
    { params: { id: question }, body: { ...everybody, version: 1 } as never },
    'super',
  )
  const run = await s.ok('POST /practice/runs', { body: { set_id: set.id, mode: 'all' } }, owner)
  add('run', { id: (run as { id: string }).id, table: 'practice_run', read: 'GET /practice/runs/:id' })
  await s.ok(
    'POST /practice/questions/:id/tries',
    { params: { id: question }, body: { answer: { type: 'short', text: secret }, version: 1, run_id: null } as never },
    owner,
  )
  const { rows: tries } = await s.db.query<{ id: string }>('select id from practice_try where user_id = $1', [
    userId(owner),
  ])
  add('try', { id: tries[0]?.id ?? '', table: 'practice_try', read: 'GET /practice/tries/:id' })
  await s.ok('PUT /question-tools/:id/note', { params: { id: question }, body: { text: secret, version: 0 } }, owner)
  await s.ok(
    'PUT /question-tools/:id/collected',
    { params: { id: question }, body: { collected: true, folder: secret } },
    owner,
  )

  // a scene, its console and its recording
  const scene = await s.ok(
    'POST /scenes',
    { body: { name: `Scene ${secret}`, owner_id: userId(owner), document: lan(node('pc'), node('box', 'container')) } },
    'admin',
  )
  await until(s, scene.id, ['running'])
  add('scene', { id: scene.id, table: 'scene', read: 'GET /scenes/:id' })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = s.app.server.address() as AddressInfo
  const box = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene.id }, body: { node: 'box', kind: 'terminal', columns: 80, rows: 24, record: true } as never },
    owner,
  )
  const { ticket } = box as { ticket: string }
  const socket = consoleSocket(port, ticket)
  await new Promise((opened, refused) => {
    socket.on('message', opened)
    socket.on('error', refused)
  })
  const first = async (table: string) =>
    (await s.db.query<{ id: string }>(`select id from ${table} where scene_id = $1`, [scene.id])).rows[0]?.id ?? ''
  add('console', { id: await first('scene_console'), table: 'scene_console', read: 'POST /consoles/:id/close' })
  add('recording', { id: await first('recording'), table: 'recording', read: 'GET /recordings/:id' })
  sockets.push(socket)

  // files that were sent and are used by nothing yet
  await s.setting('store.watermark', 0)
  const file = await fileOf(s, `${secret}.pcap`, 'super')
  await s.db.query('update attachment set owner = $2 where id = $1', [file.file, userId(owner)])
  add('attachment', { id: file.file, table: 'attachment', read: 'GET /attachments/:id' })
  const target = (
    await s.ok(
      'POST /images',
      { body: { name: 'An image', category: 'server', description: 'A machine', format: 'qcow2' } },
      'admin',
    )
  ).id
  const deposit = await s.ok(
    'POST /deposits',
    { body: { kind: 'image', target, name: 'disk.qcow2', size: 1000 } as never },
    'admin',
  )
  add('deposit', {
    id: (deposit as { id: string }).id,
    table: 'deposit',
    read: 'GET /deposits/:id',
    owner: 'admin',
    strangers: [...learners, 'second-admin'],
  })
  const stamp = await s.ok('POST /stamps', { body: { name: secret, document: lan(node('a')) } }, 'teacher')
  add('stamp', {
    id: stamp.id,
    table: 'stamp',
    read: 'GET /stamps',
    owner: 'teacher',
    strangers: [...learners, 'admin', 'super'],
  })
}, 120_000)
const sockets: WebSocket[] = []
afterAll(async () => {
  for (const w of sockets) w.terminate()
  await s.close()
})

const table = api as Record<string, Route>
const withId = Object.keys(table).filter((k) => splitKey(k)[1].includes(':id') && table[k]?.stream !== 'events')

const state = async (t: Thing) =>
  JSON.stringify(
    // a recording grows while its terminal is open
    (
      await s.db.query(
        `select to_jsonb(t) - array['seen_at', 'touched_at', 'bytes', 'seconds', 'version'] as row from ${t.table} t where ${t.key ?? 'id'} = $1`,
        [t.id],
      )
    ).rows,
  )

/** One body that the route takes, or nearly. */
function bodyOf(route: Route, n: number): unknown {
  return route.body ? fc.sample(inputs(route.body, {}), { numRuns: 1, seed: n })[0] : undefined
}

describe('a thing of somebody’s own', () => {
  it('is there for its owner', async () => {
    for (const [name, t] of Object.entries(things)) {
      // a sheet is read when it was handed in; a console has no read of its own
      if (t.read.startsWith('POST') || name === 'sheet') continue
      const r = await s.send(t.read, { params: { id: t.id } }, t.owner)
      const shown = table[t.read]?.stream === 'download' || r.raw.body.includes(t.id)
      expect([r.status, shown], `${name}: ${r.raw.body.slice(0, 200)}`).toEqual([200, true])
    }
  })

  it('is for everybody without a part in it, by every route that takes an id, as if it were not there', {
    timeout: 240_000,
  }, async () => {
    const names = Object.keys(things)
    const before = await Promise.all(names.map((n) => state(things[n] as Thing)))
    expect(before.every((row) => row.length > 20)).toBe(true)
    let calls = 0
    const told: string[] = []
    /** What a call without a body answers of an id that nobody has is asked once. */
    const nothing = new Map<string, Awaited<ReturnType<typeof s.send>>>()
    for (const [k, key] of withId.entries()) {
      const route = table[key] as Route
      for (const [n, name] of names.entries()) {
        const t = things[name] as Thing
        const may = t.strangers.filter((who) => cell(key, route, who) === 'served')
        // all of them where it is read, of the whole where anything is; else one in turn, of a third of the things
        const all = key === t.read || (env.whole && key.startsWith('GET'))
        if (!all && !env.whole && (k + n) % 3) continue
        const asking = all ? may : may.slice((k + n) % Math.max(1, may.length)).slice(0, 1)
        for (const who of asking) {
          const body = bodyOf(route, k * 31 + n)
          const of = (id: string) =>
            s.send(key, { params: { ...unknownParams(key), id }, ...(body === undefined ? {} : { body }) }, who)
          const theirs = await of(t.id)
          const none = (body === undefined ? nothing.get(key + who) : undefined) ?? (await of(nobodys))
          if (body === undefined) nothing.set(key + who, none)
          calls++
          const said = (r: typeof theirs) => `${r.status} ${r.problem?.code ?? ''}`
          if (said(theirs) !== said(none))
            told.push(`${key} tells ${who} of the ${name}: ${said(theirs)}, not ${said(none)}`)
          if (theirs.raw.body.includes(secret)) told.push(`${key} shows ${who} the ${name}`)
        }
      }
    }
    expect(told).toEqual([])
    expect(calls).toBeGreaterThan(names.length * 18)
    expect(await Promise.all(names.map((n) => state(things[n] as Thing)))).toEqual(before)
  })

  it('is in no list, no search and no file of anybody else', async () => {
    const lists = Object.keys(table).filter((k) => k.startsWith('GET') && !splitKey(k)[1].includes(':'))
    const told: string[] = []
    for (const key of lists) {
      if (table[key]?.stream === 'events') continue
      for (const who of learners) {
        if (cell(key, table[key] as Route, who) !== 'served') continue
        const r = await s.send(key, { query: {} }, who)
        if (r.raw.body.includes(secret)) told.push(`${key} shows ${who} what is another’s`)
        for (const [name, t] of Object.entries(things))
          if (r.status === 200 && r.raw.body.includes(t.id)) told.push(`${key} names the ${name} to ${who}`)
      }
    }
    expect(told).toEqual([])
    // what is kept by question and person answers of the caller
    for (const who of learners) {
      const r = await s.call('GET /question-tools/:id', { params: { id: question } }, who)
      expect(r.raw.body).not.toContain(secret)
    }
    expect((await s.call('GET /question-tools/:id', { params: { id: question } }, owner)).raw.body).toContain(secret)
  })

  it('is asked for every table that has an owner', async () => {
    const { rows } = await s.db.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = current_schema() and table_name not like 'r\\_%'
         and column_name in ('user_id', 'owner', 'owner_id', 'created_by', 'by_id', 'author_id') order by 1`,
    )
    const asked = new Set([...Object.values(things).map((t) => t.table), ...Object.keys(elsewhere)])
    expect(
      rows.map((r) => r.name).filter((name) => !asked.has(name)),
      'add one of it to `things`, or say in `elsewhere` who asks',
    ).toEqual([])
  })
})
