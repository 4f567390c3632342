/** What a learner has done of a course, and what that opens. One rule for the server and the page. */
import type { Outline, OutlineLesson, OutlineSection } from './outline.schema.ts'
import { lessonsOf } from './outline.ts'

/** How somebody came to a course: by themselves, or because somebody put them there. */
export const memberWays = ['joined', 'assigned'] as const
export const memberStates = ['learning', 'completed', 'withdrawn'] as const
/** How many class hours courses take, theory and experiments together. */
export const courseLengths = ['short', 'middle', 'long'] as const
/** Class hours up to which a course is short, and up to which it is neither short nor long. */
export const lengthBounds = { short: 4, middle: 16 } as const
/** What a course says to somebody who sees it; `over`: it was archived. */
export const courseAccesses = ['open', 'not_authorised', 'over'] as const
export type CourseAccess = (typeof courseAccesses)[number]

/** What is known of one section of one learner; `share` of its points, of the best try. */
export interface SectionRecord {
  done_at: string | null
  share: number | null
  tries: number
}
export type SectionRecords = ReadonlyMap<string, SectionRecord>

/** A section that counts is done when its record says so: what was done once stays done, whatever rule it has now. */
export const isSectionDone = (s: Pick<OutlineSection, 'id'>, records: SectionRecords): boolean =>
  (records.get(s.id)?.done_at ?? null) !== null

const counting = (l: OutlineLesson) => l.sections.filter((s) => !s.optional)
/** A lesson is done when every section that counts is; one in which none counts is done when it was opened by the one before it. */
export const isLessonDone = (l: OutlineLesson, records: SectionRecords): boolean =>
  counting(l).every((s) => isSectionDone(s, records))

/** When a lesson is taught to somebody in their classes. */
export interface TaughtLesson {
  /** A class hour with it has begun. */
  begun: boolean
  /** Begin of the next that is planned. */
  at: string | null
}
/** By lesson; empty for whoever is in no class. */
export type TaughtLessons = ReadonlyMap<string, TaughtLesson>
const untaught: TaughtLessons = new Map()

/** `hour`: it waits for its class hour, which begins at `at` where one is planned. */
export type LessonLock =
  | { why: 'after'; lesson: string }
  | { why: 'date'; at: string }
  | { why: 'hour'; at: string | null }
/** Why a lesson is closed still; undefined when it is open. What somebody has begun stays open. */
export function lessonLock(
  outline: Outline,
  lesson: OutlineLesson,
  records: SectionRecords,
  now: Date,
  taught: TaughtLessons = untaught,
): LessonLock | undefined {
  if (lesson.sections.some((s) => records.has(s.id))) return undefined
  if (lesson.opens_at !== null && Date.parse(lesson.opens_at) > now.getTime())
    return { why: 'date', at: lesson.opens_at }
  const hour = taught.get(lesson.id)
  if (lesson.with_hour && hour?.begun !== true) return { why: 'hour', at: hour?.at ?? null }
  const before = lessonsOf(outline).find((l) => l.id === lesson.after)
  return before && !isLessonDone(before, records) ? { why: 'after', lesson: before.id } : undefined
}

export interface CourseProgress {
  sections: number
  done: number
  /** 0 to 1; of a course in which nothing counts, 0. */
  share: number
  complete: boolean
}
/** How far somebody is: sections that count and are done. */
export function courseProgress(outline: Outline, records: SectionRecords): CourseProgress {
  const all = lessonsOf(outline).flatMap(counting)
  const done = all.filter((s) => isSectionDone(s, records)).length
  return {
    sections: all.length,
    done,
    share: all.length ? done / all.length : 0,
    complete: all.length > 0 && done === all.length,
  }
}

/** The section to go on with: the first that counts, is open and is not done. */
export function nextSection(
  outline: Outline,
  records: SectionRecords,
  now: Date,
  taught: TaughtLessons = untaught,
): { lesson: OutlineLesson; section: OutlineSection } | undefined {
  for (const lesson of lessonsOf(outline)) {
    if (lessonLock(outline, lesson, records, now, taught)) continue
    const section = counting(lesson).find((s) => !isSectionDone(s, records))
    if (section) return { lesson, section }
  }
  return undefined
}

/** Where to go on: the section somebody was in last, as long as it is open and not done, else the next. */
export function resumeSection(
  outline: Outline,
  records: SectionRecords,
  at: string | null,
  now: Date,
  taught: TaughtLessons = untaught,
): { lesson: OutlineLesson; section: OutlineSection } | undefined {
  for (const lesson of at === null ? [] : lessonsOf(outline)) {
    const section = lesson.sections.find((s) => s.id === at)
    if (section && !isSectionDone(section, records) && !lessonLock(outline, lesson, records, now, taught))
      return { lesson, section }
  }
  return nextSection(outline, records, now, taught)
}

/** How often a quiz may be handed in still; null: as often as somebody likes. */
export const attemptsLeft = (attempts: number | null, tries: number): number | null =>
  attempts === null ? null : Math.max(0, attempts - tries)

/**
 * What somebody reached in a section, whatever its rule: tries, the best share of the points or seconds, whether all its checks are passed, and
 * whether no attempt is left and none waits for its marker.
 */
export interface SectionReached {
  tries: number
  share: number | null
  passed: boolean
  spent: boolean
}
/** Whether that is enough for a rule. What learners, teachers and packages say is known only when they say it. */
export function meetsRule({ rule, share }: Pick<OutlineSection, 'rule' | 'share'>, reached: SectionReached): boolean {
  switch (rule) {
    case 'answered':
      return reached.tries > 0
    case 'score':
    case 'report':
    case 'watched':
      return reached.share !== null && reached.share >= share
    case 'exhausted':
      return reached.spent || (reached.share !== null && reached.share >= share)
    case 'checks':
      return reached.passed
    case 'read':
    case 'ticked':
    case 'completed':
    case 'teacher':
      return false
  }
}

/** Whether a quiz or a homework with this share of its points is done by its rule. @param spent no attempt is left, and none waits for its marker */
export const isQuizDone = (section: Pick<OutlineSection, 'rule' | 'share'>, reached: number, spent: boolean): boolean =>
  meetsRule(section, { tries: 1, share: reached, passed: false, spent })
