/** Flag challenges and sets of them as one learner sees them. */
import { type TextLanguage, questionTitleOf } from '#src/contract/bank/shown.ts'
import {
  type ChallengeFilter,
  challengeFilters,
  type ChallengeOrder,
  stateOfChallenge,
} from '#src/contract/practice/flag.ts'
import type { Challenge, ChallengeSet } from '#src/contract/practice/flag.schema.ts'
import type { Difficulty } from '#src/contract/bank/question.ts'
import { containingIn, fold } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Where, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { inSets } from '../bank/set.ts'
import { questionUsageOf } from '../bank/use.ts'
import { practisable, practiceNow, type PracticeNow } from './allowed.ts'

export interface PracticeContext {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now'>
}
interface Row {
  id: string
  data: {
    title?: string
    language?: TextLanguage
    set_id?: string
    difficulty?: Difficulty
    score?: number
    keywords?: string[]
    knowledge?: string[]
    cve_ids?: string[]
    topology_id?: string | null
  }
  /** Its title in the other language. */
  other: string | null
  set_name: string | null
  tries: number
  points: number | null
  solves: number
  collected: boolean
}

/** Conditions on `t`, a flag challenge, and its parameters: `$1` is the learner. */
export async function mine({ q, who, platform }: PracticeContext, at?: PracticeNow): Promise<Where> {
  const w = where()
  w.add(who.id)
  w.and(practisable('flag', who, at ?? (await practiceNow(q, who, platform.now())), w.add))
  return w
}
const solved = 'exists (select 1 from flag_solve s where s.question_id = t.id and s.user_id = $1)'
const tried = 'exists (select 1 from practice_try p where p.user_id = $1 and p.question_id = t.id)'
const inState: Record<ChallengeFilter, string> = {
  solved,
  unsolved: `not ${solved}`,
  'submitted-wrong': `(not ${solved} and ${tried})`,
  'not-submitted': `(not ${solved} and not ${tried})`,
}
const solves = '(select count(*)::integer from flag_solve s where s.question_id = t.id)'
/** As the index has it that lists are walked by (`crud/shape.ts`). */
const level = `case t.k_difficulty when 'primary' then 1 when 'intermediate' then 2 else 3 end`
const orders: Record<ChallengeOrder, string> = {
  difficulty: `${level}, t.k_score, t.id`,
  score: 't.k_score, t.id',
  '-score': 't.k_score desc, t.id',
  '-solves': `${solves} desc, t.id`,
  title: 't.k_title, t.id',
  '-created_at': 't.created_at desc, t.id',
}

interface Filters {
  q?: string | undefined
  set_id?: string | undefined
  difficulty?: readonly string[] | undefined
  state?: readonly ChallengeFilter[] | undefined
  keywords?: readonly string[] | undefined
  knowledge?: readonly string[] | undefined
  cve_ids?: readonly string[] | undefined
}
/** @param stays a challenge that is in the list whatever became of it since */
async function narrowed(c: PracticeContext, f: Filters, at?: PracticeNow, stays?: string): Promise<Where> {
  const w = await mine(c, at)
  if (f.set_id !== undefined) w.and(inSets('flag-set', f.set_id, w.add))
  if (f.q?.trim()) w.and(`t.find like ${w.add(containingIn(f.q.trim()))}`)
  if (f.difficulty) w.and(`t.k_difficulty = any(${w.add([...f.difficulty])}::text[])`)
  for (const word of ['keywords', 'knowledge', 'cve_ids'] as const) {
    const wanted = f[word]
    if (wanted) w.and(`t.k_${word} && ${w.add(wanted.map(fold))}::text[]`)
  }
  if (f.state)
    w.and(
      `(${challengeFilters
        .filter((s) => f.state?.includes(s))
        .map((s) => inState[s])
        .join(' or ')}${stays === undefined ? '' : ` or t.id = ${w.add(stays)}`})`,
    )
  return w
}

const columns = `t.id, t.data - 'stem' - 'flag' - 'translation' - 'writeup' - 'explanation' - 'hints' as data, t.data->'translation'->>'title' as other, (select n.data->>'name' from r_flag_set n where n.id = t.k_set_id) as set_name,
  (select count(*)::integer from practice_try p where p.user_id = $1 and p.question_id = t.id) as tries,
  (select s.points from flag_solve s where s.question_id = t.id and s.user_id = $1) as points, ${solves} as solves,
  exists (select 1 from question_collected k where k.user_id = $1 and k.question_id = t.id) as collected`

async function shown({ q, who }: Pick<PracticeContext, 'q' | 'who'>, rows: readonly Row[]): Promise<Challenge[]> {
  const uses = await questionUsageOf(
    q,
    rows.map((r) => r.id),
  )
  return rows.map(({ id, data: d, other, set_name, tries, points, collected, ...r }) => ({
    id,
    title: questionTitleOf({ ...d, translation: { title: other ?? '' } }, who.language),
    set: { id: d.set_id ?? '', name: set_name ?? '' },
    difficulty: d.difficulty ?? 'primary',
    score: d.score ?? 0,
    keywords: d.keywords ?? [],
    knowledge: d.knowledge ?? [],
    cve_ids: d.cve_ids ?? [],
    state: stateOfChallenge(points !== null, tries),
    tries,
    points,
    solves: r.solves,
    rate: uses(id).correct_rate,
    scene: (d.topology_id ?? null) !== null,
    collected,
  }))
}

