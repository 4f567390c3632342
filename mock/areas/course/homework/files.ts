/** Files of homework: those of its questions for its learners, those of an answer for whoever wrote it and whoever marks the course. */
import { homeworkHolder } from '#src/contract/bank/attachment.ts'
import { resourceOf } from '#src/contract/bank/question.ts'
import { shownQuestion } from '#src/contract/bank/shown.ts'
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import { homeworkPhase } from '#src/contract/course/homework.ts'
import { homeworkBanks } from '#src/contract/course/homework.schema.ts'
import { homeworkWriting } from '#src/contract/course/screens.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { courseRows, doneInOwnClass, looksAfter, marksCourse } from '../marks.ts'
import { homeworkOfMany } from './lines.ts'

interface Use {
  holder: string
  holder_id: string
  /** Of a write-up. */
  secret: boolean
}
const learns = (who: Pick<Caller, 'granted'>): boolean => homeworkWriting.some((s) => who.granted.has(s))
const marks = (who: Pick<Caller, 'granted'>): boolean => who.granted.has('course-practice')

/** Whether a file is read by way of a homework. */
export async function inHomework(
  { q, who, platform }: { q: Queryable; who: Caller; platform: { now: () => Date } },
  { holder, holder_id, secret }: Use,
): Promise<boolean> {
  if (holder === homeworkHolder) {
    const w = where()
    const sheet = { course: 'd.course_id', user: 'd.user_id' }
    const { rows } = await q.query<{ user_id: string; everything: boolean; theirs: boolean }>(
      `select d.user_id, d.course_id in (select t.id from ${courseRows} t where ${looksAfter(who, w.add)}) as everything,
         exists (select 1 from course_hand_in h where h.course_id = d.course_id and h.user_id = d.user_id and h.section_id = d.section_id
           and ${doneInOwnClass(who, w.add, { ...sheet, at: 'h.at' })}) as theirs
       from course_homework d where d.id = ${w.add(holder_id)}`,
      w.params,
    )
    const [found] = rows
    if (!found) return false
    return (learns(who) && found.user_id === who.id) || (marks(who) && (found.everything || found.theirs))
  }
  if (!homeworkBanks.some((bank) => resourceOf[bank] === holder)) return false
  const asked = JSON.stringify([{ question_id: holder_id }])
  const { rows } = await q.query<{ course_id: string; learns: boolean }>(
    `select c.course_id, bool_or(m.user_id is not null and (c.content->>'opens_at' is null or (c.content->>'opens_at')::timestamptz <= $3)) as learns
     from course_content c join course_question u on u.course_id = c.course_id and u.question_id = $1
     left join course_member m on m.course_id = c.course_id and m.user_id = $4 and m.state <> 'withdrawn'
     where c.content->>'kind' = 'homework' and c.content->'items' @> $2::jsonb group by c.course_id`,
    [holder_id, asked, platform.now().toISOString(), who.id],
  )
  // how it is solved is for who marks it, not for who writes it
  if (!secret && learns(who) && rows.some((r) => r.learns)) return true
  if (!marks(who)) return false
  const w = where()
  w.and(`t.id = any(${w.add(rows.map((r) => r.course_id))}::text[])`)
  w.and(marksCourse(who, w.add))
  return (await q.query(`select 1 from ${courseRows} t ${w.text()} limit 1`, w.params)).rows.length > 0
}

const day = 86_400_000
/** Files that homework asks of somebody now, and since when those they sent are counted. */
export async function homeworkUploads(
  q: Queryable,
  user: string,
  now: Date,
): Promise<{ uploads: NonNullable<ShownQuestion['upload']>[]; since: string }> {
  const { rows } = await q.query<{ id: string }>(
    `select course_id as id from course_member where user_id = $1 and state <> 'withdrawn'`,
    [user],
  )
  const all = [
    ...(
      await homeworkOfMany(
        q,
        rows.map((r) => r.id),
      )
    ).values(),
  ]
  const items = all
    // one that was given back may be open longer than for others
    .filter((h) => homeworkPhase(h, now) !== 'before')
    .flatMap((h) => h.items.filter((i) => i.bank === 'exercise'))
  const version = await versionsOf(q, items)
  const uploads = items.flatMap((i) => {
    const data = version(i)
    const { upload } = data
      ? shownQuestion({ ...data, id: i.question_id, version: i.question_version })
      : { upload: null }
    return upload?.wanted ? [upload] : []
  })
  return { uploads, since: new Date(now.getTime() - day).toISOString() }
}
