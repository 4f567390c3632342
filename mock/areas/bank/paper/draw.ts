/**
 * Questions for rules, none of them twice. Rules may want some of the same questions, so a question that one rule took can be handed to another
 * that has no choice: an augmenting path (Berge 1957, as Kuhn's method for bipartite matching uses it), which ends with as many as there can be.
 */
import { type Below, shuffled } from '#src/contract/lib/seeded.ts'

export interface DrawRule {
  count: number
  pool: readonly string[]
}

/**
 * @param worn how often a question was drawn before: those drawn less are preferred, so that variants share as few as they can
 * @returns by rule, in the order in which they were drawn; fewer than wanted where there are no more
 */
export function drawQuestions(
  rules: readonly DrawRule[],
  below: Below,
  worn: (id: string) => number = () => 0,
): string[][] {
  const pools = rules.map(({ pool }) => shuffled(pool, below).toSorted((a, b) => worn(a) - worn(b)))
  /** A question that is held stays held, by whichever rule: what stands before the place in a pool is never free again. */
  const next = rules.map(() => 0)
  const holder = new Map<string, number>()

  const freeOf = (rule: number): string | undefined => {
    const pool = pools[rule] ?? []
    while (holder.has(pool[next[rule] ?? 0] ?? '')) next[rule] = (next[rule] ?? 0) + 1
    return pool[next[rule] ?? 0]
  }
  /** One question more for the rule, if any chain of rules can hand one on. */
  function more(rule: number): boolean {
    const from = new Map<number, { rule: number; question: string } | undefined>([[rule, undefined]])
    for (const at of from.keys()) {
      let free = freeOf(at)
      if (free !== undefined) {
        for (let to: number | undefined = at; to !== undefined; ) {
          holder.set(free, to)
          const step = from.get(to)
          free = step?.question ?? ''
          to = step?.rule
        }
        return true
      }
      for (const question of pools[at] ?? []) {
        const other = holder.get(question)
        if (other !== undefined && !from.has(other)) from.set(other, { rule: at, question })
      }
    }
    return false
  }
  rules.forEach(({ count }, rule) => {
    for (let n = 0; n < count && more(rule); n++);
  })
  return rules.map((_, rule) => (pools[rule] ?? []).filter((question) => holder.get(question) === rule))
}
