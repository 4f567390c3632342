/** Snapshots of the files of images. Copies take their time, so they are made behind the answer, and the row says how it went. */
import { signed } from '#src/contract/notice/byline.ts'
import type { ImageSnapshot } from '#src/contract/image/routes.ts'
import { documents } from '#mock/crud/documents.ts'
import { type CallerContext, crudContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { roomOfPerson, roomOnDisk } from '#mock/deposit/room.ts'
import { area, Fail, type Platform, staged } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { imageHooks } from './image.ts'
import { present } from '#src/contract/lib/typed.ts'
import { keepImage } from './keep.ts'

const images = documents('image')
const s = crudContext('image', imageHooks)

interface Row {
  id: string
  image_id: string
  name: string
  note: string
  state: ImageSnapshot['state']
  size: number
  virtual_size: number
  sha256: string
  /** Of the simulation; empty: as the image came. */
  layer: string
  created_at: string
  created_by_name: string
}
const columns = 'id, image_id, name, note, state, size, virtual_size, sha256, layer, created_at, created_by_name'

const shown = (
  { image_id: _i, virtual_size: _v, sha256: _s, layer: _l, ...row }: Row,
  saved: boolean,
): ImageSnapshot => {
  const can: ImageSnapshot['can'] = []
  if (row.state === 'ready' && saved) can.push('restore')
  if (row.state === 'ready' || row.state === 'failed') can.push('remove')
  return { ...row, created_at: new Date(row.created_at).toISOString(), can }
}

/** A saved image that the caller may change. */
async function savedImage(c: CallerContext, id: string, lock?: 'lock') {
  const doc = await s.see(c, id, lock)
  await s.rows.allow('fill', doc, s.at(c))
  if (doc.data.status !== 'saved') throw new Fail('not_allowed_in_state', { status: doc.data.status })
  return doc
}

async function rowOf(q: Queryable, id: string, lock = ''): Promise<Row> {
  const { rows } = await q.query<Row>(`select ${columns} from image_snapshot where id = $1${lock}`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** Does the copy and notes how it went. */
async function copying(platform: Platform, row: Row, work: () => Promise<void>): Promise<void> {
  const { db, log } = platform
  let state: Row['state'] = 'ready'
  try {
    await work()
  } catch (error) {
    state = row.state === 'taking' ? 'failed' : 'ready'
    log.error({ event: 'image-failed', error, image: row.image_id }, 'a snapshot could not be copied')
  }
  await db.tx(async (q) => {
    await q.query('update image_snapshot set state = $2 where id = $1', [row.id, state])
    await publish(q, 'images', 'all')
  })
}

export const snapshotHandlers = area({
  'GET /images/:id/snapshots': async (c) => {
    const { q, params } = c
    const doc = await s.see(c, params.id)
    const { can } = await s.rows.one(doc, s.at(c))
    const { rows } = await q.query<Row>(
      `select ${columns} from image_snapshot where image_id = $1 order by created_at desc, id desc`,
      [params.id],
    )
    const items = rows.map((r) => shown(r, doc.data.status === 'saved'))
    return { items: can.includes('fill') ? items : items.map((r) => ({ ...r, can: [] })) }
  },

  'POST /images/:id/snapshots': staged(
    async (c) => {
      const doc = await savedImage(c, c.params.id)
      await roomOnDisk(c.platform, doc.data.size ?? 0)
    },
    async (c) => {
      const { q, params, body, who, platform, audit, after } = c
      const { id, data } = await savedImage(c, params.id, 'lock')
      await roomOfPerson(q, platform, who.id, data.size ?? 0)
      const { rows: taken } = await q.query('select 1 as one from image_snapshot where image_id = $1 and name = $2', [
        id,
        body.name,
      ])
      if (taken.length) throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
      const { rows } = await q.query<Row>(
        `insert into image_snapshot (id, image_id, name, note, state, size, virtual_size, sha256, layer, created_at, created_by,
           created_by_name)
         values ($1, $2, $3, $4, 'taking', $5, $6, $7, coalesce((select layer from image_layer where image_id = $2), ''), $8, $9, $10) returning ${columns}`,
        [
          platform.newId(),
          id,
          body.name,
          body.note,
          data.size ?? 0,
          data.virtual_size ?? 0,
          data.sha256 ?? '',
          platform.now().toISOString(),
          who.id,
          signed(who),
        ],
      )
      const row = present(rows[0])
      audit({ entity: 'image', id, details: { snapshot: body.name } })
      const store = folderStore(platform.files)
      after(() =>
        platform.background('image.snapshot', () =>
          copying(platform, row, async () => (data.sha256 ? store.snapshot(id, row.id) : undefined)),
        ),
      )
      return shown(row, true)
    },
  ),

  'POST /image-snapshots/:id/restore': staged(
    async (c) => {
      const doc = await savedImage(c, (await rowOf(c.q, c.params.id)).image_id)
      await roomOnDisk(c.platform, doc.data.size ?? 0)
    },
    async (c) => {
      const { q, params, who, platform, audit, after } = c
      const doc = await savedImage(c, (await rowOf(q, params.id)).image_id, 'lock')
      const row = await rowOf(q, params.id, ' for update')
      if (row.state !== 'ready') throw new Fail('not_allowed_in_state', { status: row.state })
      await q.query(`update image_snapshot set state = 'restoring' where id = $1`, [row.id])
      const { size, virtual_size, sha256 } = row
      const data = { ...doc.data, size, virtual_size, sha256, status: 'saving' as const }
      await images.update(q, doc, data, { at: platform.now(), by: who.id })
      await q.query('delete from image_layer where image_id = $1', [doc.id])
      if (row.layer) await q.query('insert into image_layer (image_id, layer) values ($1, $2)', [doc.id, row.layer])
      audit({
        entity: 'image',
        id: doc.id,
        before: { sha256: doc.data.sha256 },
        after: { sha256 },
        details: { snapshot: row.name },
      })
      after(() => platform.background('image.restore', () => restore(platform, row)))
      return shown({ ...row, state: 'restoring' }, false)
    },
  ),

  'DELETE /image-snapshots/:id': async (c) => {
    const { q, params, platform, audit, after } = c
    const row = await rowOf(q, params.id, ' for update')
    await s.rows.allow('fill', await s.see(c, row.image_id), s.at(c))
    if (row.state !== 'ready' && row.state !== 'failed') throw new Fail('not_allowed_in_state', { status: row.state })
    await q.query('delete from image_snapshot where id = $1', [row.id])
    audit({ entity: 'image', id: row.image_id, details: { snapshot: row.name } })
    const store = folderStore(platform.files)
    after(() => platform.background('image.snapshot', () => store.dropSnapshot(row.image_id, row.id)))
    return { id: row.id }
  },
})

/** The image is being saved meanwhile, so nothing boots from half a file; what was there stays when the copy fails. */
async function restore(platform: Platform, row: Row): Promise<void> {
  const { restore: putBack } = folderStore(platform.files)
  await copying(platform, row, async () => (row.sha256 ? putBack(row.image_id, row.id) : undefined))
  await keepImage(platform, row.image_id)
}

/** Copies that a server did not finish. */
export async function settleSnapshots({ db }: Platform): Promise<void> {
  // one of a machine that was worked on is still to come
  await db.query(
    `update image_snapshot set state = 'failed' where state = 'taking'
       and not exists (select 1 from image_bench b where b.keeping ->> 'snapshot' = image_snapshot.id)`,
  )
  await db.query(`update image_snapshot set state = 'ready' where state = 'restoring'`)
}
