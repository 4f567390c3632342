/** A list of people in a workbook, as the lines that somebody would have pasted. Nothing of it is kept. */
import { peopleListBytes } from '#src/contract/system/peopleList.routes.ts'
import { readBodyBytes } from '#mock/http/request/body.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { Overrun, Unserved } from '#mock/thread/pool.ts'
import { isReadError } from '#mock/thread/tasks.ts'

/** Milliseconds of processor time. */
const patience = 10_000

function refused(e: unknown): unknown {
  if (e instanceof Unserved) return new Fail('busy')
  if (e instanceof Overrun) return new Fail('archive_refused', { code: 'too_complex' })
  if (e instanceof Error || !isReadError(e)) return e
  if ('zip' in e) return new Fail('archive_refused', { code: e.zip, ...e.params })
  if ('refusal' in e) return new Fail('archive_refused', { code: e.refusal, ...e.params })
  return new Error(e.message)
}

export const peopleListHandlers = area({
  'POST /people-lists/read': async ({ stream, platform }) => {
    const bytes = await readBodyBytes(stream, peopleListBytes)
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the task answers
      return { lines: (await platform.threads.read.run({ kind: 'people', bytes }, patience)) as string[] }
    } catch (e) {
      throw refused(e)
    }
  },
})
