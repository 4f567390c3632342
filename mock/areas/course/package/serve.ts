/**
 * The server of the origin of packages: their files, the page that plays them and the address they report to, each by a ticket in its path.
 * Nothing of the app is here. Whoever shows no ticket that lives is told that there is nothing.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { beginningData, packageLimits, packagePaths } from '#src/contract/course/package.ts'
import { PackageCommit } from '#src/contract/course/package.schema.ts'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'
import { auditRows } from '#mock/http/request/call.ts'
import type { Interpreter } from '#mock/http/request/call.ts'
import { bodyStream, readBodyBytes } from '#mock/http/request/body.ts'
import { type AuditEvent, Fail } from '#mock/http/request/handler.ts'
import { compiledRouteOf } from '#mock/http/line.ts'
import { addressOf, callerNetworkOf } from '#mock/http/guard/network.ts'
import { packagePagePolicy, packageFilePolicy } from '#mock/http/reply/csp.ts'
import { parseBody } from '#mock/http/request/parse.ts'
import { parseJson } from '#mock/http/reply/json.ts'
import { asFail, sendProblem, worthRetrying } from '#mock/http/reply/problem.ts'
import { rangeOf } from '#mock/http/reply/range.ts'
import { Together } from '#mock/http/write/group.ts'
import { attachmentFile } from '../../bank/attachment/store.ts'
import { makeArchives } from './archive.ts'
import { itemRows, keepCommit } from './commit.ts'
import { entitled, learnerId, learnerOf, type LaunchRow, liveLaunch } from './launch.ts'
import type { PackageSite } from './site.ts'
import { packageFileType } from './types.ts'

/** What the trail calls a report: the same as any other that ends a section. */
const line = compiledRouteOf('POST /learning/courses/:id/sections/:section/done', {
  summary: '',
  screens: ['lesson', 'my-lesson'],
  body: PackageCommit,
  reply: z.undefined(),
  audit: 'course.learn',
})
const features = [
  'camera',
  'geolocation',
  'microphone',
  'payment',
  'usb',
  'serial',
  'display-capture',
  'clipboard-read',
]
/** Milliseconds for which a ticket that was good opens the next file: the session is asked of each. */
const trusted = 2000
const field = (of: unknown, name: string): string => textOf(isRecord(of) ? of[name] : '')
const tries = 4

