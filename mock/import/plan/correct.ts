/**
 * A row that is refused or repeats another one is corrected in the plan: whoever looks it over gives its wrong fields other values, and the
 * row is judged again as if its file had said so. The values are written as the cells of a table.
 */
import { cellOf, cellValue } from '#mock/crud/cells.ts'
import { unstorable } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { CellsOf, RowProblem } from '../formats/found.ts'
import { tableOfCells } from '../formats/question/again.ts'
import { rowOfCells, type QuestionTableSpec } from '../formats/question/tableRead.ts'
import { withAlike } from './alike.ts'
import { type ParsedRow, waitsRule } from './draft.ts'
import { importable } from './importables.ts'
import { duplicateRule, type RefusedRowInput, type PlanRow, sound } from './rows.ts'
import { resourceSpecOf } from './may.ts'

interface WrongField {
  path: string
  field: string
  text: string
}

const written: ReadonlySet<Field['kind']> = new Set([
  'text',
  'long-text',
  'code',
  'url',
  'number',
  'size',
  'flag',
  'date',
  'words',
  'one',
])
const isPlain = (v: unknown): boolean =>
  v === null || typeof v !== 'object' || (Array.isArray(v) && v.every((x) => typeof x === 'string'))

/** A field of a row as people write it: a column of the resource, or the word for what it names. */
function fieldOf(resource: string, path: string, format: string): { name: string; is: Field } | undefined {
  const by = importable(resource)
  if (!by) return undefined
  const word = by.parent?.field === path ? by.parent.word : by.words?.[path]
  if (word !== undefined) return { name: word, is: { kind: 'text' } }
  const { fields } = resourceSpecOf(resource)
  const is = fields[path]
  // a table of a library has a list of records as JSON in its cell
  return is && (written.has(is.kind) || (is.kind === 'list' && format.endsWith('-csv')))
    ? { name: path, is }
    : undefined
}

/** Of a row that repeats another one the fields that tell rows apart are to blame. */
const blamed = (resource: string, reasons: readonly FieldProblem[]): FieldProblem[] =>
  reasons.flatMap((r) =>
    r.rule === duplicateRule ? (importable(resource)?.tells ?? []).map((path) => ({ ...r, path })) : [r],
  )

/** The cells that are to blame for a row of a table; undefined where something else is wrong with it, too. */
function wrongCells(
  table: QuestionTableSpec<string>,
  reasons: readonly FieldProblem[],
  cells: CellsOf,
): WrongField[] | undefined {
  const out = new Map<string, WrongField>()
  for (const { path } of reasons) {
    const [name = ''] = path.split('.')
    const columns = table.from[name] ?? [table.headings.columnOf(name)].filter((c) => c !== undefined)
    if (!columns.length) return undefined
    for (const column of columns)
      out.set(column, { path: columns.length > 1 ? column : name, field: column, text: cells[column] ?? '' })
  }
  return out.size ? [...out.values()] : undefined
}

/** The fields that are to blame for a row, as they are written; undefined where something else is wrong with it, too. */
export function wrongFields(
  resource: string,
  reasons: readonly FieldProblem[],
  { data, format, cells }: RefusedRowInput,
): WrongField[] | undefined {
  const table = cells && tableOfCells(resource)
  if (table) return wrongCells(table, blamed(resource, reasons), cells)
  const out = new Map<string, WrongField>()
  for (const reason of blamed(resource, reasons)) {
    const [path = ''] = reason.path.split('.')
    const field = fieldOf(resource, path, format)
    if (!field || (field.is.kind !== 'list' && !isPlain(data[field.name]))) return undefined
    out.set(path, { path, field: field.name, text: String(cellOf(field.is, data[field.name]) ?? '') })
  }
  return out.size ? [...out.values()] : undefined
}
/** Characters of what such a row says that are kept; longer ones are corrected in their file. */
const mostGiven = 100_000
/** Whether what such a row says is kept for that: the database takes it, and its wrong fields are ones to write. */
export const mayCorrect = (resource: string, reasons: readonly FieldProblem[], given: RefusedRowInput): boolean =>
  wrongFields(resource, reasons, given) !== undefined &&
  unstorable(given).length === 0 &&
  JSON.stringify(given).length <= mostGiven

export type Correctable = Pick<PlanRow, 'n' | 'resource' | 'place' | 'reasons' | 'verdict' | 'key'> & {
  given: RefusedRowInput
}

