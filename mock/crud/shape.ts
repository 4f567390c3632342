import { createHash } from 'node:crypto'
import { type Field, filterKind, type NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { ownedNames } from '#src/contract/lib/ownership.ts'
import { widestOf } from '#src/contract/lib/text.ts'
import { resources } from '#src/contract/resources.ts'
import { z } from 'zod'
import { fold, searchTextOf } from './fold.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

/** A document before anybody asked what it is. */
export type Data = Record<string, unknown>

/**
 * What lists look at, kept in columns beside the document: a page of 20 then reads 20 documents instead of all of them.
 * Dates and times are ISO texts of one width, so that they compare as texts and no stored value can upset the database.
 */
interface Key {
  field: string
  kind: Field
  column: string
  type: string
}
interface Index {
  name: string
  sql: string
  /** Fields that a unique index holds apart. */
  fields: readonly string[] | undefined
}
/** A text of the documents that is no wider than it may be. */
interface Fit {
  name: string
  check: string
}
export interface Shape {
  name: string
  table: string
  keys: readonly Key[]
  find: readonly string[]
  audience: boolean
  owned: boolean
  indexes: readonly Index[]
  fits: readonly Fit[]
  /** Changes whenever a stored key would come out different. */
  mark: string
}

const base = new Set<string>(['id', 'created_at', 'updated_at'])
/** Columns of the row itself, and a filter of whoever asks: none of them is a field of a document. */
const beside: ReadonlySet<string> = new Set(ownedNames)
const word = /^[a-z][a-z0-9_]*$/
/** Raise it when `columnValueOf` or `fold` changes: every server then makes the keys again at its next start. */
const edition = 1

/** Orders that no field has by itself, in which lists of an area are walked. */
const walks: Readonly<Record<string, readonly string[]>> = {
  'flag-challenge': [`((case k_difficulty when 'primary' then 1 when 'intermediate' then 2 else 3 end), k_score, id)`],
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const tableOf = (name: string): string => `r_${name.replaceAll('-', '_')}`

function typeOf(f: Field): string {
  switch (filterKind(f)) {
    case 'flag':
      return 'boolean'
    case 'has':
      return 'text[] collate "C"'
    case 'range':
      return f.kind === 'number' || f.kind === 'size' ? 'double precision' : 'text collate "C"'
    default:
      return 'text collate "C"'
  }
}

/** An instant as a text of 24 characters, or null; years outside 1-9999 are moved to the nearest one inside. */
export function instant(value: unknown): string | null {
  const at = new Date(typeof value === 'string' || value instanceof Date ? value : Number.NaN).getTime()
  if (Number.isNaN(at)) return null
  return new Date(Math.min(Math.max(at, -62135596800000), 253402300799999)).toISOString()
}

/** What is kept of a field of a document. Empty texts count as nothing, and nothing stands last in every order. */
export function columnValueOf(f: Field, value: unknown): string | number | boolean | string[] | null {
  if (filterKind(f) === 'has')
    return Array.isArray(value) ? value.map((v) => (f.kind === 'words' ? fold(String(v)) : String(v))) : []
  switch (f.kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'number':
    case 'size':
      return typeof value === 'number' && Number.isFinite(value) ? value : null
    case 'time':
      return instant(value)
    case 'date':
    case 'one':
    case 'id':
    case 'ref':
      return typeof value === 'string' && value !== '' ? value : null
    default:
      return typeof value === 'string' && value !== '' ? fold(value) : null
  }
}

/** A document by the names of its fields. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever reads any object so is told nothing of what is in it
export const fieldsOf = (data: object): Data => data as Data

const within = (data: unknown, name: string): unknown => (isRecord(data) ? data[name] : undefined)
/** Text of a document that `q` looks into; a dot leads into what a field holds. */
export function findText(find: readonly string[], data: Data): string {
  return searchTextOf(
    find
      .flatMap((name) => name.split('.').reduce(within, data as unknown))
      .filter((v): v is string => typeof v === 'string' && v !== ''),
  )
}

/** What an order compares. The words of a choice stand in the order of their declaration: easy before hard. */
export function sortExpressionOf(field: string, kind: Field): string {
  if (base.has(field)) return field
  if (kind.kind === 'one') return `array_position(array[${kind.options.map(quoted).join(',')}]::text[], k_${field})`
  return typeOf(kind).startsWith('text') ? `left(k_${field}, 200)` : `k_${field}`
}

/** What a unique index compares: an index entry has a length limit, a text has none. */
export const sameOf = (field: string, kind: Field): string =>
  filterKind(kind) === 'contains' ? `left(k_${field}, 400)` : `k_${field}`

/** The texts that stand for themselves in a document and have a length, with the greatest width. */
function widths(name: string): [field: string, max: number][] {
  const whole: unknown = (resources as Record<string, { schema: { body: unknown } }>)[name]?.schema.body
  if (!(whole instanceof z.ZodObject)) return []
  return Object.entries(whole.shape).flatMap(([field, schema]) => {
    const inner: object = schema instanceof z.ZodDefault ? schema.unwrap() : schema
    const max = widestOf(inner)
    return max === undefined ? [] : [[field, max]]
  })
}

const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)

export function shapeOf(line: NamedResourceSpec): Shape {
  const table = tableOf(line.name)
  const kindOf = (field: string): Field => line.fields[field] ?? { kind: 'text' }
  const own = (f: string) => !(line.owned && beside.has(f))
  const refs = Object.keys(line.fields).filter((f) => kindOf(f).kind === 'ref' && own(f))
  const named = new Set([...line.filter.filter(own), ...line.sort, ...line.unique.flat(), ...refs, line.label])
  const keys = [...named]
    .filter((f) => !base.has(f))
    .map((field) => ({ field, kind: kindOf(field), column: `k_${field}`, type: typeOf(kindOf(field)) }))
  for (const f of [...named, table]) if (!word.test(f)) throw new Error(`${line.name}: ${f} is no name for a column`)

  const indexes: Index[] = []
  const index = (use: string, on: string, fields?: readonly string[]) => {
    const name = `${table}__${use}`.slice(0, 52) + `_${digest(on, 8)}`
    indexes.push({
      name,
      fields,
      sql: `create ${fields ? 'unique ' : ''}index if not exists ${name} on ${table} ${on}`,
    })
  }
  for (const field of line.sort) {
    if (field === 'id') continue
    const by = sortExpressionOf(field, kindOf(field))
    if (base.has(field)) index(`s_${field}`, `(${by}, id)`)
    else for (const way of ['asc', 'desc']) index(`s_${field}_${way}`, `((${by}) ${way} nulls last, id ${way})`)
  }
  if (line.owned) index('own', '(owner_id)')
  for (const field of new Set([...line.filter.filter(own), ...refs])) {
    const kind = filterKind(kindOf(field))
    if (base.has(field) || kind === 'contains') continue
    index(`f_${field}`, kind === 'has' ? `using gin (k_${field})` : `(k_${field})`)
  }
  for (const on of walks[line.name] ?? []) index('w', on)
  for (const fields of line.together ?? [])
    index(`t_${fields.join('_')}`, `(${fields.map((f) => `k_${f}`).join(', ')})`)
  for (const fields of line.unique)
    index(`u_${fields.join('_')}`, `(${fields.map((f) => `(${sameOf(f, kindOf(f))})`).join(', ')})`, fields)

  const fits = widths(line.name).map(([field, max]) => ({
    name: `${table}__w_${field}`,
    check: `text_fits(data->>${quoted(field)}, ${max})`,
  }))

  const owned = line.owned === true
  const mark = digest(
    JSON.stringify([edition, keys, line.find, indexes, fits, line.audience === true, ...(owned ? ['owned'] : [])]),
    32,
  )
  return { name: line.name, table, keys, find: line.find, audience: line.audience === true, owned, indexes, fits, mark }
}
