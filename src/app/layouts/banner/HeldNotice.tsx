import '../state/states.css'
import { t } from '../../../i18n/index.ts'
import { AskHost, Notice } from '../state/states.tsx'

/** Over a page whose session died under a host that brings the next token: it covers the app's own place, and nothing else of the window. */
export function HeldNotice() {
  return (
    <div className="mg-held-over">
      <div className="mg-held-notice">
        <Notice icon="shield" title={t('shell.waiting')} about={t('shell.held_about')}>
          <AskHost label={t('shell.ask_again')} />
        </Notice>
      </div>
    </div>
  )
}
