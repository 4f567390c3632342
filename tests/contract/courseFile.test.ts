/** Courses as files: out as a package and in again as the same, out as a cartridge that says what it cannot hold, and neither for whoever does not keep them. */
import { strFromU8, unzipSync } from 'fflate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDirection } from '#tests/support/course.ts'
import { completionOf, type SectionKind } from '#src/contract/course/outline.ts'
import { apply, planned, rowsOf, upload } from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
let direction_id: string
beforeAll(async () => {
  s = await testServer()
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
let n = 0
const newCourse = async (more: object = {}) =>
  s.ok('POST /courses', { body: { name: `Course of files ${++n}`, direction_id, ...more } }, 'super')

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
        sections: l.sections.map(({ content: _, ...x }) => ({ ...x, rule: completionOf[x.kind][0] })),
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
  it('cartridge', async () => {
    const { id } = await newCourse({ description: 'About <it> & more' })
    await write(id, [
      {
        id: 'c1',
        title: 'One & two',
        lessons: [
          {
            id: 'l1',
            title: 'First',
            sections: [
              {
                id: 's1',
                title: 'Text',
                kind: 'text',
                content: {
                  kind: 'text',
                  body: 'Hello **you** <script>alert(1)</script> [x](javascript:alert(1))',
                  body_other: '你好',
                },
              },
              { id: 's2', title: 'Lab', kind: 'lab', content: { kind: 'lab' } },
            ],
          },
        ],
      },
    ])
    const files = unzipSync(await exported(id, 'cartridge'))
    console.log(
      Object.entries(files)
        .map(([k, v]) => k + '\n' + strFromU8(v))
        .join('\n---\n'),
    )
    const p = await imported(Buffer.from(await exported(id, 'cartridge')), { direction_id })
    console.log(p.counts, p.problem, await rowsOf(s, p.id))
  })
})
