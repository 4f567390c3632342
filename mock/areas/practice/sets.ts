/** Sets of questions as learners see them: how many there are, how far one is, what is in them. */
import { questionTitleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import { difficulties, type Difficulty, type QuestionType } from '#src/contract/bank/question.ts'
import { stateOfSet } from '#src/contract/practice/practice.ts'
import type { PracticeQuestion, PracticeSet } from '#src/contract/practice/theory.schema.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { branchOf, inOneOf, type SetTree } from '#mock/crud/tree.ts'
import { questionUsageOf } from '../bank/use.ts'
import { type ExerciseBank, exerciseBanks, practisable, practiceNow, type PracticeNow } from './allowed.ts'
import { type ExerciseProgress, exerciseProgressOf, exerciseProgressSql } from './standing.ts'
import type { JudgedQuestion } from '#src/contract/bank/answer.ts'
import { recordOf } from '#src/contract/lib/typed.ts'

interface Group {
  set_id: string
  difficulty: Difficulty
  type: QuestionType | null
  n: number
}
interface Done {
  set_id: string
  tried: number
  solved: number
  mistakes: number
  last_at: string
}

/** Sets of one bank that have anything to practise, in the order of the tree: what is in them, and how far the caller is. */
async function setsOf(
  q: Queryable,
  who: Caller,
  bank: ExerciseBank,
  now: PracticeNow,
): Promise<readonly PracticeSet[]> {
  const tree = now.trees[bank]
  const { table } = questions[bank]
  const w = where()
  const open = practisable(bank, who, now, w.add)
  const asked = remembered<Group>(
    q,
    `select t.k_set_id as set_id, t.data->>'difficulty' as difficulty, t.data->>'type' as type, count(*)::integer as n
     from ${table} t where ${open} group by 1, 2, 3`,
    w.params,
  )
  const answered = remembered<Done>(
    q,
    `select t.k_set_id as set_id, count(*)::integer as tried, (count(*) filter (where s.solved))::integer as solved,
       (count(*) filter (where s.mistake))::integer as mistakes, max(s.last_at) as last_at
     from (${exerciseProgressSql(who.id, w.add)}) s join ${table} t on t.id = s.question_id where ${open} group by 1`,
    w.params,
    who.id,
  )
  const [groups, done] = await Promise.all([asked, answered])
  return workedOut([done, groups, tree], () => summed(bank, tree, groups, done))
}

/** What questions and answers of a set and all below it come to. */
function summed(
  bank: ExerciseBank,
  tree: SetTree,
  groups: readonly Group[],
  done: readonly Done[],
): readonly PracticeSet[] {
  const none = () => ({
    questions: 0,
    tried: 0,
    solved: 0,
    mistakes: 0,
    last: 0,
    levels: recordOf(difficulties, () => 0),
    types: new Set<QuestionType>(),
  })
  const sums = new Map(tree.ordered.map((n) => [n.id, none()]))
  const each = (set: string, add: (sum: ReturnType<typeof none>) => void): void => {
    for (const id of tree.line(set)) add(sums.get(id) ?? none())
  }
  for (const g of groups)
    each(g.set_id, (sum) => {
      sum.questions += g.n
      sum.levels[g.difficulty] += g.n
      sum.types.add(g.type ?? 'operation')
    })
  for (const d of done)
    each(d.set_id, (sum) => {
      sum.tried += d.tried
      sum.solved += d.solved
      sum.mistakes += d.mistakes
      sum.last = Math.max(sum.last, Date.parse(d.last_at))
    })
  return tree.ordered.flatMap((n) => {
    const sum = sums.get(n.id)
    if (!sum?.questions || !tree.open.has(n.id)) return []
    const { last, types, ...figures } = sum
    return [
      {
        id: n.id,
        bank,
        name: n.name,
        above: tree
          .line(n.parent_id)
          .toReversed()
          .flatMap((id) => tree.get(id)?.name ?? []),
        description: n.description,
        ...figures,
        state: stateOfSet(sum.tried, sum.solved, sum.questions),
        types: [...types].toSorted(),
        last_at: last ? new Date(last).toISOString() : null,
      },
    ]
  })
}

/** Sets of a bank with a question that the caller may practise and whose title or text, in either language, has the words; and those above them. */
async function holding(
  q: Queryable,
  who: Caller,
  bank: ExerciseBank,
  { now, text }: { now: PracticeNow; text: string },
): Promise<readonly string[]> {
  const w = where()
  w.and(practisable(bank, who, now, w.add))
  w.and(`t.find like ${w.add(containingIn(text))}`)
  const { rows } = await q.query<{ id: string }>(
    `select distinct t.k_set_id as id from ${questions[bank].table} t ${w.text()}`,
    w.params,
  )
  return rows.flatMap(({ id }) => now.trees[bank].line(id))
}

export const practiceSets: Handler<'GET /practice/sets'> = async ({ q, who, platform, query }) => {
  const now = await practiceNow(q, who, platform.now())
  const all = (await Promise.all(exerciseBanks.map((bank) => setsOf(q, who, bank, now)))).flat()
  const text = query.q?.trim().toLowerCase()
  const held = new Set(
    text ? (await Promise.all(exerciseBanks.map((bank) => holding(q, who, bank, { now, text })))).flat() : [],
  )
  const found = all.filter(
    (s) =>
      (!query.difficulty || query.difficulty.some((d) => s.levels[d] > 0)) &&
      (!query.type || query.type.some((t) => s.types.includes(t))) &&
      (!query.state || query.state.includes(s.state)) &&
      (!text ||
        held.has(s.id) ||
        [s.name, s.description, ...s.above].some((words) => words.toLowerCase().includes(text))),
  )
  const { page, page_size } = query
  return { items: found.slice((page - 1) * page_size, page * page_size), total: found.length, page, page_size }
}

/** A set the caller may practise. Throws `not_found`. */
export async function practiceSetOf(
  q: Queryable,
  who: Caller,
  id: string,
  now: PracticeNow,
): Promise<PracticeSet & { bank: ExerciseBank }> {
  const bank = exerciseBanks.find((b) => now.trees[b].get(id))
  const found = bank && (await setsOf(q, who, bank, now)).find((s) => s.id === id)
  if (!found) throw new Fail('not_found')
  return { ...found, bank }
}
export const practiceSet: Handler<'GET /practice/sets/:id'> = async ({ q, who, platform, params }) =>
  practiceSetOf(q, who, params.id, await practiceNow(q, who, platform.now()))

/** What is judged of an answer to it; an exercise says no type. */
export const judgedOf = ({
  type = 'operation',
  truth,
  options = [],
  partial,
}: AskedQuestion['data']): JudgedQuestion => ({
  type,
  ...(truth === undefined ? {} : { truth }),
  options: options.map(({ id, correct = false }) => ({ id, correct })),
  ...(partial === undefined ? {} : { partial }),
})

export interface AskedQuestion {
  id: string
  bank: ExerciseBank
  data: WholeQuestion & {
    type?: QuestionType
    difficulty?: Difficulty
    score?: number
    keywords?: string[]
    set_id?: string
    partial?: JudgedQuestion['partial']
  }
  tries: number | null
  solved: boolean | null
  state: ExerciseProgress['state'] | null
  last_at: string | null
  mistake: boolean | null
}
type Query = Parameters<Handler<'GET /practice/sets/:id/questions'>>[0]['query']
export interface ExerciseQuery {
  set_id?: string | null
  query?: Partial<Query>
  order?: string
  /** Those on the list of mistakes only. */
  mistakes?: boolean
  limit: number
  page?: number
}

const byAge = 't.id'

/** Questions of a bank that the caller may practise, each with how his answers stand; by the order in which they were added. */
export async function practiceQuestionsOf(
  { q, who, now }: { q: Queryable; who: Caller; now: PracticeNow },
  bank: ExerciseBank,
  { set_id, query = {}, order = byAge, mistakes = false, limit, page = 1 }: ExerciseQuery,
): Promise<{ items: AskedQuestion[]; total: number }> {
  const w = where()
  w.and(practisable(bank, who, now, w.add))
  if (set_id) {
    const tree = now.trees[bank]
    w.and(inOneOf(tree, branchOf(tree, set_id), w.add))
  }
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  if (query.difficulty) w.and(`t.data->>'difficulty' = any(${w.add(query.difficulty)}::text[])`)
  if (query.type) w.and(`coalesce(t.data->>'type', 'operation') = any(${w.add(query.type)}::text[])`)
  if (query.state) {
    const states = w.add(query.state)
    w.and(
      `(coalesce(s.state, 'not-submitted') = any(${states}::text[]) or (case when s.solved then 'solved' else 'unsolved' end) = any(${states}::text[]))`,
    )
  }
  if (mistakes) w.and('s.mistake')
  const from = `${questions[bank].table} t`
  const shown = { w, order, query: { page, page_size: limit } }
  if (!mistakes && !query.state && order === byAge) {
    // how they stand is asked of those that are shown
    const { rows, total } = await paged<Pick<AskedQuestion, 'id' | 'data'>>(q, {
      ...shown,
      select: 't.id, t.data',
      from,
    })
    const stand = await exerciseProgressOf(
      q,
      who.id,
      rows.map((r) => r.id),
    )
    return { items: rows.map((r) => ({ ...r, bank, ...(stand.get(r.id) ?? untried) })), total }
  }
  const { rows, total } = await paged<AskedQuestion>(q, {
    ...shown,
    select: 't.id, t.data, s.tries, s.solved, s.state, s.last_at, s.mistake',
    from: `${from} left join (${exerciseProgressSql(who.id, w.add)}) s on s.question_id = t.id`,
    owner: who.id,
  })
  return { items: rows.map((r) => ({ ...r, bank })), total }
}
const untried = { tries: null, solved: null, state: null, last_at: null, mistake: null }

export const shortOf = (r: AskedQuestion, { language }: Pick<Caller, 'language'>) => ({
  id: r.id,
  bank: r.bank,
  type: r.data.type ?? ('operation' as const),
  title: questionTitleOf(r.data, language),
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
  const now = await practiceNow(q, who, platform.now())
  const set = await practiceSetOf(q, who, params.id, now)
  const { bank } = set
  const { items, total } = await practiceQuestionsOf({ q, who, now }, bank, {
    set_id: set.id,
    query,
    limit: query.page_size,
    page: query.page,
  })
  const ids = items.map((i) => i.id)
  const [{ rows: collected }, uses] = await Promise.all([
    q.query<{ id: string }>(
      'select question_id as id from question_collected where user_id = $1 and question_id = any($2::text[])',
      [who.id, ids],
    ),
    questionUsageOf(q, ids),
  ])
  const kept = new Set(collected.map((r) => r.id))
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
