import { limitNames } from '../../contract/license/licence.ts'
import type { LicenceOverview } from '../../contract/license/routes.ts'
import { format, t } from '../../i18n/index.ts'

/** Use against limit: a bar where both are known, the figures everywhere. */
export function LimitList({ limits, used }: Pick<LicenceOverview, 'limits' | 'used'>) {
  return (
    <ul className="license-limits">
      {limitNames.map((name) => {
        const [max, there] = [limits[name], used[name]]
        const share = max === null || there === undefined ? undefined : max === 0 ? 1 : Math.min(1, there / max)
        return (
          <li key={name}>
            <span>{t(`license.limit.${name}`)}</span>
            <span className="mg-num">
              {there !== undefined && <strong>{format.number(there)}</strong>}
              {there !== undefined && ' / '}
              {max === null ? t('license.unlimited') : format.number(max)}
            </span>
            {share !== undefined && (
              <span
                className={`license-bar mg-tone-${share >= 1 ? 'bad' : share >= 0.9 ? 'warn' : 'accent'}`}
                style={{ '--share': share }}
                aria-hidden="true"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
