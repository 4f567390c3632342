/** Documents on their way into their table, and the database's word on those it does not take. */
import { DbError } from '../db/db.ts'
import { Fail } from '../http/request/handler.ts'
import type { Hand, NewDocument } from './documents.ts'
import { unstorable } from './fold.ts'
import { ownedBy } from './ownership.ts'
import { type Data, fieldsOf, findText, columnValueOf, type Shape } from './shape.ts'

/** Columns that follow from a document. */
export function writable(s: Shape, data: Data): Data {
  const out: Data = { find: findText(s.find, data) }
  for (const k of s.keys) out[k.column] = columnValueOf(k.kind, data[k.field])
  return out
}

/** The rows as one JSON text for `jsonb_populate_recordset`. Throws `validation` on a text no database takes. */
export const packedRows = <D extends object>(
  s: Shape,
  rows: readonly (NewDocument<D> & { version: number })[],
  common: Hand,
): string =>
  JSON.stringify(
    rows.map(({ id, data, version, open = false, hand: { at, by } = common }) => {
      const paths = unstorable(data)
      if (paths.length)
        throw new Fail('validation', { fields: paths.map((path) => ({ path, rule: 'text_characters' })) })
      const stamps = { created_at: at, updated_at: at, created_by: by, updated_by: by }
      return {
        id,
        data,
        version,
        ...stamps,
        ...(s.audience ? { open } : {}),
        ...(s.owned ? ownedBy(by) : {}),
        ...writable(s, fieldsOf(data)),
      }
    }),
  )

/**
 * The fields of a doubled key that somebody would change: a reference says among which rows the name must be the only one, and what people
 * mean to keep; what they typed is what they change. All of them where the key has nothing but references.
 */
function toChange(s: Shape, fields: readonly string[]): readonly string[] {
  const typed = fields.filter((f) => s.keys.find((k) => k.field === f)?.kind.kind !== 'ref')
  return typed.length ? typed : fields
}

/** Turns a doubled key into the fields to change. */
export async function unlessTaken<T>(s: Shape, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (e) {
    const doubled = e instanceof DbError && e.code === '23505'
    const fields = doubled ? s.indexes.find((i) => i.name === e.constraint)?.fields : undefined
    if (!fields) throw e
    throw new Fail('name_taken', { fields: toChange(s, fields).map((path) => ({ path, rule: 'taken' })) })
  }
}
