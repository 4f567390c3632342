/** What people call the things that rows of the trail are about, as they are called now. */
import { resources } from '#src/contract/resources.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { documents } from '#mock/crud/documents.ts'
import { containing, containingIn } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import { questions } from '../../bank/banks.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

interface Thing {
  entity: string
  entity_id: string
}
const keyOf = ({ entity, entity_id }: Thing): string => `${entity} ${entity_id}`

/** Names of the rows that a state of a resource refers to, by id. */
export async function referredBy(
  q: Queryable,
  entity: string,
  states: readonly (Record<string, unknown> | null)[],
): Promise<Record<string, string>> {
  if (!isKeyOf(resources, entity)) return {}
  const fields: Record<string, Field> = resources[entity].line.fields
  const things = Object.entries(fields).flatMap(([name, f]) =>
    f.kind === 'ref' ? idsIn(states, name).map((entity_id) => ({ entity: f.to, entity_id })) : [],
  )
  const label = await auditLabelsOf(q, things)
  return Object.fromEntries(things.flatMap((t) => (label(t) === null ? [] : [[t.entity_id, label(t) ?? '']])))
}
const idsIn = (states: readonly (Record<string, unknown> | null)[], name: string): string[] =>
  states
    .flatMap((s) => (Array.isArray(s?.[name]) ? s[name] : [s?.[name]]))
    .filter((v) => typeof v === 'string' && v !== '')

function queryOf(entity: string, place: string): string | undefined {
  if (entity === 'import')
    return `select '${entity}' as entity, id as entity_id, file_name as label from import_package where id = any(${place}::text[])`
  if (entity === 'org')
    return `select '${entity}' as entity, id as entity_id, name as label from org where id = any(${place}::text[])`
  if (entity === 'question')
    return Object.values(questions)
      .map(
        (d) =>
          `select '${entity}' as entity, id as entity_id, data->>'title' as label from ${d.table} where id = any(${place}::text[])`,
      )
      .join(' union all ')
  if (!isKeyOf(resources, entity)) return undefined
  const { table } = documents(entity)
  return `select '${entity}' as entity, id as entity_id, data->>'${resources[entity].line.label}' as label from ${table} where id = any(${place}::text[])`
}

/** @returns names by `entity id`; what is not there any more is missing */
export async function auditLabelsOf(q: Queryable, things: readonly Thing[]): Promise<(t: Thing) => string | null> {
  const ids = new Map<string, Set<string>>()
  for (const { entity, entity_id } of things) {
    const some = ids.get(entity) ?? new Set<string>()
    if (entity_id) ids.set(entity, some.add(entity_id))
  }
  const params: unknown[] = []
  const parts = [...ids].flatMap(([entity, some]) => {
    const sql = queryOf(entity, `$${params.length + 1}`)
    if (sql) params.push([...some])
    return sql ?? []
  })
  if (!parts.length) return () => null
  const { rows } = await q.query<Thing & { label: string | null }>(parts.join(' union all '), params)
  const found = new Map(rows.map((r) => [keyOf(r), r.label]))
  return (t) => found.get(keyOf(t)) ?? null
}

/** Things a search is made of: whoever finds more types on. */
export const mostThings = 1000

/** Ids of the things there are whose name holds the text, of people their user name too. The search text of a row is looked into first: it has the index. */
export async function thingsLike(q: Queryable, text: string): Promise<string[]> {
  const found = Object.values(resources)
    .filter(({ line }) => (line.find as readonly string[]).includes(line.label))
    .map(({ line }) => {
      const called = line.name === 'user' ? ['name', 'username'] : [line.label]
      const like = called.map((field) => `lower(data->>'${field}') like $2`).join(' or ')
      return `(select id from ${documents(line.name).table} where find like $1 and (${like}) limit ${mostThings})`
    })
  const { rows } = await q.query<{ id: string }>(
    `select id from (${found.join(' union all ')} union all (select id from org where lower(name) like $2 limit ${mostThings})
       union all (select id from import_package where lower(file_name) like $2 order by created_at desc limit ${mostThings})) t
     limit ${mostThings}`,
    [containingIn(text), containing(text)],
  )
  return rows.map((r) => r.id)
}
