/** Running a contest: what its staff say to it, the board as it is, entries and submissions as they come. */
import '../contest.css'
import { lazy } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { flagContest } from '../../../contract/contest/flagContest.ts'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { edit } from '../../../kit/action/common.ts'
import { detailOf } from '../../../kit/detail/detail.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Board } from '../Board.tsx'
import { ContestChecklist } from '../manage/Checklist.tsx'
import { type ContestAction, contestDeeds } from '../manage/deeds.ts'
import { Entries } from './Entries.tsx'
import { RevealTab } from './RevealTab.tsx'
import { EvidenceTab } from './EvidenceTab.tsx'
import { ExportContest } from './ExportContest.tsx'
import { NoticesTab } from './NoticesTab.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'
import { RulingsTab } from './RulingsTab.tsx'
import { Submissions } from './Submissions.tsx'
import { WriteUpsTab } from './WriteUpsTab.tsx'

const parts = [
  'board',
  'submissions',
  'entries',
  'questions',
  'notices',
  'write-ups',
  'evidence',
  'rulings',
  'reveal',
] as const

function Live({ row }: { row: FlagContest }) {
  const [search, setSearch] = useSearchParams()
  const looks = row.can.includes('look')
  const part = parts.find((p) => p === search.get('part')) ?? (row.begun ? 'board' : 'entries')
  const show = (to: string) => {
    const next = new URLSearchParams(search)
    next.set('part', to)
    setSearch(next)
  }
  if (!looks) return null
  return (
    <>
      {!row.begun && <ContestChecklist row={row} />}
      {row.frozen && (
        <p className="contest-note">
          <Icon name="lock" /> {t('contest.frozen_staff')}
        </p>
      )}
      <Tabs
        label={t('contest.tabs')}
        items={parts
          .filter((id) => id !== 'reveal' || row.freeze_at !== null || row.frozen)
          .filter((id) => id !== 'write-ups' || row.write_up_until !== null)
          .map((id) => ({
            id,
            label: t(`contest.tab.${id}`),
            ...(id === 'entries' && row.waiting > 0 ? { count: row.waiting } : {}),
          }))}
        active={part}
        onChange={show}
      />
      {part === 'board' && (
        <>
          <div className="contest-above">
            <ExportContest of={row} />
          </div>
          <Board contest={row.id} side="staff" />
        </>
      )}
      {part === 'submissions' && <Submissions contest={row.id} judges={row.can.includes('judge')} />}
      {part === 'entries' && <Entries contest={row.id} judges={row.can.includes('judge')} />}
      {part === 'questions' && <QuestionsTab contest={row.id} judges={row.can.includes('judge')} />}
      {part === 'notices' && <NoticesTab contest={row.id} judges={row.can.includes('judge')} />}
      {part === 'write-ups' && <WriteUpsTab contest={row.id} name={row.name} judges={row.can.includes('judge')} />}
      {part === 'evidence' && <EvidenceTab contest={row.id} judges={row.can.includes('judge')} />}
      {part === 'rulings' && <RulingsTab of={row} />}
      {part === 'reveal' && <RevealTab row={row} />}
    </>
  )
}

const display: ContestAction = {
  id: 'display',
  label: 'contest.big_screen',
  icon: 'expand',
  needs: 'one',
  may: () => true,
  to: (row) => href('flag-display', { resource_id: row?.id ?? '', value: 'board' }),
}

const certificates: ContestAction = {
  id: 'certificates',
  label: 'certificate.many',
  icon: 'trophy',
  needs: 'one',
  may: (row) => row.status === 'finished' && row.can.includes('look'),
  dialog: lazy(() => import('./ContestCertificates.tsx')),
}

const Detail = detailOf({
  of: flagContest,
  title: 'screen.flag-detail',
  back: () => href('flag-manage'),
  lead: (row) => (
    <span className="contest-lead">
      <StatusTag word={row.status} label={t(`flag-contest.status.${row.status}`)} />
      {row.final && <StatusTag word="final" tone="ok" label={t('judging.final')} />}
      <span className="mg-num">
        {format.dateTime(row.start_at ?? row.starts_at)} – {format.dateTime(row.end_at)}
      </span>
    </span>
  ),
  above: Live,
  fields: [
    'mode',
    'registration',
    'register_until',
    'start_mode',
    'freeze_at',
    'thaw_at',
    'write_up_until',
    'board',
    'names',
    'ai',
    'challenges',
    { of: 'organisers', render: (row) => row.organiser_names.join(', ') || '–' },
    { of: 'referees', render: (row) => row.referee_names.join(', ') || '–' },
    { of: 'observers', render: (row) => row.observer_names.join(', ') || '–' },
    'description',
  ],
  actions: [...contestDeeds, display, certificates, edit(flagContest, (row) => href('flag-edit', { id: row.id }))],
})

export default function ContestRun() {
  const { id = '' } = useParams()
  return <Detail id={id} />
}
