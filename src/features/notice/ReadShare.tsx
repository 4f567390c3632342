import { format, t } from '../../i18n/index.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'

/** How many of those it is for have read it, as a bar with its figures. */
export function ReadShare({ read, addressed }: { read: number; addressed: number }) {
  if (addressed === 0) return <span className="mg-faint">–</span>
  const figures = { read: format.number(read), addressed: format.number(addressed) }
  return (
    <span className="notice-share">
      <ProgressBar value={read / addressed} label={t('notice.read_share', figures)} />
      <span className="mg-num mg-dim">{t('notice.read_of', figures)}</span>
    </span>
  )
}
