/** What a package reports of its learner, kept by the item; and what follows from it for the section and the course. */
import { isPackageDone, packageLimits, packageOutcome, packageResult } from '#src/contract/course/package.ts'
import type { CommitData, PackageCommit, PackageCommitted, ScormManifest } from '#src/contract/course/package.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type AuditEvent, type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { cameTo, completeCourse, keepDoing, openSection } from '../learn/progress.ts'
import { manifestsOf } from './arrive.ts'
import { isSuperseded, type LaunchRow } from './launch.ts'

export interface PartRow {
  item: string
  launch: number
  run: number
  seq: number
  state: PackageCommitted['state']
  score: number | null
  before_seconds: number
  seconds: number
  ended: boolean
  cmi: CommitData
  updated_at: string
}
export async function itemRows(
  q: Queryable,
  at: Pick<LaunchRow, 'user_id' | 'course_id' | 'section_id'>,
  files: readonly string[],
  { data = false } = {},
): Promise<(PartRow & { file_id: string })[]> {
  const { rows } = await q.query<PartRow & { file_id: string }>(
    `select file_id, item, launch::float8 as launch, run, seq, state, score, before_seconds, seconds, ended, updated_at, ${data ? 'cmi' : `'{}'::jsonb as cmi`}
     from package_record where course_id = $1 and user_id = $2 and section_id = $3 and file_id = any($4::text[]) order by updated_at`,
    [at.course_id, at.user_id, at.section_id, [...files]],
  )
  return rows
}

/** Launch, page and number in their order. */
const isNewer = (a: readonly number[], b: readonly number[]): boolean => {
  for (const [n, x] of a.entries()) {
    const y = b[n] ?? 0
    if (x !== y) return x > y
  }
  return false
}

interface Committing {
  q: Queryable
  who: Caller
  platform: Platform
  audit: (entry: AuditEvent) => void
}
export async function keepCommit(c: Committing, row: LaunchRow, said: PackageCommit): Promise<PackageCommitted> {
  const { q, platform } = c
  const manifest = await manifestOfLaunch(q, row)
  const item = manifest.items.find((i) => i.id === said.item && i.kind !== 'group')
  if (!item) throw new Fail('validation', { fields: [{ path: 'item', rule: 'unknown_reference' }] })
  const max = packageLimits.suspend[manifest.version]
  if ((said.cmi['cmi.suspend_data'] ?? '').length > max)
    throw new Fail('validation', { fields: [{ path: 'cmi.cmi.suspend_data', rule: 'max', params: { max } }] })
  const { seconds, ...outcome } = packageOutcome(manifest.version, said.cmi, item)
  c.audit({ entity: 'course', id: row.course_id, again: true })
  // nothing is kept of a preview
  if (row.preview) return { ...outcome, done: false, completed: false }
  const open = await openSection(c, row.course_id, row.section_id)
  if (open.section.revision !== row.revision) throw new Fail('media_ticket_over')
  if (await isSuperseded(q, row)) throw new Fail('package_taken')
  const rows = await itemRows(q, row, [row.file_id])
  const had = rows.find((r) => r.item === item.id)
  const before = open.records.get(open.section.id)
  const done = (before?.done_at ?? null) !== null
  if (had && !isNewer([row.launch, said.run, said.seq], [had.launch, had.run, had.seq]))
    return { state: had.state, score: had.score, done, completed: false }
  const same = had?.launch === row.launch && had.run === said.run
  const earlier = had === undefined ? 0 : same ? had.before_seconds : had.before_seconds + had.seconds
  await q.query(
    `insert into package_record (course_id, user_id, section_id, file_id, item, launch, run, seq, state, score, before_seconds, seconds, ended, cmi, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15)
     on conflict (course_id, user_id, section_id, file_id, item) do update set launch = excluded.launch, run = excluded.run, seq = excluded.seq,
       state = excluded.state, score = excluded.score, before_seconds = excluded.before_seconds, seconds = excluded.seconds,
       ended = excluded.ended, cmi = excluded.cmi, updated_at = excluded.updated_at`,
    [
      row.course_id,
      row.user_id,
      row.section_id,
      row.file_id,
      item.id,
      row.launch,
      said.run,
      said.seq,
      outcome.state,
      outcome.score,
      earlier,
      seconds,
      said.ended,
      JSON.stringify(said.cmi),
      platform.now().toISOString(),
    ],
  )
  const records = new Map(rows.map((r) => [r.item, { state: r.state, score: r.score }]))
  const result = packageResult(manifest.items, records.set(item.id, outcome))
  const isDone = isPackageDone(open.section, result)
  // whatever was reached once stays: only what goes beyond it is written
  if ((isDone && !done) || (result.share ?? -1) > (before?.share ?? -1)) {
    await keepDoing(c, open, { done: isDone, share: result.share })
    return { ...outcome, done: isDone || done, completed: isDone && !done && (await completeCourse(c, open)) }
  }
  await cameTo(c, open)
  return { ...outcome, done, completed: false }
}
async function manifestOfLaunch(q: Queryable, row: LaunchRow): Promise<ScormManifest> {
  const manifest = (await manifestsOf(q, [row.file_id])).get(row.file_id)
  if (!manifest) throw new Fail('not_found')
  return manifest
}
