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
import { Submissions } from './Submissions.tsx'

const parts = ['board', 'submissions', 'entries', 'reveal'] as const

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
          .filter((id) => id !== 'reveal' || row.freeze_at !== null)
          .map((id) => ({
            id,
            label: t(`contest.tab.${id}`),
            ...(id === 'entries' && row.waiting > 0 ? { count: row.waiting } : {}),
          }))}
        active={part}
        onChange={show}
      />
      {part === 'board' && <Board contest={row.id} side="staff" />}
      {part === 'submissions' && <Submissions contest={row.id} />}
      {part === 'entries' && <Entries contest={row.id} judges={row.can.includes('judge')} />}
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
