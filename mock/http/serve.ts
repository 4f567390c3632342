/**
 * The way of every call, in this order: session, rate, origin, restriction of a session that must change its password, permission, parsing,
 * handler, check of the reply. A refusal anywhere is a problem, and of a call that would have changed something one audit row.
 */
import { problems } from '#src/contract/problems.ts'
import { fitReply, sendDownload, sendJson } from './reply/answer.ts'
import { bodyStream, checkBody, readJsonBody } from './request/body.ts'
import { auditRows, type RequestContext, type Interpreter } from './request/call.ts'
import { context, type UntypedHandler } from './request/context.ts'
import { ConfirmationRequired, type Download, Fail, manyOf } from './request/handler.ts'
import { selfOrigin } from './reply/headers.ts'
import { workFor } from '../thread/forWhom.ts'
import { mutate } from './write/mutate.ts'
import { permit } from './guard/permit.ts'
import { callerNetworkOf, strangerKey } from './guard/network.ts'
import { crossSite } from './guard/origins.ts'
import { parseBody, parseParams, parseQueryOf } from './request/parse.ts'
import { asFail, sendProblem } from './reply/problem.ts'
import { isKeyOf, isOneOf, present } from '#src/contract/lib/typed.ts'

const languages = ['en-US', 'zh-CN'] as const
const bearer = /^Bearer ([\w.~+/=-]{20,4096})$/i

function take(i: Interpreter, call: RequestContext, kind: 'account' | 'address', key: string): void {
  const v = i.limiter.take(kind, call.line.rate, key)
  if (v.allowed) return
  call.quiet = !v.first
  throw new Fail('too_many', { seconds: v.wait })
}

/**
 * Calls of strangers and of those who are signed in count apart, so that nobody without a session takes an address its people's calls; and what
 * an account has too many of does not count for its address.
 */
async function identify(i: Interpreter, call: RequestContext): Promise<void> {
  const { line, req, meta } = call
  const token = (call.token = bearer.exec(req.headers.authorization ?? '')?.[1])
  if (token === undefined) take(i, call, 'address', strangerKey(meta.address))
  await i.platform.settings.fresh()
  const who = token === undefined ? undefined : await i.live(token)
  const [, language] = /^(en-US|zh-CN)\b/.exec(req.headers['accept-language'] ?? '') ?? []
  call.who = who && isOneOf(languages, language) ? { ...who, language } : who
  // who tries passwords is counted by his failures, not by his calls
  if (who && line.rate !== 'sign-in' && line.rate !== 'register') take(i, call, 'account', who.id)
  if (token !== undefined) take(i, call, 'address', who ? callerNetworkOf(meta.address) : strangerKey(meta.address))
  const site = req.headers['sec-fetch-site']
  if (
    line.method !== 'GET' &&
    crossSite(i.origins, { origin: meta.origin, site: typeof site === 'string' ? site : undefined }, selfOrigin(req))
  )
    throw new Fail('cross_site')
}

/** Who calls, and whether he may: what every way in begins with. */
export async function admitRequest(i: Interpreter, call: RequestContext): Promise<void> {
  if (call.line.method === 'GET' && i.overloaded()) throw new Fail('busy', { seconds: 2 })
  fault(i, call)
  await identify(i, call)
  // whoever had a session hears when it did not just end with its time
  if (!call.who && call.token !== undefined && call.line.screens !== 'public' && (await i.restored(call.token)))
    throw new Fail('unauthenticated', { why: 'restored' })
  permit(call.line, call.who)
}

async function parse(call: RequestContext): Promise<void> {
  const { line, req, head } = call
  const upload = line.stream === 'upload'
  if (line.method !== 'GET') checkBody(head, upload ? 'bytes' : 'json', line.most)
  call.params = parseParams(line, call.params)
  call.query = parseQueryOf(line, req.url)
  if (line.method === 'GET' || upload) return
  // an announced length was checked, and Node holds the sender to it: then nobody stops early
  const read = await readJsonBody(head, head.length === undefined ? bodyStream(req.raw) : req.raw, line.most)
  call.raw = read?.raw
  call.body = parseBody(line, read?.value)
}

/** The failure that a developer asked for by name: any code of the catalogue, or no answer at all. */
function fault(i: Interpreter, { req, meta }: RequestContext): void {
  const name = req.headers['x-fault']
  if (!i.faults || typeof name !== 'string') return
  if (name === 'network') req.raw.destroy()
  else if (isKeyOf(problems, name)) throw new Fail(name)
  else meta.fault = name
}

async function read(i: Interpreter, call: RequestContext, run: UntypedHandler): Promise<string | Download> {
  const { line } = call
  const { db } = i.platform
  const many = line.audited ? undefined : manyOf(run)
  const together = many && (await i.batch(call, many))
  if (together !== undefined) return together
  const stream = line.stream === 'upload' ? bodyStream(call.req.raw) : undefined
  const out = await run(context(i, call, db, [], stream))
  const text = line.stream === 'download' ? undefined : fitReply(line, out)
  if (line.audited) await db.tx((q) => i.audit.append(q, auditRows(call, i.platform.now())))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a download's handler says what it answers
  return text ?? (out as Download)
}

/** Notes a refusal in the audit trail. That the trail cannot be written does not change the answer. */
export async function auditRefusal(i: Interpreter, call: RequestContext, fail: Fail): Promise<void> {
  if (!call.line.audited || call.quiet || fail instanceof ConfirmationRequired) return
  try {
    for (const row of auditRows(call, i.platform.now(), fail)) await i.audit.refuse(row)
  } catch (e) {
    i.platform.log.error(
      { event: 'call-unaudited', error: e, route: call.line.key, request_id: call.meta.request_id },
      'audit row of a refusal was not written',
    )
  }
}

/** Answered behind a closed door too: whoever waits in front of it asks how long. */
const always = 'GET /restore'

export async function serveCall(i: Interpreter, call: RequestContext): Promise<unknown> {
  const { line, reply } = call
  const closed = i.door.closed()
  if (closed)
    return line.key === always
      ? sendJson(reply, fitReply(line, closed))
      : sendProblem(reply, new Fail('restoring', { seconds: 5 }))
  const leave = line.stream === 'events' ? undefined : i.door.enter()
  try {
    return await answer(i, call)
  } finally {
    leave?.()
  }
}

async function answer(i: Interpreter, call: RequestContext): Promise<unknown> {
  const { line, reply } = call
  try {
    await admitRequest(i, call)
    await parse(call)
    call.arrived = i.platform.now()
    if (line.stream === 'events') return i.hub.open(call)
    return await workFor(call.who?.id ?? '', async () => {
      const run = present(i.handlers[line.key])
      if (line.writes) return sendJson(reply, await mutate(i, call, run))
      const out = await read(i, call, run)
      return typeof out === 'string' ? sendJson(reply, out) : sendDownload(reply, out)
    })
  } catch (e) {
    const { fail, unexpected } = asFail(e)
    if (unexpected)
      i.platform.log.error(
        { event: 'call-failed', error: e, route: line.key, request_id: call.meta.request_id },
        'call failed',
      )
    await auditRefusal(i, call, fail)
    return sendProblem(reply, fail)
  }
}
