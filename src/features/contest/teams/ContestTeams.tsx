/** Entries over all contests the viewer looks after: who waits, who is in, and lists of teams that come in and go out. */
import '../contest.css'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ContestTeam } from '../../../contract/contest/entry.routes.ts'
import { type EntryStatus, entryStatuses } from '../../../contract/contest/status.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { useSettings } from '../../../kit/session/use.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { DecideEntry, EntryDecision, type EntryDecisionWord, EntryStanding } from '../run/Entries.tsx'

const ImportTeams = lazy(() => import('./ImportTeams.tsx'))

const start = {
  page: 1,
  q: '',
  status: undefined as EntryStatus | undefined,
  contest: undefined as string | undefined,
  division: undefined as string | undefined,
}
const among = { status: entryStatuses }

export default function ContestTeams() {
  const { language } = useSettings()
  const entries = useBrowse('GET /contest-entries', { start, among, every: 60_000 })
  const contests = useRead('GET /contest-entries/contests', undefined)
  const [asked, setAsked] = useState<{ entry: ContestTeam; what: EntryDecisionWord }>()
  const [importing, setImporting] = useState(false)
  const all = contests.data?.items ?? []
  const { page: _, ...narrowed } = entries.at
  const divisions = all.find((c) => c.id === entries.at.contest)?.divisions ?? []
  const judged = all.filter((c) => c.judges && c.kind === 'flag')
  return (
    <Page
      title={t('screen.contest-team')}
      description={t('entry.about')}
      actions={
        <>
          <ExportMenu
            name="contest-entries"
            route="GET /contest-entries/file"
            note={t('entry.export_note')}
            query={{ ...Object.fromEntries(Object.entries(narrowed).filter(([, v]) => v)), language }}
          />
          {judged.length > 0 && (
            <Button tone="primary" icon="import" onClick={() => setImporting(true)}>
              {t('entry.import')}
            </Button>
          )}
        </>
      }
    >
      <BrowseBar
        of={entries}
        search={t('entry.search')}
        filters={[
          {
            field: 'contest',
            label: t('entry.contest'),
            all: t('entry.contest_all'),
            closed: true,
            options: all.map((c) => ({ value: c.id, label: c.name })),
          },
          {
            field: 'status',
            label: t('flag-contest.field.status'),
            all: t('contest.entry_all'),
            options: entryStatuses.map((value) => ({ value, label: t(`contest.entry_status.${value}`) })),
          },
          ...(divisions.length
            ? [
                {
                  field: 'division' as const,
                  label: t('entry.division'),
                  all: t('entry.division_all'),
                  closed: true,
                  options: divisions.map((d) => ({ value: d.id, label: d.name })),
                },
              ]
            : []),
        ]}
      />
      <BrowseView of={entries} empty={{ icon: 'users', title: t('contest.entries_none'), text: t('entry.none_text') }}>
        {({ items }) => (
          <Table<ContestTeam>
            name={t('screen.contest-team')}
            rows={items}
            keyOf={(e) => e.id}
            columns={[
              {
                head: t('contest.entry'),
                names: true,
                className: 'contest-name',
                cell: (e) => <Link to={href('contest-team-member', { id: e.id })}>{e.name}</Link>,
              },
              { head: t('entry.contest'), className: 'contest-name', cell: (e) => e.contest },
              { head: t('flag-contest.field.status'), cell: (e) => <EntryStanding of={e} /> },
              ...(items.some((e) => e.division)
                ? [{ head: t('entry.division'), cell: (e: ContestTeam) => e.division?.name ?? '–' }]
                : []),
              { head: t('contest.entry_people'), className: 'contest-name', cell: (e) => peopleOf(e) },
              { head: t('contest.entry_at'), short: true, cell: (e) => <DateTime at={e.entered_at} /> },
              {
                head: '',
                key: 'decide',
                short: true,
                cell: (e) => e.judges && <DecideEntry of={e} onAsk={(what) => setAsked({ entry: e, what })} />,
              },
            ]}
          />
        )}
      </BrowseView>
      {asked && <EntryDecision {...asked} onClose={() => setAsked(undefined)} />}
      {importing && (
        <Suspense fallback={null}>
          <ImportTeams contests={judged} first={entries.at.contest} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

const shown = 4
const peopleOf = (e: ContestTeam): string => {
  if (e.members.length === 0) return '–'
  const some = e.members.slice(0, shown).map((m) => m.name)
  return e.members.length > shown
    ? t('entry.people_more', { names: some.join(', '), n: e.members.length - shown })
    : some.join(', ')
}
