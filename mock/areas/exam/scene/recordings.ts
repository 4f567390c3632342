/** Recordings of the machines of an answer, for who marks it: by their place, because the id of a recording tells whose it is. */
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { recordingTypes } from '#src/contract/scene/recording.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { recordingFile } from '../../scene/recording/file.ts'
import type { RecordingRow } from '../../scene/recording/row.ts'
import { attemptCalled } from '../anonymous.ts'
import { sheetNow } from '../attempt.ts'
import { markingExam } from '../markedBy.ts'

type Row = Pick<RecordingRow, 'id' | 'kind' | 'node_name' | 'seconds' | 'bytes'>
interface Found {
  exam: string
  rows: Row[]
}
type Ctx = { q: Queryable; who: Caller; platform: Platform }

async function recordingsOf({ q, who, platform }: Ctx, id: string, item: string): Promise<Found> {
  const attempt = await attemptCalled({ q, platform }, id)
  const sheet = await sheetNow(q, attempt, platform.now())
  if (!sheet) throw new Fail('not_found')
  await markingExam({ q, who, platform }, sheet.row.exam_id)
  if (!sheet.row.handed_at) throw new Fail('not_allowed_in_state', { status: sheet.row.status })
  const { rows } = await q.query<Row>(
    `select r.id, r.kind, r.node_name, r.seconds, r.bytes from recording r
     join exam_scene e on e.scene_id = r.scene_id where e.attempt_id = $1 and e.item = $2 and r.bytes > 0 order by r.started_at, r.id`,
    [attempt, item],
  )
  return { exam: sheet.row.exam_id, rows }
}
async function theRecording(
  c: Ctx,
  id: string,
  { item, n }: { item: string; n: number },
): Promise<Row & { exam: string }> {
  const { exam, rows } = await recordingsOf(c, id, item)
  const found = rows[n - 1]
  if (!found) throw new Fail('not_found')
  return { ...found, exam }
}

export const sheetRecordings: Handler<'GET /exam-sheets/:id/recordings'> = async (c) => {
  const { rows } = await recordingsOf(c, c.params.id, c.query.item)
  return {
    items: rows.map(({ kind, node_name, seconds, bytes }, at) => ({
      n: at + 1,
      kind,
      node: node_name,
      seconds,
      bytes,
    })),
  }
}
export const sheetRecording: Handler<'GET /exam-sheets/:id/recording'> = async (c) => {
  const row = await theRecording(c, c.params.id, c.query)
  const file = recordingFile(c.platform.files, row.kind, row.id)
  const stat = await fs.stat(file).catch(() => undefined)
  if (!stat) throw new Fail('not_found')
  c.audit({ entity: 'exam', id: row.exam, details: { attempt: c.params.id, item: c.query.item, n: c.query.n } })
  return {
    name: `recording-${c.query.n}${file.slice(file.lastIndexOf('.'))}`,
    type: recordingTypes[row.kind],
    size: stat.size,
    body: createReadStream(file, { end: Math.max(0, stat.size - 1) }),
    part: (start: number, end: number) => createReadStream(file, { start, end }),
  }
}
export const sheetTyped: Handler<'GET /exam-sheets/:id/typed'> = async (c) => {
  const { id } = await theRecording(c, c.params.id, c.query)
  const { rows } = await c.q.query<{ at: number; text: string }>(
    'select at, text from recording_typed where recording_id = $1 order by at limit 5000',
    [id],
  )
  return { items: rows }
}
