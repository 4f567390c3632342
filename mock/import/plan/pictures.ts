/** Pictures of a plan: kept with it from the reading on, put into the store when it is applied, let go when it is undone. */
import { releasePictures, textHolder } from '#mock/areas/bank/pictures.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Hand } from '#mock/crud/documents.ts'
import type { KeptPicture } from '../formats/question/pictures.ts'

export async function keepPictures(q: Queryable, packageId: string, pictures: readonly KeptPicture[]): Promise<void> {
  for (const { id, type, width, height, bytes } of pictures)
    await q.query(
      `insert into import_picture (package_id, id, type, width, height, bytes)
       values ($1, $2, $3, $4, $5, decode($6, 'base64')) on conflict do nothing`,
      [packageId, id, type, width, height, bytes.toString('base64')],
    )
}

/** Those that the taken rows show; one that is there already is the same picture, since its name comes from its content. */
export async function storePictures(q: Queryable, packageId: string, { at, by }: Hand): Promise<void> {
  await q.query(
    `insert into picture (id, use, type, width, height, size, bytes, created_by, touched_at, holder)
     select p.id, 'picture', p.type, p.width, p.height, length(p.bytes), p.bytes, $2, $3, '${textHolder}'
     from import_picture p where p.package_id = $1 and exists (
       select 1 from import_row r where r.package_id = $1 and r.choice = 'take' and strpos(r.data::text, p.id) > 0)
     on conflict (id) do update set holder = excluded.holder`,
    [packageId, by, at],
  )
}

/** After an undo. */
export async function releaseUndone(q: Queryable, packageId: string, hand: Hand): Promise<void> {
  const { rows } = await q.query<{ id: string }>('select id from import_picture where package_id = $1', [packageId])
  await releasePictures(
    q,
    rows.map((r) => r.id),
    hand,
  )
}
