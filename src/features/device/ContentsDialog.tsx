import type { UsbDevice } from '../../contract/device/usb.schema.ts'
import { usbDevice } from '../../contract/device/usb.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useRead } from '../../kit/data/api.ts'
import { FieldValue } from '../../kit/resource/Value.tsx'
import { labelOf } from '../../kit/resource/words.ts'
import { UploadPanel } from '../../kit/upload/UploadPanel.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'

const facts = ['file_name', 'size', 'sha256'] as const

/** What a storage device holds: any file, and another one in its place. */
export default function ContentsDialog({ rows, onClose }: ActionDialogProps<UsbDevice>) {
  const [first] = rows
  return first ? <Contents first={first} onClose={onClose} /> : null
}

function Contents({ first, onClose }: { first: UsbDevice; onClose: () => void }) {
  const { data } = useRead('GET /usb-devices/:id', { params: { id: first.id } }, { every: 2000 })
  const row = data ?? first
  return (
    <Dialog
      open
      title={t('device.contents_of', { name: row.name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {row.file_name !== '' && (
        <KeyValue
          columns={1}
          items={facts.map((name) => ({
            key: name,
            label: labelOf(usbDevice, name),
            value: <FieldValue resource={usbDevice} name={name} row={row} />,
          }))}
        />
      )}
      <UploadPanel
        kind="usb-device"
        target={row.id}
        arriving={row.arriving}
        accept={[]}
        max={limits.usbFile}
        open
        hint={t('device.contents_rule', { max: format.size(limits.usbFile) })}
      />
    </Dialog>
  )
}
