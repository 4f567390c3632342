/** Which files a question names. It names them for good: an older version, on a paper, may be asked long after an edit left them out. */
import type { Attached } from '#src/contract/bank/question.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { z } from 'zod'

type File = z.output<typeof Attached>
export interface WithFiles {
  attachments?: readonly File[]
  writeup_file?: File | null
}
const named = (d: WithFiles): { file: File; path: string; secret: boolean }[] => [
  ...(d.attachments ?? []).map((file, n) => ({ file, path: `attachments.${n}`, secret: false })),
  ...(d.writeup_file ? [{ file: d.writeup_file, path: 'writeup_file', secret: true }] : []),
]

/**
 * A file must have come, and be the writer's own or this question's since earlier; its name and size are what the store has.
 * @throws Fail validation `unknown_file`, `distinct`
 */
export async function checkFiles(
  q: Queryable,
  d: WithFiles,
  of: { holder: string; id: string | undefined; owner: string },
): Promise<void> {
  const all = named(d)
  if (!all.length) return
  const fields: FieldProblem[] = []
  const { rows } = await q.query<{ id: string; name: string; size: number }>(
    `select a.id, a.name, a.size from attachment a where a.id = any($1::text[]) and a.state = 'here' and (
       exists (select 1 from attachment_use u where u.attachment_id = a.id and u.holder = $2 and u.holder_id = $3)
       or (a.owner = $4 and not exists (select 1 from attachment_use u where u.attachment_id = a.id)))`,
    [all.map((a) => a.file.file), of.holder, of.id ?? '', of.owner],
  )
  const known = new Map(rows.map((r) => [r.id, r]))
  const seen = new Set<string>()
  for (const { file, path, secret } of all) {
    const row = known.get(file.file)
    if (!row) fields.push({ path, rule: 'unknown_file' })
    else Object.assign(file, { name: row.name, size: Number(row.size) })
    const key = secret ? '' : file.name.toLowerCase()
    if (seen.has(file.file) || (key && seen.has(key))) fields.push({ path, rule: 'distinct' })
    seen.add(file.file).add(key)
  }
  if (fields.length) throw new Fail('validation', { fields })
}

export async function holdFiles(q: Queryable, d: WithFiles, holder: string, id: string): Promise<void> {
  for (const { file, secret } of named(d))
    await q.query(
      `insert into attachment_use (attachment_id, holder, holder_id, secret) select id, $2, $3, $4 from attachment where id = $1
       on conflict (attachment_id, holder, holder_id) do update set secret = attachment_use.secret and excluded.secret`,
      [file.file, holder, id, secret],
    )
}
