/** Where browsers report what a content security policy stopped. Addresses of pages stay out of the log: one may hold a one-time code. */
import type { FastifyInstance } from 'fastify'
import { bodyStream, readBodyBytes } from '../request/body.ts'
import { reportPath } from '../reply/csp.ts'
import { Fail, type Logger } from '../request/handler.ts'
import { parseJson } from '../reply/json.ts'
import { addressOf, strangerKey } from '../guard/network.ts'
import { asFail, sendProblem } from '../reply/problem.ts'
import type { RateLimiter } from '../guard/rate.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

const longest = 16 * 1024

const text = (v: unknown): string | undefined => (typeof v === 'string' ? v.slice(0, 100) : undefined)
const originOf = (v: unknown): string | undefined =>
  typeof v === 'string' && URL.canParse(v) ? new URL(v).origin : text(v)
const field = (o: unknown, ...names: string[]): unknown => {
  if (!isRecord(o)) return undefined
  for (const name of names) if (Object.hasOwn(o, name)) return o[name]
  return undefined
}

/** Both forms: one `csp-report` object, or a list of reports of the Reporting API. */
function reportsIn(value: unknown): object[] {
  const list = Array.isArray(value)
    ? value.slice(0, 20).map((r: unknown) => field(r, 'body'))
    : [field(value, 'csp-report')]
  return list.map((r) => ({
    directive: text(field(r, 'effectiveDirective', 'effective-directive', 'violated-directive')),
    blocked: originOf(field(r, 'blockedURL', 'blocked-uri')),
    line: Number(field(r, 'lineNumber', 'line-number')) || undefined,
    sample: text(field(r, 'sample', 'script-sample')),
  }))
}

export function takeReports(app: FastifyInstance, log: Logger, limiter: RateLimiter): void {
  app.post(reportPath, async (req, reply) => {
    try {
      const { allowed, wait } = limiter.take('address', 'report', strangerKey(addressOf(req), 'policy'))
      if (!allowed) throw new Fail('too_many', { seconds: wait })
      const raw = await readBodyBytes(bodyStream(req.raw), longest)
      for (const report of reportsIn(parseJson(raw.toString('utf8'))))
        log.warn({ event: 'browser-policy', ...report }, 'policy stopped something')
      return reply.code(204).send()
    } catch (e) {
      return sendProblem(reply, asFail(e).fail)
    }
  })
}
