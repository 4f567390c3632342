import type { Audience } from '../../contract/lib/crud.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useRead } from '../data/api.ts'
import { Pick } from '../pick/Pick.tsx'
import { type AddList, isNobody, mostUsers } from './audience.logic.ts'
import { AudienceCount, useAudienceCount } from './AudienceCount.tsx'
import { OrgBoxes } from './OrgBoxes.tsx'

interface AudienceListsProps {
  chosen: Audience
  addList?: AddList | undefined
  onChange: (part: Partial<Audience>) => void
}

/** Audience people: by organisation, by role and one by one. */
export function AudienceLists({ chosen, addList: AddPeople, onChange }: AudienceListsProps) {
  // as many as will be meant: an account that is not open is none of them
  const orgs = useRead('GET /orgs/tree', { query: { open: true } })
  const counted = useAudienceCount(chosen)
  const people = new Map(
    Object.entries(counted.count?.each ?? {}).map(([id, n]) => [id, t('kit.audience.users_in', { n })]),
  )
  return (
    <div className="kit-who-lists">
      <section>
        <h3 className="mg-label">{t('kit.audience.orgs')}</h3>
        <p className="mg-hint">{t('kit.audience.orgs_hint')}</p>
        {orgs.data ? (
          <OrgBoxes
            orgs={orgs.data.items}
            value={chosen.orgs}
            label={t('kit.audience.orgs')}
            onChange={(ids) => onChange({ orgs: ids })}
          />
        ) : orgs.error ? (
          <ProblemView compact problem={orgs.error} onRetry={() => orgs.refetch()} />
        ) : (
          <Loading kind="text" />
        )}
      </section>
      <section>
        <h3 className="mg-label">{t('kit.audience.roles')}</h3>
        <Pick
          to="role"
          many
          value={chosen.roles}
          notes={people}
          aria-label={t('kit.audience.roles')}
          onChange={(ids) => onChange({ roles: ids })}
        />
        <h3 className="mg-label">{t('kit.audience.teams')}</h3>
        <Pick
          to="team"
          many
          value={chosen.teams}
          notes={people}
          aria-label={t('kit.audience.teams')}
          onChange={(ids) => onChange({ teams: ids })}
        />
        <h3 className="mg-label">{t('kit.audience.users')}</h3>
        <Pick
          to="user"
          many
          value={chosen.users}
          aria-label={t('kit.audience.users')}
          onChange={(ids) => onChange({ users: ids })}
        />
        {AddPeople && (
          <AddPeople
            onAdd={(ids) => onChange({ users: [...new Set([...chosen.users, ...ids])].slice(0, mostUsers) })}
          />
        )}
        <AudienceCount of={counted} />
        {isNobody(chosen) && (
          <p className="kit-note-warn" role="status">
            <Icon name="warn" /> {t('kit.audience.nobody')}
          </p>
        )}
      </section>
    </div>
  )
}
