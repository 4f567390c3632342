/** Plans that nobody applied for a week are discarded: their rows go, their line in the history stays. */
import type { Db, Queryable } from '#mock/db/db.ts'
import { type DueHandlers, plan } from '#mock/db/due.ts'
import { makeAudit } from '#mock/audit/chain.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { releasePlanned } from '#mock/import/plan/files.ts'
import { settleNotices } from '#mock/import/plan/notices.ts'
import type { PackageRow } from '#mock/import/plan/package.ts'

const kind = 'import.discard'
const week = 7 * 86_400_000

/** Each time a plan is looked at and changed, its week begins again. */
export const discardLater = (q: Queryable, id: string, from: Date): Promise<void> =>
  plan(q, kind, id, new Date(from.getTime() + week))

/** Plans from before there was a week. */
export async function discardOld(db: Db): Promise<void> {
  await db.query(
    `insert into due (kind, ref, at) select '${kind}', id, updated_at + interval '7 days' from import_package where state = 'planned'
     on conflict (kind, ref) do nothing`,
  )
}

export const importDue = (platform: Platform): DueHandlers => ({
  async [kind](q, id) {
    const now = platform.now()
    const { rows } = await q.query<Pick<PackageRow, 'id' | 'created_by' | 'updated_at' | 'updated_by' | 'file_name'>>(
      `select id, created_by, updated_at, updated_by, file_name from import_package
       where id = $1 and state = 'planned' for update`,
      [id],
    )
    const [p] = rows
    if (!p) return
    if (Date.parse(p.updated_at) + week > now.getTime()) return discardLater(q, id, new Date(p.updated_at))
    await q.query(
      `update import_package set state = 'discarded', version = version + 1, updated_at = $2, digest = '' where id = $1`,
      [id, now.toISOString()],
    )
    await q.query('delete from import_row where package_id = $1', [id])
    await q.query('delete from import_picture where package_id = $1', [id])
    await releasePlanned(q, now, id)
    await settleNotices(q, p)
    await makeAudit(platform.db, platform.now).append(q, [
      {
        at: now,
        user_id: null,
        username: null,
        role: null,
        address: '',
        action: kind,
        entity: 'import',
        entity_id: id,
        result: 'done',
        code: null,
        request_id: '',
        before: { state: 'planned' },
        after: { state: 'discarded' },
        details: { file: p.file_name },
      },
    ])
    platform.log.info({ event: 'import-discarded', file: p.file_name }, 'a plan nobody applied was discarded')
  },
})
