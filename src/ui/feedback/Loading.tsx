import './Loading.css'
import { t } from '../../i18n/index.ts'

interface LoadingProps {
  /** Shape of what will stand there, so that nothing jumps when it comes. */
  kind?: 'list' | 'form' | 'detail' | 'tiles' | 'text'
  rows?: number
}

const usual = { list: 8, form: 5, detail: 6, tiles: 4, text: 3 } as const

export function Loading({ kind = 'text', rows = usual[kind] }: LoadingProps) {
  return (
    <div className={`mg-loading mg-loading-${kind}`} role="status" aria-busy="true">
      <span className="mg-sr">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, i) => (
        <span key={i} className="mg-loading-row" aria-hidden="true">
          <span className="mg-bone" />
          {kind !== 'text' && kind !== 'tiles' && <span className="mg-bone" />}
          {kind === 'list' && <span className="mg-bone" />}
        </span>
      ))}
    </div>
  )
}
