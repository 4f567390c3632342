/**
 * A keeper's pattern on a solver's text, in one of two threads with a time limit: one that runs away ends with its thread and holds nobody up.
 */
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { Overrun, Unserved } from '#mock/thread/pool.ts'

export type Match = Pick<Platform['threads'], 'match'>

/** Milliseconds of processor time a pattern may take. */
const limit = 250

const whole = (pattern: string): string => `^(?:${pattern})$`

/** Whether it is a pattern at all. Nothing is run: a pattern is read in a time that follows from its length. */
export function wellFormed(pattern: string): boolean {
  try {
    // alone: what stands around it must not close what it opens
    void new RegExp(pattern, 'u')
    void new RegExp(whole(pattern), 'u')
    return true
  } catch {
    return false
  }
}

/**
 * @returns whether the whole text matches, or `slow` when it took too long to say
 * @throws Fail busy when too many wait already, or the machine is so busy that its thread had no turn
 */
export async function wholeMatch(
  { match }: Match,
  pattern: string,
  text: string,
  ignoreCase: boolean,
): Promise<boolean | 'slow'> {
  const task = { pattern: whole(pattern), flags: ignoreCase ? 'iu' : 'u', text: text.trim() }
  try {
    return await match.run(task, limit)
  } catch (e) {
    if (e instanceof Overrun) return 'slow'
    throw e instanceof Unserved ? new Fail('busy') : e
  }
}
