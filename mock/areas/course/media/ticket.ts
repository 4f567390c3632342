/**
 * Tickets of players: a browser's player loads a file by its address alone, so a call that carries a token asks for a ticket. It is good for one
 * file and one person, not for long, and no longer than their session lives; the page renews it while it plays.
 */
import { createHash } from 'node:crypto'
import { fillPath } from '#src/contract/lib/route.ts'
import { lessonScreens, mediaLimits, mediaPath } from '#src/contract/course/media.ts'
import { beginsWatching } from '#src/contract/course/watched.ts'
import { present } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { peopleNow } from '../../session/peopleNow.ts'
import { cameTo } from '../learn/progress.ts'
import { type MediaPlace, openMedia, type OpenMedia } from './open.ts'

export const hashOfTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

interface TicketRow extends MediaPlace {
  user_id: string
}

/** How long the video is, and how much of it ends the section; null where none does. */
function goalOf({ content, named, section, records }: OpenMedia): { length: number; goal: number | null } {
  if (content.kind !== 'video') return { length: 0, goal: null }
  const video = [content.video, content.video_other].find((v) => v?.file === named.file.file)
  const length = video?.seconds ?? 0
  const open = section.rule === 'watched' && (records.get(section.id)?.done_at ?? null) === null
  return { length, goal: open && length > 0 ? section.share * length : null }
}

type Asked = Ctx<'POST /learning/courses/:id/sections/:section/ticket'>
/** Whoever opens a video has begun: what they watch is counted from here on. */
async function beginToWatch(c: Asked, open: OpenMedia, at: MediaPlace): Promise<void> {
  const { q, who, platform } = c
  const now = platform.now()
  const { credit } = beginsWatching(now.getTime())
  const { length, goal } = goalOf(open)
  await q.query(
    `insert into course_watched (course_id, user_id, section_id, file_id, credit, heard_at, length, goal)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (course_id, user_id, section_id, file_id) do update set length = excluded.length, goal = excluded.goal`,
    [open.course.id, who.id, at.section_id, at.file_id, credit, now.toISOString(), length, goal],
  )
  await q.query(
    `insert into course_record (course_id, user_id, section_id, updated_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [open.course.id, who.id, at.section_id, now.toISOString()],
  )
}

export const issueMediaTicket: Handler<'POST /learning/courses/:id/sections/:section/ticket'> = async (c) => {
  const { q, who, platform, params, body, query } = c
  const now = platform.now()
  const at: MediaPlace = {
    course_id: params.id,
    section_id: params.section,
    file_id: body.file,
    preview: query.preview === true,
  }
  const open = await openMedia(q, who, at, now)
  if (open.named.use !== 'video' && open.named.use !== 'pdf') throw new Fail('not_found')
  const expires_at = new Date(now.getTime() + mediaLimits.ticket * 1000).toISOString()
  if (open.named.use === 'video' && !at.preview) await beginToWatch(c, open, at)
  const address = fillPath(mediaPath, { file: at.file_id })
  const given = (ticket: string) => ({ ticket, address: `${address}?ticket=${ticket}`, expires_at })
  if (body.ticket !== undefined) {
    const { rows } = await q.query(
      // whoever signed in anew, or whose host renewed their session, goes on with it under that session
      `update media_ticket set expires_at = $2, session_hash = $3 where hash = $1 and user_id = $9 and course_id = $4 and section_id = $5
         and file_id = $6 and preview = $7 and expires_at > $8 returning 1`,
      [
        hashOfTicket(body.ticket),
        expires_at,
        who.session,
        open.course.id,
        at.section_id,
        at.file_id,
        at.preview,
        now.toISOString(),
        who.id,
      ],
    )
    if (rows.length) return given(body.ticket)
  }
  if (!at.preview) await cameTo(c, open)
  await q.query('delete from media_ticket where expires_at < $1', [now.toISOString()])
  const ticket = platform.random(32).toString('base64url')
  await q.query(
    `insert into media_ticket (hash, session_hash, user_id, course_id, section_id, file_id, preview, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hashOfTicket(ticket), who.session, who.id, open.course.id, at.section_id, at.file_id, at.preview, expires_at],
  )
  return given(ticket)
}

/** The file a ticket is for, asked anew of everything that opened it. @throws not_found for any other text, also when something has ended since */
export async function mediaByTicket(
  q: Queryable,
  platform: Platform,
  file: string,
  ticket: string,
): Promise<{ id: string; name: string; size: number; type: string }> {
  const now = platform.now()
  const { rows } = await q.query<TicketRow>(
    `select t.user_id, t.course_id, t.section_id, t.file_id, t.preview from media_ticket t
     join session s on s.id_hash = t.session_hash
     where t.hash = $1 and t.file_id = $2 and t.expires_at > $3::timestamptz and s.ended_at is null and s.expires_at > $3::timestamptz
       and s.seen_at + s.idle_seconds * interval '1 second' >= $3::timestamptz`,
    [hashOfTicket(ticket), file, now.toISOString()],
  )
  const [row] = rows
  const [who] = row ? await peopleNow(q, platform, [row.user_id]) : []
  if (!row || !who || !lessonScreens.some((s) => who.granted.has(s))) throw new Fail('not_found')
  try {
    await openMedia(q, who, row, now)
  } catch (e) {
    // whoever only shows an address is told nothing of why
    if (e instanceof Fail) throw new Fail('not_found')
    throw e
  }
  const found = await q.query<{ name: string; size: number; type: string | null }>(
    `select a.name, a.size, f.type from attachment a join course_file f on f.attachment_id = a.id where a.id = $1 and a.state = 'here'`,
    [file],
  )
  if (!found.rows.length) throw new Fail('not_found')
  const { name, size, type } = present(found.rows[0])
  return { id: file, name, size: Number(size), type: type ?? 'application/pdf' }
}
