/** The pictures a row shows: held while it names them, let go when it names others or is gone. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import type { Queryable } from '../db/db.ts'
import { holdPicture } from '../areas/picture/hold.ts'
import type { Hand, StoredDocument } from './documents.ts'
import { fieldsOf } from './shape.ts'

type Shown = Pick<StoredDocument<object>, 'id' | 'data'>

export async function holdPictures(
  q: Queryable,
  line: NamedResourceSpec,
  after: Shown,
  before: Shown | undefined,
  hand: Hand,
): Promise<void> {
  for (const [name, f] of Object.entries(line.fields)) {
    if (f.kind !== 'picture') continue
    const of = (row: Shown | undefined) => (row ? fieldsOf(row.data)[name] : undefined)
    const holder = `${line.name}:${after.id}:${name}`
    await holdPicture(q, { holder, path: name, use: f.use, before: of(before), after: of(after) }, hand)
  }
}

export const dropPictures = (q: Queryable, line: NamedResourceSpec, before: Shown, hand: Hand): Promise<void> =>
  holdPictures(q, line, { id: before.id, data: {} }, before, hand)
