/** Who has a role and who could: people of the organisations on one side, members on the other, moved in any number. */
import './members.css'
import { useState } from 'react'
import { useMayChange } from '../../../kit/session/access.ts'
import { Link, useParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import type { Role } from '../../../contract/system/role.schema.ts'
import { role } from '../../../contract/system/role.ts'
import { format, t } from '../../../i18n/index.ts'
import { problemOf } from '../../../lib/problem.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, summarise } from '../../../kit/action/bulk.logic.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useUrlState } from '../../../kit/list/state/useKept.ts'
import { OrgFilter } from '../../../kit/pick/OrgFilter.tsx'
import { useRow } from '../../../kit/resource/calls.ts'
import { shippedName } from '../../../kit/resource/words.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type ChosenPeople, PeopleList } from '../../../parts/people/PeopleList.tsx'
import { roleTitle } from './title.ts'

export default function RoleMembers() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useRow(role, id)
  if (data) return <Members key={id} of={data} />
  return (
    <Page title={t('screen.role-users')}>
      {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />}
    </Page>
  )
}

const nobody: ChosenPeople = new Map()
/** Another organisation begins both lists at their first pages. */
const start = { org: undefined as string | undefined, in_page: 1, out_page: 1 }

function Members({ of }: { of: Role }) {
  const [{ org }, show] = useUrlState(start)
  const [coming, setComing] = useState<ChosenPeople>(nobody)
  const [going, setGoing] = useState<ChosenPeople>(nobody)
  const [summary, setSummary] = useState<BulkSummary>()
  const orgs = useRead('GET /orgs/tree', undefined)
  const [give, giving] = useWrite('POST /roles/:id/members')
  const [take, taking] = useWrite('POST /roles/:id/members/remove')
  const busy = giving.busy || taking.busy

  const move = async (call: typeof give | typeof take, people: ChosenPeople, done: (n: number) => string) => {
    setSummary(undefined)
    try {
      const reply = await call({ params: { id: of.id }, body: { ids: [...people.keys()] } })
      if (reply.done.length) toast.ok(done(reply.done.length))
      if (reply.failed.length)
        setSummary(summarise(reply, new Map([...people].map(([key, person]) => [key, person.name]))))
      setComing(nobody)
      setGoing(nobody)
    } catch (e) {
      toast.problem(problemOf(e))
    }
  }
  const name = roleTitle(of)
  const may = useMayChange('role-users')
  const side = (which: 'in' | 'out') => ({
    route: 'GET /roles/:id/members' as const,
    params: { id: of.id },
    query: { side: which },
    place: `${which}_`,
  })
  return (
    <Page
      fill
      title={t('screen.role-users')}
      description={name}
      actions={
        <Link className={linkClass()} to={href('role-manage')}>
          <Icon name="arrow-left" />
          <span className="mg-btn-text">{t('role.to_list')}</span>
        </Link>
      }
    >
      {summary && <BulkResult of="user" summary={summary} onClose={() => setSummary(undefined)} />}
      <div className="role-transfer">
        <section className="people-orgs" aria-label={t('role.orgs')}>
          {orgs.data ? (
            <OrgFilter
              orgs={orgs.data.items}
              value={org}
              label={t('role.orgs')}
              onChange={(to) => show({ ...start, org: to })}
            />
          ) : orgs.error ? (
            <ProblemView compact problem={orgs.error} onRetry={orgs.refetch} />
          ) : (
            <Loading kind="text" />
          )}
        </section>
        <PeopleList
          from={side('out')}
          org={org}
          title={t('role.others')}
          chosen={coming}
          onChoose={setComing}
          extra={(p) => shippedName('role', p.role_key, p.role_name ?? '')}
        />
        {may && (
          <div className="role-move">
            <Button
              tone="primary"
              icon="arrow-right"
              disabled={busy}
              off={coming.size === 0 && t('role.none_chosen')}
              busy={giving.busy}
              onClick={() => void move(give, coming, (n) => t('role.given', { n, name }))}
            >
              {t('role.give', { n: format.number(coming.size) })}
            </Button>
            <Button
              icon="arrow-left"
              disabled={busy}
              off={going.size === 0 && t('role.none_chosen')}
              busy={taking.busy}
              onClick={() => void move(take, going, (n) => t('role.taken', { n }))}
            >
              {t('role.take', { n: format.number(going.size) })}
            </Button>
          </div>
        )}
        <PeopleList from={side('in')} org={org} title={name} chosen={going} onChoose={setGoing} />
      </div>
    </Page>
  )
}
