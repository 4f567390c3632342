/** Courses as files: out as a package and in again as the same, out as a cartridge that says what it cannot hold, and neither for whoever does not keep them. */
import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layCourse, layDirection, layQuestion, quizOf, text, writeLessons } from '#tests/support/course.ts'
import { layExam } from '#tests/support/exam.ts'
import { labContent, layTopology } from '#tests/support/lab.ts'
import { pdf, sendCourseFile } from '#tests/support/media.ts'
import { png } from '#tests/support/pictures.ts'
import { mostWeight, scoreKinds } from '#src/contract/course/courseScore.ts'
import { completionOf, type SectionKind } from '#src/contract/course/outline.ts'
import { apply, holder, planned, rowsOf, undo, upload } from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
let direction_id: string
beforeAll(async () => {
  s = await testServer()
  // files are sent over a socket
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  direction_id = await layDirection(s, 'Networks')
})
afterAll(() => s.close())

const exported = async (id: string, format: 'package' | 'cartridge' = 'package', as: As = 'super'): Promise<Buffer> =>
  (await s.send('GET /courses/:id/file', { params: { id }, query: { format } }, as)).raw.rawPayload
async function imported(bytes: Buffer, into: object, as: As = 'super') {
  const upload_id = await upload(s, bytes, as, 'course.zip')
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'courses', ...into } }, as)
  return planned(s, id, as)
}
interface Stored {
  type: string
  truth?: boolean
  options?: { text: string; correct: boolean }[]
  blanks?: { accepted: string[] }[]
}
/** As it is kept: a server that is behind asks readers to wait. */
const questionOf = async (on: TestServer, id: string): Promise<Stored> => {
  const { rows } = await on.db.query<{ data: Stored }>('select data from r_theory_question where id = $1', [id])
  if (!rows[0]) throw new Error(`no question ${id}`)
  return rows[0].data
}
let n = 0
const newCourse = async (more: object = {}) =>
  s.ok('POST /courses', { body: { name: `Course of files ${++n}`, direction_id, ...more } }, 'super')

async function pictureOf(side: number): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const query = { use: 'picture' as const, name: 'a.png', type: 'image/png' }
  const sent = await s.send('POST /pictures', { query }, 'super', { payload: png(side, side), headers })
  return (sent.body as unknown as { id: string }).id
}

interface Section {
  id: string
  title: string
  kind: SectionKind
  content: object
}
interface Lesson {
  id: string
  title: string
  sections: Section[]
}
async function write(id: string, chapters: { id: string; title: string; lessons: Lesson[] }[]) {
  const { version } = await s.ok('GET /courses/:id/outline', { params: { id } }, 'super')
  const body = {
    version,
    chapters: chapters.map((c) => ({
      ...c,
      lessons: c.lessons.map((l) => ({
        ...l,
        sections: l.sections.map(({ id, title, kind }) => ({ id, title, kind, rule: completionOf[kind][0] })),
      })),
    })),
  }
  await s.ok('PUT /courses/:id/outline', { params: { id }, body: body as never }, 'super')
  for (const x of chapters.flatMap((c) => c.lessons.flatMap((l) => l.sections)))
    await s.ok(
      'PUT /courses/:id/sections/:section',
      { params: { id, section: x.id }, body: { content: x.content as never, version: 0 } },
      'super',
    )
}
/** All that a course says, without revisions, which are its own. */
async function said(id: string) {
  const { draft } = await s.ok('GET /courses/:id/outline', { params: { id } }, 'super')
  const out = []
  for (const c of draft.chapters)
    for (const l of c.lessons)
      for (const { revision: _, ...x } of l.sections) {
        const { content } = await s.ok('GET /courses/:id/sections/:section', { params: { id, section: x.id } }, 'super')
        out.push([c.id, c.title, c.title_other, { ...l, sections: l.sections.length }, x, content])
      }
  return { chapters: draft.chapters.map((c) => [c.id, c.lessons.map((l) => l.id)]), out }
}

