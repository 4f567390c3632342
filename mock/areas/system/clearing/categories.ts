/** Everything that can be cleared. */
import type { Cleared } from '#src/contract/system/clearing.ts'
import { dropUpload } from '#mock/import/plan/parts.ts'
import { recordingsOf } from '#mock/areas/scene/recording/clear.ts'
import { type Category, zeroAmount, tableCategoryOf } from './category.ts'
import { folderCategoryOf } from './folder.ts'

const old = 'package_id is null and touched_at < $1'

/** Uploads nobody went on with: their rows, then their parts on the disk. */
const uploads: Category = {
  look: tableCategoryOf('upload', old, 't.received').look,
  async take({ db, files }, { before }) {
    if (before === null) return zeroAmount
    const { rows } = await db.query<{ id: string; received: number }>(
      `delete from upload where id in (select id from upload where ${old} limit 100) returning id, received`,
      [before.toISOString()],
    )
    for (const { id } of rows) await dropUpload(files, id)
    return { count: rows.length, bytes: rows.reduce((n, r) => n + r.received, 0) }
  },
}

export const clearingCategories: Record<Cleared, Category> = {
  system_log: tableCategoryOf('system_log', 't.at < $1'),
  messages: tableCategoryOf('message', 't.at < $1'),
  imports: tableCategoryOf(
    'import_package',
    `t.state <> 'planning' and t.updated_at < $1`,
    `pg_column_size(t.*) + coalesce((select sum(pg_column_size(r.*)) from import_row r where r.package_id = t.id), 0)`,
  ),
  sessions: tableCategoryOf('session', '(t.expires_at < $1 or t.ended_at < $1)'),
  uploads,
  recordings: recordingsOf('terminal', 'desktop'),
  screenshots: recordingsOf('screenshot'),
  files: folderCategoryOf('generated'),
}
