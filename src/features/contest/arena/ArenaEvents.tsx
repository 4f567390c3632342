import { Link } from 'react-router-dom'
import type { ArenaEvent } from '../../../contract/contest/arena.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { pointsText } from '../words.ts'

const tones = { coming: 'info', running: 'ok', over: 'warn', counted: 'idle' } as const
const pageOf = (e: ArenaEvent): string =>
  e.kind === 'exam' ? href('exam-guide', { exam_id: e.id }) : href('flag-contest-play', { resource_id: e.id })

/** Contests and exams whose places bring points, and what they brought the viewer. */
export const ArenaEvents = ({ of: events }: { of: readonly ArenaEvent[] }) => (
  <>
    <p className="mg-dim">{t('arena.events_text')}</p>
    <Table
      name={t('arena.tab.events')}
      rows={events}
      keyOf={(e) => `${e.kind} ${e.id}`}
      columns={[
        {
          head: t('arena.event'),
          names: true,
          className: 'contest-name',
          cell: (e) => (e.opens ? <Link to={pageOf(e)}>{e.name}</Link> : e.name),
        },
        { head: t('arena.event_what'), short: true, cell: (e) => t(`arena.event_kind.${e.kind}`) },
        {
          head: t('flag-contest.field.status'),
          short: true,
          cell: (e) => <StatusTag word={e.state} tone={tones[e.state]} label={t(`arena.event_state.${e.state}`)} />,
        },
        { head: t('arena.season'), cell: (e) => e.season || '–' },
        { head: t('arena.event_weight'), number: true, cell: (e) => format.number(e.weight) },
        { head: t('arena.event_mine'), number: true, cell: (e) => (e.mine === null ? '–' : pointsText(e.mine)) },
      ]}
    />
  </>
)
