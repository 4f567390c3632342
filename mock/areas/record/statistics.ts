/** Training statistics: how long somebody learnt, and what they completed and answered, in days of their own zone. */
import { streakOf } from '#src/contract/practice/flag.ts'
import { isLessonDone, isSectionDone } from '#src/contract/course/learn.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import {
  addDays,
  beginOfDay,
  dayInZone,
  daysInZone,
  lastSpans,
  mondayOf,
  spanStart,
} from '#src/contract/record/days.ts'
import type { LearningAim, LearningPeriod } from '#src/contract/record/statistics.routes.ts'
import type { AskedIn, TimeKind } from '#src/contract/record/statistics.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area } from '#mock/http/request/handler.ts'

interface Spent {
  at: number
  kind: TimeKind
  seconds: number
}
/** Exams have their own begin and end: what was written of them is not heard by the minute. */
async function timeOf(q: Queryable, user: string, from: Date, now: Date): Promise<Spent[]> {
  const { rows } = await q.query<{ at: string; kind: TimeKind; seconds: number }>(
    `select quarter as at, kind, seconds from learning_time where user_id = $1 and quarter >= $2
     union all select began_at, 'exam', greatest(0, extract(epoch from coalesce(handed_at, least(deadline_at, $3)) - began_at))::double precision
       from exam_attempt where user_id = $1 and began_at >= $2`,
    [user, from.toISOString(), now.toISOString()],
  )
  return rows.map((r) => ({ ...r, at: new Date(r.at).getTime() }))
}

interface Asked {
  at: number
  kind: AskedIn
  n: number
}
const given = (column: string): string =>
  `(select count(*)::integer from jsonb_each(${column}) a where a.value <> 'null')`
async function answeredOf(q: Queryable, user: string, from: Date): Promise<Asked[]> {
  const { rows } = await q.query<{ at: string; kind: AskedIn; n: number }>(
    `select at, 'practice' as kind, 1 as n from practice_try where user_id = $1 and at >= $2 and answer is not null
     union all select at, 'quiz', ${given('answers')} from course_try where user_id = $1 and at >= $2
     union all select at, 'homework', ${given('answers')} from course_hand_in where user_id = $1 and at >= $2
     union all select handed_at, 'exam', answered from exam_attempt where user_id = $1 and handed_at >= $2`,
    [user, from.toISOString()],
  )
  return rows.map((r) => ({ ...r, at: new Date(r.at).getTime() }))
}

/** When the lessons of their courses, and the labs in them, were completed. */
async function completedOf(q: Queryable, user: string, from: Date): Promise<{ lessons: number[]; labs: number[] }> {
  const { rows: courses } = await q.query<{ id: string; outline: Outline; done: Record<string, string> }>(
    `select o.course_id as id, o.published as outline, r.done from course_outline o
     join (select course_id, jsonb_object_agg(section_id, done_at) as done from course_record
       where user_id = $1 and done_at is not null group by 1 having max(done_at) >= $2) r using (course_id)
     where o.published is not null`,
    [user, from.toISOString()],
  )
  const lessons: number[] = []
  const labs: number[] = []
  for (const { outline, done } of courses) {
    const records = new Map(
      Object.entries(done).map(([id, at]) => [id, { done_at: at, share: null, tries: 0 }] as const),
    )
    const doneAt = (id: string) => Date.parse(records.get(id)?.done_at ?? '')
    for (const lesson of lessonsOf(outline)) {
      const counting = lesson.sections.filter((s) => !s.optional)
      if (counting.length && isLessonDone(lesson, records)) lessons.push(Math.max(...counting.map((s) => doneAt(s.id))))
      for (const s of lesson.sections) if (s.kind === 'lab' && isSectionDone(s, records)) labs.push(doneAt(s.id))
    }
  }
  return { lessons, labs }
}

const noMinutes = (): Record<TimeKind, number> => ({ lesson: 0, lab: 0, homework: 0, practice: 0, exam: 0 })
const minutesOf = (seconds: number): number => Math.round(seconds / 60)

