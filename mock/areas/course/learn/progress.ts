/** What somebody does in a course: in which sections they may, what is kept of it, and when the course is completed. */
import { courseProgress } from '#src/contract/course/learn.ts'
import type { OutlineLesson, OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import { tellOfLearning } from '#mock/areas/classroom/tell.ts'
import { notify } from '#mock/areas/notice/notify.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type AuditEvent, type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { issueCertificates } from '../../record/certificate/store.ts'
import { writeEvidence } from '../../record/write.ts'
import { lessonLockFor } from './course.ts'
import {
  learnableCourse,
  type KeptRecords,
  type LearnedCourse,
  recordsOf,
  sectionInOutline,
  courseTexts,
} from './seen.ts'

/** What sections say in the revisions of the outline; of one without content there is nothing. */
export async function shownContents(
  q: Queryable,
  course: string,
  sections: readonly Pick<OutlineSection, 'id' | 'revision'>[],
): Promise<ReadonlyMap<string, SectionContent>> {
  const { rows } = await q.query<{ section_id: string; content: SectionContent }>(
    `select c.section_id, c.content from course_content c
     join jsonb_to_recordset($2::jsonb) as w(id text, revision integer) on c.section_id = w.id and c.revision = w.revision
     where c.course_id = $1`,
    [course, JSON.stringify(sections.map(({ id, revision }) => ({ id, revision })))],
  )
  return new Map(rows.map((r) => [r.section_id, r.content]))
}

/** @throws Fail what keeps the lesson closed to whoever asks */
export function mustBeOpen(course: LearnedCourse, lesson: OutlineLesson, records: KeptRecords, now: Date): void {
  if (course.access === 'not_authorised') throw new Fail('not_authorized_yet')
  const lock = lessonLockFor(course, lesson, records, now)
  if (!lock) return
  if (lock.why === 'not_member') throw new Fail('join_first')
  throw new Fail('lesson_closed', lock.at === null ? {} : { at: lock.at })
}

interface Learning {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now' | 'newId'>
}
export interface OpenSection {
  course: LearnedCourse
  lesson: OutlineLesson
  section: OutlineSection
  records: KeptRecords
}
/**
 * A section somebody learns in now. His membership is held until the transaction ends, so that of several things he does at once each sees
 * what the one before did.
 */
export async function openSection({ q, who, platform }: Learning, id: string, at: string): Promise<OpenSection> {
  const now = platform.now()
  await q.query('select 1 from course_member where course_id = $1 and user_id = $2 for update', [id, who.id])
  const course = await learnableCourse(q, who, id, { now })
  const found = sectionInOutline(course.outline, at)
  if (!found) throw new Fail('not_found')
  const records = (await recordsOf(q, who, [course]))(course.id)
  mustBeOpen(course, found.lesson, records, now)
  return { course, records, ...found }
}

/** Where they are now. Who leads a class hour of theirs sees them come to a section, and do it. */
export async function cameTo(
  { q, who, platform }: Learning,
  { course, section }: OpenSection,
  did = false,
): Promise<void> {
  await q.query('update course_member set last_at = $3, at_section = $4 where course_id = $1 and user_id = $2', [
    course.id,
    who.id,
    platform.now().toISOString(),
    section.id,
  ])
  if (did || course.member?.at_section !== section.id) await tellOfLearning(q, who.id, course.id, platform.now())
}

/** What was done of a section; done stays done. */
export interface SectionResult {
  done: boolean
  /** Of its points; the best counts. */
  share?: number | null
  /** How often it was tried with it. */
  tries?: number
  /** Ids of the questions that were asked. */
  asked?: readonly string[]
}
export async function keepDoing(
  c: Learning,
  open: OpenSection,
  { done, share = null, tries = 0, asked = [] }: SectionResult,
): Promise<void> {
  const { course, section } = open
  const at = c.platform.now().toISOString()
  await c.q.query(
    `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, share, tries, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (course_id, user_id, section_id) do update set
       done_at = coalesce(course_record.done_at, excluded.done_at),
       rule = case when course_record.done_at is null then excluded.rule else course_record.rule end,
       revision = case when course_record.done_at is null then excluded.revision else course_record.revision end,
       share = greatest(course_record.share, excluded.share), tries = course_record.tries + excluded.tries, updated_at = excluded.updated_at`,
    [course.id, c.who.id, section.id, done ? at : null, section.rule, section.revision, share, tries, at],
  )
  await cameTo(c, open, true)
  const first = done && (open.records.get(section.id)?.done_at ?? null) === null
  if (first || tries > 0)
    await writeEvidence(c.q, c.platform, [
      {
        ...ofCourse(course, c.who),
        kind: 'section',
        part: section,
        version: section.revision,
        result: share ?? 1,
        asked,
      },
    ])
}
const ofCourse = (course: LearnedCourse, who: Pick<Caller, 'id'>) => ({
  user_id: who.id,
  subject: course.id,
  title: courseTexts(course).name ?? '',
  points: course.data.skills ?? [],
})

/** Completes the course where everything that counts is done by now; it is told once. */
export async function completeCourse(
  c: Learning & { platform: Platform; audit: (entry: AuditEvent) => void },
  { course }: OpenSection,
): Promise<boolean> {
  const { q, who, platform } = c
  const entry = { entity: 'course', id: course.id }
  const records = (await recordsOf(q, who, [course]))(course.id)
  const done = course.member?.state === 'learning' && courseProgress(course.outline, records).complete
  if (!done) {
    // what somebody does in a course is kept as its records; the trail hears of the end
    c.audit({ ...entry, again: true })
    return false
  }
  await q.query(
    `update course_member set state = 'completed', completed_at = $3 where course_id = $1 and user_id = $2`,
    [course.id, who.id, platform.now().toISOString()],
  )
  await writeEvidence(q, platform, [{ ...ofCourse(course, who), kind: 'course', version: 1, result: 1 }])
  const [certificate] = await issueCertificates(q, platform, course, [
    { user_id: who.id, completed_at: platform.now().toISOString() },
  ])
  c.audit({
    ...entry,
    word: 'course.complete',
    ...(certificate ? { details: { certificate: certificate.number } } : {}),
  })
  // who is told of the certificate is told that the course is done
  if (certificate) return true
  await notify(q, platform, {
    to: [who.id],
    kind: 'course_completed',
    params: { course: courseTexts(course).name ?? '' },
    link: { screen: 'my-course-detail', params: { resource_id: course.id } },
  })
  return true
}
