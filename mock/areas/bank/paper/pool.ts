/** Which questions of a bank fit a rule, among those that whoever makes the paper may see. */
import type { PaperRule } from '#src/contract/bank/paper.schema.ts'
import { resourceOf, setOf, typesOf, type Bank } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { seenBy, usableBy } from '#mock/crud/ownership.ts'
import type { Add, Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { questions } from '../banks.ts'
import { inSets } from '../set.ts'

/** Questions of a bank that this caller reads. */
export const seenIn = (bank: Bank, who: Caller): Scope[] => [seenBy(resources[resourceOf[bank]].line, who)]
/** Those he may put on a paper: what his is or what he was given where he keeps the bank, else those shown to him. */
export const usableIn = (bank: Bank, who: Caller): Scope[] => [usableBy(resources[resourceOf[bank]].line, who)]

export const bySets = (bank: Bank) => ({
  set_id: (values: unknown, add: Add) => inSets(setOf[bank], values, add),
})

const asked = <T>(list: readonly T[]): readonly T[] | undefined => (list.length ? list : undefined)

/** Ids, in whatever order. */
export async function poolOf(q: Queryable, { bank, ...rule }: PaperRule, who: Caller): Promise<string[]> {
  const own = rule.types.filter((t) => (typesOf[bank] as readonly string[]).includes(t))
  if (rule.types.length && !own.length) return []
  return questions[bank].ids(q, {
    scopes: usableIn(bank, who),
    special: bySets(bank),
    filters: {
      type: asked(own),
      difficulty: asked(rule.difficulties),
      knowledge: asked(rule.knowledge),
      set_id: asked(rule.set_ids),
    },
  })
}
