import { t, tOr } from '../../i18n/index.ts'
import { Ago } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

interface Operation {
  at: string
  who: string
  action: string
  entity: string
  entity_id: string
  result: string
}

export function RecentOperations({ items }: { items: readonly Operation[] }) {
  if (items.length === 0) return <Empty title={t('dashboard.no-recent')} icon="pulse" compact />
  return (
    <ul className="dashboard-list">
      {items.map((o) => (
        <li key={`${o.at}${o.entity_id}${o.action}`}>
          <span className="grow mg-ellipsis">
            <b>{o.who || t('dashboard.someone')}</b> {wordOf(o.action)}{' '}
            <span className="mg-dim">
              {o.action.startsWith('session.') ? '' : tOr([`dashboard.entity.${o.entity}`], o.entity)}
            </span>
          </span>
          {o.result !== 'done' && (
            <span title={tOr([`problem.${o.result}`], '')}>
              <StatusTag word="refused" tone="bad" label={t('dashboard.refused_operation')} />
            </span>
          )}
          <span className="mg-faint">
            <Ago at={o.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Action words are `entity.action`; the sentence needs the second half. */
const wordOf = (action: string) => {
  const word = action.split('.').at(-1) ?? action
  return tOr([`dashboard.action.${word}`], word)
}
