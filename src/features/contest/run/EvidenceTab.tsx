/** Signs that entries helped each other: looked for on demand, put to the entries, decided. */
import '../running.css'
import { useState } from 'react'
import { casePlaces } from '../../../contract/contest/evidence.ts'
import type { ContestCase } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { CaseDialog } from './CaseDialog.tsx'
import { caseSeen } from './caseSeen.ts'

const start = { page: 1, place: undefined as (typeof casePlaces)[number] | undefined }
const among = { place: casePlaces }
const tones = { high: 'bad', medium: 'warn', low: 'idle' } as const
const placeTones = { open: 'warn', asked: 'info', decided: 'ok' } as const

export function EvidenceTab({ contest, judges }: { contest: string; judges: boolean }) {
  const cases = useBrowse('GET /flag-contests/:id/evidence', { start, among, place: 'c_', params: { id: contest } })
  const [open, setOpen] = useState<ContestCase>()
  const [scan, { busy }] = useWrite('POST /flag-contests/:id/evidence/scan')
  const look = () =>
    scan({ params: { id: contest }, body: {} }).then(
      ({ found }) => toast.ok(t('judging.scanned', { n: found })),
      (e: unknown) => toast.problem(e),
    )
  return (
    <>
      <BrowseBar
        of={cases}
        filters={[
          {
            field: 'place',
            label: t('judging.case_place'),
            all: t('contest.entry_all'),
            options: casePlaces.map((value) => ({ value, label: t(`judging.case_place.${value}`) })),
          },
        ]}
      >
        {judges && (
          <Button icon="search" busy={busy} onClick={() => void look()}>
            {t('judging.scan')}
          </Button>
        )}
      </BrowseBar>
      <BrowseView
        of={cases}
        name={t('contest.tab.evidence')}
        empty={{ icon: 'search', title: t('judging.cases_none'), text: t('judging.cases_none_text') }}
      >
        {({ items }) => (
          <Table
            name={t('contest.tab.evidence')}
            rows={items}
            keyOf={(c) => c.id}
            columns={[
              {
                head: t('judging.case'),
                names: true,
                cell: (c) => (
                  <>
                    {t(`judging.detector.${c.detector}`)}
                    <span className="mg-dim contest-sub">{caseSeen(c)}</span>
                  </>
                ),
              },
              { head: t('judging.case_entries'), cell: (c) => c.entries.map((e) => e.name).join(', ') },
              { head: t('contest.submission_item'), cell: (c) => c.items.join(', ') || '–' },
              {
                head: t('judging.case_confidence'),
                short: true,
                cell: (c) => (
                  <StatusTag
                    word={c.confidence}
                    tone={tones[c.confidence]}
                    label={t(`judging.confidence.${c.confidence}`)}
                  />
                ),
              },
              {
                head: t('judging.case_place'),
                short: true,
                cell: (c) => (
                  <StatusTag
                    word={c.place}
                    tone={placeTones[c.place]}
                    label={c.decision ? t(`judging.decision.${c.decision}`) : t(`judging.case_place.${c.place}`)}
                  />
                ),
              },
              {
                head: '',
                key: 'open',
                short: true,
                cell: (c) => (
                  <Button size="small" onClick={() => setOpen(c)}>
                    {t('judging.case_open')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </BrowseView>
      {open && (
        <CaseDialog
          of={cases.data?.items.find((c) => c.id === open.id) ?? open}
          judges={judges}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
