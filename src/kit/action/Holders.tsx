import { counterOf } from '../resource/counter.ts'
import { t, tOr } from '../../i18n/index.ts'

/** What keeps an entry from being removed: which kinds of rows use it, and how many. */
export function Holders({ holders }: { holders: readonly { resource: string; rows: number }[] }) {
  if (holders.length === 0) return null
  return (
    <p>
      {t('kit.bulk.held_by')}
      {': '}
      {holders
        .map(({ resource, rows }) =>
          t('kit.bulk.held', {
            resource: tOr([`${resource}.many`, `${resource}.one`], resource),
            n: rows,
            unit: counterOf(resource),
          }),
        )
        .join(', ')}
    </p>
  )
}
