/** Courses for tests: written, authorised and published by whoever keeps them. */
import { completionOf } from '#src/contract/course/outline.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import type { OutlineBody } from '#src/contract/course/outline.schema.ts'
import type { z } from 'zod'
import type { CourseBody } from '#src/contract/course/course.schema.ts'
import type { As, TestServer } from '../contract/support/server.ts'
import { everybody } from './exam.ts'

const nobody: { all: boolean; orgs: string[]; roles: string[]; users: string[]; teams: string[] } = {
  all: false,
  orgs: [],
  roles: [],
  users: [],
  teams: [],
}
type Audience = Partial<typeof nobody>
type Section = OutlineBody['chapters'][number]['lessons'][number]['sections'][number]
type Lesson = Omit<OutlineBody['chapters'][number]['lessons'][number], 'sections' | 'title'> & {
  title?: string
  sections: (Partial<Section> & { id: string; content: z.input<typeof SectionContent> })[]
}
interface Laid {
  course?: Partial<CourseBody>
  lessons: Lesson[]
  /** Who finds it, and who may take it; everybody unless it is said. */
  found?: Audience
  from?: string | null
  to?: string | null
  authorised?: Audience
  publish?: boolean
  as?: As
}

export async function layDirection(s: TestServer, name: string, parent_id: string | null = null): Promise<string> {
  return (await s.ok('POST /directions', { body: { name, parent_id } }, 'super')).id
}

export async function writeLessons(s: TestServer, id: string, lessons: Lesson[], as: As = 'super'): Promise<void> {
  const { version } = await s.ok('GET /courses/:id/outline', { params: { id } }, as)
  const chapters = [
    {
      id: 'c1',
      title: 'Chapter one',
      lessons: lessons.map(({ sections, title, ...lesson }) => ({
        ...lesson,
        title: title ?? `Lesson ${lesson.id}`,
        sections: sections.map(({ content, ...section }) => ({
          title: `Section ${section.id}`,
          kind: content.kind,
          rule: completionOf[content.kind][0],
          ...section,
        })),
      })),
    },
  ]
  await s.ok('PUT /courses/:id/outline', { params: { id }, body: { version, chapters } }, as)
  for (const { content, id: section } of lessons.flatMap((l) => l.sections)) {
    const at = await s.ok('GET /courses/:id/sections/:section', { params: { id, section } }, as)
    await s.ok(
      'PUT /courses/:id/sections/:section',
      { params: { id, section }, body: { content, version: at.version } },
      as,
    )
  }
}

export async function publishCourse(s: TestServer, id: string, as: As = 'super'): Promise<void> {
  const { version } = await s.ok('GET /courses/:id', { params: { id } }, as)
  await s.ok('POST /courses/:id/publish', { params: { id }, body: { version } }, as)
}

export async function showTo(
  s: TestServer,
  id: string,
  { found, from = null, to = null }: Pick<Laid, 'found' | 'from' | 'to'>,
  as: As = 'super',
): Promise<void> {
  const { version } = await s.ok('GET /courses/:id/visibility', { params: { id } }, as)
  const body = { ...(found ? { ...nobody, ...found } : { ...nobody, ...everybody }), from, to, version }
  await s.ok('PUT /courses/:id/visibility', { params: { id }, body }, as)
}

export async function authorise(s: TestServer, id: string, who?: Audience, as: As = 'super'): Promise<void> {
  const { version } = await s.ok('GET /courses/:id', { params: { id } }, as)
  const body = { ...nobody, ...(who ?? everybody), version }
  await s.ok('PUT /courses/:id/audience', { params: { id }, body: body as never }, as)
}

let n = 0
/** @returns its id */
export async function layCourse(
  s: TestServer,
  { course, lessons, found, from, to, authorised, publish = true, as = 'super' }: Laid,
): Promise<string> {
  const direction_id = course?.direction_id ?? (await layDirection(s, `Direction ${++n}`))
  const { id } = await s.ok(
    'POST /courses',
    { body: { name: `Course ${++n}`, ...course, direction_id } as CourseBody },
    as,
  )
  await writeLessons(s, id, lessons, as)
  await authorise(s, id, authorised, as)
  await showTo(s, id, { ...(found ? { found } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }, as)
  if (publish) await publishCourse(s, id, as)
  return id
}

export const homeworkOf = (
  questions: readonly (string | { id: string; bank?: 'theory' | 'exercise'; score?: number })[],
  more: Partial<Omit<Extract<z.input<typeof SectionContent>, { kind: 'homework' }>, 'kind' | 'items'>> = {},
): z.input<typeof SectionContent> => ({
  kind: 'homework',
  items: questions.map((q, i) => ({
    id: `i${i}`,
    question_version: 1,
    ...(typeof q === 'string'
      ? { question_id: q, score: 2 }
      : { question_id: q.id, bank: q.bank ?? 'theory', score: q.score ?? 2 }),
  })),
  ...more,
})

/** A question of the theory bank: `a` is right of `a`, `b` and `c`. @returns its id */
export async function layQuestion(s: TestServer, more: object = {}): Promise<string> {
  const set_id = (await s.ok('POST /theory-sets', { body: { name: `Set for a course ${++n}` } }, 'super')).id
  const body = {
    title: `Quiz question ${n}`,
    stem: 'Which of them?',
    type: 'single',
    set_id,
    explanation: 'CANARY-KEY explained',
    options: [
      { id: 'a', text: 'This', correct: true, feedback: 'CANARY-KEY feedback' },
      { id: 'b', text: 'That' },
      { id: 'c', text: 'Neither' },
    ],
    ...more,
  }
  return (await s.ok('POST /theory-questions', { body: body as never }, 'super')).id
}
export const quizOf = (
  questions: readonly string[],
  more: { attempts?: number | null; shuffle?: boolean } = {},
): z.input<typeof SectionContent> => ({
  kind: 'quiz',
  items: questions.map((question_id, i) => ({ id: `i${i}`, question_id, question_version: 1, score: 2 })),
  ...more,
})
export const text = (body: string, body_other = ''): z.input<typeof SectionContent> => ({
  kind: 'text',
  body,
  body_other,
})
