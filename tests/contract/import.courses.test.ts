/**
 * Courses that come as files: planned, written as drafts, the same again, changed where the file or somebody here changed them, gone with an undo; and
 * neither read nor written by whoever may not.
 */
import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDirection } from '#tests/support/course.ts'
import { png } from '#tests/support/pictures.ts'
import { startImports } from '#mock/areas/import/start.ts'
import {
  apply,
  type Files,
  folderFiles,
  holder,
  planned,
  realData,
  rowsOf,
  undo,
  upload,
  zipped,
} from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
let direction_id: string
beforeAll(async () => {
  s = await testServer()
  direction_id = await layDirection(s, 'Security')
})
afterAll(() => s.close())

interface Into {
  set_id?: string
  direction_id?: string
}
async function plan(name: string, files: Files | Buffer, into: Into = { direction_id }, as: As = 'super') {
  const upload_id = await upload(s, Buffer.isBuffer(files) ? files : zipped(files), as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'courses', ...into } }, as)
  return planned(s, id, as)
}
const outline = (id: string) => s.ok('GET /courses/:id/outline', { params: { id } }, 'super')
const courseOf = async (name: string) =>
  (await s.ok('GET /courses', { query: { q: name } }, 'super')).items.find((c) => c.name === name)
const sectionsOf = async (id: string) =>
  (await outline(id)).draft.chapters.flatMap((c) => c.lessons.flatMap((l) => l.sections))
const textOf = async (id: string, section: string) => {
  const { content } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section } }, 'super')
  return content.kind === 'text' ? content.body : ''
}
async function rewrite(id: string, section: string, body: string) {
  const { version } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section } }, 'super')
  await s.ok(
    'PUT /courses/:id/sections/:section',
    { params: { id, section }, body: { version, content: { kind: 'text', body, body_other: '' } } },
    'super',
  )
}
const count = async (sql: string) =>
  (await s.db.query<{ n: number }>(`select count(*)::integer as n from ${sql}`)).rows[0]?.n

let n = 0
const markdown = (more: Files = {}, name = `Basics of files ${++n}`): Files => ({
  'README.md': `# ${name}\n\nWhat it is about.\n`,
  '1.1 Ports.md': '# Ports\n\nSSH listens on 22.\n\n![a port](images/port.png)\n',
  '1.2 Names.md': '# Names\n\nDNS.\n',
  '2.1 Quiz.md':
    '# Quiz\n\n#### Q1. Which port has SSH?\n\n- [ ] 21\n- [x] 22\n\n#### Q2. Which has DNS?\n\n- [x] 53\n- [ ] 80\n',
  'images/port.png': png(8, 8),
  ...more,
})