export async function challenges(
  c: PracticeContext,
  f: Filters & { page: number; page_size: number; sort: ChallengeOrder },
): Promise<{ items: Challenge[]; total: number; page: number; page_size: number }> {
  const w = await narrowed(c, f, await practiceNow(c.q, c.who, c.platform.now()))
  // the learner is a parameter of the count too
  w.and('$1::text is not null')
  const { rows: found, ...page } = await paged<{ id: string }>(c.q, {
    select: 't.id',
    from: 'r_flag_challenge t',
    w,
    order: orders[f.sort],
    query: { ...f },
  })
  const ids = found.map((r) => r.id)
  const { rows } = await c.q.query<Row>(
    `select ${columns} from r_flag_challenge t where t.id = any($2::text[]) order by array_position($2::text[], t.id)`,
    [c.who.id, ids],
  )
  return { items: await shown(c, rows), ...page }
}

/** What stands before and behind a challenge in a list it was opened from: solving it does not take it out. */
export async function neighbouringChallenges(
  c: PracticeContext,
  id: string,
  f: Filters & { sort: ChallengeOrder },
): Promise<{ previous: string | null; next: string | null }> {
  const w = await narrowed(c, f, await practiceNow(c.q, c.who, c.platform.now()), id)
  w.and('$1::text is not null')
  const { rows } = await c.q.query<{ previous: string | null; next: string | null }>(
    `select previous, next from (
       select t.id, lag(t.id) over o as previous, lead(t.id) over o as next from r_flag_challenge t ${w.text()} window o as (order by ${orders[f.sort]})) x where id = ${w.add(id)}`,
    w.params,
  )
  return rows[0] ?? { previous: null, next: null }
}

/** One challenge that was found open, whoever asks: keepers look at those of closed sets too. */
export async function challengeFor(c: PracticeContext, id: string): Promise<Challenge> {
  const { rows } = await c.q.query<Row>(`select ${columns} from r_flag_challenge t where t.id = $2`, [c.who.id, id])
  const [one] = await shown(c, rows)
  if (!one) throw new Fail('not_found')
  return one
}

/** What is worth trying next: where one was last, easy ones before hard ones, those that many solved first. */
export async function suggestedChallenge(c: PracticeContext): Promise<Challenge | null> {
  const w = await narrowed(c, { state: ['unsolved'] })
  const { rows } = await c.q.query<Row>(
    `select ${columns} from r_flag_challenge t ${w.text()}
     order by coalesce(t.k_set_id = (select p.set_id from practice_try p where p.user_id = $1 and p.kind = 'flag' order by p.at desc, p.id desc limit 1), false) desc,
       ${level}, ${solves} desc, t.id limit 1`,
    w.params,
  )
  return (await shown(c, rows))[0] ?? null
}

interface SetRow extends Omit<ChallengeSet, 'above' | 'levels' | 'last_at'> {
  primary: number
  intermediate: number
  advanced: number
  last_at: string | null
  above: string[] | null
}
const counts = `count(*)::integer as challenges, count(s.points)::integer as solved, (count(*) filter (where p.at is not null))::integer as tried,
  (count(*) filter (where t.k_topology_id is not null))::integer as scenes, coalesce(sum(t.k_score), 0) as points, coalesce(sum(s.points), 0) as earned,
  (count(*) filter (where t.k_difficulty = 'primary'))::integer as primary, (count(*) filter (where t.k_difficulty = 'intermediate'))::integer as intermediate,
  (count(*) filter (where t.k_difficulty = 'advanced'))::integer as advanced, max(p.at) as last_at`
const joins = `left join flag_solve s on s.question_id = t.id and s.user_id = $1
  left join lateral (select max(x.at) as at from practice_try x where x.user_id = $1 and x.question_id = t.id) p on true`
const above = `(with recursive up as (select n.k_parent_id as id, 1 as far from r_flag_set n where n.id = g.id
  union all select n.k_parent_id, up.far + 1 from r_flag_set n join up on n.id = up.id where up.far < 9)
  select array_agg(n.data->>'name' order by up.far desc) from up join r_flag_set n on n.id = up.id) as above`

const setOf = ({ primary, intermediate, advanced, last_at, above: names, ...r }: SetRow): ChallengeSet => ({
  ...r,
  above: names ?? [],
  levels: { primary, intermediate, advanced },
  last_at: last_at ? new Date(last_at).toISOString() : null,
})

/** Sets that have challenges of their own for this learner, in the order of their bank. */
export async function setsFor(c: PracticeContext): Promise<ChallengeSet[]> {
  const w = await mine(c)
  const { rows } = await c.q.query<SetRow>(
    `select g.id, n.data->>'name' as name, coalesce(n.data->>'description', '') as description, ${above}, g.*
     from (select t.k_set_id as id, ${counts} from r_flag_challenge t ${joins} ${w.text()} group by t.k_set_id) g
     join r_flag_set n on n.id = g.id order by n.k_order, n.k_name, n.id`,
    w.params,
  )
  return rows.map(setOf)
}

/** A set with all below it. Throws `not_found` for one without anything for this learner. */
export async function setFor(c: PracticeContext, id: string): Promise<ChallengeSet> {
  const w = await mine(c)
  w.and(inSets('flag-set', id, w.add))
  const { rows } = await c.q.query<SetRow>(
    `select g.id, n.data->>'name' as name, coalesce(n.data->>'description', '') as description, ${above}, g.*
     from (select ${w.add(id)}::text as id, ${counts} from r_flag_challenge t ${joins} ${w.text()}) g
     join r_flag_set n on n.id = g.id where g.challenges > 0`,
    w.params,
  )
  if (!rows[0]) throw new Fail('not_found')
  return setOf(rows[0])
}
