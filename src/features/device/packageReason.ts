/** Why a package is no good. What is said of disks does not fit it; of the rest a package and a disk say the same. */
import type { Service } from '../../contract/device/service.schema.ts'
import { t } from '../../i18n/index.ts'
import { imageReasonText } from '../../parts/image/reason.ts'

export function packageReason(row: Pick<Service, 'reason' | 'reason_details'>): string {
  const { reason } = row
  if (reason === 'unknown_content' || reason === 'type_differs')
    return t(`device.package_reason.${reason}`, { is: String(row.reason_details['is'] ?? '') })
  return imageReasonText(row)
}
