/** Clearing of recordings and pictures: rows that are old enough or too much, the oldest first, with their files. What is kept stays. */
import type { Bounds } from '#src/contract/system/clearing.ts'
import { type RecordingKind, recordingLimits } from '#src/contract/scene/recording.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { type Category, zeroAmount } from '#mock/areas/system/clearing/category.ts'
import { dropRecording } from './file.ts'

interface Going {
  id: string
  kind: RecordingKind
  bytes: number
}
const piece = 100

/** Which go. One that still grows does not. */
async function going(
  { db, now }: Platform,
  kinds: readonly RecordingKind[],
  { before, most }: Bounds,
  limit: number | null,
): Promise<Going[]> {
  if (before === null && most === null) return []
  const { rows } = await db.query<Going>(
    `select id, kind, bytes from (
       select id, kind, bytes, started_at, keep, open, touched_at, sum(bytes) over (order by started_at desc, id desc) as newer
       from recording where kind = any($1::text[])) t
     where not keep and not exists (select 1 from course_evidence e where e.recording_id = t.id)
       and not (open and touched_at > $4::timestamptz)
       and (($2::timestamptz is not null and started_at < $2) or ($3::bigint is not null and newer > $3))
     order by started_at, id ${limit === null ? '' : `limit ${limit}`}`,
    [
      kinds,
      before?.toISOString() ?? null,
      most,
      new Date(now().getTime() - recordingLimits.silent * 1000).toISOString(),
    ],
  )
  return rows
}

export const recordingsOf = (...kinds: RecordingKind[]): Category => ({
  async look(platform, bounds) {
    const all = await going(platform, kinds, bounds, null)
    return { count: all.length, bytes: all.reduce((n, r) => n + r.bytes, 0) }
  },
  async take(platform, bounds) {
    const some = await going(platform, kinds, bounds, piece)
    if (!some.length) return zeroAmount
    const { rows } = await platform.db.query<Going>(
      `delete from recording t where id = any($1::text[]) and not keep
         and not exists (select 1 from course_evidence e where e.recording_id = t.id) returning id, kind, bytes`,
      [some.map((r) => r.id)],
    )
    for (const r of rows) await dropRecording(platform.files, r.kind, r.id)
    return { count: rows.length, bytes: rows.reduce((n, r) => n + r.bytes, 0) }
  },
})
