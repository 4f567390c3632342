/** Questions a learner answered wrongly or only partly right: off the list once they were right twice after it, or by hand. */
import { questionTitleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import { type Difficulty, type QuestionType, setOf } from '#src/contract/bank/question.ts'
import type { Mistake } from '#src/contract/practice/record.routes.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { where } from '#mock/crud/where.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import { area, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { type ExerciseBank, exerciseBanks, practisableAmong, practiceNow, withheldOf } from './allowed.ts'
import { verdictOf } from '#src/contract/practice/practice.ts'
import { mistakes } from './standing.ts'
import type { TryRow } from './tries.ts'

/** A mistake as lists are narrowed and ordered by it. */
interface Wrong {
  id: string
  bank: ExerciseBank
  set_id: string | null
  at: string
}
interface Found {
  id: string
  data: WholeQuestion & {
    type?: QuestionType
    difficulty?: Difficulty
    set_id?: string
    options?: { id: string; text: string }[]
  }
  wrong: number
  partly: number
  rights: number
  answer: TryRow['answer']
  share: TryRow['share']
  set_name: string | null
}

/** The caller's mistakes of one bank that meet the query, whole or only as far as a list needs them. */
async function wrongIn(q: Queryable, who: Caller, bank: ExerciseBank, query: Query): Promise<readonly Wrong[]> {
  const w = where()
  const me = w.add(who.id)
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  if (query.type) w.and(`coalesce(t.data->>'type', 'operation') = any(${w.add(query.type)}::text[])`)
  return remembered<Wrong>(
    q,
    `select t.id, '${bank}' as bank, t.data->>'set_id' as set_id, p.at
     from (${mistakes(me)}) m join ${questions[bank].table} t on t.id = m.question_id join practice_try p on p.id = m.last_wrong ${w.text()}`,
    w.params,
    who.id,
  )
}
type Query = Parameters<Handler<'GET /practice/mistakes'>>[0]['query']

async function wholeOf(q: Queryable, who: Caller, bank: ExerciseBank, ids: readonly string[]): Promise<Found[]> {
  if (!ids.length) return []
  const w = where()
  const me = w.add(who.id)
  const { rows } = await q.query<Found>(
    `select t.id, t.data, m.wrong, m.partly, m.rights, p.answer, p.share, s.data->>'name' as set_name
     from (${mistakes(me, `p.question_id = any(${w.add([...ids])}::text[])`)}) m join ${questions[bank].table} t on t.id = m.question_id
     join practice_try p on p.id = m.last_wrong left join ${tableOf(setOf[bank])} s on s.id = t.k_set_id`,
    w.params,
  )
  return rows
}

/** How many each set has, the most first. */
function bySet(all: readonly Wrong[], nameOf: (w: Wrong) => string): { id: string; name: string; n: number }[] {
  const sets = new Map<string, { id: string; name: string; n: number }>()
  for (const wrong of all) {
    const id = wrong.set_id ?? ''
    const had = sets.get(id) ?? { id, name: nameOf(wrong), n: 0 }
    sets.set(id, { ...had, n: had.n + 1 })
  }
  return [...sets.values()].toSorted((a, b) => b.n - a.n)
}

export const mistakeHandlers = area({
  'GET /practice/mistakes': async (c) => {
    const { q, who, platform, query } = c
    const now = await practiceNow(q, who, platform.now())
    const wrong = await Promise.all(exerciseBanks.map((bank) => wrongIn(q, who, bank, query)))
    const [theory = [], ...others] = wrong
    const { trees } = now
    const nameOf = ({ bank, set_id }: Wrong) => trees[bank].get(set_id ?? '')?.name ?? ''
    const { newest, sets } = workedOut([theory, ...others, trees.theory, trees.exercise], () => {
      const all = wrong.flat()
      return {
        newest: all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
        sets: bySet(all, nameOf),
      }
    })
    const found = query.set_id ? newest.filter((m) => query.set_id?.includes(m.set_id ?? '')) : newest
    const { page, page_size } = query
    const lines = found.slice((page - 1) * page_size, page * page_size)
    const idsOf = (bank: ExerciseBank) => lines.filter((m) => m.bank === bank).map((m) => m.id)
    const [whole, open, closed] = await Promise.all([
      Promise.all(exerciseBanks.map((bank) => wholeOf(q, who, bank, idsOf(bank)))),
      Promise.all(exerciseBanks.map((bank) => practisableAmong(q, who, bank, idsOf(bank), now))),
      withheldOf(
        q,
        who,
        lines.map((m) => m.id),
        platform.now(),
      ),
    ])
    const byId = new Map(whole.flat().map((r) => [r.id, r]))
    const shown = lines.flatMap(({ id, bank, at }) => {
      const row = byId.get(id)
      return row ? [{ ...row, bank, at, open: open.some((ids) => ids.has(id)) }] : []
    })
    return {
      items: shown.map(
        ({ id, bank, data, wrong: times, partly, rights, answer, share, at, set_name, open: may }): Mistake => ({
          id,
          bank,
          type: data.type ?? 'operation',
          title: questionTitleOf(data, who.language),
          difficulty: data.difficulty ?? 'primary',
          set: set_name === null ? null : { id: data.set_id ?? '', name: set_name },
          wrong: times,
          partly,
          rights,
          verdict: closed.has(id) ? null : (verdictOf(share) ?? null),
          wrong_at: new Date(at).toISOString(),
          // what is wrong leaves the less to choose from
          answer: closed.has(id) ? null : answer,
          options: closed.has(id) ? [] : (data.options ?? []).map((o) => ({ id: o.id, text: o.text })),
          closed: closed.has(id),
          open: may,
        }),
      ),
      total: found.length,
      page,
      page_size,
      sets,
    }
  },

  'POST /practice/mistakes/remove': async ({ q, who, body }) => {
    const { rows } = await q.query<{ question_id: string }>(
      `insert into practice_mended (user_id, question_id, upto, before)
       select $1, p.question_id, max(p.id), '' from practice_try p
       where p.user_id = $1 and p.question_id = any($2::text[]) and p.kind <> 'flag' group by p.question_id
       on conflict (user_id, question_id) do update set upto = excluded.upto, before = practice_mended.upto
         where practice_mended.upto <> excluded.upto returning question_id`,
      [who.id, body.ids],
    )
    return { done: rows.length }
  },

  'POST /practice/mistakes/restore': async ({ q, who, body }) => {
    const { rows } = await q.query<{ question_id: string }>(
      `with gone as (
         delete from practice_mended where user_id = $1 and question_id = any($2::text[]) and before = '' returning question_id
       ), earlier as (
         update practice_mended set upto = before, before = null
         where user_id = $1 and question_id = any($2::text[]) and before <> '' returning question_id
       ) select question_id from gone union all select question_id from earlier`,
      [who.id, body.ids],
    )
    return { done: rows.length }
  },
})
