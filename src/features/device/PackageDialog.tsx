import { largestPackage } from '../../contract/device/deposit.ts'
import type { Service } from '../../contract/device/service.schema.ts'
import { packageEnds, service } from '../../contract/device/service.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { FieldValue } from '../../kit/resource/Value.tsx'
import { labelOf } from '../../kit/resource/words.ts'
import { UploadPanel } from '../../kit/upload/UploadPanel.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { packageReason } from './packageReason.ts'

const facts = ['file_name', 'size', 'sha256'] as const

/** The package of a service: uploaded once, then looked at. An upload goes on when the dialogue is closed. */
export default function PackageDialog({ rows, onClose }: ActionDialogProps<Service>) {
  const [first] = rows
  return first ? <Package first={first} onClose={onClose} /> : null
}

function Package({ first, onClose }: { first: Service; onClose: () => void }) {
  const { data } = useRead('GET /services/:id', { params: { id: first.id } }, { every: 2000 })
  const row = data ?? first
  const [again, { busy }] = useWrite('POST /services/:id/retry')
  const retry = () => again({ params: { id: row.id }, body: { version: row.version } }).catch(toast.problem)
  return (
    <Dialog
      open
      title={t('device.package_of', { name: row.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          {row.can.includes('retry') && (
            <Button tone="primary" icon="refresh" busy={busy} onClick={() => void retry()}>
              {t('device.package_again')}
            </Button>
          )}
        </>
      }
    >
      {row.status === 'saved' ? (
        <KeyValue
          columns={1}
          items={facts.map((name) => ({
            key: name,
            label: labelOf(service, name),
            value: <FieldValue resource={service} name={name} row={row} />,
          }))}
        />
      ) : row.status === 'error' ? (
        <p className="mg-error" role="alert">
          <Icon name="bad" /> {packageReason(row)}
        </p>
      ) : (
        <UploadPanel
          kind="service"
          target={row.id}
          arriving={row.arriving}
          accept={packageEnds[row.platform].map((end) => `.${end}`)}
          max={largestPackage}
          open
        />
      )}
    </Dialog>
  )
}
