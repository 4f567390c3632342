/** The members of a team: people of the organisations on one side, those chosen on the other, the leader in front. */
import './team.css'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { OrgFilter } from '../../../kit/pick/OrgFilter.tsx'
import { PictureAvatar } from '../../../kit/picture/Face.tsx'
import { type ChosenPeople, PeopleList, PersonWords } from '../../../parts/people/PeopleList.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

const from = { route: 'GET /people' } as const

export function MembersControl({ value, disabled, onChange }: ControlProps) {
  const ids = Array.isArray(value) ? (value as unknown[]).map(String) : []
  const [org, setOrg] = useState<string>()
  const orgs = useRead('GET /orgs/tree', undefined)
  const chosen: ChosenPeople = new Map(ids.map((id) => [id, { id, name: '' }]))
  return (
    <fieldset className="team-members" disabled={disabled}>
      <div className="people-orgs">
        {orgs.data ? (
          <OrgFilter orgs={orgs.data.items} value={org} label={t('team.orgs')} onChange={setOrg} />
        ) : orgs.error ? (
          <ProblemView compact problem={orgs.error} onRetry={orgs.refetch} />
        ) : (
          <Loading kind="text" />
        )}
      </div>
      <PeopleList
        from={from}
        org={org}
        title={t('team.people')}
        chosen={chosen}
        most={limits.teamMembers}
        onChoose={(people) => onChange([...people.keys()])}
      />
      <Members ids={ids} onChange={onChange} />
    </fieldset>
  )
}

function Members({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const named = useRead(
    'GET /people',
    { query: { ids: [...ids], page_size: limits.pageSize.max } },
    { skip: ids.length === 0 },
  )
  const known = new Map(named.data?.items.map((p) => [p.id, p]))
  return (
    <section className="people" aria-label={t('team.field.member_ids')}>
      <header className="people-head">
        <h2 className="people-title">{t('team.field.member_ids')}</h2>
        <span className="mg-dim mg-num" role="status">
          {t('team.of', { n: format.number(ids.length), max: format.number(limits.teamMembers) })}
        </span>
      </header>
      <ul className="people-list">
        {ids.length === 0 && (
          <li>
            <Empty compact icon="users" title={t('team.nobody')}>
              {t('team.nobody_text')}
            </Empty>
          </li>
        )}
        {ids.map((id, n) => {
          const p = known.get(id)
          const name = p?.name ?? '…'
          return (
            <li key={id} className="people-line">
              <PictureAvatar name={name} picture={p?.avatar} />
              <PersonWords of={{ name, username: p?.username ?? '', org_name: p?.org_name ?? '' }} />
              {n === 0 ? (
                <StatusTag word="leader" tone="info" label={t('team.leader')} />
              ) : (
                <IconButton
                  size="small"
                  icon="star"
                  label={t('team.lead', { name })}
                  onClick={() => onChange([id, ...ids.filter((other) => other !== id)])}
                />
              )}
              <IconButton
                size="small"
                icon="close"
                label={t('team.drop', { name })}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
