/** Notes that learners take on lessons: their own and nobody else's, with the second or page they are about. */
import { mediaLimits } from '#src/contract/course/media.ts'
import type { LessonNote } from '#src/contract/course/media.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { TextLanguage } from '#src/contract/bank/shown.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { containing } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { present } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { mustBeOpen, openSection } from '../learn/progress.ts'
import { learnableCourse, recordsOf } from '../learn/seen.ts'

interface Row extends Omit<LessonNote, 'section'> {
  course_id: string
  lesson_id: string
  section_id: string
}
interface Kept {
  name: string | null
  language: TextLanguage
  other: string | null
  outline: Outline | null
}
const columns = 'id, version, course_id, lesson_id, section_id, title, place, text, at'
const shown = ({ course_id: _course, lesson_id: _lesson, section_id, at, ...row }: Row): LessonNote => ({
  ...row,
  section: section_id,
  at: new Date(at).toISOString(),
})
async function ownNote(q: Queryable, user: string, id: string): Promise<Row> {
  const { rows } = await q.query<Row>(`select ${columns} from lesson_note where id = $1 and user_id = $2 for update`, [
    id,
    user,
  ])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

export const noteHandlers = area({
  'GET /learning/courses/:id/lessons/:lesson/notes': async ({ q, who, platform, params }) => {
    const now = platform.now()
    const course = await learnableCourse(q, who, params.id, { now })
    const lesson = lessonsOf(course.outline).find((l) => l.id === params.lesson)
    if (!lesson) throw new Fail('not_found')
    mustBeOpen(course, lesson, (await recordsOf(q, who, [course]))(course.id), now)
    const { rows } = await q.query<Row>(
      `select ${columns} from lesson_note where user_id = $1 and course_id = $2 and lesson_id = $3 order by id limit ${mediaLimits.notes}`,
      [who.id, course.id, lesson.id],
    )
    // in the order of the sections, and within them of the places; what is about the whole comes first
    const order = new Map(lesson.sections.map((s, n) => [s.id, n]))
    const at = (r: Row) => order.get(r.section_id) ?? Number.MAX_SAFE_INTEGER
    return { items: rows.toSorted((a, b) => at(a) - at(b) || (a.place ?? -1) - (b.place ?? -1)).map(shown) }
  },

  'POST /learning/courses/:id/sections/:section/notes': async (c) => {
    const { q, who, platform, params, body, audit } = c
    const { course, lesson, section } = await openSection(c, params.id, params.section)
    const { rows: had } = await q.query<{ n: number }>(
      'select count(*)::integer as n from lesson_note where user_id = $1 and course_id = $2 and lesson_id = $3',
      [who.id, course.id, lesson.id],
    )
    const max = mediaLimits.notes
    if (present(had[0]).n >= max) throw new Fail('quota_full', { reason: 'notes', max })
    const id = platform.newId()
    const { rows } = await q.query<Row>(
      `insert into lesson_note (id, user_id, course_id, lesson_id, section_id, title, place, text, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      [
        id,
        who.id,
        course.id,
        lesson.id,
        section.id,
        section.title,
        body.place,
        body.text,
        platform.now().toISOString(),
      ],
    )
    // what a learner writes for themselves is nobody else's to read
    audit({ entity: 'course', id: course.id, details: { length: body.text.length } })
    return shown(present(rows[0]))
  },

  'GET /learning/notes': async ({ q, who, query }) => {
    const w = where()
    w.and(`n.user_id = ${w.add(who.id)}`)
    if (query.q?.trim()) w.and(`lower(n.text || ' ' || n.title) like ${w.add(containing(query.q.trim()))}`)
    const { rows, ...found } = await paged<Row & Kept>(q, {
      select: `n.id, n.version, n.section_id, n.title, n.place, n.text, n.at, n.course_id, n.lesson_id, t.data->>'name' as name,
        coalesce(t.data->>'language', '') as language, t.data->'translation'->>'name' as other, o.published as outline`,
      from: `lesson_note n left join r_course t on t.id = n.course_id left join course_outline o on o.course_id = n.course_id`,
      w,
      order: 'n.at desc, n.id desc',
      query,
      owner: who.id,
    })
    return {
      ...found,
      items: rows.map(({ name, language, other, outline, ...row }) => {
        const { course_id, lesson_id } = row
        const lesson = outline ? lessonsOf(outline).find((l) => l.id === lesson_id) : undefined
        return {
          ...shown(row),
          course: { id: course_id, name: name ?? '', language, translation: other === null ? null : { name: other } },
          lesson: lesson_id,
          lesson_title: lesson?.title ?? '',
          lesson_title_other: lesson?.title_other ?? '',
          kind: lesson?.sections.find((s) => s.id === row.section_id)?.kind ?? null,
        }
      }),
    }
  },

  'PUT /learning/notes/:id': async ({ q, who, platform, params, body, audit }) => {
    const had = await ownNote(q, who.id, params.id)
    // their own words they may always remove; a note is written where the lesson is open
    if (body.text !== '') {
      const now = platform.now()
      const course = await learnableCourse(q, who, had.course_id, { now })
      const lesson = lessonsOf(course.outline).find((l) => l.id === had.lesson_id)
      if (!lesson) throw new Fail('not_found')
      mustBeOpen(course, lesson, (await recordsOf(q, who, [course]))(course.id), now)
    }
    if (had.version !== body.version) throw new Fail('stale_version', { current: shown(had) })
    audit({ entity: 'lesson-note', id: had.id, details: { length: body.text.length } })
    if (body.text === '') {
      await q.query('delete from lesson_note where id = $1', [had.id])
      return { note: null }
    }
    const { rows } = await q.query<Row>(
      `update lesson_note set text = $2, version = version + 1, at = $3 where id = $1 returning ${columns}`,
      [had.id, body.text, platform.now().toISOString()],
    )
    return { note: shown(present(rows[0])) }
  },
})
