import { createHash } from 'node:crypto'
import { crud } from '#mock/crud/crud.ts'
import { documents } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { HookContext } from '#mock/crud/hooks.ts'
import { tool } from '#src/contract/library/tool.ts'
import type { Queryable } from '#mock/db/db.ts'

const categories = documents('tool-category')
const tools = documents('tool')

/** Tools per category: all of them, or those the caller may see. */
async function count(
  { q, who }: HookContext,
  ids: readonly string[],
  which: 'all' | 'seen',
): Promise<Map<string, number>> {
  const w = where()
  w.and(`t.k_category_id = any(${w.add([...ids])}::text[])`)
  if (which === 'seen') w.and(seenText(tool, who, w.add))
  const { rows } = await q.query<{ id: string; n: number }>(
    `select t.k_category_id as id, count(*) as n from ${tools.table} t ${w.text()} group by 1`,
    w.params,
  )
  return new Map(rows.map((r) => [r.id, Number(r.n)]))
}

/** A word for addresses and files, from the Latin part of the name or, where there is none, from the name's digest. */
export function categoryKey(name: string): string {
  const latin = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return latin || `c-${createHash('sha256').update(fold(name)).digest('hex').slice(0, 8)}`
}

async function freeKey(q: Queryable, name: string): Promise<string> {
  const wanted = categoryKey(name)
  const { rows } = await q.query<{ key: string }>(
    `select data->>'key' as key from ${categories.table} where starts_with(data->>'key', $1)`,
    [wanted],
  )
  const taken = new Set(rows.map((r) => r.key))
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}-${n}`)) n++
  return `${wanted}-${n}`
}

interface Facts {
  seen: ReadonlyMap<string, number>
  all: ReadonlyMap<string, number>
}

export const toolCategory = crud<'tool-category', Facts>('tool-category', {
  async facts(docs, at) {
    const ids = docs.map((d) => d.id)
    const [all, seen] = await Promise.all([count(at, ids, 'all'), at.who.is_admin ? undefined : count(at, ids, 'seen')])
    return { all, seen: seen ?? all }
  },
  columns: (doc, { seen }) => ({ tools: seen.get(doc.id) ?? 0 }),
  starts: async (body, { q }) => ({ key: await freeKey(q, body.name) }),
  refuse: (action, row, { all }) => (action === 'remove' && all.get(row.id) ? 'in_use' : undefined),
})
