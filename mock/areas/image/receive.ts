/** The file of an image: which one may come, and what the image is when it has. */
import { largestImage } from '#src/contract/device/deposit.ts'
import type { ImageVerdict } from '#src/contract/image/header/found.ts'
import { agrees, fileExtensionOf, endsOf, recognise } from '#src/contract/image/header/recognise.ts'
import { imageMachine } from '#src/contract/image/status.ts'
import { type DataOf, documents } from '#mock/crud/documents.ts'
import { depositFile, withFileReader } from '#mock/deposit/folder.ts'
import type { Receiver } from '#mock/deposit/kinds.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { crudContext } from '#mock/crud/setting.ts'
import { imageHooks } from './image.ts'
import { benchesOf } from './benchRow.ts'
import { keepImage } from './keep.ts'

const images = documents('image')
const s = crudContext('image', imageHooks)

export const imageReceiver: Receiver<ImageVerdict> = {
  async begin(q, { target, name }, who, platform) {
    const c = { q, who, platform }
    const doc = await s.see(c, target, 'lock')
    await s.rows.allow('fill', doc, s.at(c))
    const { status = 'saved', type = 'machine', os = 'other' } = doc.data
    if (!imageMachine[status].arrived) throw new Fail('not_allowed_in_state', { status, action: 'upload' })
    if ((await benchesOf(q, [target])).has(target)) throw new Fail('image_connected')
    const ends = endsOf(type)
    if (!ends.includes(fileExtensionOf(name))) throw new Fail('unsupported_type', { ends: ends.join(', ') })
    return { max: largestImage(type, os) }
  },
  look: ({ files }, { id }) => withFileReader(depositFile(files, id), recognise),
  async arrive(q, platform, deposit, seen, audit) {
    const doc = await images.lock(q, deposit.target)
    const status = doc?.data.status
    if (!doc || !status || !imageMachine[status].arrived) return { file: 'dropped' }
    const { name = '', type = 'machine', format = 'raw' } = doc.data
    const verdict = agrees(seen, { name, type, format }, deposit.name)
    const set: DataOf<'image'> = verdict.ok
      ? {
          status: deposit.keep ? 'saving' : imageMachine[status].arrived,
          virtual_size: verdict.virtual_size,
          sha256: '',
          reason: null,
          reason_details: {},
        }
      : { status: imageMachine[status].fail ?? 'error', reason: verdict.reason, reason_details: verdict.details }
    const data = { ...doc.data, ...set, file_name: deposit.name, size: deposit.size }
    await images.update(q, doc, data, { at: platform.now(), by: deposit.owner })
    await publish(q, 'images', 'all')
    audit({
      entity: 'image',
      id: doc.id,
      before: { status },
      after: { status: data.status, reason: data.reason ?? null },
    })
    if (!verdict.ok) return { file: 'dropped' }
    if (!deposit.keep) return { file: 'kept' }
    return { file: 'kept', after: () => platform.background('image.keep', () => keepImage(platform, doc.id)) }
  },
}
