import type { Image } from '../../contract/image/image.schema.ts'
import { image } from '../../contract/image/image.ts'
import { format, t } from '../../i18n/index.ts'
import { optionOf } from '../../kit/resource/words.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { imageReasonText } from '../../parts/image/reason.ts'

/** 0 to 1 of what is under way; undefined while nothing is, or nobody knows how far. */
export const shareOf = ({ arriving }: Pick<Image, 'arriving'>): number | undefined =>
  arriving?.size ? (arriving.state === 'open' ? arriving.received : arriving.checked) / arriving.size : undefined

/** The status of an image, how far it is, and why not further. */
export function ImageStatusLine({ row, dense }: { row: Image; dense?: boolean }) {
  const share = row.status === 'creating' || row.status === 'saving' ? shareOf(row) : undefined
  return (
    <span className="image-standing">
      <StatusTag word={row.status} label={optionOf(image, 'status', row.status)} dot={dense} />
      {share !== undefined && (
        <ProgressBar value={share} label={t('image.progress', { share: format.percent(share) })} showValue={!dense} />
      )}
      {row.bench && !dense && <span className="mg-dim">{t('image.connected_by', { name: row.bench.by_name })}</span>}
      {row.reason !== null && !dense && <span className="mg-dim">{imageReasonText(row)}</span>}
    </span>
  )
}
