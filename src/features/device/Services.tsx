import './device.css'
import { lazy } from 'react'
import { service } from '../../contract/device/service.ts'
import { format, t } from '../../i18n/index.ts'
import { change, remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'
import { PackageStatus } from './PackageStatus.tsx'
import { ServiceIcon } from './ServiceIcon.tsx'

const dialog = formDialog({
  of: service,
  schema: () => import('../../contract/device/service.schema.ts').then((m) => m.ServiceBody),
  size: 'large',
  groups: [{ fields: ['name', 'platform', 'category', 'release', 'port', { of: 'description', rows: 3 }, 'icon'] }],
  title: (row) => (row ? t('device.service_edit', { name: row.name }) : t('device.service_add')),
})
const upload = lazy(() => import('./PackageDialog.tsx'))

export default list({
  of: service,
  screen: 'service-manage',
  about: 'device.services_about',
  columns: [
    {
      of: 'name',
      width: 205,
      render: (row) => (
        <span className="device-name">
          <ServiceIcon icon={row.icon} />
          <span className="mg-ellipsis">{row.name}</span>
        </span>
      ),
    },
    { of: 'status', width: 130, render: (row) => <PackageStatus row={row} /> },
    'platform',
    'release',
    { of: 'description', grow: true },
    { of: 'size', width: 95, render: (row) => (row.size ? format.size(row.size) : '') },
    'updated_at',
    ...(['category', 'port', 'file_name', 'sha256', 'created_by', 'created_at'] as const).map((of) => ({
      of,
      spare: true as const,
    })),
  ],
  filters: ['category', 'platform', 'status', 'created_by', 'updated_at'],
  actions: [
    {
      id: 'create',
      label: 'device.service_add',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['service-manage'],
      dialog,
    },
    {
      id: 'package',
      label: 'device.package',
      icon: 'upload',
      needs: 'one',
      key: 'u',
      may: (row) => row.can.includes('update'),
      dialog: upload,
    },
    { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
    change(service, 'retry', { label: 'device.retry', icon: 'refresh' }),
    remove(service),
  ],
  empty: { title: 'device.services_empty', text: 'device.services_empty_text' },
})
