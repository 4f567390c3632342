/**
 * What a page records, it records at a console that it has open: the film of a desktop belongs to one console and ends with it. Otherwise
 * anybody could send in what never was on a screen as evidence of what was.
 */
import { recordingLimits as most } from '#src/contract/scene/recording.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { RecordingRow } from './row.ts'

/** Milliseconds without a sign of life after which the process that held a console counts as gone. */
const goneMs = 60_000
const aliveSince = (now: Date): string => new Date(now.getTime() - goneMs).toISOString()
const noConsole = () => new Fail('not_allowed_in_state', { action: 'record', console: 'closed' })

type Place = Pick<RecordingRow, 'scene_id' | 'node_id' | 'user_id'>

interface DesktopConsole {
  id: string
  recording_id: string | null
}
/** An open desktop of a node, one that records nothing where there are several. */
export async function openDesktopConsole(q: Queryable, r: Place, now: Date): Promise<DesktopConsole> {
  const { rows } = await q.query<DesktopConsole>(
    `select c.id, c.recording_id from scene_console c left join recording r on r.id = c.recording_id
     where c.kind = 'desktop' and c.scene_id = $1 and c.node_id = $2 and c.user_id = $3 and c.seen_at > $4
     order by coalesce(r.open, false), c.opened_at desc limit 1 for update of c`,
    [r.scene_id, r.node_id, r.user_id, aliveSince(now)],
  )
  const [at] = rows
  if (!at) throw noConsole()
  return at
}
/** A console records one film at a time: the one before ends. */
export async function recordAt(q: Queryable, { id, recording_id }: DesktopConsole, film: string, now: Date) {
  await q.query(`update recording set ${ended} where id = $1 and open`, [recording_id, now.toISOString()])
  await q.query('update scene_console set recording_id = $2 where id = $1', [id, film])
}
const ended = 'open = false, touched_at = $2, version = version + 1'

/** A picture is taken by whoever has a console of the node open, or looks on at one. */
export async function checkAtConsole(q: Queryable, { scene_id, node_id, user_id }: Place, now: Date): Promise<void> {
  const { rows } = await q.query(
    `select 1 from scene_console where scene_id = $1 and node_id = $2 and seen_at > $5
       and (user_id = $3 or watchers @> $4::jsonb) limit 1`,
    [scene_id, node_id, user_id, JSON.stringify([{ id: user_id }]), aliveSince(now)],
  )
  if (!rows.length) throw noConsole()
}

/** A film grows while its console is open; what was on its way when that closed still arrives for some seconds. */
export async function checkTakesParts(q: Queryable, r: RecordingRow, action: 'part' | 'finish', now: Date) {
  if (r.kind !== 'desktop') throw new Fail('not_allowed_in_state', { action })
  if (!r.open && now.getTime() - Date.parse(r.touched_at) > most.late * 1000)
    throw new Fail('not_allowed_in_state', { action })
  if (!r.open) return
  const { rows } = await q.query('select 1 from scene_console where recording_id = $1 and seen_at > $2', [
    r.id,
    aliveSince(now),
  ])
  if (!rows.length) throw noConsole()
}

/** Seconds of a film: never more than have passed since it began. */
export const secondsOf = (r: RecordingRow, said: number, now: Date): number =>
  Math.max(r.seconds, Math.min(said, Math.max(0, (now.getTime() - Date.parse(r.started_at)) / 1000 + most.ahead)))

/** Removes the row of a console that is over, and ends its film. A terminal's recording is ended by who writes it. */
export async function removeConsoleRow(q: Queryable, id: string, now: Date): Promise<void> {
  await q.query(
    `with gone as (delete from scene_console where id = $1 returning recording_id)
     update recording set ${ended} where id in (select recording_id from gone) and kind = 'desktop' and open`,
    [id, now.toISOString()],
  )
}
/** … and of those whose process ended without saying so. */
export async function sweepConsoleRows(q: Queryable, now: Date): Promise<void> {
  await q.query('delete from scene_console where seen_at < $1', [aliveSince(now)])
}

/** What pages record in a scene of an exam has a bound: its candidate cannot remove it, and markers look through it. */
export async function checkExamBound(
  q: Queryable,
  scene_id: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  // what comes at once counts each other
  const { rows: exam } = await q.query('select 1 from exam_scene where scene_id = $1 for update', [scene_id])
  if (!exam.length) return
  const { rows } = await q.query<{ n: number; bytes: number }>(
    `select count(*)::integer as n, coalesce(sum(bytes), 0)::double precision as bytes
     from recording where scene_id = $1 and kind <> 'terminal'`,
    [scene_id],
  )
  const [had] = rows
  const { examined } = most
  if (had && (had.n + count > examined.count || had.bytes + bytes > examined.bytes))
    throw new Fail('recordings_full', { count: examined.count, bytes: examined.bytes })
}

/** The header of a WebM file (RFC 8794, 11.2): EBML whose DocType is `webm`. */
const webm = /^\x1a\x45\xdf\xa3[^]{1,60}?\x42\x82[^]{1,8}webm/
export const isWebm = (b: Buffer): boolean => webm.test(b.toString('latin1', 0, 80))
