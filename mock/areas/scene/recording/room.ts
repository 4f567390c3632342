/** What one person may make the platform keep of consoles. What belongs to an exam has a bound of its own (`checkExamBound`). */
import { recordingLimits as most } from '#src/contract/scene/recording.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { ofExam, type RecordingRow } from './row.ts'

interface Bound {
  count: number
  bytes: number
}
/** Calls of one person that keep something wait for each other: two at once would each find room. */
const turn = 727_102

async function checkBound(
  q: Queryable,
  where: string,
  value: string,
  reason: string,
  max: Bound,
  bytes: number,
): Promise<void> {
  const { rows } = await q.query<Bound>(
    `select count(*)::integer as count, coalesce(sum(t.bytes), 0)::double precision as bytes
     from recording t where ${where} and not ${ofExam}`,
    [value],
  )
  const had = rows[0] ?? { count: 0, bytes: 0 }
  if (had.count >= max.count) throw new Fail('quota_full', { reason, max: max.count })
  if (had.bytes + bytes > max.bytes)
    throw new Fail('quota_full', { reason: `${reason}_bytes`, max_bytes: max.bytes, used_bytes: had.bytes })
}

/** @throws quota_full when one more picture of so many bytes is more than the person or the scene may have */
export async function checkScreenshotRoom(
  q: Queryable,
  { user_id, scene_id }: Pick<RecordingRow, 'user_id' | 'scene_id'>,
  bytes: number,
): Promise<void> {
  const { rows: exam } = await q.query('select 1 from exam_scene where scene_id = $1', [scene_id])
  if (exam.length) return
  const { person, scene } = most.screenshots
  await checkBound(q, `t.kind = 'screenshot' and t.user_id = $1`, user_id, 'own_screenshots', person, bytes)
  await checkBound(q, `t.kind = 'screenshot' and t.scene_id = $1`, scene_id, 'scene_screenshots', scene, bytes)
}
export const takeRecordingTurn = (q: Queryable, person: string): Promise<unknown> =>
  q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, person])

/** @throws quota_full when it is more than its owner may have exempted from clearing */
export async function checkKeptRoom(q: Queryable, { user_id, bytes }: RecordingRow): Promise<void> {
  await takeRecordingTurn(q, user_id)
  await checkBound(q, 't.keep and t.user_id = $1', user_id, 'kept_recordings', most.kept, bytes)
}

/** Films that grow side by side: those that have ended give way to them, these do not. @throws quota_full */
export async function checkFilmRoom(q: Queryable, { user_id, examined }: RecordingRow, bytes: number): Promise<void> {
  if (examined) return
  const { rows } = await q.query<{ bytes: number }>(
    `select coalesce(sum(t.bytes), 0)::double precision as bytes from recording t
     where t.user_id = $1 and t.kind = 'desktop' and t.open and not ${ofExam}`,
    [user_id],
  )
  const used_bytes = rows[0]?.bytes ?? 0
  if (used_bytes + bytes > most.person)
    throw new Fail('quota_full', { reason: 'own_films_bytes', max_bytes: most.person, used_bytes })
}
