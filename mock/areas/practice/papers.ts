/** Papers to practise on, as their learner sees them: what they are, and what came of his runs. */
import { type SetState, stateOfSet } from '#src/contract/practice/practice.ts'
import type { PaperDetail, PaperTry, PracticePaper } from '#src/contract/practice/volume.schema.ts'
import type { Paper } from '#src/contract/bank/paper.schema.ts'
import { paperScoreOf } from '#src/contract/bank/paper.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { practisablePaper, practiceNow } from './allowed.ts'
import { isPaperRunExpired, type PaperRunRow, runColumns, toldRuns } from './paperRun.ts'

export interface PaperRow {
  id: string
  version: number
  data: Paper
}
const stamp = (at: string | null): string | null => at && new Date(at).toISOString()

const triedOf = (r: PaperRunRow): PaperTry => ({
  id: r.id,
  began_at: new Date(r.began_at).toISOString(),
  handed_at: stamp(r.handed_at),
  deadline_at: stamp(r.deadline_at),
  points: r.handed_at ? (r.points ?? 0) : null,
  score: r.score,
  open: r.open,
})

/** The newest first. */
async function runsOfPapers(q: Queryable, who: Caller, ids: readonly string[], now: Date): Promise<PaperRunRow[]> {
  const { rows } = await q.query<PaperRunRow>(
    `select ${runColumns} from practice_run where user_id = $1 and kind = 'volume' and set_id = any($2::text[]) order by id desc`,
    [who.id, [...ids]],
  )
  return toldRuns(q, who, rows, now)
}

function paperOf({ id, data }: PaperRow, runs: readonly PaperRunRow[], now: Date): PracticePaper {
  const sections = data.variants[0]?.sections ?? []
  const handed = runs.filter((r) => r.handed_at !== null)
  const shares = handed.map((r) => (r.score > 0 ? (r.points ?? 0) / r.score : 0))
  const best = shares.length ? Math.max(...shares) : null
  const last = runs[0]?.at
  return {
    id,
    name: data.name,
    description: data.description ?? '',
    difficulty: data.difficulty ?? 'primary',
    duration: data.duration,
    pass: data.pass,
    items: sections.reduce((n, s) => n + s.items.length, 0),
    score: paperScoreOf(sections),
    tries: handed.length,
    best,
    state: stateOfSet(runs.length, best !== null && best >= data.pass ? 1 : 0, 1),
    last_at: last ? new Date(last).toISOString() : null,
    open_run: runs.find((r) => r.handed_at === null && !isPaperRunExpired(r, now))?.id ?? null,
  }
}

/** Papers the caller has begun, with how they stand for him: those of all others are untouched. */
async function statesOf(q: Queryable, who: Caller): Promise<ReadonlyMap<string, SetState>> {
  const { rows } = await q.query<{ id: string; n: number; best: number | null; pass: number }>(
    `select r.set_id as id, count(*)::integer as n, (t.data->>'pass')::double precision as pass,
       max(case when r.score > 0 then coalesce(r.points, 0) / r.score else 0 end) filter (where r.handed_at is not null) as best
     from practice_run r join r_paper t on t.id = r.set_id where r.user_id = $1 and r.kind = 'volume' group by 1, 3`,
    [who.id],
  )
  return new Map(rows.map((r) => [r.id, stateOfSet(r.n, r.best !== null && r.best >= r.pass ? 1 : 0, 1)]))
}

export const practicePapers: Handler<'GET /practice/papers'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const w = where()
  w.and(practisablePaper(who, await practiceNow(q, who, now), w.add))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  if (query.difficulty) w.and(`t.data->>'difficulty' = any(${w.add(query.difficulty)}::text[])`)
  const { state } = query
  if (state) {
    const states = await statesOf(q, who)
    const begun = [...states].filter(([, s]) => state.includes(s)).map(([id]) => id)
    const untouched = state.includes('untouched') ? `not t.id = any(${w.add([...states.keys()])}::text[]) or ` : ''
    w.and(`(${untouched}t.id = any(${w.add(begun)}::text[]))`)
  }
  const { rows, ...page } = await paged<PaperRow>(q, {
    select: 't.id, t.version, t.data',
    from: 'r_paper t',
    w,
    order: 't.updated_at desc, t.id desc',
    query,
  })
  const runs = await runsOfPapers(
    q,
    who,
    rows.map((r) => r.id),
    now,
  )
  const items = rows.map((r) =>
    paperOf(
      r,
      runs.filter((one) => one.set_id === r.id),
      now,
    ),
  )
  return { items, ...page }
}

/** A paper that may be practised on now; undefined otherwise. */
export async function openPaper(q: Queryable, who: Caller, id: string, now: Date): Promise<PaperRow | undefined> {
  const w = where()
  const { rows } = await q.query<PaperRow>(
    `select t.id, t.version, t.data from r_paper t where t.id = ${w.add(id)} and ${practisablePaper(who, now, w.add)}`,
    w.params,
  )
  return rows[0]
}

/** Whoever has practised on it looks back at it, whatever became of the paper meanwhile. */
export const practicePaper: Handler<'GET /practice/papers/:id'> = async ({ q, who, platform, params }) => {
  const now = platform.now()
  const runs = await runsOfPapers(q, who, [params.id], now)
  const open = await openPaper(q, who, params.id, now)
  let row = open
  if (!row && runs.length) {
    const { rows } = await q.query<PaperRow>('select id, version, data from r_paper where id = $1', [params.id])
    row = rows[0]
  }
  if (!row) throw new Fail('not_found')
  const { data } = row
  return {
    ...paperOf(row, runs, now),
    sections: (data.variants[0]?.sections ?? []).map((s) => ({
      title: s.title,
      items: s.items.length,
      score: paperScoreOf([s]),
    })),
    variants: data.variants.length,
    may_begin: open !== undefined,
    runs: runs.map(triedOf),
  } satisfies PaperDetail
}
