/** From what a format gathered to a row: the fields are held against the rules of the resource, and what the file does not speak of is left out. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fold, unstorable } from '#mock/crud/fold.ts'
import { fieldProblems } from '#mock/http/request/fields.ts'
import { DorkBody } from '#src/contract/library/dork.schema.ts'
import { ToolBody } from '#src/contract/library/tool.schema.ts'
import { toolOrigins } from '#src/contract/library/tool.ts'
import { sized } from '#src/contract/lib/text.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Place, ImportedRow, RowProblem } from './found.ts'
import { object } from './read/loose.ts'

type Data = Record<string, unknown>
interface Kind {
  schema: z.ZodObject
  key(data: Data): string
  label: string
}

/** What a category is called in the source: `network_scanning`, `Network scanning`. Its row is found or made by whoever writes. */
const Category = sized(z.string().trim(), 1, 64)

/** A dork's text as it is compared: spaces do not tell two queries apart, letters do (`OR` is an operator, `or` a word). */
const normalised = (query: string): string => query.normalize('NFC').trim().replace(/\s+/g, ' ')
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const kinds = new Map<string, Kind>(
  Object.entries({
    dork: {
      schema: DorkBody.strict(),
      key: ({ ghdb_id, query }) =>
        typeof ghdb_id === 'number' ? `ghdb:${ghdb_id}` : `query:${digest(normalised(String(query)))}`,
      label: 'title',
    },
    tool: {
      schema: ToolBody.omit({ category_id: true })
        .extend({ category: Category, origin: z.enum(toolOrigins).optional() })
        .strict(),
      key: ({ name, category }) => `tool:${slug(String(category))}/${fold(String(name)).replace(/\s+/g, ' ')}`,
      label: 'name',
    },
  }),
)
export const rowResources: readonly string[] = [...kinds.keys()]

export const slug = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const labelLength = 200
/** Entries of a list and fields of a record; no resource has that many, and a rule broken a million times takes a gigabyte to tell. */
const entriesMost = 1000

function crowd(data: Data): FieldProblem | undefined {
  if (Object.keys(data).length > entriesMost) return { path: '', rule: 'max', params: { max: entriesMost } }
  const [path] = Object.entries(data).find(([, v]) => Array.isArray(v) && v.length > entriesMost) ?? []
  return path === undefined ? undefined : { path, rule: 'max', params: { max: entriesMost } }
}

/** @param given what the row says, where its fields can be corrected */
export const rowRefusal = (
  resource: string,
  place: Place,
  label: string,
  reasons: FieldProblem[],
  given?: Data,
): RowProblem => ({
  problem: { code: 'row_invalid', params: {} },
  whole: false,
  resource,
  label,
  place,
  reasons,
  ...(given ? { given } : {}),
})

/** @param given fields of the resource; those that are `undefined` were not spoken of */
export function toRow(resource: string, place: Place, given: Data): ImportedRow | RowProblem {
  const kind = kinds.get(resource)
  if (!kind) throw new Error(`no rules for rows of ${resource}`)
  const spoken = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const named = spoken[kind.label]
  const label =
    typeof named === 'string'
      ? named
          .slice(0, labelLength)
          .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
          .trim()
      : ''
  const crowded = crowd(spoken)
  if (crowded) return rowRefusal(resource, place, label, [crowded])
  const parsed = kind.schema.safeParse(spoken)
  const reasons = parsed.success
    ? unstorable(parsed.data).map((path) => ({ path, rule: 'text_characters' }))
    : fieldProblems(parsed.error, spoken)
  if (!parsed.success || reasons.length) return rowRefusal(resource, place, label, reasons, spoken)
  const data = Object.fromEntries(Object.keys(spoken).map((field) => [field, parsed.data[field]]))
  return { resource, key: kind.key(data), label, place, data }
}

/** Like `toRow` for a record of a file, which may be anything at all; `fields` takes from it what the resource has. */
export function recordToRow(
  resource: string,
  place: Place,
  value: unknown,
  fields: (record: Data) => Data = (record) => record,
): ImportedRow | RowProblem {
  const record = object(value)
  return record === value
    ? toRow(resource, place, fields(record))
    : rowRefusal(resource, place, '', [{ path: '', rule: 'type' }])
}
