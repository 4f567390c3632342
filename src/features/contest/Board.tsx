/** The board as the viewer may see it, and why a score on it is what it is. */
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ContestBoard, ContestBoardRow, ScoreExplained } from '../../contract/contest/play.schema.ts'
import { format, type MessageKey, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Select } from '../../ui/input/Select.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { ScoreRulings } from './ScoreRulings.tsx'
import { pointsText } from './words.ts'
import { ScoreWhy } from './ScoreWhy.tsx'

type Side = 'play' | 'staff'
const boardRoute = { play: 'GET /contests/:id/board', staff: 'GET /flag-contests/:id/board' } as const
const whyRoute = { play: 'GET /contests/:id/board/:entry', staff: 'GET /flag-contests/:id/board/:entry' } as const

/** @param side whose eyes: those of learners, or of the contest's staff */
export function Board({ contest, side }: { contest: string; side: Side }) {
  const { data, error, refetch } = useRead(boardRoute[side], { params: { id: contest } })
  const [why, setWhy] = useState<ContestBoardRow>()
  const [search, setSearch] = useSearchParams()
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />
  const division = data.divisions.find((d) => d.id === search.get('division'))
  const rows = division
    ? data.rows
        .filter((r) => r.division === division.id)
        .map((r) => ({ ...r, rank: r.division_rank ?? r.rank }))
        .toSorted((a, b) => a.rank - b.rank)
    : data.rows
  const narrow = (to: string) => {
    const next = new URLSearchParams(search)
    if (to === 'all') next.delete('division')
    else next.set('division', to)
    setSearch(next)
  }
  return (
    <>
      <BoardNote of={data} />
      {data.divisions.length > 0 && (
        <div className="contest-board-bar">
          <span className="mg-label" id="board-division">
            {t('contest.division')}
          </span>
          <Select
            aria-labelledby="board-division"
            value={division?.id ?? 'all'}
            options={[
              { value: 'all', label: t('contest.divisions_all') },
              ...data.divisions.map((d) => ({ value: d.id, label: d.name })),
            ]}
            onChange={narrow}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <Empty icon="trophy" title={t('contest.board_none')} />
      ) : (
        <Table
          name={t('contest.tab.board')}
          rows={rows}
          keyOf={(r) => r.id}
          classOf={(r) => (r.mine ? 'contest-mine' : undefined)}
          columns={[
            {
              head: t('contest.board_rank'),
              number: true,
              cell: (r) => (data.hidden || r.rank === 0 ? '–' : format.number(r.rank)),
            },
            {
              head: t('contest.board_name'),
              names: true,
              className: 'contest-name',
              cell: (r) => (
                <>
                  {r.name} {r.mine && <span className="mg-faint">{t('contest.you')}</span>}
                  {r.held_back > 0 && (
                    <span className="mg-faint contest-sub">{t('contest.board_back', { n: r.held_back })}</span>
                  )}
                </>
              ),
            },
            { head: t('contest.board_solved'), number: true, cell: (r) => format.number(r.solved) },
            {
              head: t('contest.board_last'),
              short: true,
              cell: (r) => (r.last_at ? <DateTime seconds at={r.last_at} /> : '–'),
            },
            {
              head: t('contest.board_score'),
              number: true,
              cell: (r) => <ScoreWhy score={r.score} onWhy={() => setWhy(r)} />,
            },
          ]}
        />
      )}
      {why && <Why contest={contest} side={side} of={why} onClose={() => setWhy(undefined)} />}
    </>
  )
}

function BoardNote({ of }: { of: ContestBoard }) {
  if (of.hidden)
    return (
      <p className="contest-note">
        <Icon name="eye-off" /> {t('contest.board_hidden')}
      </p>
    )
  if (of.frozen_at === null) return null
  return (
    <p className="contest-note">
      <Icon name="lock" /> {t('contest.board_frozen', { time: format.dateTime(of.frozen_at) })}
    </p>
  )
}

type Item = ScoreExplained['items'][number]
interface WhyProps {
  contest: string
  side: Side
  of: Pick<ContestBoardRow, 'id' | 'name' | 'score'>
  /** What points are called that are no challenge's. */
  beside?: MessageKey
  onClose: () => void
}
export function Why({ contest, side, of, beside = 'contest.why_points', onClose }: WhyProps) {
  const { data, error, refetch } = useRead(whyRoute[side], { params: { id: contest, entry: of.id } })
  return (
    <Dialog
      open
      size="large"
      title={t('contest.why_title', { name: of.name, score: pointsText(data?.score ?? of.score) })}
      onClose={onClose}
    >
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />)}
      {data && (
        <>
          {data.rank !== null && <p>{t('contest.why_rank', { rank: data.rank })}</p>}
          {data.items.length === 0 && data.parts.length === 0 && data.points === 0 && (
            <p className="mg-dim">{t('contest.why_none')}</p>
          )}
          {data.items.length > 0 && (
            <Table
              name={t('contest.why')}
              rows={data.items}
              keyOf={(i) => i.id}
              columns={[
                {
                  head: t('contest.submission_item'),
                  names: true,
                  cell: (i) => (
                    <>
                      {i.title || t('contest.why_hidden')}{' '}
                      {i.blood !== null && <span className="contest-blood">{t('contest.blood', { n: i.blood })}</span>}
                      <span className="mg-faint contest-sub">
                        {t('contest.why_price', {
                          price: pointsText(i.price),
                          solves: i.solves,
                          curve: t(`contest.curve.${curveWord(i.curve)}`),
                        })}
                      </span>
                    </>
                  ),
                },
                { head: t('contest.submission_at'), short: true, cell: (i) => <DateTime seconds at={i.at} /> },
                { head: t('contest.why_value'), number: true, cell: (i) => pointsText(i.price) },
                { head: t('contest.why_bonus'), number: true, cell: (i) => pointsText(i.bonus) },
                ...(data.items.some((i) => i.cost > 0)
                  ? [{ head: t('contest.why_cost'), number: true as const, cell: (i: Item) => pointsText(-i.cost) }]
                  : []),
                { head: t('contest.why_worth'), number: true, cell: (i) => <strong>{pointsText(i.worth)}</strong> },
              ]}
            />
          )}
          {data.parts.map((p) => (
            <p key={`${p.cause} ${p.id}`}>
              {t(p.cause === 'hint' ? 'contest.why_hint' : 'contest.why_part', {
                title: p.title || t('contest.why_hidden'),
              })}
              : <strong className="mg-num">{pointsText(p.amount)}</strong>
            </p>
          ))}
          {data.points !== 0 && (
            <p>
              {t(beside)}: <strong className="mg-num">{pointsText(data.points)}</strong>
            </p>
          )}
          <ScoreRulings of={data.rulings} />
          {data.held_back > 0 && <p className="mg-dim">{t('contest.board_back', { n: data.held_back })}</p>}
          <p className="mg-faint">{t('contest.why_version', { n: data.rule_version })}</p>
        </>
      )}
    </Dialog>
  )
}
const curveWord = (curve: string) =>
  curve === 'linear' || curve === 'parabolic' || curve === 'exponential' || curve === 'classic' || curve === 'steep'
    ? curve
    : 'static'
