import type { Service } from '../../contract/device/service.schema.ts'
import { service } from '../../contract/device/service.ts'
import { t } from '../../i18n/index.ts'
import { optionOf } from '../../kit/resource/words.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { packageReason } from './packageReason.ts'

/** Of a service: whether its package is there, on its way or no good. */
export function PackageStatus({ row }: { row: Service }) {
  const { arriving, status } = row
  return (
    <span className="device-status" title={packageReason(row) || undefined}>
      <StatusTag
        word={status}
        dot
        label={status === 'uploading' && !arriving ? t('device.no_package') : optionOf(service, 'status', status)}
        tone={status === 'uploading' && !arriving ? 'idle' : undefined}
      />
      {arriving && status === 'uploading' && (
        <ProgressBar
          value={arriving.received / arriving.size}
          label={t('device.package_coming', { name: arriving.name })}
        />
      )}
    </span>
  )
}
