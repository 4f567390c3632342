/** How anything thrown becomes an answer: a code of the catalogue and nothing of what happened inside. */
import type { FastifyReply } from 'fastify'
import { type Problem, problems } from '#src/contract/problems.ts'
import { DbError } from '../../db/db.ts'
import { Fail } from '../request/handler.ts'
import { asksForPage, sendWaitingPage } from './waiting.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

/** A reply that its own schema refuses: a mistake of ours, so nothing of it is sent. */
export class Unfit extends Error {
  constructor(
    readonly route: string,
    readonly places: readonly string[],
  ) {
    super(`reply of ${route} does not fit its schema at ${places.join(', ')}`)
    this.name = 'Unfit'
  }
}

/** Serialisation failure, deadlock, lock not available: the same call can succeed a moment later. */
export const worthRetrying = (e: unknown): boolean =>
  e instanceof DbError && (e.code === '40001' || e.code === '40P01' || e.code === '55P03')

interface HttpError {
  statusCode?: number
  code?: string
}

/** The refusal that answers an error; `unexpected` ones are for the log as well. */
export function asFail(e: unknown): { fail: Fail; unexpected: boolean } {
  if (e instanceof Fail) return { fail: e, unexpected: false }
  // class 22: a value that no column can hold although it passed the schema
  if (e instanceof DbError && e.code?.startsWith('22'))
    return { fail: new Fail('malformed', { reason: 'value' }), unexpected: true }
  const { statusCode, code } = (e ?? {}) as HttpError
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    const known = { 404: 'not_found', 405: 'method_not_allowed', 413: 'too_large', 415: 'unsupported_type' } as const
    return { fail: new Fail(isKeyOf(known, statusCode) ? known[statusCode] : 'malformed'), unexpected: false }
  }
  return { fail: new Fail('busy', { seconds: 1 }), unexpected: true }
}

/** Answers with a problem. Seconds to wait go into `Retry-After` as well. */
export function sendProblem(reply: FastifyReply, fail: Fail): FastifyReply {
  const { code, details } = fail
  const body: Problem = {
    code,
    message: code.replaceAll('_', ' '),
    request_id: reply.request.id,
    ...(Object.keys(details).length ? { details } : {}),
  }
  const wait = details.seconds ?? (code === 'busy' ? 1 : undefined)
  if (typeof wait === 'number') reply.header('retry-after', String(Math.max(1, Math.ceil(wait))))
  if (code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (problems[code] === 503 && asksForPage(reply.request))
    return sendWaitingPage(reply, typeof wait === 'number' ? wait : 1)
  return reply
    .code(problems[code])
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body))
}
