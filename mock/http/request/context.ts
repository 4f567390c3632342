/** What a handler is given, made for one call. */
import type { Readable } from 'node:stream'
import type { Queryable } from '../../db/db.ts'
import type { RequestContext, Interpreter } from './call.ts'
import type { AuditEvent } from './handler.ts'

/** A handler without its route's types, which were checked where it was declared: as a method's, its parameter is not compared. */
export type UntypedHandler = { run(ctx: object): Promise<unknown> }['run']

export const context = (
  i: Interpreter,
  call: RequestContext,
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
  audit: (entry: AuditEvent) => void call.entries.push(entry),
  after: (work: () => void) => void after.push(work),
})
