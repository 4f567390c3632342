import { useState } from 'react'
import type { Entry } from '../../../contract/contest/play.schema.ts'
import { type EntryStatus, entryMachine, entryStatuses } from '../../../contract/contest/status.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { PointsDialog } from './PointsDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const start = { page: 1, q: '', status: undefined as EntryStatus | undefined }
const among = { status: entryStatuses }
const tones = { registered: 'warn', accepted: 'ok', rejected: 'idle', withdrawn: 'idle', banned: 'bad' } as const
const decisions = ['reject', 'ban', 'unban'] as const
export type EntryDecisionWord = (typeof decisions)[number]

/** @param judges the viewer decides on them */
export function Entries({ contest, judges }: { contest: string; judges: boolean }) {
  const entries = useBrowse('GET /flag-contests/:id/entries', {
    start,
    among,
    place: 'e_',
    params: { id: contest },
  })
  const [asked, setAsked] = useState<{ entry: Entry; what: EntryDecisionWord | 'points' }>()
  return (
    <>
      <BrowseBar
        of={entries}
        name={t('contest.tab.entries')}
        search={t('contest.entries_search')}
        filters={[
          {
            field: 'status',
            label: t('flag-contest.field.status'),
            all: t('contest.entry_all'),
            options: entryStatuses.map((value) => ({ value, label: t(`contest.entry_status.${value}`) })),
          },
        ]}
      />
      <BrowseView
        of={entries}
        name={t('contest.tab.entries')}
        empty={{ icon: 'users', title: t('contest.entries_none') }}
      >
        {({ items }) => (
          <Table
            name={t('contest.tab.entries')}
            rows={items}
            keyOf={(e) => e.id}
            columns={[
              {
                head: t('contest.entry'),
                names: true,
                cell: (e) => (
                  <>
                    {e.name}
                    {e.division && <span className="mg-faint contest-sub">{e.division}</span>}
                  </>
                ),
              },
              {
                head: t('flag-contest.field.status'),
                short: true,
                cell: (e) => <EntryStanding of={e} />,
              },
              { head: t('contest.entry_people'), cell: (e) => e.members.map((m) => m.name).join(', ') },
              { head: t('contest.entry_at'), short: true, cell: (e) => <DateTime at={e.entered_at} /> },
              ...(judges
                ? [
                    {
                      head: '',
                      key: 'decide',
                      short: true as const,
                      cell: (e: Entry) => (
                        <DecideEntry
                          of={e}
                          onAsk={(what) => setAsked({ entry: e, what })}
                          onPoints={() => setAsked({ entry: e, what: 'points' })}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </BrowseView>
      {asked?.what === 'points' && <PointsDialog of={asked.entry} onClose={() => setAsked(undefined)} />}
      {asked && asked.what !== 'points' && (
        <EntryDecision entry={asked.entry} what={asked.what} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

type Standing = Pick<Entry, 'id' | 'name' | 'status' | 'reason'>
export const EntryStanding = ({ of: e }: { of: Standing }) => (
  <>
    <StatusTag word={e.status} tone={tones[e.status]} label={t(`contest.entry_status.${e.status}`)} />
    {e.reason && <span className="mg-faint contest-sub">{e.reason}</span>}
  </>
)

interface DecideProps {
  of: Standing
  onAsk: (what: EntryDecisionWord) => void
  /** Points by hand are given where it is judged. */
  onPoints?: () => void
}
export function DecideEntry({ of: e, onAsk, onPoints }: DecideProps) {
  const [accept, { busy }] = useWrite('POST /contest-entries/:id/accept')
  const let_in = () =>
    accept({ params: { id: e.id }, body: {} }).then(
      () => toast.ok(t('contest.decided', { name: e.name })),
      (problem: unknown) => toast.problem(problem),
    )
  return (
    <span className="contest-buttons">
      {entryMachine[e.status].accept && (
        <Button size="small" tone="primary" busy={busy} onClick={() => void let_in()}>
          {t('contest.decide.accept')}
        </Button>
      )}
      {decisions
        .filter((what) => entryMachine[e.status][what])
        .map((what) => (
          <Button key={what} size="small" onClick={() => onAsk(what)}>
            {t(`contest.decide.${what}`)}
          </Button>
        ))}
      {onPoints && (e.status === 'accepted' || e.status === 'banned') && (
        <Button size="small" onClick={onPoints}>
          {t('judging.points_button')}
        </Button>
      )}
    </span>
  )
}

interface DecisionProps {
  entry: Standing
  what: EntryDecisionWord
  onClose: () => void
}
export function EntryDecision({ entry: e, what, onClose }: DecisionProps) {
  const [decide] = useWrite(`POST /contest-entries/:id/${what}`)
  return (
    <ReasonDialog
      place={`contest-entry:${e.id}`}
      danger={what !== 'unban'}
      title={t(`contest.decide_title.${what}`, { name: e.name })}
      confirm={t(`contest.decide.${what}`)}
      done={t('contest.decided', { name: e.name })}
      onConfirm={(reason) => decide({ params: { id: e.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{t(`contest.decide_text.${what}`)}</p>
    </ReasonDialog>
  )
}
