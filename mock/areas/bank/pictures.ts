/** Pictures inside the texts of questions, courses and reports. Any text may show one, so no single row holds it; it goes when none names it any more. */
import type { Hand } from '#mock/crud/documents.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'

export const textHolder = 'question:text'

/** Names of the pictures that texts show. */
export const picturesIn = (data: unknown): string[] => [
  ...new Set(
    [...JSON.stringify(data).matchAll(/\/pictures\/([0-9a-f-]{36}\.(?:png|jpg|gif))/g)].map((m) => m[1] ?? ''),
  ),
]

/** From now on the text keeps them. One that is shown elsewhere, as somebody's face, stays there. */
export async function holdTextPictures(q: Queryable, data: object, { at }: Pick<Hand, 'at'>): Promise<void> {
  const names = picturesIn(data)
  if (!names.length) return
  await q.query(
    `update picture set holder = $2, touched_at = $3 where id = any($1::text[]) and holder is null and use in ('picture', 'text')`,
    [names, textHolder, at.toISOString()],
  )
}

/** Lets go of those that no version of any question, no course and no report shows any more; they are swept with other loose ones. */
export async function releasePictures(q: Queryable, names: readonly string[], { at }: Pick<Hand, 'at'>): Promise<void> {
  if (!names.length) return
  await q.query(
    `update picture set holder = null, touched_at = $3
     where holder = $2 and id = any($1::text[])
       and not exists (select 1 from question_version v where strpos(v.data::text, picture.id) > 0)
       and not exists (select 1 from course_content c where strpos(c.content::text, picture.id) > 0)
       and not exists (select 1 from course_report r where strpos(r.text, picture.id) > 0)
       and not exists (select 1 from ${tableOf('course')} c where strpos(c.data->>'description', picture.id) > 0
         or strpos(c.data->>'translation', picture.id) > 0)`,
    [[...names], textHolder, at.toISOString()],
  )
}
