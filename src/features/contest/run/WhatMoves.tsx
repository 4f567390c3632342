/** What a decision would move, before it is made: verdicts, values and first solvers, ranks and scores. */
import '../running.css'
import type { ContestPreview } from '../../../contract/contest/running.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { pointsText } from '../words.ts'

/** Rows shown of each kind: the figures above say how many there are. */
const most = 100

const Pair = ({ before, after }: { before: string; after: string }) => (
  <span className="mg-num">
    {before === after ? (
      <span className="mg-faint">{after}</span>
    ) : (
      <>
        <span className="mg-dim">{before}</span> → <strong>{after}</strong>
      </>
    )}
  </span>
)
const rankOf = (rank: number | null): string => (rank === null ? '–' : format.number(rank))
const names = (of: readonly string[]): string => of.join(', ') || '–'
const Rest = ({ n }: { n: number }) =>
  n > most ? <p className="mg-dim">{t('judging.more', { n: n - most })}</p> : null

export function WhatMoves({ of: p, judged }: { of: ContestPreview; judged?: true }) {
  const ranks = p.entries.filter((e) => e.before.rank !== e.after.rank).length
  return (
    <section aria-label={t('judging.preview')} className="contest-dialog">
      <StatRow>
        {judged && (
          <Stat
            label={t('judging.verdicts_move')}
            value={format.number(p.verdicts.length)}
            unit={`/ ${format.number(p.judged)}`}
          />
        )}
        <Stat label={t('judging.items_move')} value={format.number(p.items.length)} />
        <Stat label={t('judging.scores_move')} value={format.number(p.entries.length)} />
        <Stat label={t('judging.ranks_move')} value={format.number(ranks)} />
      </StatRow>
      {p.unread > 0 && <p className="contest-note">{t('judging.unread', { n: p.unread })}</p>}
      {p.verdicts.length + p.items.length + p.entries.length === 0 && <p>{t('judging.nothing_moves')}</p>}
      {p.verdicts.length > 0 && (
        <>
          <Table
            name={t('judging.verdicts_move')}
            rows={p.verdicts.slice(0, most)}
            keyOf={(v) => v.id}
            columns={[
              { head: t('contest.submission_at'), short: true, cell: (v) => <DateTime seconds at={v.at} /> },
              { head: t('contest.entry'), names: true, cell: (v) => v.entry },
              { head: t('contest.submission_item'), cell: (v) => v.item },
              {
                head: t('contest.verdict'),
                short: true,
                cell: (v) => <Pair before={t(`contest.verdict.${v.before}`)} after={t(`contest.verdict.${v.after}`)} />,
              },
            ]}
          />
          <Rest n={p.verdicts.length} />
        </>
      )}
      {p.items.length > 0 && (
        <>
          <Table
            name={t('judging.items_move')}
            rows={p.items.slice(0, most)}
            keyOf={(i) => i.id}
            columns={[
              { head: t('contest.submission_item'), names: true, cell: (i) => i.title },
              {
                head: t('contest.why_value'),
                short: true,
                cell: (i) => <Pair before={pointsText(i.price_before)} after={pointsText(i.price_after)} />,
              },
              {
                head: t('judging.firsts'),
                cell: (i) => <Pair before={names(i.firsts_before)} after={names(i.firsts_after)} />,
              },
            ]}
          />
          <Rest n={p.items.length} />
        </>
      )}
      {p.entries.length > 0 && (
        <>
          <Table
            name={t('judging.scores_move')}
            rows={p.entries.slice(0, most)}
            keyOf={(e) => e.id}
            columns={[
              { head: t('contest.entry'), names: true, cell: (e) => e.name },
              {
                head: t('contest.board_rank'),
                short: true,
                cell: (e) => <Pair before={rankOf(e.before.rank)} after={rankOf(e.after.rank)} />,
              },
              {
                head: t('contest.board_score'),
                short: true,
                cell: (e) => <Pair before={pointsText(e.before.score)} after={pointsText(e.after.score)} />,
              },
            ]}
          />
          <Rest n={p.entries.length} />
        </>
      )}
    </section>
  )
}
