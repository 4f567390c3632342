import './device.css'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { usbDevice } from '../../contract/device/usb.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

const dialog = formDialog({
  of: usbDevice,
  schema: () => import('../../contract/device/usb.schema.ts').then((m) => m.UsbDeviceBody),
  groups: [
    {
      fields: [
        'name',
        'device_class',
        { of: 'vendor_id', hint: 'device.hint.usb_number' },
        'product_id',
        'manufacturer',
        'serial',
        { of: 'description', rows: 2 },
      ],
    },
  ],
  title: (row) => (row ? t('device.usb_edit', { name: row.name }) : t('device.usb_add')),
})
const attach = lazy(() => import('./AttachDialog.tsx'))
const contents = lazy(() => import('./ContentsDialog.tsx'))

export default list({
  of: usbDevice,
  screen: 'usb-emulation',
  about: 'device.usb_about',
  every: 15_000,
  columns: [
    'name',
    {
      of: 'plugged',
      width: 230,
      render: ({ plugged }) =>
        plugged ? (
          <span className="device-used">
            <StatusTag
              dot
              tone={plugged.state === 'plugged' ? 'ok' : 'info'}
              word={plugged.state}
              label={t(`device.plug.${plugged.state}`)}
            />
            <Link className="mg-ellipsis" to={href('scene-monitor-detail', { id: plugged.scene_id })}>
              {plugged.node_name} · {plugged.scene_name}
            </Link>
          </span>
        ) : (
          <span className="mg-faint">{t('device.plug.none')}</span>
        ),
    },
    'device_class',
    {
      of: 'vendor_id',
      width: 110,
      render: (row) => (
        <span className="mg-mono">
          {row.vendor_id}:{row.product_id}
        </span>
      ),
    },
    'manufacturer',
    { of: 'serial', spare: true },
    { of: 'description', grow: true },
    { of: 'file_name', spare: true },
    { of: 'size', width: 90, spare: true, render: (row) => (row.size ? format.size(row.size) : '') },
    { of: 'updated_at', spare: true },
    { of: 'sha256', spare: true },
    { of: 'created_at', spare: true },
  ],
  filters: ['device_class', 'updated_at'],
  actions: [
    {
      id: 'create',
      label: 'device.usb_add',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['usb-emulation'],
      dialog,
    },
    { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
    {
      id: 'contents',
      label: 'device.contents',
      icon: 'upload',
      needs: 'one',
      key: 'u',
      may: (row) => row.device_class === 'storage' && row.can.includes('update'),
      dialog: contents,
    },
    { id: 'attach', label: 'device.attach', icon: 'link', needs: 'one', key: 'p', dialog: attach },
    {
      id: 'detach',
      label: 'device.detach',
      icon: 'undo',
      needs: 'one',
      call: async ([row], write) => {
        await write('POST /usb-devices/:id/detach', { params: { id: row?.id ?? '' } })
        return undefined
      },
    },
    remove(usbDevice),
  ],
  empty: { title: 'device.usb_empty', text: 'device.usb_empty_text' },
})
