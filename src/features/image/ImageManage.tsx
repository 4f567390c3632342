import { image } from '../../contract/image/image.ts'
import { audience, change, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'

export default list({
  of: image,
  screen: 'image-manage',
  about: 'image.about',
  rail: { of: 'category' },
  columns: [
    { of: 'icon', width: 64 },
    'name',
    'type',
    'format',
    { of: 'os_version', grow: true },
    'size',
    'status',
    'updated_at',
    { of: 'category', spare: true },
    { of: 'os', spare: true },
    { of: 'arch', spare: true },
    { of: 'created_by', spare: true },
  ],
  filters: ['type', 'category', 'status', 'format', 'os', 'arch', 'created_by', 'updated_at'],
  actions: [
    change(image, 'save', { label: 'image.save', icon: 'check' }),
    change(image, 'reopen', { label: 'image.reopen', icon: 'edit', ask: 'image.reopen_text' }),
    audience(image),
    remove(image),
  ],
  empty: { title: 'image.empty', text: 'image.empty_text' },
})
