/** Rules of the banks on a whole server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTitle } from './more.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { png } from '#tests/support/pictures.ts'
import { sweepPictures } from '../picture/hold.ts'
import { judgedAnswers } from './statistics.ts'
import { layExam } from '#tests/support/exam.ts'

let s: TestServer
let set_id = ''
let other = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks' } }, 'super')).id
  other = (await s.ok('POST /theory-sets', { body: { name: 'Crypto' } }, 'super')).id
})
afterAll(() => s.close())

let n = 0
const options = [
  { id: 'a', text: 'DNS', correct: true },
  { id: 'b', text: 'ARP' },
]
const body = () => ({
  title: `Names ${++n}`,
  stem: `Which protocol translates names into addresses, case ${n}?`,
  type: 'single' as const,
  set_id,
  options,
})
const make = (more: object = {}) => s.ok('POST /theory-questions', { body: { ...body(), ...more } }, 'super')
const paperWith = async (ids: readonly { id: string; version: number }[], name = `Paper ${++n}`) => {
  const set = await s.ok('POST /paper-sets', { body: { name: `Papers ${++n}` } }, 'super')
  const items = ids.map(({ id, version }, i) => ({
    id: `i${i}`,
    bank: 'theory' as const,
    question_id: id,
    question_version: version,
    score: 2,
  }))
  const sections = [{ id: 's', title: 'One', items }]
  return s.ok('POST /papers', { body: { name, set_id: set.id, variants: [{ id: 'v', sections }] } }, 'super')
}

describe('a question', () => {
  it('keeps what each edit left, and a paper asks the version it named', async () => {
    const made = await make()
    expect(made).toMatchObject({ set_name: 'Networks', origin: 'manual', answers: 0, correct_rate: null, papers: 0 })
    const open = { all: true, orgs: [], roles: [], users: [] }
    await s.ok(
      'PUT /theory-questions/:id/audience',
      { params: { id: made.id }, body: { ...open, version: 1 } },
      'super',
    )
    const edit = { ...body(), title: 'Edited', version: 2 }
    await s.ok('PUT /theory-questions/:id', { params: { id: made.id }, body: edit }, 'super')
    // version 2 chose an audience and changed no word: who names it means version 1
    const paper = await paperWith([{ id: made.id, version: 2 }])
    expect(paper).toMatchObject({ score: 2, items: 1 })
    const { items } = await s.ok('GET /theory-questions/:id/versions', { params: { id: made.id } }, 'super')
    expect(items.map((v) => [v.version, v.data['title'], v.uses])).toEqual([
      [3, 'Edited', 0],
      [1, made.title, 1],
    ])
    const row = await s.ok('GET /theory-questions/:id', { params: { id: made.id } }, 'super')
    expect([row.papers, row.can.includes('remove')]).toEqual([1, true])
  })

  it('is brought back from an older version as its newest, where it is filed now', async () => {
    const made = await make({ title: 'First words' })
    const edit = { ...body(), title: 'Second words', set_id: other, version: 1 }
    await s.ok('PUT /theory-questions/:id', { params: { id: made.id }, body: edit }, 'super')
    const back = (version: number, of: number) =>
      s.call('POST /theory-questions/:id/restore', { params: { id: made.id }, body: { version, of } }, 'super')
    expect((await back(1, 1)).problem.code).toBe('stale_version')
    expect((await back(2, 7)).problem.code).toBe('not_found')
    expect((await back(2, 1)).status).toBe(200)
    const row = await s.ok('GET /theory-questions/:id', { params: { id: made.id } }, 'super')
    expect([row.title, row.version, row.set_name]).toEqual(['First words', 3, 'Crypto'])
    const { items } = await s.ok('GET /theory-questions/:id/versions', { params: { id: made.id } }, 'super')
    expect(items.map((v) => v.data['title'])).toEqual(['First words', 'Second words', 'First words'])
  })

  it('keeps the pictures of its texts while any version shows them, and lets them go with itself', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const query = { use: 'text' as const, name: 'a.png', type: 'image/png' }
    const sent = await s.send('POST /pictures', { query }, 'super', { payload: png(8, 8), headers })
    const { id } = sent.body as unknown as { id: string }
    const made = await make({ explanation: `Look: ![net](/pictures/${id})` })
    await s.ok(
      'PUT /theory-questions/:id',
      { params: { id: made.id }, body: { ...body(), explanation: '', version: 1 } },
      'super',
    )
    const later = new Date(s.clock.now().getTime() + 48 * 3_600_000)
    const stays = async () => {
      await sweepPictures(s.db, later)
      return (await s.send('GET /pictures/:id', { params: { id } }, 'student')).status
    }
    expect(await stays()).toBe(200)
    await s.ok('DELETE /theory-questions/:id', { params: { id: made.id } }, 'super')
    expect(await stays()).toBe(404)
  })

  it('on a paper is not removed, and the papers are named', async () => {
    const a = await make()
    const b = await make()
    const { id } = await paperWith([a], 'Final exam')
    const { done, failed } = await s.ok('POST /theory-questions/remove', { body: { ids: [a.id, b.id] } }, 'super')
    expect(done).toEqual([b.id])
    expect(failed).toEqual([{ id: a.id, code: 'in_use', details: { by: { paper: 1 }, names: ['Final exam'], n: 1 } }])
    expect(await s.ok('GET /theory-questions/:id/uses', { params: { id: a.id } }, 'super')).toEqual({
      papers: [{ id, name: 'Final exam', version: 1 }],
      hidden: 0,
      exams: [],
      exams_hidden: 0,
      running_hidden: 0,
    })
    await s.ok('DELETE /papers/:id', { params: { id } }, 'super')
    await s.ok('DELETE /theory-questions/:id', { params: { id: a.id } }, 'super')
  })

  it('tells which exams ask it, in which version, and which of them run', async () => {
    const a = await make()
    const { id: of } = await paperWith([a])
    const exam = await layExam(s, of, { name: 'Finals in progress' })
    const { id, version, title, set_id, type, stem, options } = a
    const body = { title: `${title} anew`, set_id, type, stem, options, version }
    await s.ok('PUT /theory-questions/:id', { params: { id }, body: body as never }, 'super')
    const told = async () => {
      const {
        papers: _,
        hidden: __,
        ...rest
      } = await s.ok('GET /theory-questions/:id/uses', { params: { id } }, 'super')
      return rest
    }
    const running = { id: exam, name: 'Finals in progress', version: 1, running: true }
    expect(await told()).toEqual({ exams: [running], exams_hidden: 0, running_hidden: 0 })
    await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'Over' } }, 'super')
    expect((await told()).exams).toEqual([{ ...running, running: false }])
  })

  it('is found by whoever writes it again, and in the groups of a bank', async () => {
    const a = await make()
    const draft = { title: 'Another', stem: a.stem.toUpperCase(), options: ['arp', 'dns'] }
    const found = await s.ok('POST /theory-questions/duplicates', { body: draft }, 'super')
    expect(found.items.map((i) => i.id)).toEqual([a.id])
    expect((await s.ok('POST /theory-questions/duplicates', { body: { ...draft, id: a.id } }, 'super')).items).toEqual(
      [],
    )
    const { id } = await s.ok('POST /theory-questions/:id/copy', { params: { id: a.id }, body: {} }, 'super')
    const { groups } = await s.ok('GET /theory-questions/duplicates', {}, 'super')
    expect(groups.map((g) => g.map((q) => q.id).toSorted())).toContainEqual([a.id, id].toSorted())
    expect([copyTitle(a.title), copyTitle('Ports (2)'), copyTitle('(2)')]).toEqual([
      `${a.title} (2)`,
      'Ports (3)',
      '(2) (2)',
    ])
    expect(copyTitle('名'.repeat(127))).toBe(`${'名'.repeat(124)} (2)`)
  })

  it('is moved, tagged and authorised with others, each answered for itself', async () => {
    const [a, b] = [await make({ keywords: ['old'] }), await make()]
    const ids = [a.id, b.id, 'nobody']
    const moved = await s.ok('POST /theory-questions/move', { body: { ids, set_id: other } }, 'super')
    expect([moved.done.length, moved.failed[0]?.code]).toEqual([2, 'not_found'])
    await s.ok(
      'POST /theory-questions/tag',
      { body: { ids, field: 'keywords', add: ['DNS', 'dns'], remove: ['OLD'] } },
      'super',
    )
    const audience = { all: true, orgs: [], roles: [], users: [] }
    await s.ok('POST /theory-questions/authorise', { body: { ids, audience } }, 'super')
    const row = await s.ok('GET /theory-questions/:id', { params: { id: a.id } }, 'super')
    expect([row.set_name, row.keywords[0], row.keywords.includes('old')]).toEqual(['Crypto', 'DNS', false])
    const refused = await s.ok('POST /theory-questions/move', { body: { ids: [a.id], set_id: 'gone' } }, 'super')
    expect(refused.failed[0]?.code).toBe('validation')
  })

  it('tells how it was answered, by day and version', async () => {
    const { id } = await make()
    const at = s.clock.now()
    const answers = [1, 0.5, 0].map((share) => ({ question: id, version: 1, share, at }))
    await s.db.tx((q) => judgedAnswers(q, answers))
    await s.db.tx((q) => judgedAnswers(q, answers.slice(0, 1)))
    const { days, versions, ...all } = await s.ok('GET /theory-questions/:id/statistics', { params: { id } }, 'super')
    expect(all).toEqual({ answers: 4, correct: 2, share: 0.625 })
    expect(days).toEqual([{ day: at.toISOString().slice(0, 10), ...all }])
    expect(versions).toEqual([{ version: 1, ...all }])
    const row = await s.ok('GET /theory-questions/:id', { params: { id } }, 'super')
    expect([row.answers, row.correct_rate]).toEqual([4, 0.5])
  })
})

describe('a flag', () => {
  it('stands sealed in the tables and in the trail, and open before its keeper', async () => {
    const secret = 'flag{CANARY-of-a-flag}'
    const set = await s.ok('POST /flag-sets', { body: { name: 'Web' } }, 'super')
    const flag = { kind: 'static' as const, value: secret }
    const made = await s.ok('POST /flag-challenges', { body: { title: 'One', set_id: set.id, flag } }, 'super')
    expect(made.flag).toMatchObject(flag)
    const put = { title: 'Two', set_id: set.id, flag, version: 1 }
    await s.ok('PUT /flag-challenges/:id', { params: { id: made.id }, body: put }, 'super')
    const { items } = await s.ok('GET /flag-challenges/:id/versions', { params: { id: made.id } }, 'super')
    expect(items.map((v) => v.data['flag'])).toMatchObject([flag, flag])
    for (const table of ['r_flag_challenge', 'question_version', 'audit', 'idempotency']) {
      const { rows } = await s.db.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`)
      expect(
        rows.filter((r) => r.text.includes('CANARY-of')),
        table,
      ).toEqual([])
    }
    const { rows } = await s.db.query<{ details: { changed: string[] } }>(
      `select details from audit where entity_id = $1 and action = 'flag-challenge.update'`,
      [made.id],
    )
    expect(rows[0]?.details.changed).not.toContain('flag')
  })

  it('can be tried before it is saved; a pattern that is none is refused', async () => {
    const flag = { kind: 'dynamic' as const, template: 'ctf{{random}}', length: 32 }
    const first = await s.ok('POST /flag-challenges/try', { body: { flag, text: '' } }, 'super')
    expect(first).toMatchObject({ right: false, example: expect.stringMatching(/^ctf\{\w{27}\}$/) as string })
    const again = await s.ok('POST /flag-challenges/try', { body: { flag, text: first.example ?? '' } }, 'super')
    expect(again.right).toBe(true)
    const set = await s.ok('POST /flag-sets', { body: { name: 'Patterns' } }, 'super')
    const bad = { title: 'Bad', set_id: set.id, flag: { kind: 'regex' as const, pattern: '(' } }
    const r = await s.call('POST /flag-challenges', { body: bad }, 'super')
    expect(r.problem.details?.fields).toEqual([{ path: 'flag.pattern', rule: 'pattern' }])
  })
})

describe('a tree of sets', () => {
  it('says who sees the questions below, and offers to change it where they are the caller’s to open', async () => {
    const given = await s.ok('POST /theory-sets', { body: { name: 'Given' } }, 'super')
    const below = await s.ok('POST /theory-sets', { body: { name: 'Below', parent_id: given.id } }, 'super')
    const offered = async (as: As) =>
      (await s.ok('GET /theory-sets/:id', { params: { id: given.id } }, as)).can.includes('authorise')
    const seen = (as: As) => s.ok('GET /theory-questions/audience', { query: { set_id: given.id } }, as)
    expect([await offered('super'), await offered('teacher')]).toEqual([false, false])
    const all = [await make({ set_id: given.id }), await make({ set_id: below.id })]
    const open = { all: true, orgs: [], roles: [], teams: [], users: [] as string[] }
    const some = { ...open, all: false, users: ['user-student', 'user-normal'] }
    const authorise = (ids: string[], audience: typeof open) =>
      s.ok('POST /theory-questions/authorise', { body: { ids, audience } }, 'super')
    await authorise(
      all.map((q) => q.id),
      some,
    )
    expect((await seen('super')).audience?.users.toSorted()).toEqual(some.users.toSorted())
    await authorise([all[0]?.id ?? ''], open)
    expect(await seen('super')).toEqual({ n: 2, audience: null })
    // of another's questions she changes none, of her own all
    expect([await offered('teacher'), await seen('teacher')]).toEqual([false, { n: 0, audience: null }])
    expect((await authorise([all[0]?.id ?? ''], open)).failed).toEqual([])
    await s.db.query(`update r_theory_question set owner_id = 'user-teacher' where id = $1`, [all[0]?.id])
    expect([await offered('teacher'), await seen('teacher')]).toEqual([true, { n: 1, audience: open }])
  })

  const made = (name: string, parent_id: string | null = null) =>
    s.call('POST /exercise-sets', { body: { name, parent_id } }, 'super')
  it('has no circles, no twins among siblings, and no more levels than said', async () => {
    const a = (await made('A')).body
    const b = (await made('B', a.id)).body
    const back = { name: 'A', parent_id: b.id, version: a.version }
    const circle = await s.call('PUT /exercise-sets/:id', { params: { id: a.id }, body: back }, 'super')
    expect(circle.problem.details?.fields).toEqual([{ path: 'parent_id', rule: 'circle' }])
    expect((await made('a')).problem.code).toBe('name_taken')
    expect((await made('A', b.id)).status).toBe(200)
    let last = b.id
    for (const name of ['3', '4', '5', '6']) last = (await made(name, last)).body.id
    expect((await made('7', last)).problem.code).toBe('too_deep')
  })

  it('counts what is in it and below, and is not removed while anything is', async () => {
    const inner = await s.ok('POST /theory-sets', { body: { name: 'Inner', parent_id: other } }, 'super')
    await make({ set_id: inner.id })
    const row = await s.ok('GET /theory-sets/:id', { params: { id: other } }, 'super')
    expect(row.all - row.own).toBe(1)
    const r = await s.call('DELETE /theory-sets/:id', { params: { id: inner.id } }, 'super')
    expect([r.problem.code, r.problem.details?.['n']]).toEqual(['in_use', 1])
    const list = await s.ok('GET /theory-questions', { query: { set_id: [other] } }, 'super')
    expect(list.items.some((q) => q.set_name === 'Inner')).toBe(true)
  })
})
