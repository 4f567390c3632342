/** A question of whatever bank, for whoever may practise it now (`allowed.ts`) and for its keepers, who see what of their bank is theirs or shared with them. */
import { type Bank, banks, resourceOf } from '#src/contract/bank/question.ts'
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import { resources } from '#src/contract/resources.ts'
import { bankKeepers } from '#src/contract/practice/keep.ts'
import { searchable } from '#mock/crud/fold.ts'
import { type RowViewer, seenText } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { QuestionData } from '../bank/question.ts'
import { practisable, practiceNow, type PracticeNow } from './allowed.ts'

export const keepsBank = (who: Pick<Caller, 'granted'>, bank: Bank): boolean =>
  bankKeepers[bank].some((s) => who.granted.has(s))

/** Questions whose reports and discussions a keeper of the bank reads: those he sees there. A condition on row `t`. */
export const keptText = (bank: Bank, who: RowViewer, add: Add): string =>
  keepsBank(who, bank) ? seenText(resources[resourceOf[bank]].line, who, add) : 'false'

export interface Practised {
  id: string
  bank: Bank
  version: number
  data: WholeQuestion & QuestionData
  created_by: string
  /** The caller keeps its bank and sees it there. */
  keeps: boolean
}
interface Asking {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now'>
}

/** Of some ids those that this person may practise now, or sees as a keeper. */
export async function openOf(
  { q, who, platform }: Omit<Asking, 'who'> & { who: RowViewer },
  bank: Bank,
  ids: readonly string[],
  at?: PracticeNow,
): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const w = where()
  w.and(`t.id = any(${w.add(ids.map(searchable))}::text[])`)
  w.and(
    keepsBank(who, bank)
      ? keptText(bank, who, w.add)
      : practisable(bank, who, at ?? (await practiceNow(q, who, platform.now())), w.add),
  )
  const { rows } = await q.query<{ id: string }>(
    `select t.id from ${tableOf(resourceOf[bank])} t ${w.text()}`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}

/**
 * The question, of whatever bank, if the caller may practise it or keeps it.
 * @throws Fail `not_found`, also of one that is not for them, or not now: what is withheld is not there
 */
export async function questionFor(c: Asking, id: string): Promise<Practised> {
  for (const bank of banks) {
    const { rows } = await c.q.query<Pick<Practised, 'id' | 'version' | 'data' | 'created_by'>>(
      `select id, version, data, created_by from ${tableOf(resourceOf[bank])} where id = $1`,
      [searchable(id)],
    )
    const [row] = rows
    if (!row) continue
    if (!(await openOf(c, bank, [id])).has(row.id)) break
    return { ...row, bank, keeps: keepsBank(c.who, bank) }
  }
  throw new Fail('not_found')
}
