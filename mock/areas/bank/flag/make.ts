/**
 * Flags that are made for each owner: HMAC-SHA256 over owner and question under a key of the server's own, so that nobody can make another's,
 * and the same owner always gets the same one without anything being stored.
 */
import { createHmac } from 'node:crypto'
import { flagAlphabet, randomLength, randomMark } from '#src/contract/bank/flag.ts'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { equalsFlag } from './compare.ts'
import type { FlagKeys } from './seal.ts'

export type Dynamic = Extract<FlagRule, { kind: 'dynamic' }>

/** Bytes from which on a remainder would prefer the first letters: they are passed over. */
const even = 256 - (256 % flagAlphabet.length)

/** Letters and digits, even over the alphabet, that follow from the key and the seed alone. */
function letters(key: Buffer, seed: string, length: number): string {
  let out = ''
  for (let block = 0; out.length < length; block++)
    for (const byte of createHmac('sha256', key).update(`${block}\n${seed}`).digest())
      if (byte < even && out.length < length) out += flagAlphabet.charAt(byte % flagAlphabet.length)
  return out
}

/** The flag of this owner for this question: of a person or a team by the rule, in exams of a sheet. */
export function madeFlag(rule: Dynamic, question: string, owner: string, { make }: Pick<FlagKeys, 'make'>): string {
  const seed = JSON.stringify([rule.per, question, owner])
  // a function, since what is put in may hold marks of its own
  return rule.template.replace(randomMark, () => letters(make, seed, randomLength(rule)))
}

/** Whether a text looks like one the rule makes: only then is it worth asking whose it is. */
export function shapedAsMade({ template, length }: Dynamic, text: string): boolean {
  const [before = '', after = ''] = template.split(randomMark)
  return text.length === length && text.startsWith(before) && text.endsWith(after)
}

/** Whose flag a text is, among these owners: how a flag that was passed on is recognised. */
export const ownerOf = (
  rule: Dynamic,
  question: string,
  text: string,
  owners: Iterable<string>,
  keys: FlagKeys,
): string | undefined => {
  for (const owner of owners) if (equalsFlag(madeFlag(rule, question, owner, keys), text, false, keys)) return owner
  return undefined
}
