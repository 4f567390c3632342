/** Exports: one image at a time is read whole and held against what it was when it was saved; then it may be downloaded for a day. */
import { signed } from '#src/contract/notice/byline.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { api } from '#src/contract/api.ts'
import type { ImageExport } from '#src/contract/image/routes.ts'
import { adminOnly } from '#src/contract/image/status.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { peopleNow } from '../session/peopleNow.ts'
import { digest } from './keep.ts'

const images = documents('image')
const day = 86_400_000
/** An export that says nothing for so long has lost its server, milliseconds. */
const silence = 120_000
const ticketTime = 600_000

export interface ExportRow extends Omit<ImageExport, 'created_at'> {
  created_at: string
}
const columns = 'id, image_id, image_name, file_name, state, size, done, sha256, reason, created_at, created_by_name'
const shown = (r: ExportRow): ImageExport => ({ ...r, created_at: new Date(r.created_at).toISOString() })

const administrators = (who: Caller): void => {
  if (adminOnly.has('export') && !who.is_admin) throw new Fail('no_operation_permission')
}

async function prepare({ db, files, now, log }: Platform, row: ExportRow): Promise<void> {
  let outcome: { state: 'ready' | 'failed'; reason: string | null } = { state: 'ready', reason: null }
  try {
    const file = await folderStore(files).find(row.image_id)
    if (!file) outcome = { state: 'failed', reason: 'file_missing' }
    else {
      const sum = await digest(
        file,
        async (bytes) =>
          void (await db.query('update image_export set done = $2, beat_at = $3 where id = $1', [
            row.id,
            bytes,
            now().toISOString(),
          ])),
      )
      if (sum !== row.sha256) outcome = { state: 'failed', reason: 'damaged' }
    }
  } catch (error) {
    log.error({ event: 'image-failed', error, image: row.image_id }, 'an export could not be prepared')
    outcome = { state: 'failed', reason: 'damaged' }
  }
  await db.tx(async (q) => {
    await q.query('update image_export set state = $2, reason = $3, done = size where id = $1', [
      row.id,
      outcome.state,
      outcome.reason,
    ])
    await publish(q, 'images', 'all')
  })
}

const sign = (secret: Uint8Array, id: string, until: number, session: string): string =>
  createHmac('sha256', secret).update(`image-export ${id} ${until} ${session}`).digest('base64url')

/** Whether whoever was given the link might ask for it now: it works without a session, but not longer than that lives. */
async function mayStill(q: Queryable, platform: Platform, session: string): Promise<boolean> {
  const { rows } = await q.query<{ user_id: string }>(
    `select user_id from session where id_hash = $1 and ended_at is null and expires_at > $2`,
    [session, platform.now().toISOString()],
  )
  const [who] = rows[0] ? await peopleNow(q, platform, [rows[0].user_id]) : []
  return (
    who !== undefined &&
    (who.is_admin || !adminOnly.has('export')) &&
    api['POST /image-exports/:id/ticket'].screens.some((s) => who.changes.has(s))
  )
}

/** The export a link is for. @throws not_found for any other text, also when it is too old */
export async function exportOf(q: Queryable, platform: Platform, id: string, ticket: string): Promise<ExportRow> {
  const [until = '', session = '', mark = ''] = ticket.split('.')
  const right = Buffer.from(sign(await platform.secret(), id, Number(until), session))
  const given = Buffer.from(mark)
  if (right.length !== given.length || !timingSafeEqual(right, given) || Number(until) < platform.now().getTime())
    throw new Fail('not_found')
  if (!(await mayStill(q, platform, session))) throw new Fail('not_found')
  const { rows } = await q.query<ExportRow>(`select ${columns} from image_export where id = $1 and state = 'ready'`, [
    id,
  ])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

export const exportHandlers = area({
  'POST /images/:id/export': async ({ q, params, who, platform, audit, after }) => {
    administrators(who)
    const doc = await images.lock(q, params.id)
    if (!doc) throw new Fail('not_found')
    if (doc.data.status !== 'saved') throw new Fail('not_allowed_in_state', { status: doc.data.status })
    if (!doc.data.sha256) throw new Fail('image_no_file')
    const now = platform.now()
    await q.query(
      `update image_export set state = 'failed', reason = 'interrupted' where state = 'preparing' and beat_at < $1`,
      [new Date(now.getTime() - silence).toISOString()],
    )
    await q.query('delete from image_export where created_at < $1', [new Date(now.getTime() - day).toISOString()])
    const { rows } = await q.query<ExportRow>(
      `insert into image_export (id, image_id, image_name, file_name, state, size, sha256, beat_at, created_at, created_by, created_by_name)
       values ($1, $2, $3, $4, 'preparing', $5, $6, $7, $7, $8, $9) on conflict do nothing returning ${columns}`,
      [
        platform.newId(),
        doc.id,
        doc.data.name ?? '',
        doc.data.file_name ?? '',
        doc.data.size ?? 0,
        doc.data.sha256,
        now.toISOString(),
        who.id,
        signed(who),
      ],
    )
    const [row] = rows
    if (!row) throw new Fail('image_exporting')
    audit({ entity: 'image', id: doc.id, details: { file: row.file_name, bytes: row.size } })
    after(() => platform.background('image.export', () => prepare(platform, row)))
    return shown(row)
  },

  'GET /image-exports': async ({ q, platform, who }) => {
    if (!who.is_admin) return { items: [] }
    const { rows } = await q.query<ExportRow>(
      `select ${columns} from image_export where created_at > $1 order by created_at desc, id desc limit 50`,
      [new Date(platform.now().getTime() - day).toISOString()],
    )
    return { items: rows.map(shown) }
  },

  'POST /image-exports/:id/ticket': async ({ q, params, who, platform, audit }) => {
    administrators(who)
    const { rows } = await q.query<ExportRow>(`select ${columns} from image_export where id = $1`, [params.id])
    const [row] = rows
    if (!row) throw new Fail('not_found')
    if (row.state !== 'ready') throw new Fail('not_allowed_in_state', { status: row.state })
    const until = platform.now().getTime() + ticketTime
    audit({ entity: 'image', id: row.image_id, details: { file: row.file_name } })
    return {
      path: `/image-exports/${row.id}/file?ticket=${until}.${who.session}.${sign(await platform.secret(), row.id, until, who.session)}`,
      expires_at: new Date(until).toISOString(),
    }
  },
})

/** Exports whose server ended. Of several servers each settles what nobody works on any more. */
export async function settleExports({ db, now }: Platform): Promise<void> {
  await db.query(
    `update image_export set state = 'failed', reason = 'interrupted' where state = 'preparing' and beat_at < $1`,
    [new Date(now().getTime() - silence).toISOString()],
  )
}
