/** Names that look like somebody else's and are written in other letters. People may share a name; nobody may imitate one. */
import { isAmbiguous, lookAlikes, skeletonOf, tidyName } from '#src/contract/lib/lookAlike.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

const users = documents('user')

interface Named {
  /** Nobody yet when left out. */
  id?: string | undefined
  name: string
}

/**
 * Those of the names that imitate one that stands, or one before it in the same list. A name in letters that are no others' doubles imitates
 * nobody, so most names cost nothing.
 */
export async function imitating(q: Queryable, people: readonly Named[]): Promise<ReadonlySet<string>> {
  const doubtful = people.filter((p) => isAmbiguous(p.name))
  if (!doubtful.length) return new Set()
  const { rows } = await q.query<{ id: string; name: string; looks: string }>(
    `select * from (select id, data->>'name' as name,
       translate(normalize(data->>'name', nfkc), $1 || ' _-.''·', $2) as looks from ${users.table}) n
     where looks = any($3::text[])`,
    [lookAlikes.from, lookAlikes.to, doubtful.map((p) => skeletonOf(p.name))],
  )
  const standing = new Map<string, Named[]>()
  const note = (looks: string, p: Named) => standing.set(looks, [...(standing.get(looks) ?? []), p])
  for (const r of rows) note(r.looks, r)
  const out = new Set<string>()
  for (const p of people) {
    const looks = skeletonOf(p.name)
    const others = (standing.get(looks) ?? []).filter((o) => p.id === undefined || o.id !== p.id)
    if (others.some((o) => tidyName(o.name) !== tidyName(p.name))) out.add(p.name)
    else note(looks, p)
  }
  return out
}

export async function refuseLookAlike(q: Queryable, name: string, id: string | undefined): Promise<void> {
  if ((await imitating(q, [{ id, name }])).has(name))
    throw new Fail('validation', { fields: [{ path: 'name', rule: 'name_like_anothers' }], in: 'body' })
}
