/** Lessons and sections as somebody stands in them, and why one is closed to them. */
import { isLessonDone, lessonLock } from '#src/contract/course/learn.ts'
import type { LearnCourse } from '#src/contract/course/learn.schema.ts'
import type { OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import { titleOf } from './cards.ts'
import { doneOf, isMember, type KeptRecords, type LearnedCourse } from './seen.ts'

type LessonLine = LearnCourse['chapters'][number]['lessons'][number]

const sectionLine = (s: OutlineSection, records: KeptRecords): LessonLine['sections'][number] => ({
  ...titleOf(s),
  kind: s.kind,
  rule: s.rule,
  share: s.share,
  optional: s.optional,
  minutes: s.minutes,
  done_at: doneOf(s, records),
  renewed: doneOf(s, records) !== null && (records.get(s.id)?.revision ?? s.revision) < s.revision,
  best: records.get(s.id)?.share ?? null,
})

/** Why a lesson is closed to whoever looks; undefined when it is open. */
export function lessonLockFor(
  c: LearnedCourse,
  lesson: OutlineLesson,
  records: KeptRecords,
  now: Date,
): NonNullable<LessonLine['lock']> | undefined {
  if (c.preview) return undefined
  if (c.access !== 'open') return { why: 'closed', lesson: null, at: null }
  if (!isMember(c)) return { why: 'not_member', lesson: null, at: null }
  const lock = lessonLock(c.outline, lesson, records, now, c.taught)
  return lock && { lesson: null, at: null, ...lock }
}

export const lessonLine = (c: LearnedCourse, lesson: OutlineLesson, records: KeptRecords, now: Date): LessonLine => ({
  ...titleOf(lesson),
  theory: lesson.theory,
  experiment: lesson.experiment,
  // one in which nothing counts is never open work, nor is it something that was done
  done: lesson.sections.some((s) => !s.optional) && isLessonDone(lesson, records),
  lock: lessonLockFor(c, lesson, records, now) ?? null,
  sections: lesson.sections.map((s) => sectionLine(s, records)),
})
