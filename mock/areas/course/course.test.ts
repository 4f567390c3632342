/** Courses as their authors write and publish them, on a whole server. */
import { png } from '#tests/support/pictures.ts'
import { sweepPictures } from '../picture/hold.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleId } from '#tests/contract/support/people.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
let direction_id = ''
let set_id = ''
let n = 0
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  direction_id = (await s.ok('POST /directions', { body: { name: 'Web security' } }, 'super')).id
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks' } }, 'super')).id
})
afterAll(() => s.close())

const body = (more: object = {}) => ({ name: `Course ${++n}`, direction_id, ...more })
const make = (more: object = {}, as: As = 'super') => s.ok('POST /courses', { body: body(more) }, as)
const read = (id: string) => s.ok('GET /courses/:id', { params: { id } }, 'super')
const outlineOf = (id: string) => s.ok('GET /courses/:id/outline', { params: { id } }, 'super')
const section = (id: string, more: object = {}) => ({
  id,
  title: id,
  kind: 'text' as const,
  rule: 'read' as const,
  ...more,
})
const lesson = (id: string, sections: object[] = [], more: object = {}) => ({
  id,
  title: id,
  sections,
  theory: 1,
  ...more,
})
const chapters = (...lessons: object[]) => [{ id: 'c', title: 'Chapter', lessons }] as never
const write = (id: string, version: number, ...lessons: object[]) =>
  s.call('PUT /courses/:id/outline', { params: { id }, body: { chapters: chapters(...lessons), version } }, 'super')
const say = (id: string, at: string, version: number, text: string) =>
  s.call(
    'PUT /courses/:id/sections/:section',
    { params: { id, section: at }, body: { content: { kind: 'text', body: text }, version } },
    'super',
  )
const fields = ({ problem }: { problem: { details?: Record<string, unknown> | undefined } }) =>
  (problem.details?.['fields'] ?? []) as { path: string; rule: string }[]
const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }
const everybody = { ...nobody, all: true }
const authorise = async (id: string, to: object = everybody) =>
  s.ok(
    'PUT /courses/:id/audience',
    { params: { id }, body: { ...everybody, ...to, version: (await read(id)).version } },
    'super',
  )
const find = async (id: string, more: object = {}) => {
  const { version } = await s.ok('GET /courses/:id/visibility', { params: { id } }, 'super')
  return s.call(
    'PUT /courses/:id/visibility',
    { params: { id }, body: { ...everybody, from: null, to: null, version, ...more } },
    'super',
  )
}
const publish = async (id: string) =>
  s.call('POST /courses/:id/publish', { params: { id }, body: { version: (await read(id)).version } }, 'super')
const act = async (id: string, action: 'hide' | 'show' | 'archive' | 'reopen') =>
  s.send(`POST /courses/:id/${action}`, { params: { id }, body: { version: (await read(id)).version } }, 'super')
/** A course of one lesson that says something, and that anybody may take. */
async function ready(text = 'Hello') {
  const { id } = await make()
  await write(id, 1, lesson('l', [section('s')]))
  await say(id, 's', 0, text)
  await authorise(id)
  return id
}
const learns = (course: string, user: string, state = 'learning') =>
  s.db.query(`insert into course_member (course_id, user_id, state, way, since) values ($1, $2, $3, 'joined', now())`, [
    course,
    user,
    state,
  ])

describe('a direction', () => {
  it('has three levels, one name among siblings, no circle, and stays while it is used', async () => {
    const add = (name: string, parent_id: string | null) =>
      s.call('POST /directions', { body: { name, parent_id } }, 'super')
    const one = (await add('Crypto', null)).body
    const two = (await add('Ciphers', one.id)).body
    const three = (await add('Blocks', two.id)).body
    expect((await add('Modes', three.id)).problem).toMatchObject({ code: 'too_deep', details: { max: 3 } })
    expect((await add('ciphers', one.id)).problem.code).toBe('name_taken')
    const circle = await s.call(
      'PUT /directions/:id',
      { params: { id: one.id }, body: { name: 'Crypto', parent_id: three.id, version: 1 } },
      'super',
    )
    expect(fields(circle)).toEqual([{ path: 'parent_id', rule: 'circle' }])
    const { id } = await make({ direction_id: three.id })
    const { items } = await s.ok('GET /directions', { query: { ids: [one.id] } }, 'super')
    expect(items).toMatchObject([{ own: 0, all: 1 }])
    expect((await s.ok('GET /courses', { query: { direction_id: [one.id] } }, 'super')).items).toMatchObject([{ id }])
    expect((await s.call('DELETE /directions/:id', { params: { id: three.id } }, 'super')).problem.code).toBe('in_use')
  })
})