const word = fc.stringMatching(/^[A-Za-z一-龥][A-Za-z0-9 一-龥“”&<>"'\\/]{0,28}[A-Za-z一-龥]$/)
const markdown = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom(
        '# Title',
        '```sh\nls -la\n```',
        '- one\n- two',
        '![x](https://example.org/a.png)',
        '| a | b |\n| - | - |',
        '<b>bold</b>',
      ),
    ),
    { maxLength: 5 },
  )
  .map((l) => l.join('\n\n'))
const content = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), body: markdown, body_other: markdown }),
  fc.record({
    kind: fc.constant('slides' as const),
    body: markdown,
    body_other: markdown,
    pdf: fc.constant(null),
    pdf_other: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('lab' as const),
    topology_id: fc.constant(null),
    topology_version: fc.constant(0),
    minutes: fc.integer({ min: 30, max: 120 }),
    steps: fc.array(
      fc.record({
        id: fc.uuid().map((u) => u.slice(0, 8)),
        title: word,
        text: markdown,
        check: fc.record({ kind: fc.constant('text' as const), value: word, ignore_case: fc.boolean() }),
        points: fc.integer({ min: 0, max: 10 }),
      }),
      { maxLength: 3 },
    ),
    report: fc.constant(null),
  }),
)
const courses = fc.array(fc.array(fc.array(content, { maxLength: 3 }), { maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
})

describe('a package of a course', () => {
  it('comes in again as the same, whatever the course says', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(courses, word, async (shape, title) => {
        const { id } = await newCourse()
        let k = 0
        await write(
          id,
          shape.map((lessons, c) => ({
            id: `c${c}`,
            title: `${title} ${c}`,
            lessons: lessons.map((sections, l) => ({
              id: `l${c}-${l}`,
              title: `${title} ${l}`,
              sections: sections.map((x) => ({ id: `s${++k}`, title, kind: x.kind, content: x })),
            })),
          })),
        )
        const other = await newCourse()
        const p = await imported(await exported(id), { set_id: other.id })
        expect(await rowsOf(s, p.id, 'refused')).toEqual([])
        if (p.counts.new) expect((await apply(s, p, 'ask', 'super')).status).toBe(200)
        const [a, b] = [await said(id), await said(other.id)]
        // a chapter without lessons is no row of a plan
        expect({ ...b, chapters: b.chapters }).toEqual({
          ...a,
          chapters: a.chapters.filter(([, l]) => (l as string[]).length),
        })
        // the same file again changes nothing
        const again = await imported(await exported(id), { set_id: other.id })
        expect(again.counts).toMatchObject({ new: 0, changed: 0, refused: 0 })
      }),
      { numRuns: 12 },
    )
  })
  it('brings the weights of its score and its cover to whoever has no such course, and names what stays behind', async () => {
    const as = await holder(s, 'course-manage')
    const kinds = fc.record(Object.fromEntries(scoreKinds.map((k) => [k, fc.integer({ min: 0, max: mostWeight })])))
    const weighed = fc.option(kinds.filter((w) => Object.values(w).some((x) => x > 0)))
    const side = fc.option(fc.integer({ min: 64, max: 96 }))
    const beside = async (id: string) => {
      const { rows } = await s.db.query<{ weights: object; bytes: Uint8Array | null; held: boolean | null }>(
        `select o.weights, p.bytes, p.holder = 'course:' || o.course_id || ':cover' as held
         from course_outline o join r_course t on t.id = o.course_id left join picture p on p.id = t.data->>'cover' where o.course_id = $1`,
        [id],
      )
      const [row] = rows
      return {
        weights: row?.weights,
        cover: row?.bytes ? createHash('sha256').update(row.bytes).digest('hex') : null,
        held: row?.held,
      }
    }
    await fc.assert(
      fc.asyncProperty(weighed, side, async (weights, pixels) => {
        const { id } = await newCourse(pixels === null ? {} : { cover: await pictureOf(pixels) })
        if (weights)
          await s.ok(
            'PUT /courses/:id/scores/weights',
            { params: { id }, body: { weights, version: 1 } } as never,
            'super',
          )
        const bytes = await exported(id)
        expect(unzipSync(bytes)['NOT-WRITTEN.txt']).toBeUndefined()
        // a cartridge has room for neither, and says so
        const cartridge = unzipSync(await exported(id, 'cartridge'))
        expect(strFromU8(cartridge['NOT-WRITTEN.txt'] ?? new Uint8Array()).match(/(?<=: )[a-z ]+(?=:)/g) ?? []).toEqual(
          [...(pixels === null ? [] : ['cover']), ...(weights ? ['weights of the score'] : [])],
        )
        const p = await imported(bytes, { direction_id }, as)
        expect((await apply(s, p, 'ask', as)).status).toBe(200)
        const { rows } = await s.db.query<{ id: string }>(
          `select course_id as id from course_import where source = $1 and lesson_id = ''`,
          [`range:${id}`],
        )
        const [was, is] = [await beside(id), await beside(rows[0]?.id ?? '')]
        expect(is).toEqual(was)
        expect(is.cover === null).toBe(pixels === null)
        // the same file again changes nothing
        expect((await imported(bytes, { direction_id }, as)).counts).toMatchObject({ new: 0, changed: 0 })
      }),
      { numRuns: 6 },
    )
    const { id } = await newCourse()
    const set = await s.ok('POST /theory-sets', { body: { name: 'Drill of files' } } as never, 'super')
    await s.ok(
      'PUT /courses/:id/practice/sets',
      { params: { id }, body: { sets: [{ bank: 'theory', id: set.id }] } } as never,
      'super',
    )
    expect(strFromU8(unzipSync(await exported(id))['NOT-WRITTEN.txt'] ?? new Uint8Array())).toBe(
      'Not written: practice set: Drill of files\n',
    )
  })
  it('has its files, labs with their topology and questions with their keys, and comes in where none of them is', async () => {
    const { id } = await newCourse({ description: 'About it.', knowledge: ['Ports'], credit: 1.5 })
    const file = await sendCourseFile(s, id, { use: 'pdf', name: 'Reading 阅读.pdf', bytes: pdf() })
    const question = await layQuestion(s)
    const topology = await layTopology(s)
    await write(id, [
      { id: 'c1', title: 'One', lessons: [] },
      {
        id: 'c2',
        title: 'Two',
        lessons: [
          {
            id: 'l1',
            title: 'All kinds',
            sections: [
              {
                id: 's1',
                title: 'Reading',
                kind: 'document',
                content: { kind: 'document', pdf: file, pdf_other: null, download: true },
              },
              { id: 's2', title: 'Quiz', kind: 'quiz', content: quizOf([question]) },
              { id: 's3', title: 'Lab', kind: 'lab', content: labContent(topology) },
            ],
          },
        ],
      },
    ])
    const bytes = await exported(id)
    const files = unzipSync(bytes)
    const pack = JSON.parse(strFromU8(files['course.json'] ?? new Uint8Array()))
    expect([pack.questions.length, pack.topologies.length, pack.files.length, pack.left_out]).toEqual([1, 1, 1, []])
    expect(Object.keys(files).filter((f) => f.startsWith('files/'))).toHaveLength(1)

    // its own keeper has the course: nothing of it differs
    expect((await imported(bytes, { direction_id })).counts).toMatchObject({ new: 0, changed: 0, refused: 0 })
    // and somewhere else there is none of it
    const there = await testServer()
    try {
      const direction = await layDirection(there, 'Elsewhere')
      const upload_id = await upload(there, bytes, 'super', 'course.zip')
      const { id: plan } = await there.ok(
        'POST /imports',
        { body: { upload_id, kind: 'courses', direction_id: direction } },
        'super',
      )
      const p = await planned(there, plan, 'super')
      expect(p.resources.map((r) => [r.resource, r.counts.new])).toEqual([
        ['theory-set', 1],
        ['theory-question', 1],
        ['topology', 1],
        ['course', 1],
        ['course-lesson', 1],
      ])
      const done = (await apply(there, p, 'ask', 'super')).body
      const course = (await there.ok('GET /courses', {}, 'super')).items[0]
      expect(course).toMatchObject({ description: 'About it.', knowledge: ['Ports'], credit: 1.5, status: 'draft' })
      const at = { id: course?.id ?? '' }
      const { draft } = await there.ok('GET /courses/:id/outline', { params: at }, 'super')
      expect(draft.chapters.map((c) => [c.id, c.lessons.length])).toEqual([
        ['c1', 0],
        ['c2', 1],
      ])
      const content = async (section: string) =>
        (await there.ok('GET /courses/:id/sections/:section', { params: { ...at, section } }, 'super')).content
      const reading = await content('s1')
      expect(reading).toMatchObject({ kind: 'document', pdf: { name: 'Reading 阅读.pdf', size: pdf().length } })
      const pdfId = reading.kind === 'document' ? (reading.pdf?.file ?? '') : ''
      expect(await there.ok('GET /courses/:id/files/:file', { params: { ...at, file: pdfId } }, 'super')).toMatchObject(
        {
          use: 'pdf',
          state: 'here',
        },
      )
      expect(await content('s3')).toMatchObject({
        steps: labContent(null).steps.map((x) => ({ id: x.id, check: x.check })),
      })
      const quiz = await content('s2')
      const asked = quiz.kind === 'quiz' ? (quiz.items[0]?.question_id ?? '') : ''
      const brought = await questionOf(there, asked)
      expect(brought.options?.filter((o) => o.correct).map((o) => o.text)).toEqual(['This'])
      // all of it goes again
      const gone = await undo(there, done, 'super')
      expect(gone.body.details).toMatchObject({ removed: 5, kept: {} })
      const left = await there.db.query<{ n: number }>(
        `select (select count(*) from r_topology) + (select count(*) from topology_drawing) + (select count(*) from attachment)
           + (select count(*) from course_drawing) as n`,
      )
      expect(Number(left.rows[0]?.n)).toBe(0)
    } finally {
      await there.close()
    }
  })

  it('has no key of a question that an exam asks, of a bank its keeper does not keep, or of others', async () => {
    const question = await layQuestion(s, { stem: 'CANARY-STEM' })
    const keeper = await holder(s, 'course-manage')
    const both = await holder(s, 'course-manage', 'theory-bank')
    const { id } = await newCourse()
    await write(id, [
      {
        id: 'c',
        title: 'C',
        lessons: [
          { id: 'l', title: 'L', sections: [{ id: 'q', title: 'Quiz', kind: 'quiz', content: quizOf([question]) }] },
        ],
      },
    ])
    const { version } = await s.ok('GET /courses/:id/sharing', { params: { id } }, 'super')
    await s.ok(
      'PUT /courses/:id/sharing',
      { params: { id }, body: { scope: 'everybody', level: 'change', people: [], version } as never },
      'super',
    )
    const packed = async (as: As) => {
      const files = unzipSync(await exported(id, 'package', as))
      return [
        strFromU8(files['course.json'] ?? new Uint8Array()),
        strFromU8(files['NOT-WRITTEN.txt'] ?? new Uint8Array()),
      ]
    }
    const [whole = ''] = await packed('super')
    expect(whole).toContain('CANARY-KEY')
    const kept = await s.ok('GET /theory-questions/:id/sharing', { params: { id: question } }, 'super')
    await s.ok(
      'PUT /theory-questions/:id/sharing',
      {
        params: { id: question },
        body: { scope: 'private', level: 'use', people: [], version: kept.version } as never,
      },
      'super',
    )
    // who may not look into that bank, and who may, but not at what others keep to themselves
    for (const as of [keeper, both]) {
      const [text = '', left = ''] = await packed(as)
      expect(text).not.toMatch(/CANARY-(?:KEY|STEM)/)
      expect(left).toBe('Not written: question: Quiz\n')
      expect(
        strFromU8(unzipSync(await exported(id, 'cartridge', as))['NOT-WRITTEN.txt'] ?? new Uint8Array()),
      ).toContain('question')
    }
    // while an exam asks it, nobody takes it along
    const set = await s.ok('POST /paper-sets', { body: { name: 'Papers of files' } }, 'super')
    const items = [{ id: 'i', bank: 'theory' as const, question_id: question, question_version: 1, score: 1 }]
    const paper = await s.ok(
      'POST /papers',
      {
        body: {
          name: 'Asks it',
          set_id: set.id,
          variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }],
        },
      },
      'super',
    )
    await layExam(s, paper.id)
    const [closed = '', left = ''] = await packed('super')
    expect(closed).not.toMatch(/CANARY-(?:KEY|STEM)/)
    expect(left).toBe('Not written: question: Quiz\n')
  })

  it('is for whoever keeps the course, and leaves a line in the audit trail', async () => {
    const { id } = await newCourse()
    const call = (as: As) => s.call('GET /courses/:id/file', { params: { id }, query: {} }, as)
    expect((await call(await holder(s, 'course-manage'))).status).toBe(403)
    expect((await call(await holder(s, 'all-course'))).status).toBe(403)
    // one who may use it copies it, and takes no file along
    const { version } = await s.ok('GET /courses/:id/sharing', { params: { id } }, 'super')
    await s.ok(
      'PUT /courses/:id/sharing',
      { params: { id }, body: { scope: 'everybody', level: 'use', people: [], version } as never },
      'super',
    )
    expect((await call(await holder(s, 'course-manage'))).status).toBe(403)
    await exported(id)
    const { rows } = await s.db.query<{ n: number }>(
      `select count(*)::integer as n from audit where action = 'course.export' and entity_id = $1 and result = 'done'`,
      [id],
    )
    expect(rows[0]?.n).toBe(1)
  })
})

