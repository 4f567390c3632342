import './image.css'
import { image } from '../../contract/image/image.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { add } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { optionOf } from '../../kit/resource/words.ts'
import { rowActions } from './actions.ts'
import { ExportsButton } from './ExportsButton.tsx'
import { ImageIcon } from '../../parts/image/ImageIcon.tsx'
import { ImageStatusLine } from './Standing.tsx'

export default list({
  of: image,
  screen: 'image-manage',
  about: 'image.about',
  look: 'cards',
  head: ExportsButton,
  rail: { of: 'category' },
  columns: [
    {
      of: 'name',
      width: 220,
      render: (row) => (
        <span className="image-name">
          <ImageIcon icon={row.icon} category={row.category} size={24} />
          <span className="mg-ellipsis">{row.name}</span>
        </span>
      ),
    },
    'type',
    'format',
    { of: 'os_version', grow: true },
    {
      of: 'size',
      width: 80,
      render: (row) =>
        row.size > 0 ? (
          <span className="mg-num">{format.size(row.size)}</span>
        ) : (
          <span className="mg-faint">{t('image.no_file')}</span>
        ),
    },
    { of: 'status', width: 120, render: (row) => <ImageStatusLine row={row} dense /> },
    ...(['updated_at', 'category', 'os', 'arch', 'snapshots', 'uses', 'created_by', 'created_at', 'id'] as const).map(
      (of) => ({
        of,
        spare: true as const,
      }),
    ),
  ],
  filters: ['type', 'status', 'format', 'os', 'arch', 'created_by', 'updated_at'],
  open: (row) => href('image-edit', { id: row.id }),
  opens: 'image-edit',
  card: (row) => (
    <>
      <div className="image-card">
        <ImageIcon icon={row.icon} category={row.category} size={40} />
        <p className="image-card-facts">
          <span className="mg-ellipsis">{row.os_version || optionOf(image, 'os', row.os)}</span>
          <span className="mg-faint mg-ellipsis mg-num">
            {[optionOf(image, 'type', row.type), optionOf(image, 'format', row.format)].join(' · ')}
            {row.size > 0 && ` · ${format.size(row.size)}`}
          </span>
        </p>
      </div>
      <p className="image-card-text">{row.description}</p>
      <div className="image-card-foot">
        <ImageStatusLine row={row} />
        {row.uses > 0 && <span className="mg-faint mg-num">{t('image.uses_n', { n: row.uses })}</span>}
        {row.snapshots > 0 && <span className="mg-faint mg-num">{t('image.snapshots_n', { n: row.snapshots })}</span>}
      </div>
    </>
  ),
  actions: [
    {
      id: 'quick',
      label: 'image.quick',
      icon: 'spark',
      needs: 'none',
      screens: ['image-quick-create'],
      to: () => href('image-quick-create'),
    },
    add(image, 'image-create', () => href('image-create')),
    ...rowActions,
  ],
  empty: { title: 'image.empty', text: 'image.empty_text' },
})
