/** Why a file is no good, in words: formats by their names, sizes with a unit. Images and services say it alike. */
import { imageFormats } from '../../contract/image/image.ts'
import type { ImageReason } from '../../contract/image/status.ts'
import { format, t, tOr } from '../../i18n/index.ts'

interface Refused {
  reason: ImageReason | null
  reason_details: Readonly<Record<string, string | number>>
}

const named = (value: string | number): string =>
  (imageFormats as readonly unknown[]).includes(value) ? tOr([`image.format.${value}`], String(value)) : String(value)

export function imageReasonText({ reason, reason_details }: Refused): string {
  if (reason === null) return ''
  const values = Object.fromEntries(
    Object.entries(reason_details).map(([key, v]) => [
      key,
      key === 'size' && typeof v === 'number' ? format.size(v) : named(v),
    ]),
  )
  return t(`image.reason.${reason}`, values)
}