describe('an outline', () => {
  it('is kept with figures of its lessons, and a second writer of the same version is told', async () => {
    const { id } = await make()
    const saved = await write(id, 1, lesson('a', [section('t')], { theory: 1.5, experiment: 0.5 }), lesson('b'))
    expect(saved.body).toMatchObject({
      version: 2,
      published: null,
      course: { lessons: 2, theory_hours: 2.5, experiment_hours: 0.5 },
    })
    const late = await write(id, 1, lesson('z'))
    expect(late.problem).toMatchObject({ code: 'stale_version', details: { current: { version: 2 } } })
    const both = await Promise.all([write(id, 2, lesson('x')), write(id, 2, lesson('y'))])
    expect(both.map((r) => r.status).toSorted()).toEqual([200, 409])
  })

  it('refuses ids twice, lessons that wait for later ones, and rules of another kind', async () => {
    const { id } = await make()
    const rules = async (...lessons: object[]) => fields(await write(id, 1, ...lessons)).map((f) => [f.path, f.rule])
    expect(await rules(lesson('a', [section('a')]))).toEqual([['chapters.0.lessons.0.sections.0.id', 'distinct']])
    expect(await rules(lesson('a', [], { after: 'b' }), lesson('b'))).toEqual([
      ['chapters.0.lessons.0.after', 'earlier_lesson'],
    ])
    expect(await rules(lesson('a', [section('t', { rule: 'score' })]))).toEqual([
      ['chapters.0.lessons.0.sections.0.rule', 'not_of_kind'],
    ])
  })

  it('keeps the kind of a section, and what it says while it is taken out and put back', async () => {
    const id = await ready('Kept')
    const { version } = await outlineOf(id)
    const other = await write(id, version, lesson('l', [section('s', { kind: 'slides' })]))
    expect(fields(other)).toEqual([{ path: 'chapters.0.lessons.0.sections.0.kind', rule: 'fixed_kind' }])
    await write(id, version, lesson('l'))
    expect((await s.call('GET /courses/:id/sections/:section', { params: { id, section: 's' } }, 'super')).status).toBe(
      404,
    )
    await write(id, version + 1, lesson('l', [section('s')]))
    const back = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: 's' } }, 'super')
    expect(back).toMatchObject({ revision: 1, content: { body: 'Kept' } })
  })

  it('gives a copied section what its original says, and what it says then is its own', async () => {
    const id = await ready('First')
    const { version } = await outlineOf(id)
    const saved = await write(id, version, lesson('l', [section('s'), section('s2', { copy_of: 's' })]))
    expect(saved.body.draft.chapters[0]?.lessons[0]?.sections[1]).toMatchObject({ id: 's2', revision: 1 })
    await say(id, 's2', 1, 'Second')
    for (const [at, text] of [
      ['s', 'First'],
      ['s2', 'Second'],
    ] as const)
      expect(await s.ok('GET /courses/:id/sections/:section', { params: { id, section: at } }, 'super')).toMatchObject({
        content: { body: text },
      })
  })

  it('is not changed while the course is archived', async () => {
    const id = await ready()
    await publish(id)
    await act(id, 'hide')
    await act(id, 'archive')
    const { version } = await outlineOf(id)
    expect((await write(id, version, lesson('l'))).problem.code).toBe('not_allowed_in_state')
    expect((await say(id, 's', 1, 'Late')).problem.code).toBe('not_allowed_in_state')
    expect((await publish(id)).problem.code).toBe('not_allowed_in_state')
  })
})

