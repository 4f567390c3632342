import './device.css'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { physicalDevice } from '../../contract/device/physical.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { change, remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'
import { optionOf } from '../../kit/resource/words.ts'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

const dialog = formDialog({
  of: physicalDevice,
  schema: () => import('../../contract/device/physical.schema.ts').then((m) => m.PhysicalDeviceBody),
  size: 'large',
  groups: [
    { fields: ['name', 'model', 'category', 'address', 'location', { of: 'description', rows: 2 }] },
    {
      title: 'device.ports',
      fields: [
        {
          of: 'ports',
          each: [
            { name: 'name', kind: 'text' },
            { name: 'type', kind: 'text' },
          ],
        },
      ],
    },
  ],
  title: (row) => (row ? t('device.physical_edit', { name: row.name }) : t('device.physical_add')),
})
const reference = lazy(() => import('./ReferenceDialog.tsx'))

export default list({
  of: physicalDevice,
  screen: 'physical-device',
  about: 'device.physical_about',
  every: 15_000,
  columns: [
    'name',
    'model',
    'address',
    {
      of: 'ports',
      width: 90,
      render: (row) => (
        <span className="mg-ellipsis" title={row.ports.map((p) => p.name).join(', ')}>
          {t('device.ports_n', { n: row.ports.length })}
        </span>
      ),
    },
    {
      of: 'link',
      width: 100,
      render: (row) => <StatusTag word={row.link} label={optionOf(physicalDevice, 'link', row.link)} dot />,
    },
    {
      of: 'usage',
      width: 190,
      grow: true,
      render: (row) =>
        row.usage === 'free' ? (
          <StatusTag word="free" label={optionOf(physicalDevice, 'usage', 'free')} dot />
        ) : (
          <span className="device-used">
            <StatusTag word="used" label={optionOf(physicalDevice, 'usage', 'used')} dot />
            <span className="mg-dim mg-ellipsis">
              {row.scene_id ? (
                <Link className="device-used-link" to={href('scene-monitor-detail', { id: row.scene_id })}>
                  {row.used_for}
                </Link>
              ) : (
                row.used_for
              )}
              {' · '}
              {row.used_by}
              {row.used_at && (
                <>
                  {' · '}
                  <DateTime at={row.used_at} />
                </>
              )}
            </span>
          </span>
        ),
    },
    'location',
    ...(['seen_at', 'category', 'description', 'updated_at', 'created_at'] as const).map((of) => ({
      of,
      spare: true as const,
    })),
  ],
  filters: ['category', 'link', 'usage', 'updated_at'],
  actions: [
    {
      id: 'create',
      label: 'device.physical_add',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['physical-device'],
      dialog,
    },
    { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
    { id: 'reference', label: 'device.reference', icon: 'link', needs: 'one', key: 'r', dialog: reference },
    change(physicalDevice, 'release', { label: 'device.release', icon: 'undo', ask: 'device.release_text' }),
    remove(physicalDevice),
  ],
  empty: { title: 'device.physical_empty', text: 'device.physical_empty_text' },
})
