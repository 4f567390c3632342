/** Candidates in a table: where each stands, how far he is, what his page has been seen to do. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { RowMenu } from '../../../ui/input/Menu.tsx'
import {
  CandidateAddresses,
  deedsFor,
  CandidateProgress,
  Focus,
  Left,
  LastSaved,
  CandidateNameCell,
} from './candidateCells.tsx'
import type { Deed } from './Deeds.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'

interface CandidatesProps {
  exam: Exam
  of: { now: string; items: readonly Candidate[] }
  chosen: ReadonlyMap<string, Candidate>
  onTurn: (some: readonly Candidate[], on: boolean) => void
  onDeed: (deed: Deed) => void
}

export function Candidates({ exam, of, chosen, onTurn, onDeed }: CandidatesProps) {
  const now = useServerNow(of.now)
  const may = exam.can.includes('run')
  const paused = exam.status === 'pause'
  return (
    <Table<Candidate>
      name={t('watch.candidates')}
      className="watch-table"
      rows={of.items}
      keyOf={(c) => c.user_id}
      {...(may && {
        select: {
          all: t('kit.people.choose_page'),
          nameOf: (c) => t('kit.list.select_row', { name: c.name }),
          has: (c) => chosen.has(c.user_id),
          onTurn,
        },
      })}
      columns={[
        { head: t('watch.candidate'), cell: (c) => <CandidateNameCell of={c} paused={paused} /> },
        {
          head: t('watch.progress'),
          className: 'watch-progress',
          cell: (c) => <CandidateProgress of={c.attempt} />,
        },
        { head: t('watch.saved'), cell: (c) => <LastSaved of={c} now={now} paused={paused} /> },
        { head: t('watch.left'), className: 'mg-num', cell: (c) => <Left of={c} now={now} paused={paused} /> },
        { head: t('watch.focus'), className: 'mg-num', cell: (c) => <Focus of={c.attempt} /> },
        {
          head: t('watch.addresses'),
          className: 'mg-mono watch-addresses',
          cell: (c) => <CandidateAddresses of={c.attempt} />,
        },
        {
          key: 'deeds',
          head: <span className="mg-sr">{t('watch.deeds')}</span>,
          cell: (c) => (
            <RowMenu floating label={t('watch.deeds_of', { name: c.name })} items={deedsFor(c, may, onDeed)} />
          ),
        },
      ]}
    />
  )
}
