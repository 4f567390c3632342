/** Images: described by people, filled by an upload, looked through before they are kept. */
import { type Bench } from '#src/contract/image/image.schema.ts'
import { workable } from '#src/contract/image/bench.ts'
import { adminOnly, editable, imageMachine } from '#src/contract/image/status.ts'
import type { Arriving } from '#src/contract/device/deposit.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { plan } from '#mock/db/due.ts'
import { remembered } from '#mock/db/remember.ts'
import { arriving } from '#mock/deposit/rows.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { benchesOf } from './benchRow.ts'

/** Where a new image stands before its file has come. */
export const noFile = {
  reason: null,
  reason_details: {},
  file_name: '',
  size: 0,
  virtual_size: 0,
  sha256: '',
} as const

/** Files of removed images go soon after the transaction that removed them. */
export const dropDue = 'image.drop'

interface Facts {
  makers: Labels
  files: ReadonlyMap<string, NonNullable<Arriving>>
  snapshots: ReadonlyMap<string, number>
  uses: ReadonlyMap<string, number>
  benches: ReadonlyMap<string, NonNullable<Bench>>
}

/** What nobody does to an image while somebody works on it at a machine. */
const heldBack: ReadonlySet<string> = new Set(['save', 'remove'])

export const imageHooks: Hooks<'image', Facts> = {
  async facts(docs, at) {
    const ids = docs.map((d) => d.id)
    const [{ rows }, used, makers, files, benches] = await Promise.all([
      at.q.query<{ id: string; n: number }>(
        'select image_id as id, count(*) as n from image_snapshot where image_id = any($1::text[]) group by image_id',
        [ids],
      ),
      remembered<{ id: string; n: number }>(
        at.q,
        `select i.id, count(*) as n from r_topology t cross join lateral unnest(t.k_image_ids) as i(id)
         where t.k_image_ids && $1::text[] and i.id = any($1::text[]) group by i.id`,
        [ids],
      ),
      labelsOf(
        at,
        'user',
        docs.map((d) => d.created_by),
      ),
      arriving(at.q, 'image', ids),
      benchesOf(at.q, ids),
    ])
    return {
      makers,
      files,
      snapshots: new Map(rows.map((r) => [r.id, Number(r.n)])),
      uses: new Map(used.map((r) => [r.id, Number(r.n)])),
      benches,
    }
  },
  columns: (doc, { makers, files, snapshots, uses, benches }) => ({
    created_by_name: makers.get(doc.created_by) ?? '',
    arriving: files.get(doc.id) ?? null,
    snapshots: snapshots.get(doc.id) ?? 0,
    uses: uses.get(doc.id) ?? 0,
    bench: benches.get(doc.id) ?? null,
  }),
  starts: () => ({ status: 'creating', ...noFile }),
  moves: { field: 'status', table: imageMachine },
  refuse(action, row, { files }, { who }) {
    if (adminOnly.has(action) && !who.is_admin) return 'no_operation_permission'
    const { bench } = row
    if (bench && heldBack.has(action)) return 'image_connected'
    if (action === 'connect') {
      if (row.type === 'installer') return 'image_disc'
      if (bench) return bench.by_id === who.id ? undefined : 'image_connected'
      return workable(row) && (files.get(row.id)?.state ?? 'failed') === 'failed' ? undefined : 'not_allowed_in_state'
    }
    if (action === 'discard') {
      if (bench?.state !== 'open') return 'not_allowed_in_state'
      return bench.by_id === who.id || who.is_admin ? undefined : 'no_operation_permission'
    }
    if (action === 'export' && (row.status !== 'saved' || row.sha256 === '')) return 'not_allowed_in_state'
    if (action === 'save' && files.get(row.id)?.state === 'open') return 'not_allowed_in_state'
    return action === 'update' && !editable.has(row.status) ? 'not_allowed_in_state' : undefined
  },
  acts(action, _reason, before) {
    if (action === 'retry') return noFile
    // of an image that only the simulation knows there is nothing to look through
    return action === 'save' && before.data.file_name === '' ? { status: 'saved' } : {}
  },
  /** A file that stands says what the image is. */
  check(data, before) {
    if (!before?.data.file_name || data.file_name === '') return
    const fields = (['type', 'format'] as const)
      .filter((path) => data[path] !== before.data[path])
      .map((path): FieldProblem => ({ path, rule: 'file_decides' }))
    if (fields.length) throw new Fail('validation', { fields })
  },
  async removed(before, { q, now }) {
    await q.query(`delete from deposit where kind = 'image' and target = $1`, [before.id])
    await q.query('delete from image_snapshot where image_id = $1', [before.id])
    await q.query('delete from image_layer where image_id = $1', [before.id])
    await q.query('delete from image_bench where image_id = $1', [before.id])
    await plan(q, dropDue, before.id, now)
  },
  audience: 'nobody',
  hint: (doc) => doc.data.os_version || undefined,
}
