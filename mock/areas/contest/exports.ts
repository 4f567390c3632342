/** A contest as files: the board as it is or as those who take part see it, the ledger, and the feed that CTFtime reads. */
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { itemWorth } from '#src/contract/contest/score.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Download, Fail, type Handler } from '#mock/http/request/handler.ts'
import { contestDocumentOf, contestInstant, contestsById } from './contest.ts'
import { entryNames, staffView } from './play.ts'
import { type ContestView, keptLedger, openContestItems, seenScores, viewOf } from './view.ts'

const list = (text: string): readonly string[] => text.split('|')
const headings = {
  'en-US': list('Rank|Name|Score|Solved|Last solve (UTC)'),
  'zh-CN': list('名次|名称|得分|解题数|最后解题（UTC）'),
} as const

/** What somebody sees who takes part and has done nothing. */
const publicView = ({ contest, now }: Pick<ContestView, 'contest' | 'now'>): ContestView =>
  viewOf(contest, { staff: false, own: '' }, now)

async function* once(rows: readonly ReportCell[][]): AsyncGenerator<ReportCell[][]> {
  yield [...rows]
}
async function boardRows(q: Queryable, view: ContestView): Promise<ReportCell[][]> {
  if (view.until === Number.NEGATIVE_INFINITY) return []
  const [seen, names] = await Promise.all([seenScores(q, view), entryNames(q, view.contest.id)])
  return seen.board.map((r) => [
    r.rank,
    names.get(r.participant) ?? '',
    r.score / pointUnit,
    seen.state.participants.get(r.participant)?.held.size ?? 0,
    r.last === undefined ? null : new Date(r.last),
  ])
}

/** One row on each line, in the order of their numbers; names are those of the entries and challenges as they are now. */
async function* ledgerLines(q: Queryable, view: ContestView): AsyncGenerator<string> {
  const names = await entryNames(q, view.contest.id)
  const titles = new Map((await seenScores(q, view)).items.map((i) => [i.id, i.data.title ?? '']))
  const number = (n: number | string | null) => (n === null ? null : Number(n))
  for await (const rows of keptLedger(q, view))
    yield rows
      .map(
        (r) =>
          `${JSON.stringify({
            seq: Number(r.seq),
            at: contestInstant(r.at),
            kind: r.kind,
            cause: r.cause,
            participant: r.participant_id,
            participant_name: r.participant_id === null ? null : (names.get(r.participant_id) ?? null),
            item: r.item_id,
            item_title: r.item_id === null ? null : (titles.get(r.item_id) ?? null),
            amount: number(r.amount),
            bonus_permille: r.bonus_permille,
            bonus_amount: number(r.bonus_amount),
            cost: number(r.cost),
            evidence: r.evidence,
            rule_version: r.rule_version,
            by: r.by,
          })}\n`,
      )
      .join('')
}

const seconds = (at: number): number => Math.floor(at / 1000)
/** Characters that are not ASCII are escaped: readers of the feed differ in what they take a file for. */
const ascii = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Challenges that are open to everybody, and what of them each has. Source: https://ctftime.org/json-scoreboard-feed */
async function ctftime(q: Queryable, view: ContestView): Promise<string> {
  if (view.until === Number.NEGATIVE_INFINITY) return ascii({ tasks: [], standings: [] })
  const [seen, names] = await Promise.all([seenScores(q, view), entryNames(q, view.contest.id)])
  const open = openContestItems(view, seen)
  const titles = new Map(open.map((i) => [i.id, i.data.title ?? '']))
  const statsOf = (participant: string) =>
    [...(seen.state.participants.get(participant)?.held ?? [])].flatMap(([item, held]) => {
      const title = titles.get(item)
      const { worth } = itemWorth(seen.state.prices.get(item) ?? 0, held)
      return title === undefined ? [] : [[title, { points: worth / pointUnit, time: seconds(held.at) }] as const]
    })
  return ascii({
    tasks: [...titles.values()],
    standings: seen.board.map((r, n) => ({
      pos: n + 1,
      team: names.get(r.participant) ?? '',
      score: r.score / pointUnit,
      taskStats: Object.fromEntries(statsOf(r.participant)),
      ...(r.last === undefined ? {} : { lastAccept: seconds(r.last) }),
    })),
  })
}

const file: Handler<'GET /flag-contests/:id/file'> = async (c): Promise<Download> => {
  const { q, params, query, audit } = c
  const view = await staffView(c, params.id)
  const name = fileNameOf(view.contest.name)
  audit({ entity: 'flag-contest', id: params.id, details: { format: query.format, choice: query.view } })
  switch (query.format) {
    case 'ledger':
      return { name: `${name}-ledger.jsonl`, type: 'text/plain; charset=utf-8', body: ledgerLines(q, view) }
    case 'ctftime':
      return {
        name: `${name}-ctftime.json`,
        type: 'application/json',
        body: [Buffer.from(await ctftime(q, publicView(view)))],
      }
    case 'csv':
    case 'xlsx': {
      const rows = once(await boardRows(q, query.view === 'public' ? publicView(view) : view))
      const header = headings[query.language]
      const body = query.format === 'csv' ? csv(header, rows) : xlsx(header, rows)
      return { name: `${name}-board.${query.format}`, type: types[query.format], body }
    }
  }
}

/** For everybody, where whoever keeps the contest wants that and its board is for everybody as well. */
const feed: Handler<'GET /contests/:id/ctftime'> = async ({ q, params, platform }) => {
  const { rows } = await q.query(
    `select 1 from ${tableOf(contestDocumentOf.flag)} t where t.id = $1 and t.data->>'feed' = 'true'`,
    [params.id],
  )
  const contest = rows.length ? (await contestsById(q, [params.id])).get(params.id) : undefined
  if (contest?.board !== 'public') throw new Fail('not_found')
  const view = publicView({ contest, now: platform.now() })
  return { name: 'ctftime.json', type: 'application/json', body: [Buffer.from(await ctftime(q, view))] }
}

export const contestFileHandlers = { 'GET /flag-contests/:id/file': file, 'GET /contests/:id/ctftime': feed }
