/** Which questions of a bank fit a rule, among those that whoever makes the paper may see. */
import type { z } from 'zod'
import type { PaperRule } from '#src/contract/bank/paper.schema.ts'
import { resourceOf, setOf, typesOf, type Bank } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { keeps } from '#mock/crud/rows.ts'
import type { Add, Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Who } from '#mock/http/handler.ts'
import { questions } from '../banks.ts'
import { inSets } from '../set.ts'

export type Rule = z.output<typeof PaperRule>

/** Questions of a bank that this caller may put on a paper: all where he keeps the bank, else those shown to him. */
export function seenIn(bank: Bank, who: Who): Scope[] {
  const line = resources[resourceOf[bank]].line
  return keeps(line, who) ? [] : [visibleTo(resourceOf[bank], who)]
}

export const bySets = (bank: Bank) => ({
  set_id: (values: unknown, add: Add) => inSets(setOf[bank], values, add),
})

const asked = <T>(list: readonly T[]): readonly T[] | undefined => (list.length ? list : undefined)

/** Ids, in whatever order. */
export async function poolOf(q: Queryable, { bank, ...rule }: Rule, who: Who): Promise<string[]> {
  const own = rule.types.filter((t) => (typesOf[bank] as readonly string[]).includes(t))
  if (rule.types.length && !own.length) return []
  return questions[bank].ids(q, {
    scopes: seenIn(bank, who),
    special: bySets(bank),
    filters: {
      type: asked(own),
      difficulty: asked(rule.difficulties),
      knowledge: asked(rule.knowledge),
      set_id: asked(rule.set_ids),
    },
  })
}
