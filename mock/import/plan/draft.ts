/** A row as a format found it, held against the rules of its resource. No database here. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { fieldProblems } from '#mock/http/request/fields.ts'
import { unstorable } from '#mock/crud/fold.ts'
import type { Data } from '#mock/crud/shape.ts'
import { withoutHidden } from '#src/contract/lib/oneLine.ts'
import { cut } from '#src/contract/lib/text.ts'
import type { ImportKind } from '#src/contract/import/import.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { readsTheSame } from '#src/contract/import/difference.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'
import { resources } from '#src/contract/resources.ts'
import type { CellsOf } from '../formats/found.ts'
import type { Identity, Importable, Parent } from './importable/importable.ts'
import { importable, importables } from './importables.ts'
import { importKindOf, ofKind, resourceSpecOf } from './may.ts'
import type { FieldDifference, RefusedRowInput, PlaceOf } from './rows.ts'
import { strictBody } from '../strictBody.ts'

export interface ParsedRow {
  resource: string
  place: PlaceOf
  data: Data
  label?: string
  notes?: readonly FieldProblem[]
  cells?: CellsOf
}
export interface RowDraft {
  resource: string
  place: PlaceOf
  label: string
  by: Importable | undefined
  /** What the package says, by the rules of the body; empty when it breaks them. */
  data: Data
  extra: Data
  /** The row this one needs, as the package would have given it. */
  parent: RowDraft | undefined
  identity: Identity | undefined
  reasons: FieldProblem[]
  /** What the file says and the row cannot keep. */
  notes: readonly FieldProblem[]
  /** What a row says before the rules, where it may be corrected. */
  given: RefusedRowInput | undefined
}

const mostReasons = 20
const labelWidth = 200

/** Keys of a width that an index takes, whatever the package holds. */
const plainKey = (key: string): string =>
  key.length <= 200 && !unstorable(key).length ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
const plainKeys = ({ key, also }: Identity): Identity => ({
  key: plainKey(key),
  ...(also === undefined ? {} : { also: plainKey(also) }),
})

/** A text as a row may show it: whatever the package holds, the database takes it. */
export const shownLabel = (label: string): string =>
  cut(
    label
      .replace(/[\s\0]+/g, ' ')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .trim(),
    labelWidth,
  )

const bodies: ReadonlyMap<string, z.ZodObject> = new Map(
  importables.map(({ resource, body }) => [
    resource,
    strictBody(body ?? (isKeyOf(resources, resource) ? resources[resource].schema.body : z.never())),
  ]),
)
/** What the fields of a body are when nobody says anything, by resource. */
const defaults: ReadonlyMap<string, Data> = new Map(
  [...bodies].map(([resource, body]) => {
    const out: Data = {}
    for (const [field, schema] of Object.entries(body.shape as Record<string, z.ZodType>)) {
      const empty = schema.safeParse(undefined)
      if (empty.success) out[field] = empty.data
    }
    return [resource, out]
  }),
)
/** A new row as a whole: what the package leaves out has its default. */
export const rowWithDefaults = ({
  resource,
  data,
  extra,
}: {
  resource: string
  data: Data | null
  extra: Data | null
}): Data => ({
  ...defaults.get(resource),
  ...data,
  ...extra,
})

const pending = 'pending'

/** A plan holds no secret in the open. */
const givenBy = (
  by: Importable | undefined,
  data: Data | undefined,
  format: string,
  cells: CellsOf | undefined,
  notes: readonly FieldProblem[] = [],
): RefusedRowInput | undefined =>
  by && (data ?? cells) && !by.secret
    ? { data: data ?? {}, format, ...(cells ? { cells } : {}), ...(notes.length ? { notes } : {}) }
    : undefined

const blank = () => ({
  by: undefined,
  data: {},
  extra: {},
  parent: undefined,
  identity: undefined,
  notes: [],
  given: undefined,
})

/**
 * @param may resources the planner may write
 * @param format id of the format that found the row
 * @param pack file name of the import
 * @param kind what the import is of; a row of another kind says where it belongs
 * @param set that the row goes into, whatever its file says
 */
export function rowDraftOf(
  found: ParsedRow,
  may: ReadonlySet<string>,
  format: string,
  { pack = '', kind, set }: { pack?: string; kind?: ImportKind; set?: string | undefined } = {},
): RowDraft {
  const { resource, place, data: given, label } = found
  const by = importable(resource)
  const out: RowDraft = {
    ...blank(),
    resource,
    place,
    by,
    label: shownLabel(label ?? by?.label(given) ?? ''),
    reasons: [],
    notes: (found.notes ?? []).slice(0, mostReasons),
    given: givenBy(by, given, format, found.cells, found.notes?.slice(0, mostReasons)),
  }
  if (!by) out.reasons = [{ path: '', rule: 'unknown_resource' }]
  else if (kind && !ofKind(kind, by.resource)) out.reasons = [{ path: '', rule: `holds_${importKindOf(by.resource)}` }]
  else if (!may.has(resource)) out.reasons = [{ path: '', rule: 'no_operation_permission' }]
  else read(out, by, given, format, { pack, set })
  return out
}