describe('what a section says', () => {
  it('is written against its version, and what learners see stays as it is', async () => {
    const id = await ready('One')
    expect((await say(id, 's', 0, 'Two')).problem).toMatchObject({
      code: 'stale_version',
      details: { current: { version: 1 } },
    })
    expect((await say(id, 's', 1, 'Two')).body).toMatchObject({ version: 2, revision: 1 })
    await publish(id)
    expect(await read(id)).toMatchObject({ status: 'published', changed: false })
    expect((await say(id, 's', 2, 'Three')).body).toMatchObject({ version: 3, revision: 2 })
    expect((await say(id, 's', 3, 'Four')).body).toMatchObject({ version: 4, revision: 2 })
    expect(await read(id)).toMatchObject({ changed: true })
    const kept = await s.db.query<{ body: string }>(
      `select content->>'body' as body from course_content where course_id = $1 order by revision`,
      [id],
    )
    expect(kept.rows.map((r) => r.body)).toEqual(['One'.replace('One', 'Two'), 'Four'])
    await publish(id)
    const { published } = await outlineOf(id)
    expect(published?.chapters[0]?.lessons[0]?.sections[0]?.revision).toBe(2)
  })

  it('asks questions that are there and that its author may build on, in the version that stands; they stay then', async () => {
    const question = await s.ok(
      'POST /theory-questions',
      { body: { title: `Names ${++n}`, stem: `Which one, ${n}?`, type: 'true-false', truth: true, set_id } },
      'super',
    )
    const { id } = await make()
    await write(id, 1, lesson('l', [section('q', { kind: 'quiz', rule: 'answered' })]))
    const put = (question_id: string, version: number) =>
      s.call(
        'PUT /courses/:id/sections/:section',
        {
          params: { id, section: 'q' },
          body: {
            content: { kind: 'quiz', items: [{ id: 'i', question_id, question_version: 99, score: 2 }] },
            version,
          },
        },
        'super',
      )
    expect(fields(await put('no-such', 0))).toEqual([
      { path: 'content.items.0.question_id', rule: 'unknown_reference' },
    ])
    expect((await put(question.id, 0)).body.content).toMatchObject({ items: [{ question_version: 1 }] })
    const kept = await s.call('DELETE /theory-questions/:id', { params: { id: question.id } }, 'super')
    expect(kept.problem).toMatchObject({ code: 'in_use', details: { by: { course: 1 }, n: 1 } })
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    await s.ok('DELETE /theory-questions/:id', { params: { id: question.id } }, 'super')
  })

  it('keeps the pictures it shows, in whatever revision, until the course is gone', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const query = { use: 'text' as const, name: 'a.png', type: 'image/png' }
    const sent = await s.send('POST /pictures', { query }, 'super', { payload: png(8, 8), headers })
    const picture = (sent.body as unknown as { id: string }).id
    const id = await ready(`![net](/pictures/${picture})`)
    await publish(id)
    await say(id, 's', 1, 'Without')
    const stays = async () => {
      await sweepPictures(s.db, new Date(s.clock.now().getTime() + 48 * 3_600_000))
      return (await s.send('GET /pictures/:id', { params: { id: picture } }, 'student')).status
    }
    expect(await stays()).toBe(200)
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    await s.ok('POST /courses/restore', { body: { ids: [id] } }, 'super')
    expect(await stays()).toBe(200)
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    expect(await stays()).toBe(404)
  })

  it('copies its cover too, which goes with neither of the two', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const query = { use: 'picture' as const, name: 'a.png', type: 'image/png' }
    const sent = await s.send('POST /pictures', { query }, 'super', {
      payload: png(64, 64),
      headers,
    })
    const cover = (sent.body as unknown as { id: string }).id
    const id = await ready()
    const { version, ...row } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
    const { name, direction_id } = row
    await s.ok('PUT /courses/:id', { params: { id }, body: { name, direction_id, cover, version } }, 'super')
    const copy = await s.ok('POST /courses/:id/copy', { params: { id } }, 'super')
    const its = (await s.ok('GET /courses/:id', { params: { id: copy.id } }, 'super')).cover
    expect(its).not.toBe(cover)
    const stays = async (picture: string) => {
      await sweepPictures(s.db, new Date(s.clock.now().getTime() + 48 * 3_600_000))
      return (await s.send('GET /pictures/:id', { params: { id: picture } }, 'student')).status
    }
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    expect([await stays(cover), await stays(its)]).toEqual([404, 200])
  })

  it('of another kind than the section is refused', async () => {
    const id = await ready()
    const r = await s.call(
      'PUT /courses/:id/sections/:section',
      { params: { id, section: 's' }, body: { content: { kind: 'slides', body: 'x' }, version: 1 } },
      'super',
    )
    expect(fields(r)).toEqual([{ path: 'content.kind', rule: 'fixed_kind' }])
  })
})

