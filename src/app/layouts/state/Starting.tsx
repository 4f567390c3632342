import './states.css'
import { t } from '../../../i18n/index.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { BrandMark } from '../shell/Brand.tsx'

/** Nothing is known yet, or (`inside`) a screen's code is on its way and will stand here. */
export function Starting({ inside }: { inside?: boolean }) {
  if (inside)
    return (
      <div className="mg-starting-inside">
        <Loading kind="list" rows={6} />
      </div>
    )
  return (
    <div className="mg-starting" role="status" aria-label={t('shell.starting')}>
      <BrandMark size={40} />
    </div>
  )
}