/** Fills a draft with what the package says, or with the rules that breaks. */
function read(
  out: RowDraft,
  by: Importable,
  given: Data,
  format: string,
  { pack, set }: { pack: string; set: string | undefined },
): void {
  if (!by.parent) out.identity = plainKeys(by.identity(given, undefined))
  const body = withoutUnseen(by.resource, by.toBody(given))
  const named = set ?? by.parent?.text(given)
  if (by.parent && named !== undefined) body[by.parent.field] = pending
  const parsed = bodies.get(by.resource)?.safeParse(body)
  if (!parsed?.success) {
    out.reasons = parsed ? fieldProblems(parsed.error, body).slice(0, mostReasons) : []
    out.data = sound(by.resource, body)
    out.extra = by.starts?.(given, format, { pack, file: out.place.file }) ?? {}
    return
  }
  out.reasons = unstorable(parsed.data)
    .slice(0, mostReasons)
    .map((path) => ({ path, rule: 'text_characters' }))
  if (out.reasons.length) return
  for (const field of Object.keys(body))
    if (body[field] !== undefined && field !== by.parent?.field) out.data[field] = parsed.data[field]
  out.extra = by.starts?.(given, format, { pack, file: out.place.file }) ?? {}
  if (by.parent && set !== undefined) {
    out.data[by.parent.field] = set
    out.identity = plainKeys(by.identity(out.data, set, out.extra))
  } else if (by.parent && named !== undefined) out.parent = mentioned(by.parent, named, out.place, format)
  else out.identity = plainKeys(by.identity(out.data, undefined, out.extra))
}

/** Packages written elsewhere have invisible characters in their titles that nobody put there; people could not find them to take them out. */
function withoutUnseen(resource: string, body: Data): Data {
  const { fields } = resourceSpecOf(resource)
  const shown = (v: unknown) => (typeof v === 'string' ? withoutHidden(v.replace(/\p{Cc}+/gu, ' ')) : v)
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      const kind = fields[field]?.kind
      if (kind === 'text') return [field, shown(value)]
      return [field, kind === 'words' && Array.isArray(value) ? value.map(shown) : value]
    }),
  )
}

/** Fields that break no rule of their own: what is looked up of them is told together with what the others break. */
function sound(resource: string, body: Data): Data {
  const shape = bodies.get(resource)?.shape as Record<string, z.ZodType> | undefined
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) => {
      const parsed = value === undefined ? undefined : shape?.[field]?.safeParse(value)
      return parsed?.success && !unstorable({ [field]: parsed.data }).length ? [[field, parsed.data]] : []
    }),
  )
}

/** The row another one needs. Whoever may not write it may still name it, so nobody is asked here. */
function mentioned({ resource, row }: Parent, text: string, place: PlaceOf, format: string): RowDraft {
  return rowDraftOf({ resource, place, data: row(text) }, new Set([resource]), format)
}

/** A row that its format refused already. */
export const refusedRow = (
  {
    resource,
    place,
    label,
    reasons,
    given,
    cells,
  }: {
    resource: string
    place: PlaceOf
    label: string
    reasons: FieldProblem[]
    given?: Data
    cells?: CellsOf
  },
  format: string,
): RowDraft => ({
  ...blank(),
  given: givenBy(importable(resource), given, format, cells),
  resource,
  place,
  label: shownLabel(label),
  reasons: reasons.slice(0, mostReasons),
})

/** What tells a row by the data it has by now. */
export const identified = (
  { by, data, extra }: Pick<RowDraft, 'by' | 'data' | 'extra'>,
  set?: string,
): Identity | undefined => by && plainKeys(by.identity(data, set, extra))

export interface ParentRow {
  n: number
  label: string
  target_id: string | null
  reasons: FieldProblem[]
  /** Whether the file has it as an entry of its own, which is corrected there; else it is only mentioned by those that need it. */
  own: boolean
}
/** The reason of a row with nothing wrong but the entry it belongs to. It is planned again once that one is corrected. */
export const waitsRule = 'needed_row_first'
export const waits = (d: Pick<RowDraft, 'reasons'>): boolean => d.reasons.some((r) => r.rule === waitsRule)

/** Gives a row the parent it was waiting for, or refuses it with the parent. */
export function adopt(d: RowDraft, parent: ParentRow | undefined): void {
  const field = d.by?.parent?.field
  if (!d.by || !field) return
  if (!parent?.target_id) {
    if (parent && (parent.own || d.by.parent?.unwritten)) {
      d.reasons.push({ path: '', rule: waitsRule, params: { row: parent.n, name: parent.label } })
      return
    }
    d.reasons.push({ path: field, rule: 'needed_row_refused', ...(parent ? { params: { row: parent.n } } : {}) })
    // what refused it is the cause here too
    for (const reason of parent?.reasons ?? []) d.reasons.push({ ...reason, path: field })
    d.reasons.splice(mostReasons)
    return
  }
  d.data[field] = parent.target_id
  d.identity = identified(d, d.parent?.identity?.key)
}

/** What the package would change of what stands. */
export function difference(by: Importable, data: Data, standing: Data): FieldDifference[] {
  const empty = defaults.get(by.resource)
  const fields = by.compared?.(data, standing) ?? Object.keys(data)
  return fields.flatMap((field) => {
    const before = standing[field] ?? empty?.[field] ?? null
    const after = data[field] ?? null
    return isDeepStrictEqual(before, after) || readsTheSame(before, after) ? [] : [{ field, before, after }]
  })
}
