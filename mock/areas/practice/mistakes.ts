/** Questions a learner answered wrongly: off the list once they were right twice after it, or by hand. */
import { titleOf, type WholeQuestion } from '#src/contract/bank/shown.ts'
import type { Difficulty, QuestionType } from '#src/contract/bank/question.ts'
import type { Mistake } from '#src/contract/practice/record.routes.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { where } from '#mock/crud/where.ts'
import { area } from '#mock/http/handler.ts'
import { questions } from '../bank/banks.ts'
import { type ExerciseBank, exerciseBanks, practisable, withheldOf } from './allowed.ts'
import { everySet } from './setName.ts'
import { mistakes } from './standing.ts'
import type { TryRow } from './tries.ts'

interface Found {
  id: string
  bank: ExerciseBank
  data: WholeQuestion & {
    type?: QuestionType
    difficulty?: Difficulty
    set_id?: string
    options?: { id: string; text: string }[]
  }
  wrong: number
  rights: number
  answer: TryRow['answer']
  at: string
  set_name: string | null
}

export const mistakeHandlers = area({
  'GET /practice/mistakes': async ({ q, who, platform, query }) => {
    const now = platform.now()
    const all: Found[] = []
    const open = new Set<string>()
    for (const bank of exerciseBanks) {
      const w = where()
      const me = w.add(who.id)
      if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
      if (query.type) w.and(`coalesce(t.data->>'type', 'operation') = any(${w.add(query.type)}::text[])`)
      const { rows } = await q.query<Omit<Found, 'bank'>>(
        `select t.id, t.data, m.wrong, m.rights, p.answer, p.at, s.name as set_name
         from (${mistakes(me)}) m join ${questions[bank].table} t on t.id = m.question_id join practice_try p on p.id = m.last_wrong
         left join (${everySet}) s on s.id = t.k_set_id ${w.text()}`,
        w.params,
      )
      all.push(...rows.map((r) => ({ ...r, bank })))
      const may = where()
      const { rows: ids } = await q.query<{ id: string }>(
        `select t.id from ${questions[bank].table} t where t.id = any(${may.add(rows.map((r) => r.id))}::text[])
         and ${practisable(bank, who, now, may.add)}`,
        may.params,
      )
      for (const { id } of ids) open.add(id)
    }
    const sets = new Map<string, { id: string; name: string; n: number }>()
    for (const { data, set_name } of all) {
      const id = data.set_id ?? ''
      const had = sets.get(id) ?? { id, name: set_name ?? '', n: 0 }
      sets.set(id, { ...had, n: had.n + 1 })
    }
    const found = all
      .filter((m) => !query.set_id || query.set_id.includes(m.data.set_id ?? ''))
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    const { page, page_size } = query
    const shown = found.slice((page - 1) * page_size, page * page_size)
    const closed = await withheldOf(
      q,
      shown.map((m) => m.id),
      now,
    )
    return {
      items: shown.map(
        ({ id, bank, data, wrong, rights, answer, at, set_name }): Mistake => ({
          id,
          bank,
          type: data.type ?? 'operation',
          title: titleOf(data, who.language),
          difficulty: data.difficulty ?? 'primary',
          set: set_name === null ? null : { id: data.set_id ?? '', name: set_name },
          wrong,
          rights,
          wrong_at: new Date(at).toISOString(),
          // what is wrong leaves the less to choose from
          answer: closed.has(id) ? null : answer,
          options: closed.has(id) ? [] : (data.options ?? []).map((o) => ({ id: o.id, text: o.text })),
          closed: closed.has(id),
          open: open.has(id),
        }),
      ),
      total: found.length,
      page,
      page_size,
      sets: [...sets.values()].toSorted((a, b) => b.n - a.n),
    }
  },

  'POST /practice/mistakes/remove': async ({ q, who, body }) => {
    const { rows } = await q.query<{ question_id: string }>(
      `insert into practice_mended (user_id, question_id, upto)
       select $1, p.question_id, max(p.id) from practice_try p
       where p.user_id = $1 and p.question_id = any($2::text[]) and p.kind <> 'flag' group by p.question_id
       on conflict (user_id, question_id) do update set upto = excluded.upto returning question_id`,
      [who.id, body.ids],
    )
    return { done: rows.length }
  },
})
