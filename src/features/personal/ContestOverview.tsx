/** Contests and arenas the viewer is in: how they stand, and the way there. */
import './personal.css'
import { Link } from 'react-router-dom'
import type { OwnContest } from '../../contract/contest/arena.routes.ts'
import { pointUnit } from '../../contract/contest/ledger.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const start = { page: 1, q: '' }
const pageOf = (c: OwnContest): string =>
  c.kind === 'arena' ? href('arena-detail', { arena_id: c.id }) : href('flag-contest-play', { resource_id: c.id })

export function ContestOverview() {
  const contests = useBrowse('GET /my-contests', { start })
  return (
    <Panel title={t('personal.contests')} flush>
      <BrowseBar inner of={contests} search={t('contest.search')} />
      <BrowseView
        compact
        kind="text"
        of={contests}
        empty={{ icon: 'trophy', title: t('arena.overview_none'), text: t('arena.overview_none_text') }}
      >
        {({ items }) => (
          <Table<OwnContest>
            name={t('personal.contests')}
            rows={items}
            keyOf={(c) => c.id}
            columns={[
              {
                head: t('entry.contest'),
                names: true,
                cell: (c) => (
                  <>
                    <Link to={pageOf(c)}>{c.name}</Link>
                    <span className="mg-faint personal-under">
                      {t(`arena.kind.${c.kind}`)} · {c.entry}
                      {c.entry_status !== 'accepted' && <> · {t(`contest.entry_status.${c.entry_status}`)}</>}
                    </span>
                  </>
                ),
              },
              {
                head: t('flag-contest.field.status'),
                short: true,
                cell: (c) => <StatusTag word={c.status} label={t(`flag-contest.status.${c.status}`)} />,
              },
              {
                head: t('flag-contest.field.starts_at'),
                cell: (c) => (
                  <span className="mg-num">
                    {format.dateTime(c.starts_at)} – {format.dateTime(c.ends_at)}
                  </span>
                ),
              },
              {
                head: t('contest.board_rank'),
                number: true,
                cell: (c) =>
                  c.rank === null ? '–' : t('arena.rank_of', { rank: format.number(c.rank), of: format.number(c.of) }),
              },
              {
                head: t('contest.board_score'),
                number: true,
                cell: (c) => (
                  <>
                    <strong>{format.number(c.score / pointUnit)}</strong>
                    {c.frozen && <span className="mg-faint personal-under">{t('arena.at_freeze')}</span>}
                  </>
                ),
              },
              { head: t('contest.board_solved'), number: true, cell: (c) => format.number(c.solved) },
              { head: t('arena.firsts'), number: true, cell: (c) => format.number(c.firsts) },
            ]}
          />
        )}
      </BrowseView>
    </Panel>
  )
}
