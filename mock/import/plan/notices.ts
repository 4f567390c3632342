/**
 * What is told of an import to whoever began it. They watch it for a few seconds and then do something else, so what is over before that
 * needs no message: its page, or the tool that waits for it, says it. A message is about something to be done; it goes when that is done.
 */
import { type Notification, notify } from '#mock/areas/notice/notify.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { importQuery, importScreens } from '#src/contract/import/screens.ts'
import type { PackageRow } from './package.ts'

/** Milliseconds people stay with a bar that moves. Attention lasts about ten seconds; the rest is for the start and for looking at the result. */
const watched = 15_000

const kinds = ['import_ready', 'import_failed', 'import_applied'] as const
type Named = Pick<PackageRow, 'id' | 'kind' | 'file_name'>

/** @param since when they began to wait */
export async function tellOfImport(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  { id, kind: of, file_name: name }: Named,
  {
    kind,
    to,
    since,
    params,
  }: { kind: (typeof kinds)[number]; to: string; since: string } & Pick<Notification, 'params'>,
): Promise<void> {
  if (platform.now().getTime() - Date.parse(since) < watched) return
  const link = { screen: importScreens[of][0], query: importQuery(of, id) }
  await notify(q, platform, { to: [to], kind, params: { name, ...params }, link })
}

/** Somebody decided: what was told of the import before is settled. */
export async function settleNotices(
  q: Queryable,
  { id, created_by, updated_by }: Pick<PackageRow, 'id' | 'created_by' | 'updated_by'>,
): Promise<void> {
  const { rows } = await q.query<{ user_id: string }>(
    `delete from message where user_id = any($1::text[]) and kind = any($2::text[]) and link->'query'->>'import' = $3
     returning user_id`,
    [[created_by, updated_by], [...kinds], id],
  )
  if (rows.length) await publish(q, 'messages', { users: [...new Set(rows.map((r) => r.user_id))] })
}
