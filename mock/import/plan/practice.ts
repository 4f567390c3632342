/** Sets that learners practise: those an import makes, and those it files questions in. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { setTree } from '#mock/crud/tree.ts'
import type { Hand } from '#mock/crud/documents.ts'
import { mayBuildOn } from '#mock/crud/ownership.ts'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { setsOfImport } from '#src/contract/import/import.ts'
import { resources } from '#src/contract/resources.ts'
import { importables } from './importables.ts'
import type { PackageRow } from './package.ts'
import { overwriteRows } from './write.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

type Package = Pick<PackageRow, 'id' | 'kind' | 'resources' | 'state' | 'practice'>

/** The sets of an import that has new questions. */
export const setsOf = ({ kind, resources: all }: Pick<Package, 'kind' | 'resources'>) => {
  const set = isKeyOf(setsOfImport, kind) ? setsOfImport[kind] : undefined
  return set && all.some(({ resource, counts }) => resource !== set && counts.new > 0) ? set : undefined
}

/** Whether the caller keeps the sets of this import. */
export function keepsSets(p: Pick<Package, 'kind' | 'resources'>, { writable }: Pick<Caller, 'writable'>): boolean {
  const set = setsOf(p)
  return set !== undefined && resources[set].line.write.some((screen) => writable.has(screen))
}

interface SetOf {
  id: string
  name: string
}

/** Sets whose new questions nobody will practise: closed ones, among those of a plan as it would be written. */
export async function closedSets(q: Queryable, p: Package): Promise<SetOf[]> {
  const set = setsOf(p)
  if (!set) return []
  const questions = importables.filter((i) => i.parent?.resource === set).map((i) => i.resource)
  const { rows } = await q.query<{ id: string; label: string | null }>(
    `select w.id, s.label from (
       select distinct data->>'set_id' as id from import_row
       where package_id = $1 and resource = any($2::text[]) and verdict = 'new' and choice = 'take' and undone is distinct from 'done') w
     left join import_row s on s.package_id = $1 and s.resource = $3 and s.verdict = 'new' and s.target_id = w.id order by w.id`,
    [p.id, questions, set],
  )
  const tree = await setTree(q, set)
  return rows.flatMap(({ id, label }) => {
    const there = tree.get(id)
    if (there) return tree.open.has(id) ? [] : [{ id, name: there.name }]
    return p.practice || label === null ? [] : [{ id, name: label }]
  })
}

/** Opens those of them that the caller may change. A set that the import made can still be taken back. @returns how many */
export async function openSets(q: Queryable, p: Package, who: Caller, { at, by }: Hand): Promise<number> {
  const set = setsOf(p)
  const closed = await closedSets(q, p)
  if (!set || !closed.length) return 0
  const w = where()
  w.and(`t.id = any(${w.add(closed.map((s) => s.id))}::text[])`)
  const line: NamedResourceSpec = resources[set].line
  const mine = mayBuildOn(line, who, 'change')(w.add)
  if (mine) w.and(`(${mine})`)
  const { rows } = await q.query<{ id: string; version: number; data: Data }>(
    `select t.id, t.version, t.data from ${tableOf(set)} t ${w.text()} order by t.id for update`,
    w.params,
  )
  const written = rows.map((r) => ({ ...r, data: { ...r.data, practice: true }, updated_at: at, updated_by: by }))
  await overwriteRows(q, line, written)
  await q.query(
    `update import_row i set applied_version = w.version + 1 from unnest($3::text[], $4::integer[]) w(id, version)
     where i.package_id = $1 and i.resource = $2 and i.verdict = 'new' and i.target_id = w.id and coalesce(i.applied_version, 1) = w.version`,
    [p.id, set, rows.map((r) => r.id), rows.map((r) => r.version)],
  )
  return rows.length
}
