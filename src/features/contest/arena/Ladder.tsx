import { useState } from 'react'
import type { ArenaDetail, LadderRow } from '../../../contract/contest/arena.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Why } from '../Board.tsx'
import { pointsText } from '../words.ts'
import { ScoreWhy } from '../ScoreWhy.tsx'

const start = { q: '', page: 1, season: undefined as string | undefined }

/** Everybody who has points, by rank: of the present season, or of one that is over. */
export function Ladder({ of: a }: { of: ArenaDetail }) {
  const ladder = useBrowse('GET /my-arenas/:id/ladder', { start, place: 'l_', params: { id: a.id }, size: 50 })
  const [why, setWhy] = useState<LadderRow>()
  const begun = a.seasons.filter((s) => s.state !== 'coming')
  const present = ladder.at.season === undefined || ladder.at.season === a.season?.id
  const explains = present && a.season?.state !== 'closed'
  return (
    <>
      <BrowseBar
        of={ladder}
        search={t('arena.ladder_search')}
        filters={
          begun.length > 1
            ? [
                {
                  field: 'season',
                  label: t('arena.season'),
                  closed: true,
                  all: t('arena.season_present'),
                  options: begun.map((s) => ({ value: s.id, label: s.name })),
                },
              ]
            : []
        }
      />
      <BrowseView of={ladder} empty={{ icon: 'trophy', title: t('contest.board_none'), text: t('arena.ladder_none') }}>
        {({ items }) => (
          <Table<LadderRow>
            name={t('arena.tab.ladder')}
            rows={items}
            keyOf={(r) => r.id}
            classOf={(r) => (r.mine ? 'contest-mine' : undefined)}
            columns={[
              {
                head: t('contest.board_rank'),
                number: true,
                cell: (r) => (r.score === 0 ? '–' : format.number(r.rank)),
              },
              {
                head: t('contest.board_name'),
                names: true,
                className: 'contest-name',
                cell: (r) => (
                  <>
                    {r.name} {r.mine && <span className="mg-faint">{t('contest.you')}</span>}
                  </>
                ),
              },
              {
                head: t('contest.board_last'),
                short: true,
                cell: (r) => (r.last_at ? <DateTime seconds at={r.last_at} /> : '–'),
              },
              {
                head: t('contest.board_score'),
                number: true,
                cell: (r) =>
                  explains ? (
                    <ScoreWhy score={r.score} onWhy={() => setWhy(r)} />
                  ) : (
                    <strong className="mg-num">{pointsText(r.score)}</strong>
                  ),
              },
            ]}
          />
        )}
      </BrowseView>
      {why && <Why contest={a.id} side="play" of={why} beside="arena.why_points" onClose={() => setWhy(undefined)} />}
    </>
  )
}
