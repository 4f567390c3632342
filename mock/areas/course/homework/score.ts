/** What courses score: for each learner by themselves, and for all by whoever may change the course. */
import { overrun } from '#src/contract/classroom/hour.ts'
import {
  type CourseScore,
  courseScore,
  lateShare,
  packagePoints,
  partState,
  scoreKinds,
  type ScorePart,
  type ScoreWeights,
  usualWeights,
} from '#src/contract/course/courseScore.ts'
import { countedHandIn, homeworkEnd, tellsMarks } from '#src/contract/course/homework.ts'
import type { LearnScore } from '#src/contract/course/homework.routes.ts'
import { lessonsOf, type SectionKind, sectionsOf } from '#src/contract/course/outline.ts'
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
import { keptCourse, markedCourse, type MarkedCourse, mustBeAlive } from './keeper.ts'
import { type WorkOutside, workOutside } from './outside.ts'
import { type HandInRow, handInColumns, reached } from './rows.ts'

/** Sections whose work is judged and counts. */
interface JudgedSection {
  lesson: string
  section: OutlineSection
  content: Extract<SectionContent, { kind: 'quiz' | 'homework' | 'lab' | 'package' }>
}
const judgedKinds: ReadonlySet<SectionKind> = new Set(['quiz', 'homework', 'lab', 'package'])
async function judgedSections(q: Queryable, course: string, outline: Outline): Promise<JudgedSection[]> {
  const all = lessonsOf(outline).flatMap((l) =>
    l.sections.flatMap((section) =>
      judgedKinds.has(section.kind) && !section.optional ? [{ lesson: l.id, section }] : [],
    ),
  )
  const contents = await shownContents(
    q,
    course,
    all.map((a) => a.section),
  )
  const reporting = await reportingPackages(
    q,
    [...contents.values()].flatMap((c) => (c.kind === 'package' ? packFiles(c) : [])),
  )
  return all.flatMap((a): JudgedSection[] => {
    const content = contents.get(a.section.id)
    if (content?.kind === 'package') return packFiles(content).some((f) => reporting.has(f)) ? [{ ...a, content }] : []
    if (content?.kind === 'quiz' || content?.kind === 'homework') return [{ ...a, content }]
    // a lab is judged by its report
    return content?.kind === 'lab' && content.report !== null && content.report.rubric.length ? [{ ...a, content }] : []
  })
}

const packFiles = ({ pack, pack_other }: Extract<SectionContent, { kind: 'package' }>): string[] =>
  [pack, pack_other].flatMap((p) => (p ? [p.file] : []))
/** Packages of which something talks to the platform: no other ever reports a score. */
async function reportingPackages(q: Queryable, files: readonly string[]): Promise<ReadonlySet<string>> {
  if (!files.length) return new Set()
  const { rows } = await q.query<{ id: string }>(
    `select attachment_id as id from course_file where attachment_id = any($1::text[]) and manifest @> '{"items": [{"kind": "sco"}]}'`,
    [[...files]],
  )
  return new Set(rows.map((r) => r.id))
}

async function handInsOfMany(q: Queryable, course: string, users: readonly string[]): Promise<HandInRow[]> {
  const { rows } = await q.query<HandInRow>(
    `select ${handInColumns} from course_hand_in where course_id = $1 and user_id = any($2::text[]) order by n desc`,
    [course, [...users]],
  )
  return rows
}

interface ReportMark {
  user_id: string
  section_id: string
  status: string
  share: number | null
}
async function reportsOfMany(q: Queryable, course: string, users: readonly string[]): Promise<ReportMark[]> {
  const { rows } = await q.query<ReportMark>(
    'select user_id, section_id, status, share from course_report where course_id = $1 and user_id = any($2::text[])',
    [course, [...users]],
  )
  return rows
}

