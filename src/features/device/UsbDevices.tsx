import './device.css'
import { lazy } from 'react'
import { usbDevice } from '../../contract/device/usb.ts'
import { t } from '../../i18n/index.ts'
import { remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'

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
const contents = lazy(() => import('./ContentsDialog.tsx'))

export default list({
  of: usbDevice,
  screen: 'usb-emulation',
  about: 'device.usb_about',
  columns: [
    'name',
    { of: 'device_class', width: 130 },
    {
      of: 'vendor_id',
      width: 130,
      render: (row) => (
        <span className="mg-mono">
          {row.vendor_id}:{row.product_id}
        </span>
      ),
    },
    { of: 'manufacturer', width: 120 },
    { of: 'serial', width: 130 },
    { of: 'description', grow: true },
    { of: 'file_name', width: 150 },
    { of: 'size', width: 90 },
    'updated_at',
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
    remove(usbDevice),
  ],
  empty: { title: 'device.usb_empty', text: 'device.usb_empty_text' },
})
