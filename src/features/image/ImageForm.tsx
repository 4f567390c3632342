import './image.css'
import { image } from '../../contract/image/image.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { form } from '../../kit/form/form.tsx'
import { ImageFile } from './ImageFile.tsx'
import { Snapshots } from './Snapshots.tsx'

/** A new image goes on to its own page, where its file is uploaded. */
export default form({
  of: image,
  screens: { add: 'image-create', edit: 'image-edit' },
  schema: () => import('../../contract/image/image.schema.ts').then((m) => m.ImageBody),
  above: ImageFile,
  below: Snapshots,
  locked: (row) => (row.status === 'saving' ? t('image.locked_saving') : undefined),
  back: (row) =>
    row && row.status === 'creating' && row.arriving === null
      ? href('image-edit', { id: row.id })
      : href('image-manage'),
  groups: [
    {
      title: 'image.group.what',
      fields: [
        { of: 'name', hint: 'image.hint.name' },
        'type',
        'category',
        { of: 'description', rows: 3 },
        'icon',
        { of: 'format', hint: 'image.hint.format' },
      ],
    },
    { title: 'image.group.system', fields: ['os', 'os_version', 'arch', 'desktop'] },
    {
      title: 'image.group.machine',
      fields: [
        'virtual_type',
        'disk_controller',
        'network_card',
        'video_driver',
        { of: 'cpu', bounds: true, unit: 'image.unit.cores' },
        { of: 'memory', unit: 'image.unit.mb' },
        { of: 'disk', unit: 'image.unit.gb' },
      ],
    },
    {
      title: 'image.group.service',
      fields: [
        {
          of: 'parameters',
          hint: 'image.hint.parameters',
          each: [
            { name: 'name', kind: 'code' },
            { name: 'value', kind: 'text' },
            { name: 'note', kind: 'text' },
          ],
        },
      ],
    },
  ],
})