/** Everything by which somebody learns leaves its instant; their days, in order. */
async function learntDays(q: Queryable, user: string, zone: string): Promise<string[]> {
  const { rows } = await q.query<{ at: string }>(
    `select distinct date_bin('15 minutes', at, '2000-01-01Z') as at from (
       select quarter as at from learning_time where user_id = $1
       union all select at from practice_try where user_id = $1 and answer is not null
       union all select at from evidence where user_id = $1
       union all select at from course_hand_in where user_id = $1
       union all select began_at from exam_attempt where user_id = $1) x order by 1`,
    [user],
  )
  return daysInZone(
    zone,
    rows.map((r) => new Date(r.at).getTime()),
  )
}

async function aimOf(q: Queryable, user: string, zone: string, now: Date): Promise<LearningAim> {
  const today = dayInZone(zone, now)
  const monday = mondayOf(today)
  const [{ rows }, days, spent] = await Promise.all([
    q.query<{ shown: boolean; minutes: number | null }>(
      'select aim_shown as shown, aim_minutes as minutes from learner_choice where user_id = $1',
      [user],
    ),
    learntDays(q, user, zone),
    timeOf(q, user, beginOfDay(zone, monday), now),
  ])
  const learnt = new Set(days)
  const seconds = new Map<string, number>()
  for (const s of spent) {
    const day = dayInZone(zone, s.at)
    seconds.set(day, (seconds.get(day) ?? 0) + s.seconds)
  }
  return {
    shown: rows[0]?.shown ?? true,
    minutes: rows[0]?.minutes ?? null,
    streak: streakOf(days, today),
    today: learnt.has(today),
    week: Array.from({ length: 7 }, (_, n) => {
      const day = addDays(monday, n)
      return { day, minutes: minutesOf(seconds.get(day) ?? 0), learnt: learnt.has(day) }
    }),
  }
}

export const statisticsHandlers = area({
  'GET /learning/statistics': async ({ q, who, platform, query: { by, zone } }) => {
    const now = platform.now()
    const spans = lastSpans(by, dayInZone(zone, now))
    const from = beginOfDay(zone, spans[0] ?? '')
    const [spent, asked, completed] = await Promise.all([
      timeOf(q, who.id, from, now),
      answeredOf(q, who.id, from),
      completedOf(q, who.id, from),
    ])
    const seconds = new Map(spans.map((s) => [s, noMinutes()]))
    const periods = new Map(
      spans.map((s): [string, LearningPeriod] => [
        s,
        {
          from: s,
          minutes: noMinutes(),
          lessons: 0,
          labs: 0,
          questions: { quiz: 0, homework: 0, practice: 0, exam: 0 },
        },
      ]),
    )
    const spanAt = (at: number): string => spanStart(by, dayInZone(zone, at))
    for (const s of spent) {
      const sum = seconds.get(spanAt(s.at))
      if (sum) sum[s.kind] += s.seconds
    }
    for (const a of asked) {
      const period = periods.get(spanAt(a.at))
      if (period) period.questions[a.kind] += a.n
    }
    for (const what of ['lessons', 'labs'] as const)
      for (const at of completed[what]) {
        const period = periods.get(spanAt(at))
        if (period) period[what]++
      }
    for (const [span, period] of periods) {
      const { lesson, lab, homework, practice, exam } = seconds.get(span) ?? noMinutes()
      period.minutes = {
        lesson: minutesOf(lesson),
        lab: minutesOf(lab),
        homework: minutesOf(homework),
        practice: minutesOf(practice),
        exam: minutesOf(exam),
      }
    }
    return { periods: [...periods.values()] }
  },
  'GET /learning/aim': ({ q, who, platform, query }) => aimOf(q, who.id, query.zone, platform.now()),
  'PUT /learning/aim': async ({ q, who, platform, query, body }) => {
    await q.query(
      `insert into learner_choice (user_id, aim_shown, aim_minutes) values ($1, $2, $3)
       on conflict (user_id) do update set aim_shown = excluded.aim_shown, aim_minutes = excluded.aim_minutes`,
      [who.id, body.shown, body.minutes],
    )
    return aimOf(q, who.id, query.zone, platform.now())
  },
})
