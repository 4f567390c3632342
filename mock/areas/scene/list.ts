/** Pages of the area's own tables, narrowed and ordered as their declarations say. */
import { filterKind, type ResourceSpec } from '#src/contract/lib/resource.ts'
import { scene } from '#src/contract/scene/scene.ts'
import { containing } from '#mock/crud/fold.ts'
import { type Paged, paged } from '#mock/crud/paged.ts'
import { where, type Where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { instantOf } from '#mock/log/table.ts'
import { oversees } from './rights.ts'
import { sceneColumns, type SceneRow } from './row.ts'
import { textOf } from '#src/contract/lib/typed.ts'

type Query = Readonly<Record<string, unknown>>

/** Columns by field; a field that is not named has a column of its own name in `t`. */
export type Columns = Readonly<Record<string, string>>

export function narrowTo(w: Where, line: ResourceSpec, query: Query, named: Columns = {}, find = 't.find'): void {
  const { ids, q } = query
  if (Array.isArray(ids)) w.and(`${named.id ?? 't.id'} = any(${w.add(ids)}::text[])`)
  if (typeof q === 'string' && q.trim() !== '') w.and(`${find} like ${w.add(containing(q.trim()))}`)
  for (const name of line.filter) {
    const column = named[name] ?? `t.${name}`
    const kind = filterKind(line.fields[name] ?? { kind: 'text' })
    const value = query[name]
    if (kind === 'range') {
      const [from, to] = [query[`${name}_from`], query[`${name}_to`]]
      if (typeof from === 'string') w.and(`${column} >= ${w.add(instantOf(from, 'from'))}::timestamptz`)
      if (typeof to === 'string') w.and(`${column} <= ${w.add(instantOf(to, 'to'))}::timestamptz`)
    } else if (value === undefined || value === '') continue
    else if (kind === 'flag') w.and(`${column} = ${w.add(value)}::boolean`)
    else if (kind === 'contains') w.and(`${column} like ${w.add(containing(textOf(value)))}`)
    else w.and(`${column} = any(${w.add(Array.isArray(value) ? value : [value])}::text[])`)
  }
}

/** Every row has a value to be ordered by without being asked: said to be last, those without would keep indexes from being walked. */
export function orderTo(line: ResourceSpec, query: Query, named: Columns = {}, ties = ['t.id']): string {
  const asked = typeof query.sort === 'string' ? query.sort : line.order
  const field = asked.replace(/^-/, '')
  const way = asked.startsWith('-') ? 'desc' : 'asc'
  const nulls = field === line.order.replace(/^-/, '') ? '' : ' nulls last'
  return [`${named[field] ?? `t.${field}`} ${way}${nulls}`, ...ties.map((column) => `${column} ${way}`)].join(', ')
}

function own(w: Where, who: Caller): void {
  if (!oversees(who))
    w.and(`exists (select 1 from scene_person p where p.scene_id = t.id and p.user_id = ${w.add(who.id)})`)
}

/** Names of scenes the caller has a part in. Of deleted ones those that have recordings, by which they are looked for. */
export function sceneChoices(
  q: Queryable,
  who: Caller,
  query: Query,
): Promise<Paged<{ id: string; name: string; topology_name: string }>> {
  const w = where()
  w.and(`(t.status <> 'deleted' or exists (select 1 from recording r where r.scene_id = t.id))`)
  own(w, who)
  narrowTo(w, { ...scene, filter: [] }, query)
  return paged(q, {
    select: 't.id, t.name, t.topology_name',
    from: 'scene t',
    w,
    order: orderTo(scene, {}),
    query,
  })
}

/** Scenes the caller has a part in. Deleted ones are nowhere. */
export async function sceneList(q: Queryable, who: Caller, query: Query): Promise<Paged<SceneRow>> {
  const w = where()
  w.and(`t.status <> 'deleted'`)
  own(w, who)
  narrowTo(w, scene, query)
  return paged<SceneRow>(q, {
    select: sceneColumns.replace(/\b([a-z_]+)\b/g, 't.$1'),
    from: 'scene t',
    w,
    order: orderTo(scene, query, { name: 't.name collate "C"' }),
    query,
  })
}
