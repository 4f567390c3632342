/** The rows of one resource: one table, whole documents, versioned. Plain reads and writes; who may do what is decided above. */
import type { ShareLevel, ShareScope } from '#src/contract/lib/ownership.ts'
import type { RowOf, NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import type { Queryable } from '../db/db.ts'
import { searchable } from './fold.ts'
import { type Owned, ownedColumns } from './ownership.ts'
import { packedRows, unlessTaken, writable } from './pack.ts'
import { type Data, fieldsOf, sameOf, shapeOf } from './shape.ts'
import { totalOf } from './total.ts'
import { listWhere, type RowQuery, orderBy, orderColumn, type Scope, type Where, where } from './where.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export interface StoredDocument<D = Data> {
  id: string
  data: D
  version: number
  created_at: string
  updated_at: string
  created_by: string
  updated_by: string
  /** Of a resource with an audience: everybody may see it. */
  open?: boolean
  /** Of an owned resource. */
  owner_id?: string
  share_scope?: ShareScope
  share_level?: ShareLevel
  share_org?: string | null
}
/** When and by whose hand a row is written; `by` is the id of a user. */
export interface Hand {
  at: Date
  by: string
}
export interface NewDocument<D = Data> {
  id: string
  data: D
  open?: boolean
  /** In place of the hand of the call. */
  hand?: Hand
}
/** What is stored of a resource: any column of its row, its own server columns among them. */
export type DataOf<N extends ResourceName> = Partial<RowOf<(typeof resources)[N]['line']>>

