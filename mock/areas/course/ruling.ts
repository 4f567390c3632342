/**
 * What an edition does to those who learn in it. What was done stays done. A rule that is written anew, or asks for less, makes done what had been
 * enough for it already; something that counts and was not there before is to be done by everybody.
 */
import { countedHandIn, isSpent } from '#src/contract/course/homework.ts'
import { labStanding } from '#src/contract/course/lab.ts'
import {
  attemptsLeft,
  courseProgress,
  isSectionDone,
  meetsRule,
  type SectionReached,
  type SectionRecord,
} from '#src/contract/course/learn.ts'
import { type EditionChange, editionChange } from '#src/contract/course/outline.ts'
import type { Outline, OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import { type Piece, watchedSeconds } from '#src/contract/course/watched.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { writeEvidence } from '../record/write.ts'
import { completeFor, type EvidenceCourse, ofCourse } from './learn/progress.ts'
import { recordsOfMany } from './learn/seen.ts'

const nothing: SectionReached = { tries: 0, share: null, passed: false, spent: false }
type ReachedBy = (user: string) => SectionReached
const by =
  (found: ReadonlyMap<string, SectionReached>): ReachedBy =>
  (user) =>
    found.get(user) ?? nothing
function grouped<R extends { user_id: string }>(rows: readonly R[]): Map<string, R[]> {
  const out = new Map<string, R[]>()
  for (const r of rows) out.set(r.user_id, [...(out.get(r.user_id) ?? []), r])
  return out
}

/** What learners reached in a section, by whatever a rule of it looks at. */
async function reachedIn(
  q: Queryable,
  course: string,
  { id, kind, rule }: OutlineSection,
  content: SectionContent | undefined,
): Promise<ReachedBy> {
  const at = [course, id]
  if (kind === 'quiz' || kind === 'package' || (kind === 'lab' && rule === 'report')) {
    const { rows } = await q.query<{ user_id: string; tries: number; share: number | null }>(
      kind !== 'lab'
        ? 'select user_id, tries, share from course_record where course_id = $1 and section_id = $2'
        : `select user_id, 1 as tries, share from course_report where course_id = $1 and section_id = $2 and status = 'marked'`,
      at,
    )
    const attempts = content?.kind === 'quiz' ? content.attempts : null
    return by(
      new Map(
        rows.map(({ user_id, tries, share }) => [
          user_id,
          { ...nothing, tries, share, spent: attemptsLeft(attempts, tries) === 0 },
        ]),
      ),
    )
  }
  if (kind === 'homework') {
    const { rows } = await q.query<{
      user_id: string
      n: number
      state: 'submitted' | 'returned' | 'marked'
      points: number
      score: number
    }>('select user_id, n, state, points, score from course_hand_in where course_id = $1 and section_id = $2', at)
    const counts = content?.kind === 'homework' ? content.counts : 'last'
    return by(
      new Map(
        [...grouped(rows)].map(([user, own]) => {
          const all = own.map((h) => ({ ...h, until: null }))
          const one = countedHandIn(counts, all)
          const spent = content?.kind === 'homework' && isSpent(content.attempts, all)
          const share = one?.state === 'marked' ? (one.score > 0 ? one.points / one.score : 1) : null
          return [user, { ...nothing, tries: own.filter((h) => h.state !== 'returned').length, share, spent }]
        }),
      ),
    )
  }
  if (kind === 'video') {
    const { rows } = await q.query<{ user_id: string; seen: Piece[]; length: number }>(
      'select user_id, seen, length from course_watched where course_id = $1 and section_id = $2 and length > 0',
      at,
    )
    return by(
      new Map(
        [...grouped(rows)].map(([user, own]) => [
          user,
          { ...nothing, share: Math.max(...own.map((w) => watchedSeconds(w.seen) / w.length)) },
        ]),
      ),
    )
  }
  if (kind === 'lab' && content?.kind === 'lab') {
    const { rows } = await q.query<{ user_id: string; step_id: string }>(
      'select user_id, step_id from course_step where course_id = $1 and section_id = $2 and passed_at is not null',
      at,
    )
    return by(
      new Map(
        [...grouped(rows)].map(([user, own]) => {
          const done = new Map(own.map((r) => [r.step_id, { passed: true, spent: 0 }]))
          return [user, { ...nothing, passed: labStanding(content.steps, done).passed }]
        }),
      ),
    )
  }
  return () => nothing
}

/** What was reached is looked at anew where a rule was written anew, and where the same rule asks for less: fewer steps, fewer attempts. */
const looked = ({ ruled, rewritten }: EditionChange): OutlineSection[] => [
  ...new Set([...ruled, ...rewritten.filter((s) => s.rule === 'checks' || s.rule === 'exhausted')]),
]

export interface EditionOutcome {
  /** Who learns in it, and who is through. */
  learners: number
  completed: number
  /** Sections that are done by their new rules, by whom; and whose course is completed by it. */
  gains: { user: string; sections: OutlineSection[]; completes: boolean }[]
  /** Who was through and has something to do again. */
  reopens: string[]
}

/** @param contents what sections say in the edition that is written */
export async function editionOutcome(
  q: Queryable,
  course: string,
  { published, draft }: { published: Outline | null; draft: Outline },
  contents: ReadonlyMap<string, { content: SectionContent }>,
): Promise<EditionOutcome> {
  const { rows: members } = await q.query<{ user_id: string; state: 'learning' | 'completed' }>(
    `select user_id, state from course_member where course_id = $1 and state <> 'withdrawn' order by user_id`,
    [course],
  )
  const ruled = published ? looked(editionChange(published, draft)) : []
  const [records, ...reached] = await Promise.all([
    recordsOfMany(
      q,
      course,
      members.map((m) => m.user_id),
    ),
    ...ruled.map((s) => reachedIn(q, course, s, contents.get(s.id)?.content)),
  ])
  const out: EditionOutcome = {
    learners: members.length,
    completed: members.filter((m) => m.state === 'completed').length,
    gains: [],
    reopens: [],
  }
  for (const { user_id: user, state } of members) {
    const had = records(user)
    const sections = ruled.filter((s, n) => !isSectionDone(s, had) && meetsRule(s, reached[n]?.(user) ?? nothing))
    const done: SectionRecord = { done_at: 'now', share: null, tries: 0 }
    const after = new Map<string, SectionRecord>([...had, ...sections.map((s) => [s.id, done] as const)])
    const { complete } = courseProgress(draft, after)
    const completes = state === 'learning' && complete
    if (sections.length || (published && completes)) out.gains.push({ user, sections, completes })
    if (state === 'completed' && !complete) out.reopens.push(user)
  }
  return out
}

/** What the new rules make done is done from now on, and with it the course where nothing else is left. */
export async function applyOutcome(
  q: Queryable,
  platform: Platform,
  course: EvidenceCourse & { outline: Outline },
  { gains }: EditionOutcome,
): Promise<void> {
  const at = platform.now().toISOString()
  const lines = gains.flatMap(({ user, sections }) => sections.map((section) => ({ user, section })))
  if (lines.length) {
    await q.query(
      `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, updated_at)
       select $1, x."user", x.section, $2, x.rule, x.revision, $2 from jsonb_to_recordset($3::jsonb) as x("user" text, section text, rule text, revision integer)
       order by x."user", x.section
       on conflict (course_id, user_id, section_id) do update set done_at = excluded.done_at, rule = excluded.rule,
         revision = excluded.revision, updated_at = excluded.updated_at where course_record.done_at is null`,
      [
        course.id,
        at,
        JSON.stringify(
          lines.map(({ user, section: { id, rule, revision } }) => ({ user, section: id, rule, revision })),
        ),
      ],
    )
    await writeEvidence(
      q,
      platform,
      lines.map(({ user, section }) => ({
        ...ofCourse(course, user),
        kind: 'section',
        part: section,
        version: section.revision,
        result: 1,
      })),
    )
  }
  for (const { user, completes } of gains) if (completes) await completeFor(q, platform, course, user)
}
