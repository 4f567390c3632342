/** What an operator consents to, and what stands, as one figure each. Worked out in the database, so that no plan has to fit into memory. */
import { createHash } from 'node:crypto'
import { idle, type Queryable } from '#mock/db/db.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { importable } from './importables.ts'
import { batchSize, planRowBatches } from './rows.ts'

/** SHA-256 over the SHA-256 of each block of lines, in order. `lines` is SQL that answers `n` and `line` of `i`, the rows of a block. */
async function overBlocks(q: Queryable, packageId: string, lines: string): Promise<string> {
  const { rows: most } = await q.query<{ n: number }>(
    'select coalesce(max(n), 0) as n from import_row where package_id = $1',
    [packageId],
  )
  const all = createHash('sha256')
  // some blocks a statement, so that others have their turn in between where the caller holds no transaction
  for (let from = 0; from < Math.max(1, most[0]?.n ?? 0); from += batchSize) {
    await idle(q)
    const { rows } = await q.query<{ hash: string }>(
      `with i as materialized (select * from import_row where package_id = $1 and n > ${from} and n <= ${from + batchSize} order by n)
       select encode(sha256(convert_to(string_agg(line, E'\\n' order by n), 'UTF8')), 'hex') as hash
       from (${lines}) l having count(*) > 0`,
      [packageId],
    )
    for (const { hash } of rows) all.update(hash)
  }
  return all.digest('hex')
}

const hashOf = (json: string) => `encode(sha256(convert_to(coalesce(${json}::text, ''), 'UTF8')), 'hex')`

/** Over every row of the plan: its number, resource, key, verdict and choice, what it says, and the version it was compared with. */
export const planDigest = (q: Queryable, packageId: string): Promise<string> =>
  overBlocks(
    q,
    packageId,
    `select n, jsonb_build_array(n, resource, key, verdict, choice, ${hashOf('data')}, current_version)::text as line
     from i`,
  )

/** Over what stands now where the taken rows of the plan go: equal before an apply and after its undo. Versions do not count. */
export async function contentDigest(q: Queryable, packageId: string, resources: readonly string[]): Promise<string> {
  const stores = resources.flatMap((r) => importable(r)?.store ?? [])
  const tables = await tablesDigest(
    q,
    packageId,
    resources.filter((r) => !importable(r)?.store),
  )
  if (!stores.length) return tables
  const all = createHash('sha256').update(tables)
  for (const resource of resources) {
    const store = importable(resource)?.store
    for await (const rows of planRowBatches(
      q,
      packageId,
      store ? `choice = 'take' and resource = '${resource}'` : 'false',
    )) {
      const stands = new Map(
        (
          await store?.byIds(
            q,
            rows.flatMap((r) => r.target_id ?? []),
          )
        )?.map((d) => [d.id, d.data]),
      )
      for (const { n, target_id } of rows)
        all.update(JSON.stringify([n, target_id, stands.get(target_id ?? '') ?? null]))
    }
  }
  return all.digest('hex')
}
const tablesDigest = (q: Queryable, packageId: string, resources: readonly string[]): Promise<string> =>
  overBlocks(
    q,
    packageId,
    resources
      .map(
        (r) =>
          `select i.n, jsonb_build_array(i.target_id, ${hashOf('t.data')}, extract(epoch from t.created_at), t.created_by,
             extract(epoch from t.updated_at), t.updated_by)::text as line
           from i left join lateral (select * from ${tableOf(r)} where id = i.target_id offset 0) t on true
           where i.choice = 'take' and i.resource = '${r}'`,
      )
      .join(' union all ') || 'select n, null as line from i where false',
  )
