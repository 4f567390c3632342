/** One side of the members screen: people found by name, page by page, of whom some are chosen. */
import { useState } from 'react'
import type { Member } from '../../../contract/system/role.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { SearchBox } from '../../../kit/list/SearchBox.tsx'
import { Face } from '../../../kit/picture/Face.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'

export type Person = Pick<Member, 'id' | 'name'>

interface PeopleSideProps {
  role: string
  side: 'in' | 'out'
  org: string | undefined
  title: string
  chosen: ReadonlyMap<string, Person>
  onChoose: (people: ReadonlyMap<string, Person>) => void
}

export function PeopleSide({ role, side, org, title, chosen, onChoose }: PeopleSideProps) {
  const [at, setAt] = useState({ q: '', page: 1, size: limits.pageSize.default as number, org })
  // another organisation begins at its first page
  if (at.org !== org) setAt({ ...at, page: 1, org })
  const { data, error, fetching, refetch } = useRead('GET /roles/:id/members', {
    params: { id: role },
    query: {
      side,
      page: at.page,
      page_size: at.size,
      ...(at.q ? { q: at.q } : {}),
      ...(org === undefined ? {} : { org_id: org }),
    },
  })
  const free = data?.items.filter((p) => p.refused === null) ?? []
  const whole = free.length > 0 && free.every((p) => chosen.has(p.id))
  const turn = (people: readonly Person[], on: boolean) => {
    const next = new Map(chosen)
    for (const p of people) if (!on) next.delete(p.id)
    for (const p of people) if (on && next.size < limits.pageSize.max) next.set(p.id, { id: p.id, name: p.name })
    onChoose(next)
  }
  return (
    <section className="role-people" aria-label={title}>
      <header className="role-people-head">
        <h2 className="role-people-title mg-ellipsis">{title}</h2>
        <span className="mg-dim mg-num" role="status">
          {data && t('role.people', { n: data.total })}
        </span>
      </header>
      <div className="role-people-bar">
        <input
          type="checkbox"
          className="kit-box"
          aria-label={t('role.choose_page')}
          checked={whole}
          disabled={free.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = !whole && free.some((p) => chosen.has(p.id))
          }}
          onChange={() => turn(free, !whole)}
        />
        <SearchBox label={t('role.people_search')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
        {chosen.size > 0 && <span className="mg-num mg-dim">{t('kit.list.selected', { n: chosen.size })}</span>}
      </div>
      <ul className={`role-people-list${fetching && data ? ' kit-stale' : ''}`}>
        {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
        {!data && !error && <Loading kind="list" rows={8} />}
        {data?.items.map((p) => (
          <PersonLine key={p.id} of={p} side={side} chosen={chosen.has(p.id)} onTurn={(on) => turn([p], on)} />
        ))}
        {data?.items.length === 0 && (
          <li>
            <Empty compact icon="users" title={t(at.q || org ? 'kit.list.no_match' : 'role.nobody')} />
          </li>
        )}
      </ul>
      <Pager
        page={at.page}
        size={at.size}
        total={data?.total}
        onPage={(page) => setAt({ ...at, page })}
        onSize={(size) => setAt({ ...at, size, page: 1 })}
      />
    </section>
  )
}

interface PersonLineProps {
  of: Member
  side: 'in' | 'out'
  chosen: boolean
  onTurn: (on: boolean) => void
}
function PersonLine({ of: p, side, chosen, onTurn }: PersonLineProps) {
  const why = p.refused === null ? undefined : tOr([`problem.${p.refused}`], t('problem.unknown'))
  const about = [p.username, p.org_name].filter(Boolean).join(' · ')
  return (
    <li>
      <label className={`role-person${why ? ' role-person-held' : ''}`} title={why}>
        <input
          type="checkbox"
          className="kit-box"
          checked={chosen}
          disabled={why !== undefined}
          onChange={(e) => onTurn(e.target.checked)}
        />
        <Face name={p.name} picture={p.avatar} />
        <span className="role-person-words">
          <span className="mg-ellipsis">{p.name}</span>
          <span className="mg-faint mg-ellipsis">{about}</span>
        </span>
        <span className="mg-dim mg-ellipsis role-person-role">{side === 'out' ? p.role_name : ''}</span>
        {why && <span className="mg-sr">{why}</span>}
      </label>
    </li>
  )
}
