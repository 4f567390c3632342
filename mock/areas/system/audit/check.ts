/** Working the chains of the audit trail through: begun by somebody, done in the background, its outcome kept. */
import { signed } from '#src/contract/notice/byline.ts'
import type { AuditCheck } from '#src/contract/system/audit.schema.ts'
import { countAudit, verifyAudit } from '#mock/audit/verify.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { present } from '#src/contract/lib/typed.ts'

/** A run without a sign of life for so long, seconds, has lost its server. */
const silence = 60
const beatEvery = 500
const shownRuns = 20
const columns = 'id, state, started_at, finished_at, by, by_name, rows, total, faults, beat_at'
type Run = AuditCheck & { beat_at: string }

function shown({ beat_at, ...run }: Run, now: Date): AuditCheck {
  const lost = run.state === 'running' && now.getTime() - Date.parse(beat_at) > silence * 1000
  return lost ? { ...run, state: 'failed' } : run
}

export async function runs(q: Queryable, now: Date): Promise<AuditCheck[]> {
  const { rows } = await q.query<Run>(`select ${columns} from audit_check order by id desc limit ${shownRuns}`)
  return rows.map((r) => shown(r, now))
}

/** The run that is under way, or a new one: two at once would find the same. */
export async function beginAuditCheck(
  q: Queryable,
  platform: Platform,
  who: Caller,
): Promise<{ run: AuditCheck; fresh: boolean }> {
  const now = platform.now()
  const under = (await runs(q, now)).find((r) => r.state === 'running')
  if (under) return { run: under, fresh: false }
  const { rows } = await q.query<Run>(
    `insert into audit_check (id, state, started_at, beat_at, by, by_name, total) values ($1, 'running', $2, $2, $3, $4, $5)
     returning ${columns}`,
    [platform.newId(), now.toISOString(), who.id, signed(who), await countAudit(q)],
  )
  return { run: shown(present(rows[0]), now), fresh: true }
}

/** Does the work of a run and writes its outcome down, also when it could not be done. */
export async function runAuditCheck({ db, now, log }: Platform, id: string): Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  const beat = async (rows: number): Promise<void> => {
    if (performance.now() - last < beatEvery) return
    last = performance.now()
    await db.query('update audit_check set rows = $2, total = greatest(total, $2), beat_at = $3 where id = $1', [
      id,
      rows,
      now().toISOString(),
    ])
  }
  const end = (state: AuditCheck['state'], rows: number | null, faults: object) =>
    db.query(
      `update audit_check set state = $2, rows = coalesce($3, rows), total = coalesce($3, total), faults = $4::jsonb,
         finished_at = $5, beat_at = $5 where id = $1`,
      [id, state, rows, JSON.stringify(faults), now().toISOString()],
    )
  try {
    const { rows, faults } = await verifyAudit(db, beat)
    await end('done', rows, faults)
    if (faults.length)
      log.error(
        { event: 'audit-broken', rows, faults: faults.length, seq: faults[0]?.seq },
        'the audit trail was changed',
      )
    else log.info({ event: 'audit-checked', rows }, 'the audit trail holds')
  } catch (e) {
    await end('failed', null, [])
    throw e
  }
}
