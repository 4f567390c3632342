/** People found by name, page by page, of whom some are chosen. Where they come from is the caller's to say. */
import { counterOf } from '../../kit/resource/counter.ts'
import './people.css'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { t, tOr } from '../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { SearchBox } from '../../kit/list/search/SearchBox.tsx'
import { PictureAvatar } from '../../kit/picture/Face.tsx'

export interface NamedPerson {
  id: string
  name: string
}
export interface PersonRow extends NamedPerson {
  username: string
  avatar: string
  org_name: string
  role_name?: string
  role_key?: string
  /** Why he cannot be chosen, as a problem's code. */
  refused?: string | null
}
export type ChosenPeople = ReadonlyMap<string, NamedPerson>

interface PeopleListProps {
  from: {
    route: 'GET /people' | 'GET /roles/:id/members'
    params?: Record<string, string>
    query?: Record<string, string>
    /** Before its names in the address of a page, which begins it at its first page with another organisation; without one it is kept in memory. */
    place?: string
  }
  org: string | undefined
  title: string
  chosen: ChosenPeople
  /** Most that can be chosen. */
  most?: number
  onChoose: (people: ChosenPeople) => void
  /** At the end of a person's line. */
  extra?: (person: PersonRow) => ReactNode
}

const start = { q: '', page: 1 }

export function PeopleList({ from, org, title, chosen, most = limits.pageSize.max, onChoose, extra }: PeopleListProps) {
  const { route, place, params, query } = from
  const people = useBrowse(route, {
    start,
    inDialog: place === undefined,
    ...(place === undefined ? {} : { place }),
    ...(params ? { params } : {}),
    query: { ...query, ...(org === undefined ? {} : { org_id: org }) },
  })
  const [shown, setShown] = useState(org)
  if (shown !== org) {
    setShown(org)
    if (place === undefined) people.turn(1)
  }
  const { at, data } = people
  const rows: readonly PersonRow[] = data?.items ?? []
  const free = rows.filter((p) => !p.refused)
  const whole = free.length > 0 && free.every((p) => chosen.has(p.id))
  const turn = (people: readonly NamedPerson[], on: boolean) => {
    const next = new Map(chosen)
    for (const { id, name } of people)
      if (!on) next.delete(id)
      else if (next.size < most) next.set(id, { id, name })
    onChoose(next)
  }
  return (
    <section className="people" aria-label={title}>
      <header className="people-head">
        <h2 className="people-title mg-ellipsis">{title}</h2>
        <span className="mg-dim mg-num" role="status">
          {data && t('kit.people.count', { n: data.total })}
        </span>
      </header>
      <div className="people-bar">
        <input
          type="checkbox"
          className="kit-box"
          aria-label={t('kit.people.choose_page')}
          checked={whole}
          disabled={free.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = !whole && free.some((p) => chosen.has(p.id))
          }}
          onChange={() => turn(free, !whole)}
        />
        <SearchBox of={title} label={t('kit.people.search')} q={at.q} onSearch={(q) => people.narrow({ q })} />
        {chosen.size > 0 && (
          <span className="mg-num mg-dim people-chosen">
            {t('kit.list.selected', { n: chosen.size, unit: counterOf('user') })}
          </span>
        )}
      </div>
      <BrowseView
        compact
        of={people}
        name={title}
        counts="user"
        empty={{ icon: 'users', title: t(org === undefined ? 'kit.people.nobody' : 'kit.list.no_match') }}
      >
        {() => (
          <ul className="people-list">
            {rows.map((p) => (
              <PersonLine
                key={p.id}
                of={p}
                extra={extra?.(p)}
                chosen={chosen.has(p.id)}
                full={chosen.size >= most}
                onTurn={(on) => turn([p], on)}
              />
            ))}
          </ul>
        )}
      </BrowseView>
    </section>
  )
}

interface PersonLineProps {
  of: PersonRow
  extra: ReactNode
  chosen: boolean
  full: boolean
  onTurn: (on: boolean) => void
}
function PersonLine({ of: p, extra, chosen, full, onTurn }: PersonLineProps) {
  const why = p.refused ? tOr([`problem.${p.refused}`], t('problem.unknown')) : undefined
  return (
    <li>
      <label className={`people-line${why ? ' people-held' : ''}`} title={why}>
        <input
          type="checkbox"
          className="kit-box"
          checked={chosen}
          disabled={why !== undefined || (full && !chosen)}
          onChange={(e) => onTurn(e.target.checked)}
        />
        <PictureAvatar name={p.name} picture={p.avatar} />
        <PersonWords of={p} />
        {extra && <span className="mg-dim mg-ellipsis people-extra">{extra}</span>}
        {why && <span className="mg-sr">{why}</span>}
      </label>
    </li>
  )
}

export function PersonWords({ of: p }: { of: Pick<PersonRow, 'name' | 'username' | 'org_name'> }) {
  return (
    <span className="people-words">
      <span className="mg-ellipsis">{p.name}</span>
      <span className="mg-faint mg-ellipsis">{[p.username, p.org_name].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
