/** What courses score: for each learner by themselves, and for all by whoever may change the course. */
import {
  courseScore,
  partState,
  scoreKinds,
  type ScorePart,
  type ScoreWeights,
  usualWeights,
} from '#src/contract/course/courseScore.ts'
import { countedHandIn, homeworkEnd, tellsMarks } from '#src/contract/course/homework.ts'
import type { LearnScore } from '#src/contract/course/homework.routes.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import { cents } from '#src/contract/exam/score.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { closedOf } from '../../bank/keyAccess.ts'
import { titleOf } from '../learn/cards.ts'
import { shownContents } from '../learn/progress.ts'
import { isMember, type KeptRecords, learnableCourse, recordsOfMany } from '../learn/seen.ts'
import { keptCourse, mustBeAlive } from './keeper.ts'
import { type HandInRow, handInColumns, reached } from './rows.ts'

/** Sections whose work is judged and counts. */
interface JudgedSection {
  lesson: string
  section: OutlineSection
  content: Extract<SectionContent, { kind: 'quiz' | 'homework' }>
}
async function judgedSections(q: Queryable, course: string, outline: Outline): Promise<JudgedSection[]> {
  const all = lessonsOf(outline).flatMap((l) =>
    l.sections.flatMap((section) =>
      (section.kind === 'quiz' || section.kind === 'homework') && !section.optional ? [{ lesson: l.id, section }] : [],
    ),
  )
  const contents = await shownContents(
    q,
    course,
    all.map((a) => a.section),
  )
  return all.flatMap((a) => {
    const content = contents.get(a.section.id)
    return content?.kind === 'quiz' || content?.kind === 'homework' ? [{ ...a, content }] : []
  })
}

async function handInsOfMany(q: Queryable, course: string, users: readonly string[]): Promise<HandInRow[]> {
  const { rows } = await q.query<HandInRow>(
    `select ${handInColumns} from course_hand_in where course_id = $1 and user_id = any($2::text[]) order by n desc`,
    [course, [...users]],
  )
  return rows
}

interface Of {
  records: KeptRecords
  handIns: readonly HandInRow[]
  closed: ReadonlySet<string>
  now: Date
  /** Whoever marks knows more than the learner is told. */
  keeper: boolean
}
function partOf({ section, content }: JudgedSection, { records, handIns, closed, now, keeper }: Of): ScorePart {
  // what is closed to its reader is no part of its total, here as on its own page
  const items = content.items.filter((i) => keeper || !closed.has(i.question_id))
  const score = cents(items.reduce((n, i) => n + i.score, 0))
  const part = { id: section.id, score, due_at: null, waits: false }
  if (content.kind === 'quiz') return { ...part, kind: 'quiz', share: records.get(section.id)?.share ?? null }
  const own = handIns.filter((h) => h.section_id === section.id)
  const counted = countedHandIn(content.counts, own)
  const homework = { ...part, kind: 'homework' as const, due_at: homeworkEnd(content) }
  if (!counted) return { ...homework, share: null }
  // what may not be told yet waits like what is not marked
  if (counted.state !== 'marked' || !(keeper || tellsMarks(content, counted.state, now)))
    return { ...homework, share: null, waits: true }
  const sum = reached(items, counted)
  return {
    ...homework,
    score: sum.score,
    share: sum.score > 0 ? Math.min(1, sum.points / sum.score) : null,
    waits: sum.score <= 0,
  }
}

const nameSql = `coalesce(nullif(u.data->>'name', ''), u.data->>'username')`

async function weightsOf(q: Queryable, id: string, lock = ''): Promise<{ weights: ScoreWeights; version: number }> {
  const { rows } = await q.query<{ weights: Partial<ScoreWeights>; weights_version: number }>(
    `select weights, weights_version from course_outline where course_id = $1 ${lock}`,
    [id],
  )
  return { weights: { ...usualWeights, ...rows[0]?.weights }, version: rows[0]?.weights_version ?? 1 }
}

export const ownScore: Handler<'GET /learning/courses/:id/score'> = async ({
  q,
  who,
  platform,
  params,
}): Promise<LearnScore> => {
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  if (!isMember(course)) throw new Fail('join_first')
  const sections = await judgedSections(q, course.id, course.outline)
  const [{ weights }, records, handIns, closed] = await Promise.all([
    weightsOf(q, course.id),
    recordsOfMany(q, course.id, [who.id]),
    handInsOfMany(q, course.id, [who.id]),
    closedOf(
      q,
      sections.flatMap((s) => s.content.items.map((i) => i.question_id)),
      now,
    ),
  ])
  const parts = sections.map((s) => ({
    ...titleOf(s.section),
    lesson: s.lesson,
    ...partOf(s, { records: records(who.id), handIns, closed, now, keeper: false }),
  }))
  const { share, grade } = courseScore(parts, weights, now)
  return {
    weights,
    parts: parts.map((p) => ({ ...p, state: partState(p, now) })),
    share,
    grade,
    now: now.toISOString(),
  }
}

export const courseScores: Handler<'GET /courses/:id/scores'> = async (c) => {
  const { q, params, query, platform, who } = c
  const now = platform.now()
  const course = await keptCourse(c, params.id)
  const w = where()
  w.and(`m.course_id = ${w.add(course.id)} and m.state <> 'withdrawn'`)
  if (query.q?.trim()) {
    const like = w.add(containingIn(query.q))
    w.and(`(lower(${nameSql}) like ${like} or lower(u.data->>'username') like ${like})`)
  }
  const { rows, ...rest } = await paged<{ user_id: string; name: string | null; username: string | null }>(q, {
    select: `m.user_id, ${nameSql} as name, u.data->>'username' as username`,
    from: 'course_member m join r_user u on u.id = m.user_id',
    w,
    order: 'name, m.user_id',
    query,
    owner: who.id,
  })
  const users = rows.map((r) => r.user_id)
  const [sections, { weights, version }, records, handIns] = await Promise.all([
    judgedSections(q, course.id, course.outline),
    weightsOf(q, course.id),
    recordsOfMany(q, course.id, users),
    handInsOfMany(q, course.id, users),
  ])
  const items = rows.map(({ user_id, name, username }) => {
    const own = { records: records(user_id), handIns: handIns.filter((h) => h.user_id === user_id) }
    const parts = sections.map((s) => partOf(s, { ...own, closed: new Set(), now, keeper: true }))
    const { share, grade, lines } = courseScore(parts, weights, now)
    return {
      user_id,
      name: name ?? '',
      username: username ?? '',
      share,
      grade,
      kinds: lines.map(({ kind, share: of }) => ({ kind, share: of })),
      missing: parts.filter((p) => partState(p, now) === 'missing').length,
    }
  })
  return { items, weights: { ...weights }, version, ...rest }
}

export const writeWeights: Handler<'PUT /courses/:id/scores/weights'> = async (c) => {
  const { q, params, body } = c
  const course = await keptCourse(c, params.id)
  mustBeAlive(course)
  const had = await weightsOf(q, course.id, 'for update')
  if (had.version !== body.version) throw new Fail('stale_version')
  if (scoreKinds.every((k) => body.weights[k] === 0))
    throw new Fail('validation', { fields: [{ path: 'weights', rule: 'weights_none' }] })
  const version = had.version + 1
  await q.query('update course_outline set weights = $2::jsonb, weights_version = $3 where course_id = $1', [
    course.id,
    JSON.stringify(body.weights),
    version,
  ])
  c.audit({ entity: 'course', id: course.id, before: had.weights, after: body.weights })
  return { weights: body.weights, version }
}
