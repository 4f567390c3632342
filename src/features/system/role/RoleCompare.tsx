import './role.css'
import './compare.css'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { href, screenOf } from '../../../contract/screens/index.ts'
import type { Role } from '../../../contract/system/role.schema.ts'
import { role } from '../../../contract/system/role.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { useRow, useRows } from '../../../kit/resource/calls.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { IconButton, linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { bothOf, type Comparison, comparing, comparison, type RoleGrants, type Has } from './compare.logic.ts'
import { callsOf, rightsOf } from './tree.logic.ts'
import { rightsText, roleTitle, screenTitle, permissionTitle } from './title.ts'

const grantsOf = (r: Role): RoleGrants => (r.key === 'super' ? 'all' : r.permissions)

export function RoleCompare(chosen: Record<'first' | 'second', string | undefined>) {
  const go = useNavigate()
  const some = useRows(role, { page_size: 3 }, { skip: chosen.first !== undefined && chosen.second !== undefined })
  const [first, second] = bothOf(chosen, some.data?.items.map((r) => r.id) ?? [])
  const a = useRow(role, first)
  const b = useRow(role, second)
  const error = a.error ?? b.error ?? some.error
  const swap = (ids: readonly (string | undefined)[]) =>
    void go(comparing(ids.map((id) => id ?? '')), { replace: true })
  return (
    <Page
      title={t('role.compare_title')}
      description={t('role.compare_about')}
      actions={
        <Link className={linkClass()} to={href('role-manage')}>
          <Icon name="arrow-left" />
          <span className="mg-btn-text">{t('role.to_list')}</span>
        </Link>
      }
    >
      <div className="role-pair">
        <Pick
          to="role"
          value={first ? [first] : []}
          aria-label={t('role.first')}
          onChange={([id]) => id && id !== second && swap([id, second])}
        />
        <IconButton icon="swap" label={t('role.swap')} onClick={() => swap([second, first])} />
        <Pick
          to="role"
          value={second ? [second] : []}
          aria-label={t('role.second')}
          onChange={([id]) => id && id !== first && swap([first, id])}
        />
      </div>
      {a.data && b.data ? (
        <Differences a={a.data} b={b.data} />
      ) : error ? (
        <ProblemView problem={error} onRetry={(a.error ? a : b.error ? b : some).refetch} />
      ) : some.data && (!first || !second) ? (
        <Empty compact title={t('role.compare_choose')} />
      ) : (
        <Loading kind="list" />
      )}
    </Page>
  )
}

function Differences({ a, b }: { a: Role; b: Role }) {
  const [all, setAll] = useState(false)
  const calls = useRead('GET /roles/calls', undefined)
  const [one, two] = [grantsOf(a), grantsOf(b)]
  const c = useMemo(() => comparison(one, two, !all), [one, two, all])
  const same = c.count.first + c.count.second === 0
  return (
    <>
      <div className="role-sides">
        {[a, b].map((r, i) => (
          <section key={`${i} ${r.id}`} className="role-side">
            <h2 className="role-side-name">{roleTitle(r)}</h2>
            {r.description && <p className="mg-dim">{r.description}</p>}
            <p className="role-shows-sum mg-num">
              <span>{rightsText(rightsOf(grantsOf(r)))}</span>
              <span>{t('role.alone', { n: i === 0 ? c.count.first : c.count.second })}</span>
              {calls.data && (
                <span>{t('role.calls', { n: callsOf(calls.data.items, rightsOf(grantsOf(r))).length })}</span>
              )}
              <span>{t('role.members_n', { n: r.user_count })}</span>
            </p>
          </section>
        ))}
      </div>
      <label className="role-all">
        <input type="checkbox" className="kit-box" checked={all} onChange={(e) => setAll(e.target.checked)} />
        {t('role.compare_all', { n: format.number(c.count.both) })}
      </label>
      {same && !all && <Empty icon="check" title={t('role.same')} compact />}
      <Groups of={c} a={a} b={b} />
    </>
  )
}

function Groups({ of, a, b }: { of: Comparison; a: Role; b: Role }) {
  return (
    <>
      {of.groups.map((g) => (
        <Panel key={g.node.id} flush title={`${permissionTitle(g.desk)} · ${permissionTitle(g.node)}`}>
          <Table
            even
            name={permissionTitle(g.node)}
            className="role-table"
            rows={g.lines}
            keyOf={(l) => l.screen}
            columns={[
              {
                head: t('role.screen'),
                names: true,
                cell: ({ screen }) => (
                  <span className={screenOf(screen).hidden ? 'role-under' : undefined}>{screenTitle(screen)}</span>
                ),
              },
              { key: 'first', head: roleTitle(a), cell: (l) => <Right has={l.has[0]} more={l.whose === 'first'} /> },
              { key: 'second', head: roleTitle(b), cell: (l) => <Right has={l.has[1]} more={l.whose === 'second'} /> },
            ]}
          />
        </Panel>
      ))}
    </>
  )
}

function Right({ has, more }: { has: Has; more: boolean }) {
  return (
    <span className={more ? 'role-alone' : undefined}>
      {has === 'all' ? (
        <Icon name="check" label={t('role.opened')} />
      ) : has === 'read' ? (
        <>
          <Icon name="eye" /> {t('role.reading')}
        </>
      ) : (
        <span className="mg-faint" aria-label={t('role.closed')} role="img">
          –
        </span>
      )}
    </span>
  )
}
