/** What a handler is given, made for one call. */
import type { Readable } from 'node:stream'
import type { Queryable } from '../db/db.ts'
import type { Call, Interpreter } from './call.ts'
import type { AuditEntry } from './handler.ts'

/** A handler without its route's types, which were checked where it was declared. */
export type Run = (ctx: object) => Promise<unknown>

export const context = (
  i: Interpreter,
  call: Call,
  q: Queryable,
  after: (() => void)[],
  stream?: Readable,
): object => ({
  params: call.params,
  query: call.query,
  body: call.body,
  who: call.who,
  q,
  platform: i.platform,
  meta: call.meta,
  arrived: call.arrived ?? i.platform.now(),
  stream,
  audit: (entry: AuditEntry) => void call.entries.push(entry),
  after: (work: () => void) => void after.push(work),
})