describe('a cartridge of a course', () => {
  it('has pages, files and quizzes, says what stays behind, runs nothing, and comes in again', async () => {
    const { id, name } = await newCourse({ description: 'About <it> & more' })
    const file = await sendCourseFile(s, id, { use: 'pdf', name: 'Reading.pdf', bytes: pdf() })
    const questions = [
      await layQuestion(s),
      await layQuestion(s, {
        type: 'multiple',
        options: [
          { id: 'a', text: 'A', correct: true },
          { id: 'b', text: 'B', correct: true },
          { id: 'c', text: 'C' },
        ],
      }),
      await layQuestion(s, { type: 'true-false', truth: false, options: [] }),
      await layQuestion(s, { type: 'completion', options: [], blanks: [{ id: 'b1', accepted: ['22', 'twenty-two'] }] }),
    ]
    const body = 'Hello **you** <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    await write(id, [
      {
        id: 'c1',
        title: 'One & two',
        lessons: [
          {
            id: 'l1',
            title: 'First',
            sections: [
              { id: 's1', title: 'Text', kind: 'text', content: { kind: 'text', body, body_other: '你好' } },
              {
                id: 's2',
                title: 'Reading',
                kind: 'document',
                content: { kind: 'document', pdf: file, pdf_other: null, download: true },
              },
              { id: 's3', title: 'Quiz', kind: 'quiz', content: quizOf(questions) },
              { id: 's4', title: 'Lab', kind: 'lab', content: { kind: 'lab' } },
            ],
          },
        ],
      },
    ])
    const bytes = await exported(id, 'cartridge')
    const files = unzipSync(bytes)
    const text = (file: string) => strFromU8(files[file] ?? new Uint8Array())
    expect(text('NOT-WRITTEN.txt')).toBe('Not written: translation: Text\nNot written: lab: Lab\n')
    expect(text('pages/r1.html')).toContain('<p>Hello <strong>you</strong> &#60;script&#62;')
    expect(text('pages/r1.html')).not.toMatch(/<script|javascript:|<img/)
    const p = await imported(bytes, { direction_id })
    expect(p.counts).toMatchObject({ refused: 0, changed: 0 })
    await apply(s, p, 'ask', 'super')
    const made = (await s.ok('GET /courses', { query: { q: `${name} 2` } }, 'super')).items[0]
    const { draft } = await s.ok('GET /courses/:id/outline', { params: { id: made?.id ?? '' } }, 'super')
    expect(
      draft.chapters.map((c) => [c.title, c.lessons.map((l) => [l.title, l.sections.map((x) => x.kind)])]),
    ).toEqual([['One & two', [['First', ['text', 'document', 'quiz']]]]])
    const quiz = draft.chapters[0]?.lessons[0]?.sections[2]?.id ?? ''
    const { content: asked } = await s.ok(
      'GET /courses/:id/sections/:section',
      { params: { id: made?.id ?? '', section: quiz } },
      'super',
    )
    const types = []
    for (const item of asked.kind === 'quiz' ? asked.items : []) {
      const q = await questionOf(s, item.question_id)
      types.push([
        q.type,
        (q.options ?? []).filter((o) => o.correct).map((o) => o.text),
        q.type === 'true-false' ? q.truth : null,
        q.type === 'completion' ? q.blanks?.map((b) => b.accepted) : [],
      ])
    }
    expect(types).toEqual([
      ['single', ['This'], null, []],
      ['multiple', ['A', 'B'], null, []],
      ['true-false', [], false, []],
      ['completion', [], null, [['22', 'twenty-two']]],
    ])
  })
})

