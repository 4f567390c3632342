/** What learners watch, as they report it: this is what a whole class does all the time, so reports of the same moment share the statements. */
import { isWatched, type Piece, watchedSeconds, type Watching, watchedOn } from '#src/contract/course/watched.ts'
import type { WatchedVideo } from '#src/contract/course/media.schema.ts'
import { present } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { batched, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { isMeant } from '../../exam/meant.ts'
import { activeAccounts } from '../../notice/audience.ts'
import { heardLearning } from '../../record/time.ts'
import { completeCourse, keepDoing, openSection } from '../learn/progress.ts'
import type { AskedSection, LearnReading } from '../learn/quiz.ts'
import type { ContentOf } from '#src/contract/course/outline.ts'
import { hashOfTicket } from './ticket.ts'

type Report = Ctx<'POST /learning/courses/:id/sections/:section/watched'>
interface Row {
  hash: string
  session_hash: string
  user_id: string
  course_id: string
  section_id: string
  file_id: string
  seen: Piece[]
  place: number
  credit: number
  heard_at: string
  length: number
  goal: number | null
}
interface Kept extends Omit<Row, 'seen' | 'credit' | 'heard_at' | 'hash' | 'session_hash'>, Watching {}

/** A condition on what `w` says was watched: its learner learns in the course still. Said of many at once, so that a class costs one statement. */
const learnsStill = `exists (select 1 from course_member m join r_course t on t.id = m.course_id
  where m.course_id = w.course_id and m.user_id = w.user_id and m.state <> 'withdrawn' and t.k_status <> 'archived' and (t.open
    or exists (select 1 from ${activeAccounts} and u.id = w.user_id and ${isMeant('t.id', 'course')})
    or exists (select 1 from class_member x join r_class c on c.id = x.class_id
      where x.user_id = w.user_id and x.left_at is null and c.k_status = 'ongoing' and c.k_courses && array[t.id]::text[])))`

/** Held until the transaction ends. A ticket was given to whoever the lesson was open to, and is renewed every few minutes. */
async function watchedBy(q: Queryable, calls: readonly Report[]): Promise<(c: Report) => Kept | undefined> {
  const hashes = calls.map((c) => hashOfTicket(c.body.ticket))
  const { rows } = await q.query<Row>(
    `select t.hash, t.session_hash, w.user_id, w.course_id, w.section_id, w.file_id, w.seen, w.place, w.credit, w.heard_at, w.length, w.goal
     from media_ticket t join course_watched w
       on w.course_id = t.course_id and w.user_id = t.user_id and w.section_id = t.section_id and w.file_id = t.file_id
     where t.hash = any($1::text[]) and t.expires_at > $2 and not t.preview and ${learnsStill}
     order by w.course_id, w.user_id, w.section_id, w.file_id for update of w`,
    [hashes, present(calls[0]).arrived.toISOString()],
  )
  // two tickets of one person for the same video count together
  const kept = new Map<string, Kept>()
  const byHash = new Map<string, { session: string; kept: Kept }>()
  for (const { hash, session_hash, heard_at, ...row } of rows) {
    const key = [row.course_id, row.user_id, row.section_id, row.file_id].join(' ')
    const one = kept.get(key) ?? { ...row, heard: new Date(heard_at).getTime() }
    kept.set(key, one)
    byHash.set(hash, { session: session_hash, kept: one })
  }
  return ({ who, params, body }) => {
    const found = byHash.get(hashOfTicket(body.ticket))
    if (found?.session !== who.session || found.kept.user_id !== who.id) return undefined
    return found.kept.course_id === params.id && found.kept.section_id === params.section ? found.kept : undefined
  }
}

const keep = (q: Queryable, kept: readonly Kept[]) =>
  q.query(
    `update course_watched w set seen = u.seen, place = u.place, credit = u.credit, heard_at = u.heard_at, goal = u.goal
     from jsonb_to_recordset($1::jsonb) as u(course_id text, user_id text, section_id text, file_id text, seen jsonb, place double precision,
       credit double precision, heard_at timestamptz, goal double precision)
     where w.course_id = u.course_id and w.user_id = u.user_id and w.section_id = u.section_id and w.file_id = u.file_id`,
    [JSON.stringify(kept.map(({ heard, ...row }) => ({ ...row, heard_at: new Date(heard).toISOString() })))],
  )

/** Enough was watched: the section is done, where it is open still and its rule is the same. */
async function finish(c: Report, kept: Kept): Promise<{ done: boolean; completed: boolean }> {
  try {
    const open = await openSection(c, kept.course_id, kept.section_id)
    const { rule, share } = open.section
    if (rule !== 'watched' || !isWatched(kept.seen, share, kept.length)) return { done: false, completed: false }
    await keepDoing(c, open, { done: true })
    kept.goal = null
    return { done: true, completed: await completeCourse(c, open) }
  } catch (e) {
    // it was closed meanwhile: the seconds stay
    if (e instanceof Fail) return { done: false, completed: false }
    throw e
  }
}

export const reportWatched: Handler<'POST /learning/courses/:id/sections/:section/watched'> = batched(async (calls) => {
  const { q } = present(calls[0])
  const watched = await watchedBy(q, calls)
  const touched = new Set<Kept>()
  const out: ({ seconds: number; done: boolean; completed: boolean } | Fail)[] = []
  for (const c of calls) {
    const kept = watched(c)
    if (!kept) {
      out.push(new Fail('media_ticket_over'))
      continue
    }
    Object.assign(kept, watchedOn(kept, c.body.seen, kept.length, c.arrived.getTime()), {
      place: Math.min(c.body.place, kept.length),
    })
    touched.add(kept)
    const seconds = watchedSeconds(kept.seen)
    // what somebody watches is kept as such; the trail hears of the end
    c.audit({ entity: 'course', id: kept.course_id, again: true })
    const over = kept.goal !== null && seconds >= kept.goal - 0.01
    out.push({ seconds, ...(over ? await finish(c, kept) : { done: false, completed: false }) })
  }
  if (touched.size) {
    await keep(q, [...touched])
    const heard = [...touched].map(({ user_id }) => ({ user_id, kind: 'lesson' as const }))
    await heardLearning(q, heard, present(calls[0]).platform.now())
  }
  return out
})

/** A video as its learner has it, with what they have watched of it. */
export async function videoWithWatched(
  { q, who }: LearnReading,
  { course, section, content }: AskedSection<ContentOf<'video'>>,
): Promise<ContentOf<'video'> & { watched: WatchedVideo[] }> {
  if (course.preview) return { ...content, watched: [] }
  const { rows } = await q.query<{ file: string; seen: [number, number][]; place: number }>(
    'select file_id as file, seen, place from course_watched where course_id = $1 and user_id = $2 and section_id = $3',
    [course.id, who.id, section.id],
  )
  return { ...content, watched: rows }
}
