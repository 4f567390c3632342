/** USB devices; a storage device may hold what was uploaded for it. */
import { limits } from '#src/contract/limits.ts'
import type { Arriving } from '#src/contract/device/deposit.schema.ts'
import type { UsbPlace } from '#src/contract/device/usb.schema.ts'
import { crud } from '#mock/crud/crud.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { plan } from '#mock/db/due.ts'
import { depositFile } from '#mock/deposit/folder.ts'
import type { Receiver } from '#mock/deposit/kinds.ts'
import { arriving } from '#mock/deposit/rows.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { dropDue } from '../image/image.ts'
import { digest } from '../image/keep.ts'
import { plugsOf } from './usbRow.ts'

const devices = documents('usb-device')

interface Facts {
  files: ReadonlyMap<string, NonNullable<Arriving>>
  plugs: ReadonlyMap<string, NonNullable<UsbPlace>>
}

export const usbHooks: Hooks<'usb-device', Facts> = {
  async facts(docs, at) {
    const ids = docs.map((d) => d.id)
    const [files, plugs] = await Promise.all([arriving(at.q, 'usb-device', ids), plugsOf(at.q, ids, at.now)])
    return { files, plugs }
  },
  columns: (doc, { files, plugs }) => ({ arriving: files.get(doc.id) ?? null, plugged: plugs.get(doc.id) ?? null }),
  starts: () => ({ file_name: '', size: 0, sha256: '' }),
  refuse(action, { plugged }) {
    if (action === 'remove' && plugged) return 'in_use'
    if (action === 'attach' && plugged) return 'usb_plugged'
    return action === 'detach' && !plugged ? 'not_allowed_in_state' : undefined
  },
  async removed(before, { q, now }) {
    await q.query(`delete from deposit where kind = 'usb-device' and target = $1`, [before.id])
    await plan(q, dropDue, before.id, now)
  },
}

export const usbDevice = crud('usb-device', usbHooks)
const s = crudContext('usb-device', usbHooks)

export const usbReceiver: Receiver = {
  async begin(q, { target }, who, platform) {
    const c = { q, who, platform }
    const doc = await s.see(c, target, 'lock')
    await s.rows.allow('update', doc, s.at(c))
    if (doc.data.device_class !== 'storage')
      throw new Fail('not_allowed_in_state', { status: doc.data.device_class, action: 'upload' })
    return { max: limits.usbFile }
  },
  // a stick holds whatever its maker wants: nothing of it is read here, only counted
  look: ({ files }, { id }) => digest(depositFile(files, id), async () => {}),
  async arrive(q, platform, deposit, seen, audit) {
    const doc = await devices.lock(q, deposit.target)
    if (!doc) return { file: 'dropped' }
    const set = { file_name: deposit.name, size: deposit.size, sha256: String(seen) }
    await devices.update(q, doc, { ...doc.data, ...set }, { at: platform.now(), by: deposit.owner })
    await publish(q, 'images', 'all')
    audit({ entity: 'usb-device', id: doc.id, before: { file_name: doc.data.file_name }, after: set })
    const { files, db } = platform
    return {
      file: 'kept',
      after: () =>
        platform.background('usb.keep', async () => {
          await folderStore(files).keep(doc.id, depositFile(files, deposit.id))
          await db.query('delete from deposit where id = $1', [deposit.id])
        }),
    }
  },
}
