/** Sets of questions as learners see them: how many there are, how far one is, what is in them. */
import { titleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import { difficulties, type Difficulty, type QuestionType, setOf } from '#src/contract/bank/question.ts'
import { stateOfSet } from '#src/contract/practice/practice.ts'
import type { PracticeQuestion, PracticeSet } from '#src/contract/practice/theory.schema.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Who } from '#mock/http/handler.ts'
import { questions } from '../bank/banks.ts'
import { inSets, lineOf } from '../bank/set.ts'
import { usesOf } from '../bank/use.ts'
import { type ExerciseBank, exerciseBanks, practisable } from './allowed.ts'
import { standings } from './standing.ts'

interface Node {
  id: string
  parent_id: string | null
  name: string
  description: string
  order: number
  practice: boolean
}
interface Group {
  set_id: string
  difficulty: Difficulty
  type: QuestionType | null
  n: number
  tried: number
  solved: number
  mistakes: number
  last_at: string | null
}

/** Sets of one bank that have anything to practise, in the order of the tree. */
async function setsOf(q: Queryable, who: Who, bank: ExerciseBank, now: Date): Promise<PracticeSet[]> {
  const { rows: nodes } = await q.query<Node>(
    `select id, data->>'parent_id' as parent_id, data->>'name' as name, coalesce(data->>'description', '') as description,
       coalesce((data->>'order')::integer, 0) as order, coalesce((data->>'practice')::boolean, false) as practice from ${tableOf(setOf[bank])}`,
  )
  const w = where()
  const { rows: groups } = await q.query<Group>(
    `select t.k_set_id as set_id, t.data->>'difficulty' as difficulty, t.data->>'type' as type, count(*)::integer as n,
       count(s.question_id)::integer as tried, (count(*) filter (where s.solved))::integer as solved,
       (count(*) filter (where s.mistake))::integer as mistakes, max(s.last_at) as last_at
     from ${questions[bank].table} t left join (${standings(who.id, w.add)}) s on s.question_id = t.id
     where ${practisable(bank, who, now, w.add)} group by 1, 2, 3`,
    w.params,
  )
  const tree = new Map(nodes.map((n) => [n.id, n]))
  const lines = new Map(groups.map((g) => [g.set_id, new Set(lineOf(tree, g.set_id))]))
  const path = (n: Node): string[] =>
    lineOf(tree, n.id)
      .reverse()
      .flatMap((id) => tree.get(id) ?? [])
      .map((one) => `${String(one.order).padStart(4, '0')} ${one.name}`)
  return nodes
    .filter((n) => lineOf(tree, n.id).some((id) => tree.get(id)?.practice))
    .toSorted((a, b) => (path(a).join('\n') < path(b).join('\n') ? -1 : 1))
    .flatMap((n) => {
      const own = groups.filter((g) => lines.get(g.set_id)?.has(n.id))
      const sum = (of: (g: Group) => number) => own.reduce((m, g) => m + of(g), 0)
      const [all, tried, solved] = [sum((g) => g.n), sum((g) => g.tried), sum((g) => g.solved)]
      const last = own.flatMap((g) => (g.last_at ? [Date.parse(g.last_at)] : []))
      if (!all) return []
      return [
        {
          id: n.id,
          bank,
          name: n.name,
          above: lineOf(tree, n.parent_id)
            .reverse()
            .flatMap((id) => tree.get(id)?.name ?? []),
          description: n.description,
          questions: all,
          tried,
          solved,
          mistakes: sum((g) => g.mistakes),
          state: stateOfSet(tried, solved, all),
          levels: Object.fromEntries(
            difficulties.map((d) => [d, sum((g) => (g.difficulty === d ? g.n : 0))]),
          ) as PracticeSet['levels'],
          types: [...new Set(own.map((g) => g.type ?? 'operation'))].toSorted(),
          last_at: last.length ? new Date(Math.max(...last)).toISOString() : null,
        },
      ]
    })
}

export const practiceSets: Handler<'GET /practice/sets'> = async ({ q, who, platform, query }) => {
  const all: PracticeSet[] = []
  for (const bank of exerciseBanks) all.push(...(await setsOf(q, who, bank, platform.now())))
  const text = query.q?.trim().toLowerCase()
  const found = all.filter(
    (s) =>
      (!query.difficulty || query.difficulty.some((d) => s.levels[d] > 0)) &&
      (!query.type || query.type.some((t) => s.types.includes(t))) &&
      (!query.state || query.state.includes(s.state)) &&
      (!text || [s.name, s.description, ...s.above].some((words) => words.toLowerCase().includes(text))),
  )
  const { page, page_size } = query
  return { items: found.slice((page - 1) * page_size, page * page_size), total: found.length, page, page_size }
}

/** A set the caller may practise. Throws `not_found`. */
export async function practiceSetOf(q: Queryable, who: Who, id: string, now: Date): Promise<PracticeSet> {
  for (const bank of exerciseBanks) {
    const found = (await setsOf(q, who, bank, now)).find((s) => s.id === id)
    if (found) return found
  }
  throw new Fail('not_found')
}
export const practiceSet: Handler<'GET /practice/sets/:id'> = ({ q, who, platform, params }) =>
  practiceSetOf(q, who, params.id, platform.now())

export interface AskedQuestion {
  id: string
  bank: ExerciseBank
  data: Pick<WholeQuestion, 'title' | 'language' | 'translation'> & {
    type?: QuestionType
    difficulty?: Difficulty
    score?: number
    keywords?: string[]
    set_id?: string
  }
  tries: number | null
  solved: boolean | null
  state: 'submitted' | 'submitted-wrong' | 'submitted-right' | null
  last_at: string | null
  mistake: boolean | null
}
type Query = Parameters<Handler<'GET /practice/sets/:id/questions'>>[0]['query']
export interface Wanted {
  set_id?: string | null
  query?: Partial<Query>
  order?: string
  /** Those on the list of mistakes only. */
  mistakes?: boolean
  limit: number
  skip?: number
}

/** Questions of a bank that the caller may practise, each with how his answers stand; by the order in which they were added. */
export async function askedOf(
  { q, who, now }: { q: Queryable; who: Who; now: Date },
  bank: ExerciseBank,
  { set_id, query = {}, order = 't.id', mistakes = false, limit, skip = 0 }: Wanted,
): Promise<{ items: AskedQuestion[]; total: number }> {
  const w = where()
  w.and(practisable(bank, who, now, w.add))
  const joined = `left join (${standings(who.id, w.add)}) s on s.question_id = t.id`
  if (mistakes) w.and('s.mistake')
  if (set_id) w.and(inSets(setOf[bank], [set_id], w.add))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  if (query.difficulty) w.and(`t.data->>'difficulty' = any(${w.add(query.difficulty)}::text[])`)
  if (query.type) w.and(`coalesce(t.data->>'type', 'operation') = any(${w.add(query.type)}::text[])`)
  if (query.state) {
    const states = w.add(query.state)
    w.and(
      `(coalesce(s.state, 'not-submitted') = any(${states}::text[]) or (case when s.solved then 'solved' else 'unsolved' end) = any(${states}::text[]))`,
    )
  }
  const from = `from ${questions[bank].table} t ${joined} ${w.text()}`
  const counted = await q.query<{ n: number }>(`select count(*)::integer as n ${from}`, w.params)
  const { rows } = await q.query<AskedQuestion>(
    `select t.id, t.data, s.tries, s.solved, s.state, s.last_at, s.mistake ${from} order by ${order} limit ${limit} offset ${skip}`,
    w.params,
  )
  return { items: rows.map((r) => ({ ...r, bank })), total: counted.rows[0]?.n ?? 0 }
}

export const shortOf = (r: AskedQuestion, { language }: Pick<Who, 'language'>) => ({
  id: r.id,
  bank: r.bank,
  type: r.data.type ?? ('operation' as const),
  title: titleOf(r.data, language),
  difficulty: r.data.difficulty ?? ('primary' as const),
  state: r.state ?? ('not-submitted' as const),
  solved: r.solved ?? false,
})

export const setQuestions: Handler<'GET /practice/sets/:id/questions'> = async ({
  q,
  who,
  platform,
  params,
  query,
}) => {
  const now = platform.now()
  const set = await practiceSetOf(q, who, params.id, now)
  const bank = set.bank as ExerciseBank
  const { items, total } = await askedOf({ q, who, now }, bank, {
    set_id: set.id,
    query,
    limit: query.page_size,
    skip: (query.page - 1) * query.page_size,
  })
  const { rows: collected } = await q.query<{ id: string }>(
    'select question_id as id from question_collected where user_id = $1 and question_id = any($2::text[])',
    [who.id, items.map((i) => i.id)],
  )
  const kept = new Set(collected.map((r) => r.id))
  const uses = await usesOf(
    q,
    items.map((i) => i.id),
  )
  return {
    items: items.map(
      (r): PracticeQuestion => ({
        ...shortOf(r, who),
        score: r.data.score ?? 0,
        keywords: r.data.keywords ?? [],
        tries: r.tries ?? 0,
        last_at: r.last_at && new Date(r.last_at).toISOString(),
        mistake: r.mistake ?? false,
        collected: kept.has(r.id),
        correct_rate: uses(r.id).correct_rate,
      }),
    ),
    total,
    page: query.page,
    page_size: query.page_size,
  }
}