/** Class hours of the course that took place, as far as they were theirs; who was excused is not asked for. */
async function attendanceOfMany(
  q: Queryable,
  course: ScoredCourse,
  users: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ScorePart>> {
  const w = where()
  const late = w.add(lateShare)
  w.and(`h.course_id = ${w.add(course.id)} and m.user_id = any(${w.add([...users])}::text[])`)
  w.and(`h.began_at is not null and h.cancelled_at is null and coalesce(a.state, 'absent') <> 'excused'`)
  w.and(
    `coalesce(h.ended_at, h.ends_at + ${w.add(overrun)}::integer * interval '1 minute') <= ${w.add(now.toISOString())}::timestamptz`,
  )
  if (course.ownClass) w.and(course.ownClass(w.add, 'h.class_id'))
  const { rows } = await q.query<{ user_id: string; n: number; points: number }>(
    `select m.user_id, count(*)::integer as n,
       sum(case a.state when 'present' then 1 when 'late' then ${late}::double precision else 0 end)::double precision as points
     from class_hour h join class_member m on m.class_id = h.class_id and m.since <= h.ends_at and (m.left_at is null or m.left_at > h.starts_at)
       left join class_attendance a on a.hour_id = h.id and a.user_id = m.user_id
     ${w.text()} group by 1`,
    w.params,
  )
  return new Map(
    rows.map(({ user_id, n, points }) => [
      user_id,
      { id: 'attendance', kind: 'attendance', score: n, share: points / n, due_at: null, waits: false },
    ]),
  )
}

interface Of {
  records: KeptRecords
  handIns: readonly HandInRow[]
  reports: readonly ReportMark[]
  closed: ReadonlySet<string>
  now: Date
  /** Whoever marks knows more than the learner is told. */
  keeper: boolean
}
/** @returns undefined of a package that was gone through without a score: it says none */
function partOf(
  { section, content }: JudgedSection,
  { records, handIns, reports, closed, now, keeper }: Of,
): ScorePart | undefined {
  if (content.kind === 'package') {
    const record = records.get(section.id)
    const share = record?.share ?? null
    if (share === null && (record?.done_at ?? null) !== null) return undefined
    return { id: section.id, kind: 'package', score: packagePoints, share, due_at: null, waits: false }
  }
  if (content.kind === 'lab') {
    const score = content.report?.rubric.reduce((n, l) => n + l.points, 0) ?? 0
    const report = reports.find((r) => r.section_id === section.id)
    const share = report?.status === 'marked' ? report.share : null
    return {
      id: section.id,
      kind: 'report',
      score,
      share,
      due_at: content.report?.due_at ?? null,
      waits: report?.status === 'submitted',
    }
  }
  // what is closed to its reader is no part of its total, here as on its own page
  const items = content.items.filter((i) => keeper || !closed.has(i.question_id))
  const score = cents(items.reduce((n, i) => n + i.score, 0))
  const part = { id: section.id, score, due_at: null, waits: false }
  if (content.kind === 'quiz')
    return { ...part, kind: 'quiz', share: records.get(section.id)?.share ?? null, due_at: content.due_at ?? null }
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

export const nameSql = `coalesce(nullif(u.data->>'name', ''), u.data->>'username')`

/** What somebody said that kinds of work weigh; empty where nobody did. */
export async function weightsSaid(q: Queryable, id: string): Promise<Partial<ScoreWeights>> {
  const { rows } = await q.query<{ weights: Partial<ScoreWeights> }>(
    'select weights from course_outline where course_id = $1',
    [id],
  )
  return rows[0]?.weights ?? {}
}
export async function weightsOf(
  q: Queryable,
  id: string,
  lock = '',
): Promise<{ weights: ScoreWeights; version: number }> {
  const { rows } = await q.query<{ weights: Partial<ScoreWeights>; weights_version: number }>(
    `select weights, weights_version from course_outline where course_id = $1 ${lock}`,
    [id],
  )
  return { weights: { ...usualWeights, ...rows[0]?.weights }, version: rows[0]?.weights_version ?? 1 }
}

/** With the limits of whoever marks in it, where somebody does. */
type ScoredCourse = { id: string; outline: Outline } & Partial<Pick<MarkedCourse, 'ownClass'>>
type ScoredPart = Omit<LearnScore['parts'][number], 'state'>
const attendanceTitle = { title: '', title_other: '', lesson: null }
/** A part that was done before they came to the class of whoever asks is none to them. */
function isOutside(
  { id, kind }: OutlineSection,
  user: string,
  handIns: readonly HandInRow[],
  outside: WorkOutside,
): boolean {
  if (kind === 'lab') return outside.report(user, id)
  const own = handIns.filter((h) => h.section_id === id)
  return kind === 'homework' ? own.length > 0 && own.every((h) => outside.handIn(h.id)) : outside.record(user, id)
}
/** What learners reached, part by part. @param keeper as whoever marks knows it; else as far as each of them may be told */
export async function partsOfMany(
  q: Queryable,
  course: ScoredCourse,
  users: readonly string[],
  { now, keeper, outside }: Pick<Of, 'now' | 'keeper'> & { outside?: WorkOutside },
): Promise<(user: string) => ScoredPart[]> {
  const { id, outline } = course
  const sections = await judgedSections(q, id, outline)
  const asked = sections.flatMap(({ content }) => ('items' in content ? content.items.map((i) => i.question_id) : []))
  const [records, handIns, reports, attendance, closed] = await Promise.all([
    recordsOfMany(q, id, users),
    handInsOfMany(q, id, users),
    reportsOfMany(q, id, users),
    attendanceOfMany(q, course, users, now),
    keeper ? new Set<string>() : closedOf(q, asked, now),
  ])
  return (user) => {
    const mine = <R extends { user_id: string }>(rows: readonly R[]) => rows.filter((r) => r.user_id === user)
    const handed = mine(handIns)
    const own = {
      records: records(user),
      handIns: handed.filter((h) => !outside?.handIn(h.id)),
      reports: mine(reports),
      closed,
      now,
      keeper,
    }
    const there = attendance.get(user)
    return [
      ...sections.flatMap((s) => {
        if (outside && isOutside(s.section, user, handed, outside)) return []
        const part = partOf(s, own)
        return part ? [{ ...titleOf(s.section), lesson: s.lesson, ...part }] : []
      }),
      ...(there ? [{ ...attendanceTitle, ...there }] : []),
    ]
  }
}

/** What learners reached as whoever marks in the course is shown it. */
export async function markedParts(
  q: Queryable,
  course: MarkedCourse,
  users: readonly string[],
  now: Date,
): Promise<(user: string) => ScoredPart[]> {
  return partsOfMany(q, course, users, { now, keeper: true, outside: await workOutside(q, course, users) })
}

/** The scores of some learners as they may be told them. */
export async function toldScores(
  q: Queryable,
  course: ScoredCourse,
  users: readonly string[],
  now: Date,
): Promise<(user: string) => CourseScore> {
  const [parts, { weights }] = await Promise.all([
    partsOfMany(q, course, users, { now, keeper: false }),
    weightsOf(q, course.id),
  ])
  return (user) => courseScore(parts(user), weights, now)
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
  const [{ weights }, of] = await Promise.all([
    weightsOf(q, course.id),
    partsOfMany(q, course, [who.id], { now, keeper: false }),
  ])
  const parts = of(who.id)
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
  const course = await markedCourse(c, params.id)
  const w = where()
  w.and(`m.course_id = ${w.add(course.id)} and m.state <> 'withdrawn'`)
  w.and(course.theirs(w.add, { user: 'm.user_id' }))
  w.and(course.inClass(w.add, 'm.user_id', query.class_id))
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
  const ticks = sectionsOf(course.outline).filter((s) => s.rule === 'teacher')
  const [{ weights, version }, of, classes, records] = await Promise.all([
    weightsOf(q, course.id),
    markedParts(q, course, users, now),
    course.classesOf(users),
    recordsOfMany(q, course.id, ticks.length ? users : []),
  ])
  const items = rows.map(({ user_id, name, username }) => {
    const parts = of(user_id)
    const { share, grade, lines } = courseScore(parts, weights, now)
    return {
      user_id,
      name: name ?? '',
      username: username ?? '',
      classes: classes(user_id),
      share,
      grade,
      kinds: lines.map(({ kind, share: reachedOfKind }) => ({ kind, share: reachedOfKind })),
      missing: parts.filter((p) => partState(p, now) === 'missing').length,
      ticks: ticks.flatMap((s) => {
        const record = records(user_id).get(s.id)
        const done = (record?.done_at ?? null) !== null
        return done && record?.rule !== 'teacher' ? [] : [{ id: s.id, done }]
      }),
    }
  })
  return {
    items,
    weights: { ...weights },
    version,
    ticks: course.status === 'archived' ? [] : ticks.map(titleOf),
    ...rest,
  }
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