describe('publishing', () => {
  it('says what is missing, one after the other, and in the words of the specification', async () => {
    const { id } = await make()
    expect((await publish(id)).problem.code).toBe('course_without_lessons')
    await find(id)
    await write(id, 1, lesson('l', [section('s'), section('t')]))
    expect((await publish(id)).problem.code).toBe('course_not_authorised')
    await authorise(id)
    await say(id, 's', 0, 'Text')
    await say(id, 't', 0, '  ')
    expect((await publish(id)).problem).toMatchObject({ code: 'course_incomplete', details: { n: 1 } })
    const { checklist } = await s.ok('GET /courses/:id/publication', { params: { id } }, 'super')
    const silent = { line: 'no_description', blocks: false, sections: [] }
    expect(checklist).toEqual([{ line: 'empty_sections', blocks: true, sections: [{ id: 't', title: 't' }] }, silent])
    await say(id, 't', 1, 'Text')
    // what it is about is written in each language it is written in
    const described = async (description: string, other: string | null) => {
      const { name, direction_id, version } = await read(id)
      const translation = other === null ? null : { name: 'Another name', description: other }
      const language = 'en-US' as const
      const sent = { name, direction_id, version, language, description, translation }
      await s.ok('PUT /courses/:id', { params: { id }, body: sent }, 'super')
      const told = (await s.ok('GET /courses/:id/publication', { params: { id } }, 'super')).checklist
      return !told.some((l) => l.line === 'no_description')
    }
    expect([await described('', null), await described('About it', ''), await described('About it', '关于它')]).toEqual(
      [false, false, true],
    )
    expect(await described('About it', null)).toBe(true)
    expect((await publish(id)).body).toMatchObject({ status: 'published', changed: false })
  })

  it('tells what changes and for whom, and a second author of the same version is told', async () => {
    const id = await ready()
    await publish(id)
    await learns(id, userId('student'), 'completed')
    await learns(id, userId('teacher'))
    await learns(id, userId('referee'), 'withdrawn')
    await s.db.query(
      `insert into course_record (course_id, user_id, section_id, done_at, updated_at) values ($1, $2, 's', now(), now())`,
      [id, userId('student')],
    )
    const preview = () => s.ok('GET /courses/:id/publication', { params: { id } }, 'super')
    expect(await preview()).toMatchObject({ published: true, changed: false, learners: 2, completed: 1, reopens: 0 })
    const { version } = await outlineOf(id)
    await write(id, version, lesson('l', [section('s', { rule: 'ticked' }), section('new')]))
    expect(await preview()).toMatchObject({
      changed: true,
      added: [{ id: 'new' }],
      ruled: [{ id: 's' }],
      removed: [],
      reopens: 1,
    })
    await say(id, 'new', 0, 'More')
    const at = (await read(id)).version
    const both = await Promise.all(
      [0, 1].map(() => s.call('POST /courses/:id/publish', { params: { id }, body: { version: at } }, 'super')),
    )
    expect(both.map((r) => r.status).toSorted()).toEqual([200, 409])
  })

  it('is for who may change the course: one it is shared with to use copies it', async () => {
    const id = await ready()
    const { version } = await s.ok('GET /courses/:id/sharing', { params: { id } }, 'super')
    const share = { scope: 'everybody' as const, level: 'use' as const, people: [], version }
    await s.ok('PUT /courses/:id/sharing', { params: { id }, body: share }, 'super')
    const teacher = await s.call('POST /courses/:id/publish', { params: { id }, body: { version: 1 } }, 'teacher')
    expect(teacher.problem.code).toBe('not_shared')
    const course = await s.ok('GET /courses/:id', { params: { id } }, 'super')
    await s.ok('POST /courses/:id/publish', { params: { id }, body: { version: course.version } }, 'super')
    const copy = await s.ok('POST /courses/:id/copy', { params: { id } }, 'teacher')
    const made = await s.ok('GET /courses/:id/outline', { params: { id: copy.id } }, 'teacher')
    expect(made).toMatchObject({
      published: null,
      course: { status: 'draft', lessons: 1, members: 0, owner_id: userId('teacher') },
    })
    expect(
      await s.ok('GET /courses/:id/sections/:section', { params: { id: copy.id, section: 's' } }, 'teacher'),
    ).toMatchObject({ content: { body: 'Hello' } })
    expect(await s.ok('GET /courses/:id/audience', { params: { id: copy.id } }, 'teacher')).toMatchObject(nobody)
  })
})

it('a course that is archived is not offered to be chosen, and is named where it was chosen', async () => {
  const id = await ready()
  const { name } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
  const offered = async (query: object) =>
    (await s.ok('GET /courses/options', { query } as never, 'super')).items.map((c: { id: string }) => c.id)
  expect(await offered({ q: name })).toContain(id)
  await s.db.query(`update r_course set data = data || '{"status":"archived"}', k_status = 'archived' where id = $1`, [
    id,
  ])
  expect(await offered({ q: name })).not.toContain(id)
  expect(await offered({ ids: [id] })).toEqual([id])
})

