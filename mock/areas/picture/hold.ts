/** Which field shows a picture. One field holds one picture, so that replacing it in one place never takes it away in another. */
import type { Hand } from '../../crud/documents.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { PictureUse } from '#src/contract/picture/picture.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

/** Milliseconds that a picture nobody shows is kept. */
const loose = 24 * 3_600_000

export interface Holding {
  /** `resource:id:field` */
  holder: string
  /** Where in the body it stands, for the refusal. */
  path: string
  use: PictureUse
  before: unknown
  after: unknown
}

/**
 * Gives the field the picture it names from now on, and lets go of the one it showed.
 * @throws Fail validation `unknown_picture`: it is not there, for another use, shown elsewhere, or somebody else's
 */
export async function holdPicture(q: Queryable, h: Holding, { by, at }: Hand): Promise<void> {
  const before = typeof h.before === 'string' ? h.before : ''
  const after = typeof h.after === 'string' ? h.after : ''
  if (before === after) return
  if (after !== '') {
    const { rows } = await q.query<{ id: string }>(
      `update picture set holder = $2, touched_at = $5 where id = $1 and use = $3
       and (holder = $2 or (holder is null and created_by = $4)) returning id`,
      [after, h.holder, h.use, by, at.toISOString()],
    )
    const fields: FieldProblem[] = [{ path: h.path, rule: 'unknown_picture' }]
    if (!rows[0]) throw new Fail('validation', { fields })
  }
  if (before !== '')
    await q.query('update picture set holder = null, touched_at = $3 where id = $1 and holder = $2', [
      before,
      h.holder,
      at.toISOString(),
    ])
}

/** Removes pictures that no field has shown for a day. */
export async function sweepPictures(q: Queryable, now: Date): Promise<void> {
  await q.query('delete from picture where holder is null and touched_at < $1', [
    new Date(now.getTime() - loose).toISOString(),
  ])
}

interface CopyOf {
  /** The field that shows the copy. */
  holder: string
  id: string
  by: string
  at: Date
}
/** A picture has one place: whatever is copied has one of its own. @returns its name; empty where there is none to copy */
export async function copyPicture(q: Queryable, name: string, { holder, id, by, at }: CopyOf): Promise<string> {
  if (name === '') return ''
  const { rows } = await q.query<{ id: string }>(
    `insert into picture (id, use, type, width, height, size, bytes, created_by, holder, touched_at)
     select $2 || substring(id from '[.][a-z]+$'), use, type, width, height, size, bytes, $3, $4, $5 from picture where id = $1 returning id`,
    [name, id, by, holder, at.toISOString()],
  )
  return rows[0]?.id ?? ''
}