/** @throws not_found where the plan has no such row, or nothing of it can be corrected */
export async function correctable(q: Queryable, packageId: string, n: number): Promise<Correctable> {
  const { rows } = await q.query<Correctable>(
    `select n, resource, place, reasons, verdict, key, given from import_row where package_id = $1 and n = $2 and not ${sound} and given is not null`,
    [packageId, Math.min(n, 2 ** 31 - 1)],
  )
  const [row] = await withAlike(q, packageId, rows)
  if (!row || !wrongFields(row.resource, row.reasons, row.given)) throw new Fail('not_found')
  return row
}

const pageOfAlike = 100
/** Rows that one correction reaches, so that nobody waits for it without end. */
const mostAlike = 5000

/** The other rows of its resource that are wrong in all of these fields, a few at a time and in their order. */
export async function* wrongAlike(
  q: Queryable,
  packageId: string,
  { n: own, resource }: Pick<Correctable, 'n' | 'resource'>,
  fields: readonly string[],
): AsyncGenerator<Correctable[]> {
  let last = 0
  for (let left = mostAlike; left > 0; left -= pageOfAlike) {
    const { rows } = await q.query<Correctable>(
      `select n, resource, place, reasons, verdict, key, given from import_row
       where package_id = $1 and n > $2 and n <> $3 and resource = $4 and not ${sound} and given is not null order by n limit ${pageOfAlike}`,
      [packageId, last, own, resource],
    )
    last = rows.at(-1)?.n ?? last
    const known = await withAlike(q, packageId, rows)
    const fit = known.filter((r) => {
      const wrong = wrongFields(resource, r.reasons, r.given) ?? []
      return fields.every((f) => wrong.some((w) => w.field === f))
    })
    if (fit.length) yield fit
    if (rows.length < pageOfAlike) return
  }
}

const unknownField = (names: readonly string[]) =>
  new Fail('validation', { fields: names.map((name) => ({ path: `values.${name}`, rule: 'unknown_field' })) })

/**
 * The row with the new values; an empty text says nothing.
 * @throws validation on a value for a field that is not to blame, or of a table for a column that it does not have
 */
export async function correctedRow(
  { resource, place, reasons, given }: Correctable,
  values: Readonly<Record<string, string>>,
): Promise<ParsedRow | RowProblem> {
  const table = given.cells && tableOfCells(resource)
  if (table) return rowOfCells(table, place, cellsWith(table, given.cells ?? {}, values))
  const wrong = wrongFields(resource, reasons, given) ?? []
  const others = Object.keys(values).filter((name) => !wrong.some((w) => w.field === name))
  if (others.length) throw unknownField(others)
  const { fields } = resourceSpecOf(resource)
  const data = { ...given.data }
  for (const [name, text] of Object.entries(values))
    if (text.trim() === '') delete data[name]
    else data[name] = cellValue(fields[name], text)
  return { resource, place, data, ...(given.notes ? { notes: given.notes } : {}) }
}

/** Columns by their headings in either language. */
function cellsWith(
  table: QuestionTableSpec<string>,
  cells: CellsOf,
  values: Readonly<Record<string, string>>,
): CellsOf {
  const others = Object.keys(values).filter((heading) => table.headings.columnOf(heading) === undefined)
  if (others.length) throw unknownField(others)
  const now = new Map(Object.entries(cells))
  for (const [heading, text] of Object.entries(values)) {
    const column = table.headings.columnOf(heading) ?? heading
    if (text.trim() === '') now.delete(column)
    else now.set(column, text)
  }
  return Object.fromEntries(now)
}

/** Puts rows that were judged again, which are the last of the plan up to `end`, in the places of those they were. */
export async function replaceRows(
  q: Queryable,
  packageId: string,
  were: readonly number[],
  end: number,
): Promise<void> {
  await q.query('delete from import_row where package_id = $1 and n = any($2::integer[])', [packageId, [...were]])
  await q.query(
    `update import_row r set n = w.n from unnest($2::integer[]) with ordinality w(n, i)
     where r.package_id = $1 and r.n = $3::integer - $4::integer + w.i`,
    [packageId, [...were], end, were.length],
  )
}

export type WaitingRow = Pick<Correctable, 'n' | 'resource' | 'place' | 'given'>

/** Rows that were refused for one of these alone, once it stands. */
export async function waitingFor(q: Queryable, packageId: string, ns: readonly number[]): Promise<WaitingRow[]> {
  const { rows } = await q.query<WaitingRow>(
    `select i.n, i.resource, i.place, i.given from import_row i join import_row p on p.package_id = i.package_id and p.n = i.needs
     where i.package_id = $1 and i.needs = any($2::integer[]) and i.verdict = 'refused' and i.given is not null and p.${sound}
       and i.reasons @> $3::jsonb order by i.n`,
    [packageId, [...ns], JSON.stringify([{ rule: waitsRule }])],
  )
  return rows
}
