/** Everything that can be cleared. */
import type { Cleared } from '#src/contract/system/clearing.ts'
import { dropUpload } from '#mock/import/plan/parts.ts'
import { recordingsOf } from '#mock/areas/scene/recording/clear.ts'
import { type Category, nothing, rowsOf } from './category.ts'
import { filesOf } from './folder.ts'

const old = 'package_id is null and touched_at < $1'

/** Uploads nobody went on with: their rows, then their parts on the disk. */
const uploads: Category = {
  look: rowsOf('upload', old, 't.received').look,
  async take({ db, files }, { before }) {
    if (before === null) return nothing
    const { rows } = await db.query<{ id: string; received: number }>(
      `delete from upload where id in (select id from upload where ${old} limit 100) returning id, received`,
      [before.toISOString()],
    )
    for (const { id } of rows) await dropUpload(files, id)
    return { count: rows.length, bytes: rows.reduce((n, r) => n + r.received, 0) }
  },
}

export const categories: Record<Cleared, Category> = {
  system_log: rowsOf('system_log', 't.at < $1'),
  messages: rowsOf('message', 't.at < $1'),
  imports: rowsOf(
    'import_package',
    `t.state <> 'planning' and t.updated_at < $1`,
    `pg_column_size(t.*) + coalesce((select sum(pg_column_size(r.*)) from import_row r where r.package_id = t.id), 0)`,
  ),
  sessions: rowsOf('session', '(t.expires_at < $1 or t.ended_at < $1)'),
  uploads,
  recordings: recordingsOf('terminal', 'desktop'),
  screenshots: recordingsOf('screenshot'),
  files: filesOf('generated'),
}