describe('a folder of Markdown', () => {
  it('is a draft with its lessons, pictures and quizzes, and is gone with an undo', async () => {
    const before = [await count('r_course'), await count('course_content'), await count('r_theory_question')]
    const p = await plan('basics.zip', markdown())
    expect(p.resources.map((r) => [r.resource, r.counts.new])).toEqual([
      ['theory-set', 1],
      ['theory-question', 2],
      ['course', 1],
      ['course-lesson', 3],
    ])
    const { body: done } = await apply(s, p, 'ask', 'super')
    expect(done.details).toEqual({ created: 7, overwritten: 0, skipped: 0 })
    const course = await courseOf(`Basics of files ${n}`)
    const id = course?.id ?? ''
    expect(course).toMatchObject({ status: 'draft', direction_id, lessons: 3, description: 'What it is about.' })
    const { draft } = await outline(id)
    expect(draft.chapters.map((c) => [c.title, c.lessons.map((l) => l.title)])).toEqual([
      ['Chapter 1', ['Ports', 'Names']],
      ['Chapter 2', ['Quiz']],
    ])
    const [ports, , quiz] = await sectionsOf(id)
    expect(await textOf(id, ports?.id ?? '')).toMatch(/!\[a port\]\(\/pictures\/[0-9a-f-]{36}\.png\)/)
    const asked = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: quiz?.id ?? '' } }, 'super')
    expect(asked.content).toMatchObject({ kind: 'quiz', items: [{ question_version: 1 }, { question_version: 1 }] })
    // nobody finds it, nobody may take it
    expect((await s.ok('GET /courses/:id/visibility', { params: { id } }, 'super')).all).toBe(false)

    const { body: undone } = await undo(s, done, 'super')
    expect(undone.details).toMatchObject({ removed: 7, restored: 0, kept: {} })
    expect([await count('r_course'), await count('course_content'), await count('r_theory_question')]).toEqual(before)
    expect(await count('course_import')).toBe(0)
    expect(await count(`picture where holder = 'question:text' and bytes is not null and width = 8`)).toBe(0)
  })

  it('is the same again; what the file changed goes over what nobody here changed, and is asked about where somebody did', async () => {
    const files = markdown()
    const { body: first } = await apply(s, await plan('again.zip', files), 'ask', 'super')
    const id = (await courseOf(`Basics of files ${n}`))?.id ?? ''
    expect((await plan('again.zip', files)).counts).toMatchObject({ new: 0, changed: 0, refused: 0 })
    const [ports, names] = await sectionsOf(id)

    // somebody writes in one lesson, and the file changes both and brings another
    await rewrite(id, names?.id ?? '', 'DNS, as we teach it.')
    const later = {
      ...files,
      '1.1 Ports.md': '# Ports\n\nSSH listens on 22, telnet on 23.\n',
      '1.2 Names.md': '# Names\n\nDNS and mDNS.\n',
      '1.3 Routes.md': '# Routes\n\nBGP.\n',
    }
    const p = await plan('later.zip', later)
    const rows = (await rowsOf(s, p.id)).filter((r) => r.resource === 'course-lesson')
    expect(rows.map((r) => [r.label, r.verdict, r.choice])).toEqual([
      ['Ports', 'changed', 'take'],
      ['Names', 'changed', 'ask'],
      ['Routes', 'new', 'take'],
      ['Quiz', 'same', 'skip'],
    ])
    // what stands is told beside what the file says
    expect(JSON.stringify(rows[1]?.difference)).toContain('as we teach it')
    expect((await apply(s, p, 'ask', 'super')).status).toBe(409)
    const { body: second } = await apply(s, p, 'skip', 'super')
    expect(second.details).toEqual({ created: 1, overwritten: 1, skipped: 1 })
    expect(await textOf(id, ports?.id ?? '')).toContain('telnet')
    expect(await textOf(id, names?.id ?? '')).toBe('DNS, as we teach it.')
    expect((await outline(id)).draft.chapters[0]?.lessons.map((l) => l.title)).toEqual(['Ports', 'Names', 'Routes'])

    // back to how it was, with what somebody wrote
    await undo(s, second, 'super')
    expect(await textOf(id, ports?.id ?? '')).not.toContain('telnet')
    expect((await outline(id)).draft.chapters[0]?.lessons.map((l) => l.title)).toEqual(['Ports', 'Names'])
    // the first import leaves what was changed since, and with it its course
    const { body: left } = await undo(s, first, 'super')
    expect(left.details).toMatchObject({ kept: { changed_since: 1, in_use: 1 } })
    expect((await outline(id)).draft.chapters.flatMap((c) => c.lessons.map((l) => l.title))).toEqual(['Names'])
  })

  it('adds its lessons to a course that was chosen, and takes away those alone', async () => {
    const { id } = await s.ok('POST /courses', { body: { name: 'Already here', direction_id } }, 'super')
    const { version } = await outline(id)
    const own = { id: 'own', title: 'Our own', lessons: [{ id: 'own-1', title: 'Welcome', sections: [] }] }
    await s.ok('PUT /courses/:id/outline', { params: { id }, body: { version, chapters: [own] } }, 'super')
    const p = await plan('into.zip', markdown(), { set_id: id })
    expect(p.resources.map((r) => r.resource)).not.toContain('course')
    expect(p.set).toEqual({ id, name: 'Already here' })
    const { body: done } = await apply(s, p, 'ask', 'super')
    expect((await outline(id)).draft.chapters.map((c) => c.title)).toEqual(['Our own', 'Chapter 1', 'Chapter 2'])
    await undo(s, done, 'super')
    expect((await outline(id)).draft.chapters.map((c) => c.title)).toEqual(['Our own'])
  })

  it('leaves out lessons that nobody wants, and a quiz asks what has come in', async () => {
    const p = await plan('some.zip', markdown())
    const rows = await rowsOf(s, p.id)
    const skip = rows.filter((r) => r.label === 'Names' || r.label.startsWith('Which has DNS')).map((r) => r.n)
    const chosen = await s.ok(
      'PUT /imports/:id/choice',
      { params: { id: p.id }, body: { version: p.version, choice: 'skip', rows: skip } },
      'super',
    )
    await apply(s, chosen, 'ask', 'super')
    const id = (await courseOf(`Basics of files ${n}`))?.id ?? ''
    expect((await outline(id)).draft.chapters.map((c) => c.lessons.map((l) => l.title))).toEqual([['Ports'], ['Quiz']])
    const quiz = (await sectionsOf(id)).at(-1)?.id ?? ''
    const { content } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: quiz } }, 'super')
    expect(content.kind === 'quiz' && content.items.length).toBe(1)
  })

  it('has a name of its own where another course has it', async () => {
    await s.ok('POST /courses', { body: { name: 'The same name', direction_id } }, 'super')
    const p = await plan('name.zip', markdown({}, 'The same name'))
    const [row] = (await rowsOf(s, p.id)).filter((r) => r.resource === 'course')
    expect(row?.reasons).toEqual([
      { path: '', rule: 'note_course_name', params: { was: 'The same name', name: 'The same name 2' } },
    ])
    expect((await apply(s, p, 'ask', 'super')).status).toBe(200)
    expect(await courseOf('The same name 2')).toBeDefined()
  })

  it('has a description that fits by the width of its words, whatever it is written in', async () => {
    for (const long of ['words of a course '.repeat(200), '课程简介'.repeat(400)]) {
      const name = `Long words ${++n}`
      const p = await plan('long.zip', markdown({ 'README.md': `# ${name}\n\n${long}\n` }, name))
      expect(p.counts.refused, JSON.stringify(await rowsOf(s, p.id, 'refused'))).toBe(0)
      expect((await apply(s, p, 'ask', 'super')).status).toBe(200)
      expect((await courseOf(name))?.description).toMatch(/…$/)
    }
  })

  it('that is refused keeps its lessons back alone for it, and frees them once it is corrected', async () => {
    // its direction was lost on the way
    const upload_id = await upload(s, zipped(markdown()), 'super', 'lost.zip')
    const id = s.platform.newId()
    await s.db.query(
      `insert into import_package (id, state, upload_id, file_name, size, kind, may, tries, beat_at, created_at, created_by, created_by_name,
         updated_at, updated_by)
       select $1, 'planning', id, name, size, 'courses', $3::text[], 1, $4, $4, owner, 'Super', $4, owner from upload where id = $2`,
      [
        id,
        upload_id,
        ['course', 'course-lesson', 'theory-set', 'theory-question'],
        new Date(s.clock.now().getTime() - 3_600_000).toISOString(),
      ],
    )
    await s.db.query('update upload set package_id = $2 where id = $1', [upload_id, id])
    await startImports(s.platform)
    const p = await planned(s, id, 'super')
    const rows = await rowsOf(s, id, 'refused')
    const of = (resource: string) => rows.filter((r) => r.resource === resource)
    const [course] = of('course')
    expect(course?.reasons).toMatchObject([{ path: 'direction_id', rule: 'required' }])
    expect(of('course-lesson').map((r) => [r.reasons, r.wrong])).toEqual(
      Array.from({ length: 3 }, () => [
        [{ path: '', rule: 'needed_row_first', params: { row: course?.n, name: course?.label } }],
        undefined,
      ]),
    )
    const correct = (now: typeof p, row = 0, values: Record<string, string> = {}) =>
      s.call('PUT /imports/:id/row', { params: { id }, body: { version: now.version, row, values } }, 'super')
    expect((await correct(p, of('course-lesson')[0]?.n, { course: 'x' })).status).toBe(404)
    const none = await correct(p, course?.n, { direction: 'Nowhere' })
    expect(none.body.counts.refused).toBe(4)
    const mended = await correct(none.body, course?.n, { direction: 'Security' })
    expect(mended.body.counts).toMatchObject({ refused: 0 })
    // each in the place it had
    const lessons = (all: typeof rows) => all.filter((r) => r.resource === 'course-lesson').map((r) => [r.n, r.label])
    expect(lessons(await rowsOf(s, id))).toEqual(lessons(rows))
    expect((await apply(s, mended.body, 'ask', 'super')).status).toBe(200)
    const made = await courseOf(course?.label ?? '')
    expect((await sectionsOf(made?.id ?? '')).map((x) => x.kind)).toEqual(['text', 'text', 'quiz'])
  })
})

