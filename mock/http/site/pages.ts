/** The portal under its base, the host platform beside it, and what is wrong when they were not built. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appPolicy, hostPolicy, pdfWorkerPolicy } from '../reply/csp.ts'
import { type Built, builtFiles } from './files.ts'
import { Fail } from '../request/handler.ts'
import { documentHeaders, allowOrigin, selfOrigin } from '../reply/headers.ts'
import type { Origins } from '../guard/origins.ts'
import { sendProblem } from '../reply/problem.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export const portal = '/page/mg/'
const hostPage = '/host/'
/** Below these a missing file is missing; anything else is a page of the app, whose router decides. */
const filesOnly = /^(?:assets|public)\//

/** A script with a policy of its own, which a worker has by what it was loaded from. */
const pdfWorker = /^assets\/pdf\.worker[\w.-]*\.mjs$/

/** The page that takes a one-time code from its address; nothing keeps that address. */
const withCode = /^[\w-]{20,}(?:\.[\w-]+)?$/

/** Read once the server listens, or when the first is asked for: from then on they are what they were. */
type Files = () => Promise<Map<string, Built>>
function filesOf(app: FastifyInstance, folder: string): Files {
  let reading: ReturnType<Files> | undefined
  // what was not built when it was looked at may be by now
  const files: Files = async () => {
    const found = await (reading ??= builtFiles(folder))
    if (!found.has('index.html')) reading = undefined
    return found
  }
  app.addHook('onListen', async () => {
    await files()
  })
  return files
}

interface Site {
  base: string
  files: Files
  /** Asked for when a page of it is sent: what it names is built by then. */
  policy: (req: FastifyRequest) => string
  /** Other origins may load the files. */
  shared: boolean
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

function hashes(dist: string): string[] {
  try {
    const { script } = ownJson<{ script?: unknown }>(readFileSync(path.join(dist, 'client', 'csp.json'), 'utf8'))
    return Array.isArray(script)
      ? script.filter((h): h is string => typeof h === 'string' && /^sha(256|384|512)-[\w+/=]+$/.test(h))
      : []
  } catch {
    return []
  }
}

const wanted = (url: string, base: string): string | undefined => {
  try {
    return decodeURIComponent((url.split(/[?#]/)[0] ?? '').slice(base.length))
  } catch {
    return undefined
  }
}

async function sendFile(
  req: FastifyRequest,
  reply: FastifyReply,
  file: Built,
  { policy, shared }: Site,
  secret: boolean,
): Promise<FastifyReply> {
  const page = file.type.startsWith('text/html')
  reply.headers({
    'content-type': file.type,
    'cache-control': secret ? 'no-store' : file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'Origin, Accept-Encoding',
    'cross-origin-resource-policy': shared ? 'cross-origin' : 'same-origin',
  })
  if (page) reply.headers({ ...documentHeaders, 'content-security-policy': policy(req) })
  // an image opened by itself is a document: it may show itself and nothing else
  else if (file.type.startsWith('image/svg'))
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  else if (pdfWorker.test(file.name)) reply.header('content-security-policy', pdfWorkerPolicy)
  else reply.removeHeader('content-security-policy')
  if (req.headers['if-none-match']?.split(/,\s*/).includes(file.tag)) return reply.code(304).send()
  const coding = file.coding(req.headers['accept-encoding'])
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(await file.bytes(coding))
}

function serveSite(app: FastifyInstance, site: Site, origins: Origins): void {
  const answer = async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    allowOrigin(req, reply, origins)
    const name = wanted(req.url, site.base)
    if (name === undefined) return sendProblem(reply, new Fail('malformed'))
    const files = await site.files()
    const file = files.get(name) ?? (filesOnly.test(name) ? undefined : files.get('index.html'))
    if (file) return sendFile(req, reply, file, site, withCode.test(name))
    if (files.size) return sendProblem(reply, new Fail('not_found'))
    return reply.code(503).type('text/plain; charset=utf-8').send('This part was not built yet: run "npm run build".\n')
  }
  app.get(`${site.base}*`, answer)
  app.get(site.base.slice(0, -1), (_req, reply) => reply.redirect(site.base, 302))
}

/** The host platform's own configuration, which offers an account of the demonstration to fill in. */
async function withoutAccount(files: Files): Promise<object | undefined> {
  const file = (await files()).get('host.json')
  if (!file) return undefined
  const { demonstration: _account, ...rest } = ownJson<Record<string, unknown>>(String(await file.bytes('identity')))
  return rest
}

/**
 * The host platform shows developers how to embed the app; in production there is none.
 * @param dist folder of the builds, with `client` and `host` in it
 * @param published the passwords everybody knows may be used here
 * @param packages origin that pages asked for at an origin may frame
 */
export function pages(
  app: FastifyInstance,
  dist: string,
  origins: Origins,
  development: boolean,
  published: boolean,
  packages: (self: string) => string | undefined = () => undefined,
): void {
  const shared = development || origins.hosts.length > 0
  const scripts = once(() => hashes(dist))
  serveSite(
    app,
    {
      base: portal,
      files: filesOf(app, path.join(dist, 'client')),
      policy: (req) => appPolicy(scripts(), origins.hosts, packages(selfOrigin(req))),
      shared,
    },
    origins,
  )
  app.get('/', (_req, reply) => reply.redirect(portal, 302))
  if (!development) return
  const loopback = ['http://localhost:*', 'http://127.0.0.1:*']
  const host = filesOf(app, path.join(dist, 'host'))
  serveSite(
    app,
    {
      base: hostPage,
      files: host,
      policy: (req) => {
        const own = packages(selfOrigin(req))
        // the app may have another name of this machine than its host
        return hostPolicy([...origins.hosts, ...loopback], own === undefined ? [] : [own, ...loopback])
      },
      shared: false,
    },
    origins,
  )
  if (!published)
    app.get(`${hostPage}host.json`, async (_req, reply) => {
      const found = await withoutAccount(host)
      return found ? reply.header('cache-control', 'no-cache').send(found) : sendProblem(reply, new Fail('not_found'))
    })
}
