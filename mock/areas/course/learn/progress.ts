/** What somebody does in a course: in which sections they may, what is kept of it, and when the course is completed. */
import { courseProgress } from '#src/contract/course/learn.ts'
import type { Outline, OutlineLesson, OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import { tellOfLearning } from '#mock/areas/classroom/tell.ts'
import { notify } from '#mock/areas/notice/notify.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { AuditDetails } from '#src/contract/system/auditDetails.ts'
import { type AuditEvent, type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { certifyLater, issueCertificates } from '../../record/certificate/store.ts'
import { heardLearning } from '../../record/time.ts'
import { writeEvidence } from '../../record/write.ts'
import { lessonLockFor } from './lessonLines.ts'
import {
  learnableCourse,
  type KeptRecords,
  type LearnedCourse,
  recordsOf,
  recordsOfMany,
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
  const { kind } = section
  const heard = { user_id: who.id, kind: kind === 'lab' || kind === 'homework' ? kind : ('lesson' as const) }
  await heardLearning(q, [heard], platform.now())
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
  /** False where its result comes later, and is written then. */
  evidence?: boolean
}
export async function keepDoing(
  c: Learning,
  open: OpenSection,
  { done, share = null, tries = 0, asked = [], evidence = true }: SectionResult,
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
  // once for what was done: further tries of a quiz, however many at once, are no more of it
  if (evidence && done && !(await hasEvidence(c.q, { user: c.who.id, course: course.id, section })))
    await writeEvidence(c.q, c.platform, [
      {
        ...ofCourse(evidenceCourse(course), c.who.id),
        kind: 'section',
        part: section,
        version: section.revision,
        result: share ?? 1,
        asked,
      },
    ])
}
async function hasEvidence(
  q: Queryable,
  { user, course, section }: { user: string; course: string; section: OutlineSection },
): Promise<boolean> {
  const { rows } = await q.query(
    `select 1 from evidence where kind = 'section' and subject = $1 and user_id = $2 and part = $3 and version = $4 limit 1`,
    [course, user, section.id, section.revision],
  )
  return rows.length > 0
}
/** A course as lines of evidence name it. */
export interface EvidenceCourse {
  id: string
  name: string
  skills: readonly string[]
}
const evidenceCourse = (course: LearnedCourse): EvidenceCourse => ({
  id: course.id,
  name: courseTexts(course).name ?? '',
  skills: course.data.skills ?? [],
})
export const ofCourse = ({ id, name, skills }: EvidenceCourse, user: string) => ({
  user_id: user,
  subject: id,
  title: name,
  points: skills,
})
/** What was marked of a section, once its learner may be told. */
export const markedEvidence = (
  q: Queryable,
  platform: Learning['platform'],
  course: LearnedCourse | EvidenceCourse,
  line: { user: string; section: OutlineSection; result: number; asked: readonly string[] },
): Promise<void> =>
  writeEvidence(q, platform, [
    {
      ...ofCourse('data' in course ? evidenceCourse(course) : course, line.user),
      kind: 'section',
      part: line.section,
      version: line.section.revision,
      result: line.result,
      asked: line.asked,
    },
  ])

/** Completes the course where everything that counts is done by now; it is told once. */
export async function completeCourse(
  c: Learning & { platform: Platform; audit: (entry: AuditEvent) => void },
  { course }: OpenSection,
  details?: AuditDetails,
): Promise<boolean> {
  const { q, who, platform } = c
  const entry = { entity: 'course', id: course.id, ...(details ? { details } : {}) }
  const records = (await recordsOf(q, who, [course]))(course.id)
  const done = course.member?.state === 'learning' && courseProgress(course.outline, records).complete
  if (!done) {
    if (course.member?.state === 'completed') await certifyLater(q, platform, course.id, who.id)
    // what somebody does in a course is kept as its records; the trail hears of the end
    c.audit(details ? entry : { ...entry, again: true })
    return false
  }
  const number = await completeFor(q, platform, { ...evidenceCourse(course), outline: course.outline }, who.id)
  c.audit({ ...entry, word: 'course.complete', ...(number ? { details: { ...details, certificate: number } } : {}) })
  return true
}

/** Their course is completed now. @returns the number of their certificate, where the course gives one: who is told of it is told that the course is done */
export async function completeFor(
  q: Queryable,
  platform: Platform,
  course: EvidenceCourse & { outline: Outline },
  user: string,
): Promise<string | undefined> {
  const at = platform.now().toISOString()
  await q.query(
    `update course_member set state = 'completed', completed_at = $3 where course_id = $1 and user_id = $2`,
    [course.id, user, at],
  )
  const doc = await documents('course').get(q, course.id)
  const [certificate] = doc
    ? await issueCertificates(q, platform, { id: course.id, data: doc.data, outline: course.outline }, [
        { user_id: user, completed_at: at },
      ])
    : []
  await writeEvidence(q, platform, [{ ...ofCourse(course, user), kind: 'course', version: 1, result: 1 }])
  if (!certificate)
    await notify(q, platform, {
      to: [user],
      kind: 'course_completed',
      params: { course: course.name },
      link: { screen: 'my-course-detail', params: { resource_id: course.id } },
    })
  return certificate?.number
}

/** The same by what somebody else says of a learner's work: a section is done, and with it the course where nothing else is left. */
export async function doneFor(
  q: Queryable,
  platform: Platform,
  course: EvidenceCourse & { outline: Outline },
  { user, section }: { user: string; section: OutlineSection },
): Promise<void> {
  const { rows } = await q.query<{ state: string }>(
    'select state from course_member where course_id = $1 and user_id = $2 for update',
    [course.id, user],
  )
  await q.query(
    `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, updated_at) values ($1, $2, $3, $4, $5, $6, $4)
     on conflict (course_id, user_id, section_id) do update set done_at = excluded.done_at, rule = excluded.rule,
       revision = excluded.revision, updated_at = excluded.updated_at where course_record.done_at is null`,
    [course.id, user, section.id, platform.now().toISOString(), section.rule, section.revision],
  )
  const records = await recordsOfMany(q, course.id, [user])
  if (rows[0]?.state === 'learning' && courseProgress(course.outline, records(user)).complete)
    await completeFor(q, platform, course, user)
}
