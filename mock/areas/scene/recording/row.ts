/** Recordings as rows. */
import type { z } from 'zod'
import type { Recording } from '#src/contract/scene/recording.schema.ts'
import { type RecordingKind, recordingLimits } from '#src/contract/scene/recording.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { notMarkedBlind } from '../../exam/blind.ts'
import { dropRecording } from './file.ts'
import { present } from '#src/contract/lib/typed.ts'

export interface RecordingRow {
  id: string
  version: number
  kind: RecordingKind
  scene_id: string
  scene_name: string
  node_id: string
  node_name: string
  user_id: string
  user_name: string
  started_at: string
  seconds: number
  bytes: number
  width: number
  height: number
  keep: boolean
  open: boolean
  touched_at: string
  /** Of a scene of an exam: a proof, which its candidate neither keeps nor removes. */
  examined?: boolean
  /** It goes with a report: it stays as long as the report has it. */
  cited?: boolean
}
const recordingColumns =
  'id, version, kind, scene_id, scene_name, node_id, node_name, user_id, user_name, started_at, seconds, bytes, width, height, keep, open, touched_at'

/** Whether `t` is of a scene of an exam. */
export const ofExam = 'exists (select 1 from exam_scene e where e.scene_id = t.scene_id)'
/** Whether `t` goes with a report of a lab. */
const ofReport = 'exists (select 1 from course_evidence e where e.recording_id = t.id)'
/** The same of `t`, as they are shown. */
export const shownColumns = `${recordingColumns.replace(/\b([a-z_]+)\b/g, 't.$1')}, ${ofExam} as examined, ${ofReport} as cited`

export type NewRecording = Omit<
  RecordingRow,
  'examined' | 'cited' | 'version' | 'seconds' | 'bytes' | 'keep' | 'touched_at' | 'started_at' | 'id'
> & { bytes?: number }

export async function beginRecording(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId' | 'files' | 'background'>,
  r: NewRecording,
): Promise<RecordingRow> {
  const id = platform.newId()
  const { rows } = await q.query<RecordingRow>(
    `insert into recording (id, kind, scene_id, scene_name, node_id, node_name, user_id, user_name, find, started_at, bytes, width, height, open, touched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $10) returning ${recordingColumns}`,
    [
      id,
      r.kind,
      r.scene_id,
      r.scene_name,
      r.node_id,
      r.node_name,
      r.user_id,
      r.user_name,
      fold(`${r.scene_name} ${r.node_name} ${r.user_name}`),
      platform.now().toISOString(),
      r.bytes ?? 0,
      r.width,
      r.height,
      r.open,
    ],
  )
  const { rows: old } = await q.query<Pick<RecordingRow, 'id' | 'kind'>>(
    `delete from recording t using (
       select t.id, sum(t.bytes) over (order by t.started_at desc, t.id desc) as newer
       from recording t where t.user_id = $1 and not t.keep and not ${ofExam} and not ${ofReport}) x
     where t.id = x.id and x.newer > $2 and not t.open returning t.id, t.kind`,
    [r.user_id, recordingLimits.person],
  )
  for (const o of old) platform.background('recording.remove', () => dropRecording(platform.files, o.kind, o.id))
  return present(rows[0])
}

export async function touchRecording(
  q: Queryable,
  id: string,
  seconds: number,
  bytes: number,
  open: boolean,
  now: Date,
): Promise<void> {
  await q.query(
    'update recording set seconds = $2, bytes = $3, open = $4, touched_at = $5, version = version + 1 where id = $1',
    [id, seconds, bytes, open, now.toISOString()],
  )
}

/** Whoever holds the list of administrators sees all: what somebody typed is another matter than the scene they typed it in. */
const seesAll = (who: Pick<Caller, 'granted'>): boolean => who.granted.has('scene-recording-admin')
const keepsAll = (who: Pick<Caller, 'changes'>): boolean => who.changes.has('scene-recording-admin')

/** Condition on `t`: one's own, and those of scenes one leads; never of a sheet that one marks without names. */
export function recordingsVisibleTo(
  who: Pick<Caller, 'id' | 'granted' | 'is_admin'>,
  now: Date,
  add: (v: unknown) => string,
): string | undefined {
  const blind = notMarkedBlind('t.scene_id', who, now, add)
  if (seesAll(who)) return blind
  const me = add(who.id)
  const own = `(t.user_id = ${me} or exists (select 1 from scene_person p where p.scene_id = t.scene_id and p.user_id = ${me} and p.part = 'leader'))`
  return blind ? `(${own} and ${blind})` : own
}

export function shownRecording(r: RecordingRow, who: Caller, now: Date): z.input<typeof Recording> {
  const live = r.open && now.getTime() - Date.parse(r.touched_at) < recordingLimits.silent * 1000
  const mine = (r.user_id === who.id && !r.examined) || keepsAll(who)
  return {
    id: r.id,
    version: r.version,
    created_at: r.started_at,
    updated_at: r.touched_at,
    created_by: r.user_id,
    updated_by: r.user_id,
    can: ['content', ...(mine ? ['keep'] : []), ...(mine && !live && !r.cited ? ['remove'] : [])],
    kind: r.kind,
    scene_id: r.scene_id,
    scene_name: r.scene_name,
    node_id: r.node_id,
    node_name: r.node_name,
    user_id: r.user_id,
    user_name: r.user_name,
    started_at: r.started_at,
    seconds: r.seconds,
    bytes: r.bytes,
    width: r.width,
    height: r.height,
    keep: r.keep,
    recording: live,
  }
}