describe('an import of courses', () => {
  const begin = async (body: object, as: As = 'super') => {
    const upload_id = await upload(s, zipped(markdown()), as, 'x.zip')
    return s.call('POST /imports', { body: { upload_id, kind: 'courses', ...body } as never }, as)
  }
  it('asks for a direction or a course, and for one that is there', async () => {
    const wrong = async (body: object) => {
      const { status, problem } = await begin(body)
      return [status, problem?.details]
    }
    const fields = (path: string, rule: string) => ({ fields: [{ path, rule }] })
    expect(await wrong({})).toEqual([422, fields('direction_id', 'required')])
    expect(await wrong({ direction_id: 'nowhere' })).toEqual([422, fields('direction_id', 'unknown_reference')])
    expect(await wrong({ set_id: 'nowhere' })).toEqual([422, fields('set_id', 'unknown_reference')])
    const upload_id = await upload(s, zipped(markdown()), 'super', 'y.zip')
    const other = await s.call('POST /imports', { body: { upload_id, kind: 'resources', direction_id } }, 'super')
    expect([other.status, other.problem.details]).toEqual([422, fields('direction_id', 'not_of_kind')])
  })
  it('is there for those who keep courses, and goes into no course of others', async () => {
    const keeper = await holder(s, 'course-manage')
    const stranger = await holder(s, 'theory-bank')
    const theirs = await s.ok('POST /courses', { body: { name: 'Of somebody else', direction_id } }, 'super')
    expect((await begin({ direction_id }, stranger)).status).toBe(403)
    expect((await begin({ set_id: theirs.id }, keeper)).status).toBeGreaterThanOrEqual(403)
    const mine = await plan('mine.zip', markdown({}, 'By a keeper'), { direction_id }, keeper)
    // whoever keeps no bank of questions brings none
    expect((await rowsOf(s, mine.id, 'refused')).map((r) => r.resource)).toEqual(['theory-question', 'theory-question'])
    expect((await apply(s, mine, 'ask', keeper)).status).toBe(200)
    const course = await courseOf('By a keeper')
    expect(course).toMatchObject({ created_by: expect.any(String), lessons: 3 })
    // what others have imported of the same file is not looked into
    const again = await plan('mine.zip', markdown({}, 'By a keeper'))
    expect(again.counts.new).toBeGreaterThan(0)
    const [row] = (await rowsOf(s, again.id)).filter((r) => r.resource === 'course')
    expect(row).toMatchObject({ verdict: 'new', difference: [] })
    expect((await s.call('GET /imports/:id', { params: { id: mine.id } }, stranger)).status).toBe(404)
  })
  it('refuses an archived course', async () => {
    const { id, version } = await s.ok('POST /courses', { body: { name: 'An archived one', direction_id } }, 'super')
    await s.db.query(`update r_course set data = data || '{"status":"archived"}' where id = $1`, [id])
    const { status, problem } = await begin({ set_id: id })
    expect([status, problem.code, version]).toEqual([409, 'not_allowed_in_state', 1])
  })
  it('writes all of it or nothing: a course that is no more is no half import', async () => {
    const { id } = await s.ok('POST /courses', { body: { name: 'Soon to be gone', direction_id } }, 'super')
    const p = await plan('gone.zip', markdown(), { set_id: id })
    await s.db.query('delete from r_course where id = $1', [id])
    const before = await count('r_theory_question')
    const { status } = await apply(s, p, 'ask', 'super')
    expect(status).toBe(409)
    expect(await count('r_theory_question')).toBe(before)
  })
  it('says of a file that is none what it is', async () => {
    const p = await plan('notes.zip', { 'notes.txt': strToU8('nothing') })
    expect([p.state, p.details?.['code']]).toEqual(['failed', 'nothing_found'])
    const tar = await plan('broken.tar.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))
    expect([tar.state, tar.problem, tar.details?.['code']]).toEqual(['failed', 'archive_refused', 'tar_malformed'])
  })
})

const all = realData('courses')
describe(`real courses${all ? '' : ' (skipped: the real data is not beside the project)'}`, () => {
  it.skipIf(!all)('security-101 comes in as one course in two languages and goes without a trace', async () => {
    const files = folderFiles(`${all}/security-101`)
    const p = await plan('security-101.zip', files)
    const { body: done } = await apply(s, p, 'ask', 'super')
    expect(done.details).toEqual({ created: 33, overwritten: 0, skipped: 0 })
    const course = await courseOf('Cybersecurity for Beginners')
    expect(course).toMatchObject({ lessons: 32, language: 'en-US', translation: { name: '初学者的网络安全课程' } })
    const { draft } = await outline(course?.id ?? '')
    expect([draft.chapters.length, draft.chapters[0]?.title, draft.chapters[0]?.title_other]).toEqual([
      8,
      'Basic security concepts',
      '基础安全概念',
    ])
    expect((await plan('security-101.zip', files)).counts).toMatchObject({ new: 0, same: 33, changed: 0 })
    const { body: undone } = await undo(s, done, 'super')
    expect(undone.details).toMatchObject({ removed: 33, kept: {} })
    expect(await courseOf('Cybersecurity for Beginners')).toBeUndefined()
  })
})
