import { t } from '../../i18n/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Ago } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'

interface Person {
  id: string
  name: string
  role: string
  seen_at: string
  address: string
}

export function OnlinePeople({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return <Empty title={t('dashboard.nobody-online')} icon="user" compact />
  return (
    <ul className="dashboard-list">
      {people.map((p) => (
        <li key={p.id}>
          <Avatar name={p.name} size={24} />
          <span className="grow mg-ellipsis">
            {p.name} <span className="mg-faint">{p.role}</span>
          </span>
          <span className="mg-faint" title={p.address}>
            <Ago at={p.seen_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
