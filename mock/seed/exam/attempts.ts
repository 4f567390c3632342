/** Who of the demonstration sat which exam: one marked and published, one drawn in three variants, one half marked, one under way. */
import type { Platform } from '../../http/request/handler.ts'
import type { Queryable } from '../../db/db.ts'
import type { AuditRow } from '../../audit/row.ts'
import type { Chance } from '../random.ts'
import { closeLater } from '../../areas/exam/close.ts'
import {
  give,
  type ExamSeedContext,
  groundOf,
  objectTo,
  publishDemoResults,
  replyTo,
  sit,
  type Sitter,
  toMark,
} from './sitting.ts'
import { writtenAnswerOf, demoObjections } from './texts.ts'

const minute = 60_000
const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minute)

export interface SeededExam {
  id: string
  starts_at: Date
}
interface People {
  sitters: readonly Sitter[]
  keeper: Sitter
  teacher: Sitter
  second: Sitter
}
/** @param exams by the key of the plan */
export async function layAttempts(
  q: Queryable,
  c: Chance,
  {
    platform,
    people,
    exams,
    now,
  }: { platform: Platform; people: People; exams: Readonly<Record<string, SeededExam>>; now: Date },
): Promise<AuditRow[]> {
  const g = groundOf(q, c, platform)
  const of = (key: string): SeededExam => {
    const found = exams[key]
    if (!found) throw new Error(`no exam ${key}`)
    return found
  }
  await finished(g, of('course'), people)
  await inVariants(g, of('quiz'), people)
  await halfMarked(g, of('response'), people)
  await underWay(g, of('running'), people, now)
  return g.done
}

/** Most hand in by themselves, some are overtaken by the clock. */
const wayThrough = (c: Chance, minutes: number) => ({
  begins: c.between(0, 6),
  writes: c.hit(0.12) ? minutes : c.between(Math.ceil(minutes * 0.4), minutes - 2),
  through: c.hit(0.1) ? 0.8 : 1,
})

/** Those who save once, when they are through. */
const once = (c: Chance, people: readonly Sitter[], minutes: number) =>
  people.map((who) => [who, { ...wayThrough(c, minutes), saves: 1 }] as const)

async function finished(
  g: ExamSeedContext,
  { id, starts_at }: SeededExam,
  { sitters, keeper, teacher }: People,
): Promise<void> {
  const there = sitters.slice(0, 40)
  const attempts = await sit(
    g,
    id,
    starts_at,
    there.map((who) => {
      const way = wayThrough(g.c, 75)
      // whoever tries the demonstration as a student has something to look back at
      return [who, who.username === 'student_demo' ? { ...way, able: 1.1, through: 1 } : way]
    }),
  )
  const sheets = new Map(attempts.map((attempt, n) => [attempt, there[n]]))
  await closeLater(g.q, id)
  const open = await toMark(g, id)
  await give(g, open, { marker: teacher, round: 1, at: later(starts_at, 26 * 60), mild: 0 })
  const out = later(starts_at, 50 * 60)
  await publishDemoResults(g, id, keeper, out)
  const low = open.flatMap((o) => {
    const share = o.answer.type === 'short' ? (writtenAnswerOf(o.answer.text)?.share ?? 0) : 1
    const who = sheets.get(o.attempt)
    return share > 0 && share < 0.6 && who ? [{ ...o, who, share }] : []
  })
  for (const [n, { text, reply, more }] of demoObjections.entries()) {
    const about = low[n * 3]
    if (!about) continue
    const { attempt, item, who, share, score } = about
    const at = later(out, 90 + n * 400)
    await objectTo(g, attempt, who, at, { item, text })
    const points = Math.round((share + more) * score)
    if (reply !== null) await replyTo(g, attempt, keeper, later(at, 300), { item, points, reply })
  }
}

async function inVariants(
  g: ExamSeedContext,
  { id, starts_at }: SeededExam,
  { sitters, keeper }: People,
): Promise<void> {
  await sit(g, id, starts_at, once(g.c, sitters.slice(0, 20), 30))
  await closeLater(g.q, id)
  await publishDemoResults(g, id, keeper, later(starts_at, 24 * 60))
}

async function halfMarked(
  g: ExamSeedContext,
  { id, starts_at }: SeededExam,
  { sitters, teacher, second }: People,
): Promise<void> {
  await sit(g, id, starts_at, once(g.c, sitters.slice(14, 30), 60))
  await closeLater(g.q, id)
  const open = await toMark(g, id)
  await give(g, open.slice(0, 22), { marker: teacher, round: 1, at: later(starts_at, 20 * 60), mild: 0 })
  await give(g, open.slice(0, 12), { marker: second, round: 2, at: later(starts_at, 22 * 60), mild: 0.15 })
}

async function underWay(
  g: ExamSeedContext,
  { id, starts_at }: SeededExam,
  { sitters }: People,
  now: Date,
): Promise<void> {
  const since = (now.getTime() - starts_at.getTime()) / minute
  await sit(
    g,
    id,
    starts_at,
    sitters.slice(4, 14).map((who, n) => {
      const begins = g.c.between(1, 9)
      const way =
        n < 2
          ? { begins, writes: Math.floor(since) - begins - n - 1, through: 0.9 }
          : { begins, writes: undefined, through: 0.1 + 0.09 * n, saves: 2 }
      return [who, way]
    }),
  )
}
