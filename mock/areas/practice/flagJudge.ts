/** What an answer to a challenge is: right, wrong, or somebody else's. Slow, so before any transaction. */
import { setImmediate } from 'node:timers/promises'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { judgeFlag } from '../bank/flag/judge.ts'
import { flagRuleOf } from '../bank/flag/inScene.ts'
import { type Dynamic, ownerOf, shapedAsMade } from '../bank/flag/make.ts'
import type { FlagKeys, SealedRule } from '../bank/flag/seal.ts'

const batch = 200

/** For whom a text was made, if it was made for anybody but the one who handed it in. */
async function madeFor(
  q: Queryable,
  rule: Dynamic,
  { question, owner, text }: Answered,
  keys: FlagKeys,
): Promise<string | undefined> {
  const plain = text.normalize('NFC').trim()
  if (!shapedAsMade(rule, plain)) return undefined
  const { rows } = await q.query<{ id: string }>('select id from r_user where id <> $1', [owner])
  for (let i = 0; i < rows.length; i += batch) {
    const found = ownerOf(
      rule,
      question,
      plain,
      rows.slice(i, i + batch).map((r) => r.id),
      keys,
    )
    if (found !== undefined) return found
    // ten thousand people take a tenth of a second: others are answered in between
    await setImmediate()
  }
  return undefined
}

export interface Answered {
  question: string
  /** In practice everybody answers for himself, whatever a contest makes of the rule: who is in several teams would have several flags. */
  owner: string
  text: string
}
export async function judgeFlagAnswer(
  q: Queryable,
  flag: FlagRule | SealedRule | undefined,
  asked: Answered,
  keys: FlagKeys,
) {
  const rule = flagRuleOf(flag, keys)
  const { right, slow } = await judgeFlag(rule, asked, keys)
  const shared = !right && rule.kind === 'dynamic' ? await madeFor(q, rule, asked, keys) : undefined
  return { right, slow, shared }
}
