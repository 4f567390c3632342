/** A call that changes something: one transaction holds the change, its audit rows and its idempotency record, or none of them. */
import { fitReply } from '../reply/answer.ts'
import { bodyStream } from '../request/body.ts'
import { auditRows, type RequestContext, type Interpreter } from '../request/call.ts'
import { context, type UntypedHandler } from '../request/context.ts'
import { Together } from './group.ts'
import { isStaged, manyOf, runFirst } from '../request/handler.ts'
import { KeyTaken } from './idempotency.ts'
import { permitAgain } from '../guard/permit.ts'
import { worthRetrying } from '../reply/problem.ts'

const tries = 4

/** Slow work before the transaction. After a body, which took its time, what the caller may do is looked at again. */
async function prepared(i: Interpreter, call: RequestContext, run: UntypedHandler): Promise<object> {
  const { line, who, req } = call
  const { db } = i.platform
  if (line.stream !== 'upload') return runFirst(run, context(i, call, db, []))
  const over = who && i.uploads(who.id, line.key, line.atOnce)
  try {
    const found = await runFirst(run, context(i, call, db, [], bodyStream(req.raw)))
    await permitAgain(i, call)
    return found
  } finally {
    over?.()
  }
}

/** @returns the reply as JSON text. Throws what the handler throws; then nothing was written. */
export async function mutate(i: Interpreter, call: RequestContext, run: UntypedHandler): Promise<string> {
  const { platform } = i
  const record = await i.idempotency.of(call)
  const many = record ? undefined : manyOf(run)
  const together = many && (await i.batch(call, many))
  if (together !== undefined) return together
  // slow work is not done twice for the same key
  const earlier = isStaged(run) ? await record?.earlier(platform.db) : undefined
  if (earlier !== undefined) return earlier
  const found = await prepared(i, call, run)
  let alone = false
  for (let left = tries - 1; ; left--) {
    const after: (() => void)[] = []
    const said = call.entries.length
    try {
      const text = await i.transaction(async (q) => {
        const out = await run(Object.assign(context(i, call, q, after), found))
        const value = fitReply(call.line, out)
        await record?.keep(q, value)
        return { value, rows: call.line.audited ? auditRows(call, platform.now()) : [] }
      }, alone)
      for (const work of after) work()
      return text
    } catch (e) {
      // whatever stopped this one: when the same call went through before, its reply is the answer
      const twin = await record?.earlier(platform.db)
      if (twin !== undefined) return twin
      alone = e instanceof Together
      if (!(alone || worthRetrying(e) || e instanceof KeyTaken) || left === 0) throw e
      call.entries.length = said
    }
  }
}
