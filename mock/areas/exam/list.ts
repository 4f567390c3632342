/** Lists of candidates as people have them: lines of a file or a message, each with a username, a number or a telephone somewhere in it. */
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'

const users = documents('user')
/** What a line may be taken apart at: commas, semicolons and tabs of files, spaces of messages. */
const parts = (line: string): string[] =>
  line
    .split(/[\s,;，；、|]+/u)
    .map((p) => p.replace(/^["'“”]+|["'“”]+$/gu, '').toLowerCase())
    .filter(Boolean)

export const resolveList: Handler<'POST /exams/resolve'> = ({ q, body }) => resolveLines(q, body.lines)

/** Whom the lines name, in their order, and those that name nobody. */
export async function resolveLines(q: Queryable, said: readonly string[]) {
  const lines = said.map((text, n) => ({ n: n + 1, text: text.trim(), parts: parts(text) })).filter((l) => l.text)
  const wanted = [...new Set(lines.flatMap((l) => l.parts))]
  const { rows } = await q.query<{
    id: string
    name: string
    username: string
    work_id: string | null
    phone: string | null
  }>(
    `select id, coalesce(nullif(data->>'name', ''), data->>'username') as name, data->>'username' as username, data->>'work_id' as work_id, data->>'phone' as phone
     from ${users.table} where k_status = 'normal' and (lower(data->>'username') = any($1::text[]) or lower(data->>'work_id') = any($1::text[])
       or data->>'phone' = any($1::text[]))
     order by id`,
    [wanted],
  )
  const by = new Map<string, (typeof rows)[number]>()
  // a username says more than a number that happens to be the same; a telephone that several share names nobody
  for (const r of rows)
    if (r.phone && rows.filter((o) => o.phone === r.phone).length === 1) by.set(r.phone.toLowerCase(), r)
  for (const r of rows) if (r.work_id) by.set(r.work_id.toLowerCase(), r)
  for (const r of rows) by.set(r.username.toLowerCase(), r)
  const found = new Map<string, { id: string; name: string; username: string; line: number }>()
  const unknown = []
  let again = 0
  for (const l of lines) {
    const part = l.parts.find((p) => by.has(p))
    const person = part === undefined ? undefined : by.get(part)
    if (!person) unknown.push({ line: l.n, text: l.text.slice(0, 120) })
    else if (found.has(person.id)) again++
    else found.set(person.id, { id: person.id, name: person.name, username: person.username, line: l.n })
  }
  return { found: [...found.values()], unknown, again }
}