describe('who finds a course', () => {
  it('is chosen apart from who may take it, and a course that is out is found by nobody who could not ask', async () => {
    const id = await ready()
    await publish(id)
    await authorise(id, { ...nobody })
    expect((await find(id)).problem.code).toBe('course_not_authorised')
    expect(await s.ok('GET /courses/:id/visibility', { params: { id } }, 'super')).toMatchObject({
      all: false,
      version: 1,
    })
    await authorise(id, { ...nobody, roles: [roleId('student')] })
    const found = await find(id, { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' })
    expect(found.body).toMatchObject({ all: true, from: '2026-01-01T00:00:00.000Z', version: 2 })
    expect((await find(id, { version: 1 })).problem.code).toBe('stale_version')
    const backwards = { from: '2026-03-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
    expect(fields(await find(id, backwards))).toEqual([{ path: 'to', rule: 'after_start' }])
  })

  it('keeps a hidden course from being shown again while nobody may take it', async () => {
    const id = await ready()
    await find(id)
    await publish(id)
    expect((await act(id, 'hide')).status).toBe(200)
    await authorise(id, { ...nobody })
    expect((await act(id, 'show')).problem.code).toBe('course_not_authorised')
    await authorise(id)
    expect((await act(id, 'show')).body).toMatchObject({ status: 'published' })
  })
})

describe('a course', () => {
  it('builds on no course that builds on it, even when two are changed at once', async () => {
    const a = await make()
    const b = await make({ prerequisites: [a.id] })
    const c = await make({ prerequisites: [b.id] })
    const circle = await s.call(
      'PUT /courses/:id',
      { params: { id: a.id }, body: { name: a.name, direction_id, prerequisites: [c.id], version: a.version } },
      'super',
    )
    expect(fields(circle)).toEqual([{ path: 'prerequisites.0', rule: 'prerequisite_circle' }])
    const [x, y] = [await make(), await make()]
    const point = (from: typeof x, to: typeof x) =>
      s.call(
        'PUT /courses/:id',
        {
          params: { id: from.id },
          body: { name: from.name, direction_id, prerequisites: [to.id], version: from.version },
        },
        'super',
      )
    expect((await Promise.all([point(x, y), point(y, x)])).map((r) => r.status).toSorted()).toEqual([200, 422])
  })

  it('that somebody learns in stays, and is archived instead', async () => {
    const id = await ready()
    await publish(id)
    await learns(id, userId('student'), 'withdrawn')
    const kept = await s.call('DELETE /courses/:id', { params: { id } }, 'super')
    expect([kept.status, kept.problem.code, kept.problem.details]).toEqual([409, 'course_learnt', { n: 1 }])
    await act(id, 'hide')
    expect((await act(id, 'archive')).body).toMatchObject({ status: 'archived' })
    expect((await act(id, 'reopen')).body).toMatchObject({ status: 'hidden' })
  })

  it('comes back with its outline, what it says, who finds it and who may take it', async () => {
    const id = await ready('Still here')
    await find(id, { ...nobody, roles: [roleId('student')], from: '2026-01-01T00:00:00.000Z' })
    await publish(id)
    const before = [await outlineOf(id), await s.ok('GET /courses/:id/visibility', { params: { id } }, 'super')]
    await s.ok('DELETE /courses/:id', { params: { id } }, 'super')
    for (const table of ['course_outline', 'course_content'])
      expect((await s.db.query(`select 1 from ${table} where course_id = $1`, [id])).rows).toEqual([])
    expect((await s.db.query('select 1 from audience where entity_id = $1', [id])).rows).toEqual([])
    await s.ok('POST /courses/restore', { body: { ids: [id] } }, 'super')
    const after = [await outlineOf(id), await s.ok('GET /courses/:id/visibility', { params: { id } }, 'super')]
    const still = (o: unknown) =>
      JSON.parse(JSON.stringify(o, (k, v) => (k === 'version' || k === 'updated_at' ? 0 : v)))
    expect(still(after)).toEqual(still(before))
    expect(await s.ok('GET /courses/:id/sections/:section', { params: { id, section: 's' } }, 'super')).toMatchObject({
      content: { body: 'Still here' },
    })
    expect(await s.ok('GET /courses/:id/audience', { params: { id } }, 'super')).toMatchObject({ all: true })
  })
})
