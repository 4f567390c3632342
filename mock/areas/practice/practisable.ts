/**
 * Which questions a learner may practise: those his audience shows him, in a set that is open for practice, and in no paper of an exam that
 * has not ended. Keepers of a bank see all of it.
 */
import { type Bank, banks, resourceOf, setOf } from '#src/contract/bank/question.ts'
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import { examStatuses } from '#src/contract/exam/status.ts'
import { bankKeepers } from '#src/contract/practice/keep.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { searchable } from '#mock/crud/fold.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { type Add, type Scope, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Who } from '#mock/http/handler.ts'
import type { QuestionData } from '../bank/question.ts'
import { inStatuses } from '../exam/run.ts'

const unended = examStatuses.filter((s) => s !== 'ended')

/** Questions of papers that somebody is yet to sit; `t` is the question. */
export const withheld = (now: Date, add: Add): string =>
  `exists (select 1 from paper_question pq where pq.question_id = t.id and pq.paper_id in (
     select t.k_paper_id from r_exam t where ${inStatuses(unended, now, add)}))`

/** Rows `t` of a bank that this person may practise. */
export const practisable =
  (bank: Bank, who: Pick<Who, 'id' | 'role_id' | 'org_line'>, now: Date): Scope =>
  (add) =>
    `(${visibleTo(resourceOf[bank], who)(add)}) and t.k_set_id in (select id from ${tableOf(setOf[bank])} where k_practice)
     and not ${withheld(now, add)}`

export const keepsBank = (who: Pick<Who, 'granted'>, bank: Bank): boolean =>
  bankKeepers[bank].some((s) => who.granted.has(s))

export interface Practised {
  id: string
  bank: Bank
  version: number
  data: WholeQuestion & QuestionData
  created_by: string
  /** The caller keeps its bank. */
  keeps: boolean
}
interface Asking {
  q: Queryable
  who: Who
  platform: Pick<Platform, 'now'>
}

/** Of some ids those that this person may practise now, or keeps. */
export async function openOf({ q, who, platform }: Asking, bank: Bank, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const w = where()
  w.and(`t.id = any(${w.add(ids.map(searchable))}::text[])`)
  if (!keepsBank(who, bank)) w.and(practisable(bank, who, platform.now())(w.add) ?? 'true')
  const { rows } = await q.query<{ id: string }>(
    `select t.id from ${tableOf(resourceOf[bank])} t ${w.text()}`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}

/**
 * The question, of whatever bank, if the caller may practise it or keeps it.
 * @throws Fail `not_found`; `not_authorized_yet` for one that is not for him, or not now
 */
export async function questionFor(c: Asking, id: string): Promise<Practised> {
  for (const bank of banks) {
    const { rows } = await c.q.query<Pick<Practised, 'id' | 'version' | 'data' | 'created_by'>>(
      `select id, version, data, created_by from ${tableOf(resourceOf[bank])} where id = $1`,
      [searchable(id)],
    )
    const [row] = rows
    if (!row) continue
    if (!(await openOf(c, bank, [id])).has(row.id)) throw new Fail('not_authorized_yet')
    return { ...row, bank, keeps: keepsBank(c.who, bank) }
  }
  throw new Fail('not_found')
}
