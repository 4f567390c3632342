import './SkipLink.css'
import { t } from '../../i18n/index.ts'
import { byId } from '../../lib/shadow.ts'

/** First stop of the keyboard: past the menu, to the element with this id. Moves the focus itself, so that the address stays. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a
      className="mg-skip"
      href={`#${to}`}
      onClick={(e) => {
        e.preventDefault()
        byId(e.currentTarget, to)?.focus()
      }}
    >
      {t('ui.skip')}
    </a>
  )
}
