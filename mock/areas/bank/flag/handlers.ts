/** Trying a rule of flags before it is saved. */
import { area, Fail } from '#mock/http/request/handler.ts'
import { judgeFlag } from './judge.ts'
import { madeFlag } from './make.ts'
import { wellFormed } from './pattern.ts'
import { flagKeys } from './seal.ts'

export const flagHandlers = area({
  async 'POST /flag-challenges/try'({ body: { id, flag, text }, who, platform }) {
    if (flag.kind === 'regex' && !wellFormed(flag.pattern))
      throw new Fail('validation', { fields: [{ path: 'flag.pattern', rule: 'pattern' }] })
    const keys = await flagKeys(platform)
    // a question that is not saved yet has no flags of its own: what is shown then is how they look
    const question = id ?? 'draft'
    const example = flag.kind === 'dynamic' ? madeFlag(flag, question, who.id, keys) : null
    return { ...(await judgeFlag(flag, { question, owner: who.id, text }, keys)), example }
  },
})
