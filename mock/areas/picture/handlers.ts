/** Uploading a picture and showing it. */
import { pictureUses } from '#src/contract/picture/picture.ts'
import { readBodyBytes } from '#mock/http/request/body.ts'
import { area, Fail, staged } from '#mock/http/request/handler.ts'
import { cleanPicture } from '#mock/picture/clean.ts'
import { BadPicture } from '#mock/picture/read.ts'

/** Pictures of one person that no row names yet. */
const mostLoose = 20
const types = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const

export const pictureHandlers = area({
  'POST /pictures': staged(
    async ({ query, stream }) => {
      const rule = pictureUses[query.use]
      const bytes = await readBodyBytes(stream, rule.max)
      try {
        return await cleanPicture(bytes, rule, query)
      } catch (e) {
        if (e instanceof BadPicture) throw new Fail('picture_refused', { reason: e.reason, ...e.facts })
        throw e
      }
    },
    async ({ q, query, who, platform, audit }, { type, width, height, bytes }) => {
      const { rows } = await q.query<{ n: number }>(
        'select count(*) as n from picture where created_by = $1 and holder is null',
        [who.id],
      )
      if ((rows[0]?.n ?? 0) >= mostLoose) throw new Fail('quota_full', { reason: 'pictures', max: mostLoose })
      const id = `${platform.newId()}.${type}`
      const size = bytes.length
      await q.query(
        `insert into picture (id, use, type, width, height, size, bytes, created_by, touched_at)
         values ($1, $2, $3, $4, $5, $6, decode($7, 'base64'), $8, $9)`,
        [id, query.use, type, width, height, size, bytes.toString('base64'), who.id, platform.now().toISOString()],
      )
      audit({ entity: 'picture', id, after: { use: query.use, type, width, height, size } })
      return { id, type, width, height, size }
    },
  ),

  'GET /pictures/:id': async ({ q, params }) => {
    const { rows } = await q.query<{ type: keyof typeof types; bytes: Uint8Array }>(
      'select type, bytes from picture where id = $1',
      [params.id.slice(0, 64)],
    )
    const [picture] = rows
    if (!picture) throw new Fail('not_found')
    return { name: params.id, type: types[picture.type], body: [Buffer.from(picture.bytes)], forever: true }
  },
})
