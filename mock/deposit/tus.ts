/**
 * The tus protocol inside our own rules: session, origin, rights, rate and ownership are looked at before the library sees a byte, and what it
 * refuses is said in our words. Only `HEAD` and `PATCH` of uploads that `POST /deposits` began are its to answer.
 */
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fs from 'node:fs/promises'
import { allDepositScreens } from '#src/contract/device/deposit.ts'
import { tusCalls, tusPartType, tusPath, tusVersion } from '#src/contract/device/tus.ts'
import { limits } from '#src/contract/limits.ts'
import type { RequestContext, Interpreter } from '../http/request/call.ts'
import { isLocal } from '../http/guard/local.ts'
import { addressOf } from '../http/guard/network.ts'
import { bodyHead, bodyStream } from '../http/request/body.ts'
import { Fail, type Caller } from '../http/request/handler.ts'
import { apiBase } from '../http/request/bases.ts'
import { compiledRouteOf, type CompiledRoute } from '../http/line.ts'
import { asFail, sendProblem } from '../http/reply/problem.ts'
import { permitAgain } from '../http/guard/permit.ts'
import { admitRequest, auditRefusal } from '../http/serve.ts'
import { arrived } from './arrived.ts'
import { depositFile, depositsIn, dropDeposit } from './folder.ts'
import type { Receivers } from './kinds.ts'
import { roomOnDisk } from './room.ts'
import { type DepositRow, ownDeposit } from './rows.ts'
import { z } from 'zod'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'

const own: CompiledRoute = {
  ...compiledRouteOf('DELETE /deposits/:id', { summary: '', screens: allDepositScreens, reply: z.undefined() }),
  rate: 'upload',
  word: 'deposit.part',
}

/** A request's bytes, up to what one request may carry. */
async function* limited(stream: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > max) throw new Fail('too_large', { max })
    yield chunk
  }
}

const words: Record<number, () => Fail> = {
  403: () => new Fail('malformed'),
  404: () => new Fail('not_found'),
  410: () => new Fail('not_found'),
  412: () => new Fail('malformed', { reason: 'tus' }),
  413: () => new Fail('too_large'),
}

export function mountTus(app: FastifyInstance, i: Interpreter, receivers: Receivers): void {
  const { platform } = i
  const { files, db } = platform
  const store = new FileStore({
    directory: depositsIn(files),
    // what an upload is stands in the database
    configstore: {
      get: async (id: string) => {
        const { rows } = await db.query<{ size: number }>('select size from deposit where id = $1', [id])
        return rows[0] ? new Upload({ id, size: rows[0].size, offset: 0 }) : undefined
      },
      set: async () => undefined,
      delete: async () => undefined,
    },
  })
  const tus = new Server({ path: '/deposits', datastore: store, allowedOrigins: () => false })

  const callOf = (req: FastifyRequest, reply: FastifyReply): RequestContext => ({
    line: own,
    req,
    reply,
    head: bodyHead(req.headers),
    meta: {
      request_id: req.id,
      address: addressOf(req),
      agent: (req.headers['user-agent'] ?? '').slice(0, 256),
      origin: req.headers.origin,
      local: isLocal(req.headers),
    },
    token: undefined,
    who: undefined,
    params: { id: textOf(isRecord(req.params) ? req.params['id'] : '').slice(0, 64) },
    query: undefined,
    body: undefined,
    raw: undefined,
    entries: [],
    arrived: undefined,
    quiet: false,
  })

  /** The library's answer to a request that says nothing but what tus needs. */
  async function ask(req: FastifyRequest, deposit: DepositRow): Promise<Response> {
    const headers = new Headers({ 'tus-resumable': String(req.headers['tus-resumable'] ?? '') })
    for (const name of ['upload-offset', 'content-length'])
      if (typeof req.headers[name] === 'string') headers.set(name, req.headers[name])
    const method = req.method
    if (method === 'HEAD') return tus.handleWeb(new Request(`http://tus/deposits/${deposit.id}`, { method, headers }))
    headers.set('content-type', tusPartType)
    const body = Readable.toWeb(Readable.from(limited(bodyStream(req.raw), limits.imageRequest), { objectMode: false }))
    const init = { method, headers, body, duplex: 'half' }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- streams of Node.js and of the browser have types of their own
    return tus.handleWeb(new Request(`http://tus/deposits/${deposit.id}`, init as unknown as RequestInit))
  }

  async function drop(deposit: DepositRow): Promise<void> {
    await db.query('delete from deposit where id = $1', [deposit.id])
    await dropDeposit(files, deposit.id)
  }

  async function answer(call: RequestContext, who: Caller): Promise<FastifyReply> {
    const { req, reply } = call
    const deposit = await ownDeposit(db, call.params['id'] ?? '', who)
    const file = depositFile(files, deposit.id)
    if (deposit.state === 'open' && deposit.received === 0) {
      await fs.mkdir(depositsIn(files), { recursive: true })
      await fs.writeFile(file, '', { flag: 'a' })
    }
    if (deposit.source !== '') throw new Fail('not_found')
    const whole = deposit.state === 'whole'
    if (whole && req.method === 'PATCH') throw new Fail('not_allowed_in_state', { state: deposit.state })
    if (whole)
      return reply
        .code(200)
        .headers({ 'tus-resumable': tusVersion, 'upload-offset': deposit.size, 'upload-length': deposit.size })
        .send()
    const announced = Number(req.headers['content-length'] ?? 0)
    if (announced > limits.imageRequest) throw new Fail('too_large', { max: limits.imageRequest })
    if (req.method === 'PATCH') await roomOnDisk(platform, announced)
    const out = await ask(req, deposit)
    await permitAgain(i, call)
    if (out.status >= 400) await refuse(out.status, deposit)
    const offset = Number(out.headers.get('upload-offset'))
    await db.query('update deposit set received = $2, touched_at = $3 where id = $1', [
      deposit.id,
      offset,
      platform.now().toISOString(),
    ])
    if (offset === deposit.size) await arrived(i, call, receivers, deposit)
    out.headers.forEach((value, name) => void (name.startsWith('access-control') || reply.header(name, value)))
    return reply.code(out.status).send()
  }

  async function refuse(status: number, deposit: DepositRow): Promise<never> {
    // more than was announced: nothing of it can be trusted
    if (status === 413) await drop(deposit)
    if (status >= 500) {
      const full = await roomOnDisk(platform, 0).catch((e: unknown) => e)
      if (full instanceof Fail) {
        await drop(deposit)
        throw full
      }
    }
    if (status === 409) {
      const { size } = await fs.stat(depositFile(files, deposit.id))
      throw new Fail('offset_mismatch', { offset: size })
    }
    throw words[status]?.() ?? new Fail(status >= 500 ? 'busy' : 'malformed', { reason: 'unfinished' })
  }

  const handler = async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const closed = i.door.closed()
    if (closed) return sendProblem(reply, new Fail('restoring', { seconds: 5 }))
    const leave = i.door.enter()
    const call = callOf(req, reply)
    try {
      await admitRequest(i, call)
      if (!call.who) throw new Fail('unauthenticated')
      return await answer(call, call.who)
    } catch (e) {
      const { fail, unexpected } = asFail(e)
      if (unexpected)
        platform.log.error(
          { event: 'call-failed', error: e, route: `PATCH ${tusPath}`, request_id: req.id },
          'call failed',
        )
      await auditRefusal(i, call, fail)
      return sendProblem(reply, fail)
    } finally {
      leave()
    }
  }
  app.route({ method: tusCalls.map((c) => c.method), url: `${apiBase}${tusPath}`, config: { upload: true }, handler })
}
