/** One entry: who is in it, the code of its team, what its staff may do to it, and what became of it. */
import '../contest.css'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { ContestTeamDetail } from '../../../contract/contest/entry.routes.ts'
import { contestLimits } from '../../../contract/contest/flagContest.ts'
import { user } from '../../../contract/system/user.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { PickRows } from '../../../kit/pick/Pick.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Timeline } from '../../../ui/data/Timeline.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DecideEntry, EntryDecision, type EntryDecisionWord, EntryStanding } from '../run/Entries.tsx'

export default function ContestTeamMember() {
  const { id = '' } = useParams()
  const { data: e, error, refetch } = useRead('GET /contest-entries/:id', { params: { id } })
  const [asked, setAsked] = useState<EntryDecisionWord>()
  if (!e)
    return (
      <Page title={t('screen.contest-team-member')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return (
    <Page
      title={e.name}
      description={e.contest}
      tags={<EntryStanding of={e} />}
      actions={e.judges && <DecideEntry of={e} onAsk={setAsked} />}
    >
      <Facts of={e} />
      <Roster of={e} />
      <History of={e} />
      {asked && <EntryDecision entry={e} what={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function Facts({ of: e }: { of: ContestTeamDetail }) {
  const [renew, { busy }] = useWrite('POST /contest-entries/:id/code')
  const newCode = () => void renew({ params: { id: e.id }, body: {} }).catch(toast.problem)
  return (
    <Panel>
      <KeyValue
        items={[
          {
            label: t('entry.contest'),
            value: (
              <>
                <Link to={href(e.kind === 'arena' ? 'arena-edit' : 'flag-detail', { id: e.contest_id })}>
                  {e.contest}
                </Link>{' '}
                <StatusTag word={e.contest_status} label={t(`flag-contest.status.${e.contest_status}`)} />
              </>
            ),
          },
          { label: t('contest.entry_at'), value: <DateTime at={e.entered_at} /> },
          ...(e.divisions.length ? [{ label: t('entry.division'), value: <Division of={e} /> }] : []),
          ...(e.judges && e.team_id !== null
            ? [
                {
                  label: t('contest.register_code'),
                  value: (
                    <span className="contest-buttons">
                      {e.code === null ? (
                        <span className="mg-faint">{t('entry.code_none')}</span>
                      ) : (
                        <Copyable mono text={e.code} />
                      )}
                      <Button size="small" busy={busy} onClick={newCode}>
                        {t(e.code === null ? 'entry.code_make' : 'entry.code_renew')}
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function Division({ of: e }: { of: ContestTeamDetail }) {
  const [put] = useWrite('POST /contest-entries/:id/division')
  if (!e.judges) return e.division?.name ?? '–'
  return (
    <NativeSelect
      aria-label={t('entry.division')}
      value={e.division?.id ?? ''}
      options={[
        { value: '', label: t('entry.division_none') },
        ...e.divisions.map((d) => ({ value: d.id, label: d.name })),
      ]}
      onChange={(to) => void put({ params: { id: e.id }, body: { division_id: to || null } }).catch(toast.problem)}
    />
  )
}

function Roster({ of: e }: { of: ContestTeamDetail }) {
  const [changing, setChanging] = useState(false)
  const changes = e.judges && e.status !== 'rejected' && e.status !== 'withdrawn'
  return (
    <Panel
      flush
      title={t('entry.roster')}
      description={e.mode === 'team' ? t('contest.teams_of', { least: e.team_least, most: e.team_most }) : undefined}
      actions={
        changes && (
          <Button size="small" icon="edit" onClick={() => setChanging(true)}>
            {t('entry.roster_change')}
          </Button>
        )
      }
    >
      {e.people.length === 0 ? (
        <Empty compact icon="users" title={t('entry.roster_none')}>
          {e.code === null ? undefined : t('entry.roster_none_text')}
        </Empty>
      ) : (
        <Table
          name={t('entry.roster')}
          rows={e.people}
          keyOf={(p) => p.id}
          columns={[
            {
              head: t('entry.person'),
              names: true,
              cell: (p) => (
                <>
                  {p.name} {p.captain && <StatusTag word="captain" tone="info" label={t('entry.captain')} />}
                </>
              ),
            },
            { head: t('entry.username'), cell: (p) => p.username },
            { head: t('entry.org'), cell: (p) => p.org || '–' },
          ]}
        />
      )}
      {changing && <RosterDialog of={e} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

const able = { ...user, path: '/contest-entries/people' } as const
function RosterDialog({ of: e, onClose }: { of: ContestTeamDetail; onClose: () => void }) {
  const [members, setMembers] = useState<readonly string[]>(e.people.map((p) => p.id))
  const [captain, setCaptain] = useState(e.people.find((p) => p.captain)?.id ?? '')
  const [reason, setReason] = useTyped(`entry-roster:${e.id}`)
  const [write] = useWrite('POST /contest-entries/:id/roster')
  const leads = members.includes(captain) ? captain : (members[0] ?? '')
  const named = useRead(
    'GET /contest-entries/people/options',
    { query: { ids: [...members] } },
    { skip: members.length === 0 },
  )
  const nameOf = (id: string) =>
    e.people.find((p) => p.id === id)?.name ?? named.data?.items.find((p) => p.id === id)?.label ?? '…'
  return (
    <Confirm
      open
      size="default"
      title={t('entry.roster_title', { name: e.name })}
      confirm={t('kit.form.save')}
      done={t('entry.roster_changed')}
      missing={[members.length === 0 && t('entry.roster'), reason.trim() === '' && t('contest.entry_reason')]}
      onConfirm={async () => {
        const member_ids = [leads, ...members.filter((m) => m !== leads)]
        await write({ params: { id: e.id }, body: { member_ids, reason: reason.trim() } })
        setReason('')
      }}
      onClose={onClose}
    >
      <div className="contest-register">
        {e.contest_status !== 'unstarted' && <p className="contest-note">{t('entry.roster_started')}</p>}
        <div className="mg-labelled">
          <span className="mg-label">{t('entry.roster')}</span>
          <PickRows
            id="entry-roster"
            aria-label={t('entry.roster')}
            resource={able}
            many
            clearable
            value={[...members]}
            onChange={setMembers}
          />
        </div>
        {e.mode === 'team' && members.length > 1 && (
          <div className="mg-labelled">
            <span className="mg-label">{t('entry.captain')}</span>
            <NativeSelect
              aria-label={t('entry.captain')}
              value={leads}
              options={members.map((id) => ({ value: id, label: nameOf(id) }))}
              onChange={setCaptain}
            />
          </div>
        )}
        <CountedTextArea
          label={t('contest.entry_reason')}
          aria-required
          value={reason}
          max={contestLimits.reason}
          rows={2}
          onChange={setReason}
        />
      </div>
    </Confirm>
  )
}

const tones = {
  register: 'info',
  import: 'info',
  accept: 'ok',
  reject: 'bad',
  withdraw: 'idle',
  ban: 'bad',
  unban: 'ok',
  join: 'ok',
  leave: 'idle',
  captain: 'info',
  roster: 'warn',
  division: 'info',
} as const
function History({ of: e }: { of: ContestTeamDetail }) {
  if (!e.history.length) return null
  return (
    <Panel title={t('entry.history')}>
      <Timeline
        items={e.history.map((h, n) => ({
          key: `${h.at} ${h.what} ${n}`,
          at: <DateTime seconds at={h.at} />,
          tone: tones[h.what],
          what: (
            <>
              {t(`entry.event.${h.what}`, { about: h.about || '–' })}{' '}
              {h.by && <span className="mg-faint">{t('entry.event_by', { name: h.by })}</span>}
              {h.reason && <span className="mg-dim contest-sub">{h.reason}</span>}
            </>
          ),
        }))}
      />
    </Panel>
  )
}
