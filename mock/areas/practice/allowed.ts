/**
 * What may be practised: what the caller's audience allows, in sets that are open for practice, and nothing that an exam asks that
 * somebody may still write, or a homework that the caller has open. Whoever keeps a bank practises all of it, save what is withheld.
 */
import { type Bank, resourceOf, setOf } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { type RowViewer, seenText } from '#mock/crud/ownership.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { type Closed, closedTo, closedToOf, openExamPapersSql } from '../bank/keyAccess.ts'
import { inOneOf, type SetTree, setTree } from '#mock/crud/tree.ts'
import { type DataOf } from '#mock/crud/documents.ts'

/** Banks whose questions are practised as exercises; flags have a desk of their own. */
export const exerciseBanks = ['theory', 'exercise'] as const satisfies readonly Bank[]
export type ExerciseBank = (typeof exerciseBanks)[number]

/** What an exam asks, or a homework that is open to this person, stays out of their practice as long as its key is closed. */
export const withheldOf = closedToOf

/** What the moment says about somebody's practice, read once for a call: lists are then asked, and remembered, by what it says. */
export interface PracticeNow {
  at: Date
  /** What an exam asks that somebody may still write, and what a homework of theirs asks. */
  closed: Closed
  trees: Readonly<Record<Bank, SetTree>>
}
export async function practiceNow(q: Queryable, who: RowViewer, now: Date): Promise<PracticeNow> {
  const [closed, theory, exercise, flag] = await Promise.all([
    closedTo(q, who, now),
    setTree(q, setOf.theory),
    setTree(q, setOf.exercise),
    setTree(q, setOf.flag),
  ])
  return {
    at: now,
    closed,
    trees: { theory, exercise, flag },
  }
}

/** A condition on row `t` of a bank's questions. */
export function practisable(bank: Bank, who: RowViewer, at: PracticeNow, add: Add): string {
  const seen = seenText(resources[resourceOf[bank]].line, who, add)
  const tree = at.trees[bank]
  const { questions: held } = at.closed
  const closed = held.size ? ` and not t.id = any(${add([...held])}::text[])` : ''
  return `${seen} and ${inOneOf(tree, tree.open, add)}${closed}`
}

/** Those of some questions of a bank that somebody may practise now. */
export async function practisableAmong(
  q: Queryable,
  who: RowViewer,
  bank: Bank,
  ids: readonly string[],
  at: PracticeNow,
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const w = where()
  w.and(`t.id = any(${w.add([...ids])}::text[])`)
  w.and(practisable(bank, who, at, w.add))
  const { rows } = await q.query<{ id: string }>(`select t.id from ${questions[bank].table} t ${w.text()}`, w.params)
  return new Set(rows.map((r) => r.id))
}

/** A condition on row `t` of the papers. */
export function practisablePaper(who: Caller, at: Date | PracticeNow, add: Add): string {
  const seen = seenText(resources.paper.line, who, add)
  const inUse =
    at instanceof Date
      ? `t.id not in (${openExamPapersSql(at, add)})`
      : `not t.id = any(${add(at.closed.papers)}::text[])`
  return `${seen} and (t.data->>'practice')::boolean and ${inUse}`
}

export interface OpenQuestion {
  bank: ExerciseBank
  id: string
  version: number
  data: Record<string, unknown> &
    Pick<DataOf<'theory-question' | 'exercise'>, 'title' | 'type' | 'language' | 'translation'> &
    Pick<DataOf<'exercise'>, 'topology_id'>
}
/** A question of either bank that the caller may practise now. Throws `not_found` otherwise: what is withheld is not there. */
export async function openQuestion(q: Queryable, who: Caller, id: string, now: Date): Promise<OpenQuestion> {
  const at = await practiceNow(q, who, now)
  for (const bank of exerciseBanks) {
    const w = where()
    const { rows } = await q.query<Omit<OpenQuestion, 'bank'>>(
      `select t.id, t.version, t.data from ${questions[bank].table} t where t.id = ${w.add(id)} and ${practisable(bank, who, at, w.add)}`,
      w.params,
    )
    if (rows[0]) return { bank, ...rows[0] }
  }
  throw new Fail('not_found')
}
