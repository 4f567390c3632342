/** Services: a package that comes once, looked through as it arrives. */
import { largestPackage } from '#src/contract/device/deposit.ts'
import type { Arriving } from '#src/contract/device/deposit.schema.ts'
import { packageEnds, serviceMachine } from '#src/contract/device/service.ts'
import type { RefusedImage } from '#src/contract/image/header/found.ts'
import { fileExtensionOf } from '#src/contract/image/header/recognise.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { documents } from '#mock/crud/documents.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { plan } from '#mock/db/due.ts'
import { depositFile, withFileReader } from '#mock/deposit/folder.ts'
import type { Receiver } from '#mock/deposit/kinds.ts'
import { arriving } from '#mock/deposit/rows.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { digest } from '../image/keep.ts'
import { dropDue } from '../image/image.ts'
import { packageFault } from './package.ts'

const services = documents('service')
const nothing = { reason: null, reason_details: {}, file_name: '', size: 0, sha256: '' } as const

interface Facts {
  makers: Labels
  files: ReadonlyMap<string, NonNullable<Arriving>>
}

const hooks: Hooks<'service', Facts> = {
  async facts(docs, at) {
    const [makers, files] = await Promise.all([
      labelsOf(
        at,
        'user',
        docs.map((d) => d.created_by),
      ),
      arriving(
        at.q,
        'service',
        docs.map((d) => d.id),
      ),
    ])
    return { makers, files }
  },
  columns: (doc, { makers, files }) => ({
    created_by_name: makers.get(doc.created_by) ?? '',
    arriving: files.get(doc.id) ?? null,
  }),
  starts: () => ({ status: 'uploading', ...nothing }),
  moves: { field: 'status', table: serviceMachine },
  acts: (action) => (action === 'retry' ? nothing : {}),
  check(data, before) {
    const fields: FieldProblem[] = [{ path: 'platform', rule: 'file_decides' }]
    if (before?.data.file_name && data.file_name && before.data.platform !== data.platform)
      throw new Fail('validation', { fields })
  },
  /** Administrators alone take away what others build on. */
  refuse: (action, _row, _facts, { who }) =>
    action === 'remove' && !who.is_admin ? 'no_operation_permission' : undefined,
  async removed(before, { q, now }) {
    await q.query(`delete from deposit where kind = 'service' and target = $1`, [before.id])
    await plan(q, dropDue, before.id, now)
  },
}

export const service = crud('service', hooks)
const s = crudContext('service', hooks)

interface Seen {
  fault: RefusedImage | undefined
  sha256: string
}

export const serviceReceiver: Receiver<Seen> = {
  async begin(q, { target, name }, who, on) {
    const c = { q, who, platform: on }
    const doc = await s.see(c, target, 'lock')
    await s.rows.allow('update', doc, s.at(c))
    const { status = 'saved', platform = 'docker' } = doc.data
    if (status !== 'uploading') throw new Fail('not_allowed_in_state', { status, action: 'upload' })
    const ends: readonly string[] = packageEnds[platform]
    if (!ends.includes(fileExtensionOf(name))) throw new Fail('unsupported_type', { ends: ends.join(', ') })
    return { max: largestPackage }
  },
  async look({ files, db }, { id, target, name }): Promise<Seen> {
    const doc = await services.get(db, target)
    const file = depositFile(files, id)
    const fault = await withFileReader(file, (read, size) =>
      packageFault(read, size, { name, platform: doc?.data.platform ?? 'docker' }),
    )
    return { fault, sha256: fault ? '' : await digest(file, async () => {}) }
  },
  async arrive(q, platform, deposit, seen, audit) {
    const doc = await services.lock(q, deposit.target)
    if (doc?.data.status !== 'uploading') return { file: 'dropped' }
    const { fault, sha256 } = seen
    const set = fault
      ? ({ status: 'error', reason: fault.reason, reason_details: fault.details } as const)
      : ({ status: 'saved', reason: null, reason_details: {}, sha256 } as const)
    const file = fault ? {} : { size: deposit.size }
    await services.update(
      q,
      doc,
      { ...doc.data, ...set, ...file, file_name: deposit.name },
      { at: platform.now(), by: deposit.owner },
    )
    await publish(q, 'images', 'all')
    audit({ entity: 'service', id: doc.id, before: { status: 'uploading' }, after: set })
    if (fault) return { file: 'dropped' }
    const { files, db } = platform
    return {
      file: 'kept',
      after: () =>
        platform.background('service.keep', async () => {
          await folderStore(files).keep(doc.id, depositFile(files, deposit.id))
          await db.query('delete from deposit where id = $1', [deposit.id])
        }),
    }
  },
}