/** A stored document with all its columns: what writes it has each of them, and those that came later were given to every row. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its columns count as missing only where it is read by their names
export const wholeDocument = <D extends object>(data: Partial<D>): D => data as D

function collection<D extends object = Data>(line: NamedResourceSpec) {
  const s = shapeOf(line)
  const t = s.table
  const columns = ['id', 'data', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by']
  if (s.audience) columns.push('open')
  if (s.owned) columns.push(...ownedColumns)
  const cols = columns.join(', ')
  const stored = (row: Data): StoredDocument<D> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the table are those of the type
    Object.fromEntries(columns.map((c) => [c, row[c]])) as unknown as StoredDocument<D>
  const own = [...columns, 'find', ...s.keys.map((k) => k.column)].filter((c) => c !== 'id')
  const sets = own
    .filter((c) => !['version', 'created_at', 'created_by', 'open', ...ownedColumns].includes(c))
    .map((c) => `${c} = n.${c}`)
    .join(', ')
  const names = ['id', ...own].join(', ')
  const inserts = `insert into ${t} (${names}) select ${names} from jsonb_populate_recordset(null::${t}, $1::jsonb)`

  async function one(q: Queryable, id: string, lock: string): Promise<StoredDocument<D> | undefined> {
    const { rows } = await q.query<StoredDocument<D>>(`select ${cols} from ${t} where id = $1${lock}`, [searchable(id)])
    return rows[0]
  }

  type Ids = { ids: string[]; total: number }
  async function page(
    q: Queryable,
    w: Where,
    sort: string | undefined,
    backwards: boolean,
    size: number,
    skip: number,
  ) {
    const { rows } = await q.query<{ id: string }>(
      `select t.id from ${t} t ${w.text()} order by ${orderBy(line, sort, backwards)} limit ${w.add(size)} offset ${w.add(skip)}`,
      w.params,
    )
    return rows.map((r) => r.id)
  }
  async function walked(q: Queryable, spec: RowQuery, skip: number): Promise<Ids> {
    const w = listWhere(line, spec)
    const counting = totalOf(q, `from ${t} t`, w)
    if (skip === 0) {
      const [all, ids] = await Promise.all([counting, page(q, w, spec.sort, false, spec.page_size, 0)])
      return { ids, total: all }
    }
    const total = await counting
    const size = Math.min(spec.page_size, total - skip)
    if (size <= 0) return { ids: [], total }
    const behind = total - skip - size
    const backwards = behind < skip
    const ids = await page(q, w, spec.sort, backwards, size, backwards ? behind : skip)
    return { ids: backwards ? ids.reverse() : ids, total }
  }
  async function found(q: Queryable, spec: RowQuery, skip: number): Promise<Ids> {
    const w = listWhere(line, spec)
    const { rows } = await q.query<{ ids: string[]; n: number }>(
      `with t as materialized (select t.id, ${orderColumn(line, spec.sort)} from ${t} t ${w.text()})
       select (select count(*) from t) as n,
         array(select t.id from t order by ${orderBy(line, spec.sort)} limit ${w.add(spec.page_size)} offset ${w.add(skip)}) as ids`,
      w.params,
    )
    return { ids: rows[0]?.ids ?? [], total: Number(rows[0]?.n ?? 0) }
  }

  return {
    shape: s,
    table: t,
    get: (q: Queryable, id: string) => one(q, id, ''),
    /** The row, held until the transaction ends: nobody else changes or removes it meanwhile. */
    lock: (q: Queryable, id: string) => one(q, id, ' for update'),
    /** Rows by id; unknown ids are left out, order is not kept. */
    async byIds(q: Queryable, ids: readonly string[]): Promise<Map<string, StoredDocument<D>>> {
      if (!ids.length) return new Map()
      const { rows } = await q.query<StoredDocument<D>>(`select ${cols} from ${t} where id = any($1::text[])`, [
        ids.map(searchable),
      ])
      return new Map(rows.map((r) => [r.id, r]))
    },
    /** Throws `name_taken`. */
    async insert(q: Queryable, row: NewDocument<D>, hand: Hand): Promise<StoredDocument<D>> {
      const [made] = await this.insertMany(q, [row], hand)
      if (!made) throw new Error(`${t}: nothing was inserted`)
      return made
    },
    /** Inserts in one statement; some hundreds of rows a call keep it quick. Throws `name_taken`. */
    async insertMany(q: Queryable, rows: readonly NewDocument<D>[], hand: Hand): Promise<StoredDocument<D>[]> {
      const text = packedRows(
        s,
        rows.map((r) => ({ ...r, version: 1 })),
        hand,
      )
      await unlessTaken(s, q.query(inserts, [text]))
      // what stands there now is what was sent: to have it sent back would cost a quarter of the insertion
      return ownJson<Data[]>(text).map(stored)
    },
    /** Puts `data` in the place of what stood at `version`; undefined when the row is not at that version any more. */
    async update(
      q: Queryable,
      { id, version }: { id: string; version: number },
      data: D,
      hand: Hand,
    ): Promise<StoredDocument<D> | undefined> {
      const sql = `update ${t} t set ${sets}, version = t.version + 1
        from jsonb_populate_recordset(null::${t}, $1::jsonb) n
        where t.id = n.id and t.version = n.version returning ${columns.map((c) => `t.${c}`).join(', ')}`
      return (await unlessTaken(s, q.query<StoredDocument<D>>(sql, [packedRows(s, [{ id, data, version }], hand)])))
        .rows[0]
    },
    /** Opens the row to everybody, or closes it; counts as a change of the row. */
    async open(
      q: Queryable,
      { id, version }: { id: string; version: number },
      open: boolean,
      hand: Hand,
    ): Promise<StoredDocument<D> | undefined> {
      const { rows } = await q.query<StoredDocument<D>>(
        `update ${t} set open = $3, version = version + 1, updated_at = $4::timestamptz, updated_by = $5
         where id = $1 and version = $2 returning ${cols}`,
        [id, version, open, hand.at.toISOString(), hand.by],
      )
      return rows[0]
    },
    /** Puts a removed row back under its id, one version later. Throws `name_taken`. */
    async restore(q: Queryable, row: StoredDocument<D>, hand: Hand): Promise<StoredDocument<D>> {
      const { id, data, version, open = false } = row
      const [made] = ownJson<Data[]>(packedRows(s, [{ id, data, version: version + 1, open }], hand))
      const had = fieldsOf(row)
      const stood = Object.fromEntries(
        [...ownedColumns, 'created_at', 'created_by'].flatMap((c) => (c in had ? [[c, had[c]]] : [])),
      )
      const back: Data = { ...made, ...stood }
      await unlessTaken(s, q.query(inserts, [JSON.stringify([back])]))
      return stored(back)
    },
    /** Gives an owned row another owner or another sharing; counts as a change of the row. */
    async own(
      q: Queryable,
      { id, version }: { id: string; version: number },
      { owner_id, share_scope, share_level, share_org }: Owned,
      hand: Hand,
    ): Promise<StoredDocument<D> | undefined> {
      const { rows } = await q.query<StoredDocument<D>>(
        `update ${t} set owner_id = $3, share_scope = $4, share_level = $5, share_org = $6, version = version + 1,
           updated_at = $7::timestamptz, updated_by = $8 where id = $1 and version = $2 returning ${cols}`,
        [id, version, owner_id, share_scope, share_level, share_org, hand.at.toISOString(), hand.by],
      )
      return rows[0]
    },
    async remove(q: Queryable, id: string): Promise<boolean> {
      return (await q.query<{ id: string }>(`delete from ${t} where id = $1 returning id`, [id])).rows.length === 1
    },
    /**
     * One page and how many there are in all. The order is settled over ids, so that no document is read to be skipped, and walked from the
     * end that is nearer: the last page costs what the first costs. A text search, which looks at every row, finds and counts in one pass.
     */
    async list(q: Queryable, spec: RowQuery): Promise<{ items: StoredDocument<D>[]; total: number }> {
      const skip = (spec.page - 1) * spec.page_size
      const { ids, total } = await (spec.q?.trim() ? found(q, spec, skip) : walked(q, spec, skip))
      const docs = await this.byIds(q, ids)
      return { items: ids.flatMap((id) => docs.get(id) ?? []), total }
    },
    /** Whether the row meets the conditions. */
    async within(q: Queryable, id: string, scopes: readonly Scope[]): Promise<boolean> {
      if (!scopes.length) return true
      const w = listWhere(line, { ids: [id], scopes })
      return (await q.query(`select 1 as one from ${t} t ${w.text()}`, w.params)).rows.length > 0
    },
    /** Ids of everything a list would show, in its order. */
    async ids(q: Queryable, spec: Omit<RowQuery, 'page' | 'page_size'>): Promise<string[]> {
      const w = listWhere(line, spec)
      const { rows } = await q.query<{ id: string }>(
        `select id from ${t} t ${w.text()} order by ${orderBy(line, spec.sort)}`,
        w.params,
      )
      return rows.map((r) => r.id)
    },
    /** Rows that stand where each of `data` would, by the unique `fields`; in the order of `data`. */
    async twins(
      q: Queryable,
      fields: readonly string[],
      data: readonly object[],
    ): Promise<(StoredDocument<D> | undefined)[]> {
      if (!data.length) return []
      const on = s.keys.filter((k) => fields.includes(k.field))
      const w = where()
      const wanted = data.map((d, n) => ({ n, ...writable({ ...s, keys: on, find: [] }, fieldsOf(d)) }))
      const list = on.map((k) => `${k.column} ${k.type}`).join(', ')
      const same = on.map((k) => {
        const by = sameOf(k.field, k.kind)
        return `${by.replace(/k_\w+/, (c) => `t.${c}`)} = ${by.replace(/k_\w+/, (c) => `w.${c}`)}`
      })
      const { rows } = await q.query<StoredDocument<D> & { n: number }>(
        `select w.n, ${columns.map((c) => `t.${c}`).join(', ')}
         from jsonb_to_recordset(${w.add(JSON.stringify(wanted))}::jsonb) as w(n integer, ${list})
         join ${t} t on ${same.join(' and ')}`,
        w.params,
      )
      const out: (StoredDocument<D> | undefined)[] = data.map(() => undefined)
      for (const row of rows) out[row.n] = stored(fieldsOf(row))
      return out
    },
  }
}
export type Documents<D extends object = Data> = ReturnType<typeof collection<D>>

/** The rows of a resource of the contract. */
export const documents = <N extends ResourceName>(name: N): Documents<DataOf<N>> =>
  collection<DataOf<N>>(resources[name].line)
