/** Scenes of questions on an exam: each candidate's own, from his sheet, with his flag, until the sheet is handed in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overStatuses } from '#src/contract/scene/status.ts'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { license } from '#tests/contract/support/licence.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { settleDue } from '#tests/support/exam.ts'
import { png, webm } from '#tests/support/recording.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { madeFlag } from '../../bank/flag/make.ts'
import { flagKeys } from '../../bank/flag/seal.ts'
import { recordingLimits as most } from '#src/contract/scene/recording.ts'
import { beginRecording } from '../../scene/recording/row.ts'

let s: TestServer
let paper_id = ''
let topology = ''
let challenge = ''
const dynamic = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'user' } as const
const writer = 'page-with-scenes'
const set = async (path: 'flag-sets' | 'exercise-sets' | 'theory-sets' | 'paper-sets') =>
  (await s.ok(`POST /${path}`, { body: { name: 'Machines' } }, 'super')).id

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const document = lan(node('box', 'container'))
  topology = (await s.ok('POST /topologies', { body: { name: 'Box' } as never }, 'super')).id
  const at = { params: { id: topology } }
  const tab = 'tab-number-1'
  await s.ok('POST /topologies/:id/lock', { ...at, body: { tab, take_over: false } }, 'super')
  await s.ok('PUT /topologies/:id/document', { ...at, body: { document, version: 1, tab } }, 'super')
  const flags = { set_id: await set('flag-sets'), title: 'Find the flag', flag: dynamic, topology_id: topology }
  const found = await s.ok('POST /flag-challenges', { body: flags }, 'super')
  challenge = found.id
  const work = { set_id: await set('exercise-sets'), title: 'Harden it', topology_id: topology }
  const hardened = await s.ok('POST /exercises', { body: work }, 'super')
  const plain = { set_id: await set('theory-sets'), title: 'Why', type: 'short' } as const
  const asked = await s.ok('POST /theory-questions', { body: plain }, 'super')
  const items = [
    { id: 'flag', bank: 'flag', question_id: found.id, question_version: found.version, score: 5 },
    { id: 'work', bank: 'exercise', question_id: hardened.id, question_version: hardened.version, score: 5 },
    { id: 'why', bank: 'theory', question_id: asked.id, question_version: asked.version, score: 5 },
  ] as const
  const paper = {
    name: 'Machines',
    set_id: await set('paper-sets'),
    variants: [{ id: 'v', sections: [{ id: 's', title: 'All', items: [...items] }] }],
  }
  paper_id = (await s.ok('POST /papers', { body: paper }, 'super')).id
})
afterAll(() => s.close())

let n = 0
const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
async function examOf(more: Partial<ExamBody> = {}, users: readonly AccountName[] = ['student', 'second-student']) {
  const body = { name: `Machines ${++n}`, paper_id, starts_at: at(0), ends_at: at(600), anonymous: true, ...more }
  const { id } = await s.ok('POST /exams', { body }, 'super')
  const audience = { all: false, orgs: [], roles: [], users: users.map(userId), version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: audience }, 'super')
  return id
}
const begin = async (id: string, as: AccountName = 'student') =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, as)).attempt
const ask = (id: string, item: string, as: AccountName = 'student') =>
  s.call('POST /exam-attempts/:id/scene', { params: { id }, body: { item } }, as)
const start = async (id: string, item: string, as: AccountName = 'student') => {
  const { status, body, problem } = await ask(id, item, as)
  expect(problem?.code).toBeUndefined()
  expect(status).toBe(200)
  return body.scene_id
}
const refusal = async (id: string, item: string, as: AccountName = 'student') => {
  const { status, problem } = await ask(id, item, as)
  return [status, problem?.code]
}
const statusOf = async (scene: string) =>
  (await s.db.query<{ status: never }>('select status from scene where id = $1', [scene])).rows[0]?.status ?? 'none'
const settle = () => settleDue(s)

describe('a scene of a question on a sheet', () => {
  it('is written down whether or not its candidate would, and he neither keeps nor removes it', async () => {
    const attempt = await begin(await examOf())
    const scene = await start(attempt, 'flag')
    await until(s, scene, ['running'])
    const ask = { params: { id: scene }, body: { node: 'box', kind: 'terminal', record: false } } as const
    // and is told so
    expect((await s.ok('POST /scenes/:id/console', ask, 'student')).recorded).toBe(true)
    const { rows } = await s.db.query<{ record: boolean }>('select record from scene_ticket where scene_id = $1', [
      scene,
    ])
    expect(rows).toEqual([{ record: true }])
    const made = { kind: 'terminal', scene_id: scene, scene_name: 'x', node_id: 'box', node_name: 'box' } as const
    const his = { user_id: userId('student'), user_name: 'student', width: 80, height: 24, open: false }
    const { id } = await s.db.tx((q) => beginRecording(q, s.platform, { ...made, ...his }))
    expect((await s.ok('GET /recordings/:id', { params: { id } }, 'student')).can).toEqual(['content'])
    expect((await s.call('DELETE /recordings/:id', { params: { id } }, 'student')).status).toBe(403)
    expect((await s.ok('GET /recordings', {}, 'student')).items.find((r) => r.id === id)?.can).toEqual(['content'])
    expect((await s.ok('GET /recordings/:id', { params: { id } }, 'super')).can).toContain('remove')
  })

  it('holds so many films and pictures of his page, and so many bytes of them; terminals count by themselves', async () => {
    const scene = await start(await begin(await examOf()), 'flag')
    await until(s, scene, ['running'])
    await s.db.query(
      `insert into scene_console (id, scene_id, node_id, node_name, kind, user_id, user_name, server, opened_at, seen_at, attended_at)
       values ('his-desktop', $1, 'box', 'box', 'desktop', $2, 'student', 'here', $3, $3, $3)`,
      [scene, userId('student'), s.clock.now().toISOString()],
    )
    const film = () =>
      s.call('POST /recordings', { body: { scene_id: scene, node: 'box', width: 800, height: 600 } }, 'student')
    const sent = (payload: Buffer) => ({ payload, headers: { 'content-type': 'application/octet-stream' } })
    const part = (id: string, offset: number, bytes: Buffer) =>
      s.send('PATCH /recordings/:id', { params: { id }, query: { offset, seconds: '1' } }, 'student', sent(bytes))
    const picture = () => s.send('POST /screenshots', { query: { scene_id: scene, node: 'box' } }, 'student', sent(png))
    const [old, id] = [(await film()).body.id, (await film()).body.id]
    const had = (bytes: number, kind: string) =>
      s.db.query('update recording set bytes = $2, kind = $3 where id = $1', [old, bytes, kind])

    await had(most.examined.bytes - webm.length, 'desktop')
    expect((await part(id, 0, Buffer.concat([webm, Buffer.alloc(1)]))).problem.code).toBe('recordings_full')
    expect((await part(id, 0, webm)).status).toBe(200)
    expect((await part(id, webm.length, webm)).problem.code).toBe('recordings_full')
    expect((await picture()).problem.code).toBe('recordings_full')
    await had(most.examined.bytes, 'terminal')
    expect((await picture()).status).toBe(200)

    // the film and the picture there are, and one less than may be
    await s.db.query(
      `insert into recording select (jsonb_populate_record(null::recording, to_jsonb(r) || jsonb_build_object('id', 'more-' || i))).*
       from recording r, generate_series(4, $2::integer) i where r.id = $1`,
      [id, most.examined.count],
    )
    expect((await film()).status).toBe(200)
    expect((await film()).problem).toMatchObject({ code: 'recordings_full', details: most.examined })
    expect((await picture()).problem.code).toBe('recordings_full')
  })

  it('is its candidate’s own, with the flag that is right for him, and ends when he hands in', async () => {
    const exam = await examOf({ markers: [userId('teacher')] })
    const [mine, theirs] = [await begin(exam), await begin(exam, 'second-student')]
    const scene = await start(mine, 'flag')
    expect(await start(mine, 'flag')).toBe(scene)
    const other = await start(theirs, 'flag', 'second-student')
    const work = await start(mine, 'work')
    expect(new Set([scene, other, work]).size).toBe(3)
    await until(s, scene, ['running'])
    const listed = await s.ok('GET /exam-attempts/:id/scenes', { params: { id: mine } }, 'student')
    expect(listed.items).toEqual([
      { item: 'flag', scene_id: scene },
      { item: 'work', scene_id: work },
    ])
    const shown = await s.call('GET /scenes/:id', { params: { id: scene } }, 'student')
    expect([shown.body.owner_id, shown.body.can.includes('modify')]).toEqual([userId('student'), false])
    expect((await s.call('GET /scenes/:id', { params: { id: scene } }, 'second-student')).status).toBe(404)

    const { rows } = await s.db.query<{ flags: Record<string, string> }>('select flags from scene where id = $1', [
      scene,
    ])
    const text = Object.values(rows[0]?.flags ?? {})[0] ?? ''
    expect(text).toMatch(/^flag\{\w{26}\}$/)
    // what he finds in practice, before or later, is another one
    expect(text).not.toBe(madeFlag(dynamic, challenge, userId('student'), await flagKeys(s.platform)))
    const answers = [{ item: 'flag', answer: { type: 'flag' as const, text }, marked: false }]
    const { raw } = await s.call(
      'POST /exam-attempts/:id/save',
      { params: { id: mine }, body: { epoch: 1, seq: 1, writer, answers } },
      'student',
    )
    expect(raw.statusCode).toBe(200)
    const watched = await s.ok('GET /exams/:id/candidates', { params: { id: exam } }, 'super')
    const row = watched.items.find((c) => c.user_id === userId('student'))
    expect(row?.attempt?.scenes.map((x) => [x.item, x.name, x.status])).toContainEqual([
      'flag',
      'Find the flag',
      'running',
    ])

    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: mine }, body: { epoch: 1, writer } }, 'student')
    for (const id of [scene, work]) expect(overStatuses.has((await statusOf(id)) as never)).toBe(true)
    expect(overStatuses.has((await statusOf(other)) as never)).toBe(false)
    expect(await refusal(mine, 'flag')).toEqual([409, 'attempt_handed_in'])
    const { rows: called } = await s.db.query<{ id: string }>(
      'select marking_id as id from exam_attempt where id = $1',
      [mine],
    )
    const of = async (id: string) => {
      const sheet = await s.ok('GET /exam-sheets/:id', { params: { id: called[0]?.id ?? '' } }, 'super')
      return sheet.sections.flatMap((x) => x.items).find((i) => i.id === id)
    }
    await expect.poll(async () => (await of('flag'))?.points).toBe(5)
    expect((await of('flag'))?.scene).toMatchObject({ scene_id: '', name: 'Find the flag' })
    expect((await of('why'))?.scene).toBeNull()
    const blind = await s.ok('GET /exam-sheets/:id', { params: { id: called[0]?.id ?? '' } }, 'teacher')
    expect(blind.sections[0]?.items.find((i) => i.id === 'flag')?.scene?.scene_id).toBe('')
    // another sheet of his has another scene
    await s.ok('POST /exam-attempts/:id/hand-in-for', { params: { id: theirs }, body: { reason: 'x' } }, 'super')
    expect(overStatuses.has((await statusOf(other)) as never)).toBe(true)
  })

  it('is refused outside the sheet: before the start, in a pause, for other questions, of others, after the end', async () => {
    const exam = await examOf({ ends_at: at(60), navigation: 'sequential' })
    const id = await begin(exam)
    const sheet = await s.ok('GET /exam-attempts/:id', { params: { id }, query: { writer } }, 'student')
    const [first, second] = sheet.sections.flatMap((x) => x.items.map((i) => i.id))
    expect(await refusal(id, second ?? '')).toEqual([422, 'validation'])
    expect(await refusal(id, 'nowhere')).toEqual([422, 'validation'])
    expect(await refusal(id, first ?? '', 'second-student')).toEqual([404, 'not_found'])
    expect(await refusal(exam, first ?? '')).toEqual([404, 'not_found'])
    await s.ok('POST /exams/:id/pause', { params: { id: exam }, body: {} }, 'super')
    expect(await refusal(id, first ?? '')).toEqual([409, 'exam_paused'])
    await s.ok('POST /exams/:id/recover', { params: { id: exam }, body: {} }, 'super')
    const free = await begin(await examOf())
    expect(await refusal(free, 'why')).toEqual([409, 'not_allowed_in_state'])
    s.clock.advance(61 * 60)
    const late = await refusal(id, first ?? '')
    expect(late[0]).toBe(409)
    expect(['exam_over', 'attempt_handed_in']).toContain(late[1])
  })

  it('ends with the clock, also when nobody was there, and may be started again where a sheet is opened again', async () => {
    const exam = await examOf({ ends_at: at(30) })
    const id = await begin(exam)
    const scene = await start(id, 'work')
    s.clock.advance(31 * 60)
    await settle()
    expect(overStatuses.has((await statusOf(scene)) as never)).toBe(true)
    await s.ok('POST /exam-attempts/:id/reopen', { params: { id }, body: { minutes: 10, reason: 'again' } }, 'super')
    expect((await s.ok('GET /exam-attempts/:id/scenes', { params: { id } }, 'student')).items).toEqual([])
    expect(await start(id, 'work')).not.toBe(scene)
  })

  it('waits its turn where the licence is full, and the checklist says so before', async () => {
    const exam = await examOf()
    const lines = async () => (await s.ok('GET /exams/:id/checklist', { params: { id: exam } }, 'super')).items
    const line = async (what: string) => (await lines()).find((l) => l.what === what)
    expect([(await line('scenes'))?.ok, (await line('scene_room'))?.ok]).toEqual([true, true])
    await license(s, { limits: { running_scenes: 3, running_instances: null, editable_nodes: null, users: null } })
    expect(await line('scene_room')).toMatchObject({
      ok: false,
      grave: false,
      params: { scenes: 4, instances: 4, room: 1, n: 2 },
    })
    await s.db.query(`update scene set status = 'deleted', held = null where status <> 'deleted'`)
    const [mine, theirs] = [await begin(exam), await begin(exam, 'second-student')]
    await start(mine, 'flag')
    await start(mine, 'work')
    await start(theirs, 'flag', 'second-student')
    const waits = await start(theirs, 'work', 'second-student')
    expect(await statusOf(waits)).toBe('in-queue')
    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: mine }, body: { epoch: 1, writer } }, 'student')
    await until(s, waits, ['running'])
  })

  it('is named in the checklist when its topology is gone, and refused with that sentence', async () => {
    const exam = await examOf()
    const id = await begin(exam)
    await s.db.query('delete from r_topology where id = $1', [topology])
    const { items } = await s.ok('GET /exams/:id/checklist', { params: { id: exam } }, 'super')
    expect(items.find((l) => l.what === 'scenes')).toMatchObject({
      ok: false,
      grave: true,
      names: ['Find the flag', 'Harden it'],
    })
    expect(await refusal(id, 'flag')).toEqual([422, 'topology_gone'])
  })
})