export interface PackageServer {
  close(): void
}
export function servePackages(
  app: FastifyInstance,
  i: () => Interpreter,
  site: PackageSite,
  dist: string | undefined,
): PackageServer {
  const archives = makeArchives()
  const until = new Map<string, number>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_req, _payload, done) => done(null))
  app.addHook('onRequest', async (_req, reply) => {
    reply.headers({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'permissions-policy': features.map((f) => `${f}=()`).join(', '),
    })
  })

  function admit(req: FastifyRequest): string {
    const { limiter, door } = i()
    if (door.closed()) throw new Fail('restoring', { seconds: 5 })
    const { allowed, wait } = limiter.take('address', 'read', `packages ${callerNetworkOf(addressOf(req))}`)
    if (!allowed) throw new Fail('too_many', { seconds: wait })
    // none may stay behind its ticket
    if (req.headers['service-worker'] !== undefined) throw new Fail('not_found')
    return field(req.params, 'ticket').slice(0, 128)
  }
  async function launchFor(req: FastifyRequest): Promise<LaunchRow> {
    const { platform } = i()
    const row = await liveLaunch(platform.db, admit(req), platform.now())
    if (!site.fits(req.host, row.file_id)) throw new Fail('not_found')
    return row
  }
  const answering =
    (work: (req: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        return await work(req, reply)
      } catch (e) {
        const { fail, unexpected } = asFail(e)
        if (unexpected)
          i().platform.log.error({ event: 'call-failed', error: e, request_id: req.id }, 'a call of a package failed')
        return sendProblem(reply, fail)
      }
    }

  /** The script of a page that plays: our own, of the build. */
  const scripts = new Map<string, Promise<Buffer>>()
  app.get(
    '/player/:name',
    answering(async (req, reply) => {
      const name = field(req.params, 'name')
      if (dist === undefined || !/^scorm(?:12|2004)\.js$/.test(name)) throw new Fail('not_found')
      const bytes = scripts.get(name) ?? readFile(path.join(dist, 'player', name))
      scripts.set(name, bytes)
      bytes.catch(() => scripts.delete(name))
      return reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
        .send(await bytes)
    }),
  )

  app.get(
    `/:ticket/${packagePaths.play}`,
    answering(async (req, reply) => {
      const { platform } = i()
      const row = await launchFor(req)
      const { who, manifest } = await entitled(platform.db, platform, row)
      const asked = field(req.query, 'item')
      const item = manifest.items.find((x) => x.id === asked && x.kind !== 'group')
      if (!item) throw new Fail('not_found')
      const { rows } = await platform.db.query<{ run: number }>(
        'update package_launch set run = run + 1 where hash = $1 returning run',
        [row.hash],
      )
      const kept = row.preview
        ? undefined
        : (await itemRows(platform.db, row, [row.file_id], { data: true })).find((r) => r.item === item.id)
      const data = beginningData(
        manifest.version,
        item,
        kept && { ...kept, seconds: kept.before_seconds + kept.seconds },
        { id: learnerId(row), name: who.name || who.username, preview: row.preview },
      )
      const boot = {
        version: manifest.version,
        item: item.id,
        kind: item.kind,
        title: item.title,
        run: rows[0]?.run ?? 1,
        app: row.origin,
        nonce: row.nonce,
        state: kept?.state ?? 'none',
        score: kept?.score ?? null,
        preview: row.preview,
        address: `${packagePaths.content}/${item.href.split('/').map(encodeURIComponent).join('/')}${item.parameters}`,
        data,
        stamp: createHash('sha256').update(`${row.user_id} ${row.file_id} kept here`).digest('hex'),
      }
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': packagePagePolicy(row.origin),
        })
        .send(pageOf(boot, manifest.version === '1.2' ? 'scorm12.js' : 'scorm2004.js'))
    }),
  )

  app.route({
    method: ['GET', 'HEAD'],
    url: `/:ticket/${packagePaths.content}/*`,
    handler: answering(async (req, reply) => {
      const { platform } = i()
      const row = await launchFor(req)
      const now = platform.now().getTime()
      if ((until.get(row.hash) ?? 0) <= now) {
        until.delete(row.hash)
        await entitled(platform.db, platform, row)
        if (until.size > 5000) until.clear()
        until.set(row.hash, now + trusted)
      }
      const archive = await archives.of(row.file_id, attachmentFile(platform.files, row.file_id))
      const name = field(req.params, '*')
      const entry = archive.entry(name.normalize('NFC'))
      if (!entry) throw new Fail('not_found')
      const range = rangeOf(req.headers.range, entry.size)
      reply.headers({
        'content-type': packageFileType(name),
        'content-security-policy': packageFilePolicy(row.origin),
        'cache-control': 'no-store',
        'accept-ranges': 'bytes',
      })
      if (range === null) return reply.code(416).header('content-range', `bytes */${entry.size}`).send()
      const { from, to } = range ?? { from: 0, to: entry.size - 1 }
      reply.header('content-length', Math.max(0, to - from + 1))
      if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${entry.size}`)
      if (req.method === 'HEAD' || entry.size === 0) return reply.send()
      const whole = await entry.open()
      return reply.send(range ? Readable.from(part(whole, from, to), { objectMode: false }) : whole)
    }),
  })

  app.post(
    `/:ticket/${packagePaths.commit}`,
    answering(async (req, reply) => {
      const { platform, transaction } = i()
      const { origin } = req.headers
      if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== req.host))
        throw new Fail('cross_site')
      const first = await launchFor(req)
      const raw = await readBodyBytes(bodyStream(req.raw), packageLimits.commit)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the line's body says
      const said = parseBody(line, parseJson(raw.toString('utf8'))) as PackageCommit
      for (let left = tries - 1; ; left--) {
        const entries: AuditEvent[] = []
        try {
          const out = await transaction(
            async (q) => {
              const row = await liveLaunch(
                q,
                field(req.params, 'ticket').slice(0, 128),
                platform.now(),
                'for update of l',
              )
              const who = await learnerOf(q, platform, row)
              const value = await keepCommit({ q, who, platform, audit: (e) => void entries.push(e) }, row, said)
              const meta = {
                request_id: req.id,
                address: addressOf(req),
                agent: (req.headers['user-agent'] ?? '').slice(0, 256),
                origin,
              }
              return {
                value,
                rows: auditRows(
                  { line, meta, who, params: { id: first.course_id }, entries, quiet: false },
                  platform.now(),
                ),
              }
            },
            left < tries - 1,
          )
          return await reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(out))
        } catch (e) {
          if (!(e instanceof Together || worthRetrying(e)) || left === 0) throw e
        }
      }
    }),
  )
  app.setNotFoundHandler((_req, reply) => sendProblem(reply, new Fail('not_found')))
  return { close: () => archives.close() }
}

async function* part(whole: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of whole as AsyncIterable<Buffer>) {
    const [a, b] = [Math.max(0, from - at), Math.min(chunk.length, to + 1 - at)]
    at += chunk.length
    if (b > a) yield chunk.subarray(a, b)
    if (at > to) return
  }
}

/** `<` would end the element that holds it. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (ch) => `\\u${ch.charCodeAt(0).toString(16).padStart(4, '0')}`)
const pageOf = (boot: object, script: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>.</title>
<style>html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}</style></head>
<body><script type="application/json" id="boot">${inScript(boot)}</script><script src="/player/${script}"></script></body></html>
`
