/** Courses of the demonstration in every state, and the directions by which they are sorted. */
import { CourseBody } from '#src/contract/course/course.schema.ts'
import { type CompletionRule, completionOf, type SectionKind } from '#src/contract/course/outline.ts'
import type { Outline, SectionContent } from '#src/contract/course/outline.schema.ts'
import { questionsOf, type Question } from '../questions.ts'
import { figuresOf, noteQuestions } from '../../areas/course/store.ts'
import { addAudience } from '../../crud/audience.ts'
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import { finding } from '../../areas/course/finders.ts'
import type { Chance } from '../random.ts'
import { basics } from './basics.ts'
import { others } from './others.ts'

interface SectionSeed {
  kind: SectionKind
  title: string
  other?: string
  minutes?: number
  rule?: CompletionRule
  optional?: boolean
  body?: string
  body_other?: string
  /** How the titles of the questions begin. */
  questions?: readonly string[]
  attempts?: number
}
export interface CourseSeed extends Omit<CourseBody, 'direction_id' | 'prerequisites' | 'lecturers'> {
  key: string
  direction: string
  chapters: readonly {
    title: string
    other?: string
    lessons: readonly {
      title: string
      other?: string
      theory?: number
      experiment?: number
      /** Title of the lesson it opens after. */
      after?: string
      sections: readonly SectionSeed[]
    }[]
  }[]
}

/** Three trees: key, name and what each is below. */
const directions = [
  ['web', 'Web 安全', null],
  ['web-front', '前端安全', 'web'],
  ['web-server', '服务端安全', 'web'],
  ['web-injection', '注入攻击', 'web-server'],
  ['net', '网络与协议', null],
  ['net-basics', '网络基础', 'net'],
  ['net-crypto', '密码与协议', 'net'],
  ['ops', '安全运营', null],
  ['ops-response', '应急响应', 'ops'],
  ['ops-forensics', '取证分析', 'ops'],
] as const

const day = 86_400_000
const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }

interface Ground {
  now: Date
  authors: readonly string[]
  lecturer: string
  roles: Readonly<Record<'student' | 'teacher', string>>
}

/** What one section says. Throws where a question is not in the demonstration's bank. */
function contentOf(s: SectionSeed, bank: readonly Question<'theory'>[], id: (n: number) => string): SectionContent {
  if (s.kind !== 'quiz') return { kind: s.kind, body: s.body ?? '', body_other: s.body_other ?? '' }
  const items = (s.questions ?? []).map((title, n) => {
    const found = bank.find((x) => x.data.title?.startsWith(title))
    if (!found) throw new Error(`no question ${title}`)
    return { id: id(n), question_id: found.id, question_version: found.version, score: found.data.score ?? 1 }
  })
  return { kind: 'quiz', items, attempts: s.attempts ?? null, shuffle: false }
}

export async function layCourses(
  q: Queryable,
  c: Chance,
  { now, authors, lecturer, roles }: Ground,
): Promise<ReadonlyMap<string, string>> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const [founder = ''] = authors
  const hand = { at: ago(120), by: founder }
  const places = new Map<string, string>()
  for (const [key] of directions) places.set(key, c.id(hand.at))
  await documents('direction').insertMany(
    q,
    directions.map(([key, name, parent], order) => ({
      id: places.get(key) ?? '',
      data: { name, parent_id: parent === null ? null : (places.get(parent) ?? null), order },
    })),
    hand,
  )
  const bank = await questionsOf(q, 'theory')
  const laid = new Map<string, string>()
  const rows = [{ seed: basics, status: 'published' as const, days: 30 }, ...others].map(({ seed, status, days }) => {
    const { key, direction, chapters, ...body } = seed
    const at = ago(days)
    const id = c.id(at)
    laid.set(key, id)
    const data = {
      ...CourseBody.parse({ ...body, direction_id: places.get(direction) ?? '', lecturers: [lecturer] }),
      status,
    }
    // last year's is somebody else's
    const by = status === 'archived' ? c.one(authors) : lecturer
    return { seed: { key, chapters }, status, at, row: { id, data, open: false, hand: { at, by } } }
  })
  await documents('course').insertMany(
    q,
    rows.map((r) => r.row),
    hand,
  )
  for (const { seed, status, at, row } of rows) {
    const part = () => c.id(at).slice(-12)
    const contents: object[] = []
    const lessonIds = new Map<string, string>()
    const draft: Outline = {
      chapters: seed.chapters.map((chapter) => ({
        id: part(),
        title: chapter.title,
        title_other: chapter.other ?? '',
        lessons: chapter.lessons.map((l) => {
          const id = part()
          lessonIds.set(l.title, id)
          return {
            id,
            title: l.title,
            title_other: l.other ?? '',
            theory: l.theory ?? 1,
            experiment: l.experiment ?? 0,
            after: l.after === undefined ? null : (lessonIds.get(l.after) ?? null),
            opens_at: null,
            with_hour: false,
            sections: l.sections.map((s) => {
              const section = part()
              contents.push({
                course_id: row.id,
                section_id: section,
                revision: 1,
                version: 1,
                content: contentOf(s, bank, (n) => `${section}-${n}`),
                written: true,
                updated_at: at.toISOString(),
                updated_by: row.hand.by,
              })
              return {
                id: section,
                title: s.title,
                title_other: s.other ?? '',
                kind: s.kind,
                rule: s.rule ?? completionOf[s.kind][0],
                share: 0.6,
                optional: s.optional ?? false,
                minutes: s.minutes ?? 10,
                revision: 1,
              }
            }),
          }
        }),
      })),
    }
    const shown = status === 'draft' ? null : draft
    const { lessons, theory, experiment } = figuresOf(draft)
    await q.query(
      `insert into course_outline (course_id, draft, published, published_at, lessons, theory, experiment, visible_all, updated_at)
       values ($1, $2::jsonb, $3::jsonb, $4, $5, $6, $7, $8, $9)`,
      [
        row.id,
        JSON.stringify(draft),
        shown && JSON.stringify(shown),
        shown && at.toISOString(),
        lessons,
        theory,
        experiment,
        status === 'published',
        at.toISOString(),
      ],
    )
    await q.query(
      'insert into course_content select * from jsonb_populate_recordset(null::course_content, $1::jsonb)',
      [JSON.stringify(contents)],
    )
    await noteQuestions(q, row.id)
  }
  const of = (key: string) => [laid.get(key) ?? '']
  // students take the one; the other they see and ask for; the draft is found by teachers once it is out, and nobody may take it yet
  await addAudience(q, 'course', of('basics'), { ...nobody, roles: [roles.student, roles.teacher] })
  await addAudience(q, 'course', of('response'), { ...nobody, roles: [roles.teacher] })
  await addAudience(q, 'course', of('old'), { ...nobody, roles: [roles.student] })
  await addAudience(q, finding, of('crypto'), { ...nobody, roles: [roles.teacher] })
  return laid
}
