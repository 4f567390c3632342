/** The last byte of an upload has come: what is inside is looked at, and the row it is for is told. Done once, whoever notices. */
import { auditRows, type Interpreter, type AuditSource } from '../http/request/call.ts'
import type { AuditEvent } from '../http/request/handler.ts'
import { dropDeposit } from './folder.ts'
import type { Receivers } from './kinds.ts'
import { type DepositRow, depositColumns } from './rows.ts'

export async function arrived(
  i: Interpreter,
  call: AuditSource,
  receivers: Receivers,
  deposit: DepositRow,
): Promise<void> {
  const { platform } = i
  const receiver = receivers[deposit.kind]
  const seen = await receiver.look(platform, deposit)
  const done = await i.transaction(async (q) => {
    const entries: AuditEvent[] = []
    const { rows } = await q.query<DepositRow>(
      `update deposit set state = 'whole', received = size where id = $1 and state = 'open' returning ${depositColumns}`,
      [deposit.id],
    )
    if (!rows[0]) return { value: undefined, rows: [] }
    const out = await receiver.arrive(q, platform, rows[0], seen, (e) => void entries.push(e))
    if (out.file === 'dropped') await q.query('delete from deposit where id = $1', [deposit.id])
    const told: AuditSource = {
      ...call,
      entries: [{ entity: 'deposit', id: deposit.id, details: { file: deposit.name } }, ...entries],
    }
    return { value: out, rows: auditRows(told, platform.now()) }
  }, false)
  if (!done) return
  if (done.file === 'dropped') await dropDeposit(platform.files, deposit.id)
  done.after?.()
}