it('a course is taken along by whoever may copy it, as it is shown; nobody else’s draft is, in either way', async () => {
  const lessons = (body: string) => [{ id: 'l1', sections: [{ id: 's1', content: text(body) }] }]
  const id = await layCourse(s, { lessons: lessons('SHOWN-EDITION'), publish: false })
  const asked = async () => {
    const { can } = await s.ok('GET /courses/:id', { params: { id } }, 'teacher')
    const copy = await s.call('POST /courses/:id/copy', { params: { id }, body: {} } as never, 'teacher')
    const file = await s.send('GET /courses/:id/file', { params: { id }, query: { format: 'package' } }, 'teacher')
    const said = (r: typeof file) => (r.status === 200 ? 200 : r.problem.code)
    return {
      can: ['copy', 'export'].map((word) => can.includes(word)),
      answers: [copy.status === 200 ? 200 : copy.problem.code, said(file)],
      copy: copy.status === 200 ? (copy.body as { id: string }).id : '',
      file:
        file.status === 200
          ? Object.values(unzipSync(file.raw.rawPayload))
              .map((b) => strFromU8(b))
              .join('')
          : '',
    }
  }
  expect(await asked()).toMatchObject({ can: [false, false], answers: ['not_shared', 'not_shared'] })
  const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
  await s.ok('POST /courses/:id/publish', { params: { id }, body: { version } }, 'super')
  await writeLessons(s, id, lessons('UNPUBLISHED-DRAFT'))
  const saidIn = async (of: string) =>
    JSON.stringify((await s.db.query('select content from course_content where course_id = $1', [of])).rows)
  const shown = await asked()
  expect(shown).toMatchObject({ can: [true, true], answers: [200, 200] })
  for (const all of [shown.file, await saidIn(shown.copy)]) {
    expect(all).toContain('SHOWN-EDITION')
    expect(all).not.toContain('UNPUBLISHED-DRAFT')
  }
  await s.db.query(`update r_course set share_level = 'change' where id = $1`, [id])
  const changed = await asked()
  for (const all of [changed.file, await saidIn(changed.copy)]) expect(all).toContain('UNPUBLISHED-DRAFT')
})
