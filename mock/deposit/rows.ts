/** Uploads in the database: whose, for what, and how far. An upload is its owner's alone; for anybody else it is not there. */
import { limits } from '#src/contract/limits.ts'
import type { DepositKind } from '#src/contract/device/deposit.ts'
import type { Arriving, Deposit } from '#src/contract/device/deposit.schema.ts'
import { configured } from '../configured.ts'
import type { Queryable } from '../db/db.ts'
import { Fail, type Platform, type Caller } from '../http/request/handler.ts'

export interface DepositRow {
  id: string
  owner: string
  kind: DepositKind
  target: string
  name: string
  size: number
  received: number
  checked: number
  fingerprint: string | null
  keep: boolean
  state: 'open' | 'whole' | 'failed'
  /** Address it is fetched from; empty of an upload. */
  source: string
}
export const depositColumns = 'id, owner, kind, target, name, size, received, checked, fingerprint, keep, state, source'

export const depositShown = ({ id, kind, target, name, size, received, state }: DepositRow): Deposit => ({
  id,
  kind,
  target,
  name,
  size,
  received,
  part: limits.chunk,
  state,
})

/** @throws not_found also when it is somebody else's */
export async function ownDeposit(q: Queryable, id: string, who: Caller, lock = ''): Promise<DepositRow> {
  const { rows } = await q.query<DepositRow>(
    `select ${depositColumns} from deposit where id = $1 and owner = $2 ${lock}`,
    [id, who.id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** The upload for a row, if there is one. */
export async function depositFor(
  q: Queryable,
  kind: DepositKind,
  target: string,
  lock = '',
): Promise<DepositRow | undefined> {
  const { rows } = await q.query<DepositRow>(
    `select ${depositColumns} from deposit where kind = $1 and target = $2 ${lock}`,
    [kind, target],
  )
  return rows[0]
}

/** What rows of a page say of files on their way to them, by row. */
export async function arriving(
  q: Queryable,
  kind: DepositKind,
  targets: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Arriving>>> {
  if (!targets.length) return new Map()
  const { rows } = await q.query<NonNullable<Arriving> & { target: string; source: string }>(
    `select target, id, name, size, received, checked, state, owner, source, failure, failure_details
     from deposit where kind = $1 and target = any($2::text[])`,
    [kind, [...targets]],
  )
  return new Map(
    rows.map(({ target, source, ...rest }) => [target, { ...rest, host: source === '' ? '' : new URL(source).host }]),
  )
}

/** Takes uploads nobody went on with for as many days as the settings say off the list. Their files go with the next sweep. */
export async function forgetOldDeposits(q: Queryable, { settings, now }: Platform): Promise<string[]> {
  const { upload_days: kept } = await configured(settings, 'clearing')
  if (kept === 0) return []
  const { rows } = await q.query<{ id: string }>(
    `delete from deposit where state <> 'whole' and touched_at < $1 returning id`,
    [new Date(now().getTime() - kept * 86_400_000).toISOString()],
  )
  return rows.map((r) => r.id)
}
