/** What was decided of scores, and the two decisions that move many of them. */
import '../running.css'
import { useState } from 'react'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import type { Ruling } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { signedPoints } from '../words.ts'
import { RejudgeDialog } from './RejudgeDialog.tsx'
import { RulesDialog } from './RulesDialog.tsx'

const start = { page: 1 }

export function RulingsTab({ of: row }: { of: FlagContest }) {
  const rulings = useBrowse('GET /flag-contests/:id/rulings', { start, place: 'r_', params: { id: row.id } })
  const [open, setOpen] = useState<'rejudge' | 'rules'>()
  const judges = row.can.includes('judge')
  const final = row.final && t('judging.is_final')
  return (
    <>
      {judges && row.begun && (
        <div className="contest-buttons contest-above">
          <Button icon="scale" off={final} onClick={() => setOpen('rejudge')}>
            {t('judging.rejudge')}
          </Button>
          {(row.can.includes('rules') || (final && row.can.includes('update'))) && (
            <Button icon="settings" off={final} onClick={() => setOpen('rules')}>
              {t('judging.rules')}
            </Button>
          )}
        </div>
      )}
      <BrowseView
        of={rulings}
        name={t('contest.tab.rulings')}
        empty={{ icon: 'scale', title: t('judging.rulings_none'), text: t('judging.rulings_none_text') }}
      >
        {({ items }) => (
          <Table
            name={t('contest.tab.rulings')}
            rows={items}
            keyOf={(r) => r.id}
            columns={[
              { head: t('judging.ruling_at'), short: true, cell: (r) => <DateTime at={r.at} /> },
              { head: t('judging.ruling'), names: true, cell: (r) => t(`judging.ruling.${r.kind}`) },
              { head: t('judging.ruling_of'), cell: (r) => [r.entry, r.item].filter(Boolean).join(' · ') || '–' },
              { head: t('judging.ruling_moved'), short: true, cell: (r) => movedBy(r) },
              { head: t('contest.entry_reason'), className: 'contest-text', cell: (r) => r.reason || '–' },
              { head: t('judging.ruling_by'), short: true, cell: (r) => r.by },
            ]}
          />
        )}
      </BrowseView>
      {open === 'rejudge' && <RejudgeDialog of={row} onClose={() => setOpen(undefined)} />}
      {open === 'rules' && <RulesDialog of={row} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function movedBy(r: Ruling): string {
  if (r.amount !== null) return signedPoints(r.amount)
  if (r.n === null) return '–'
  if (r.kind === 'extend') return t('judging.moved_minutes', { n: r.n })
  return t(r.kind === 'rejudge' ? 'judging.moved_verdicts' : 'judging.moved_entries', { n: r.n })
}
