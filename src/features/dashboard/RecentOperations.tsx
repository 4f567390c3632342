import { t, tOr } from '../../i18n/index.ts'
import { actionText } from '../../parts/operation/words.ts'
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
            <b>{o.who || t('audit.someone')}</b> <span className="mg-dim">{actionText(o.action)}</span>
          </span>
          {o.result !== 'done' && (
            <span title={tOr([`problem.${o.result}`], '')}>
              <StatusTag word="refused" tone="bad" label={t('audit.result.refused')} />
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
