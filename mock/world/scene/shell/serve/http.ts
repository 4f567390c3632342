/** Web servers of simulated nodes: pages, forms, sessions, and the holes that their drawing gives them. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { FileError, diskText, type Disk } from '../disk.ts'
import type { Host } from '../image.ts'
import type { Served, WebRoute } from '../model.ts'
import { select, SqlError } from './sql.ts'
import { type Site, siteOf, usualSite } from './site.ts'

export interface WebRequest {
  method: string
  path: string
  query: URLSearchParams
  body: string
  headers: ReadonlyMap<string, string>
}
export interface WebResponse {
  status: number
  headers: [string, string][]
  body: Buffer
}
export interface WebServerContext {
  host: Host
  disk: Disk
  /** A line that somebody of this node runs. */
  run(user: string, line: string): Promise<string>
  /** What another node's web server says; undefined where it does not answer. */
  ask(name: string, port: number, at: string): Promise<{ status: number; body: string } | undefined>
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
}
export const statusText = (n: number): string => `${n} ${words[n] ?? ''}`.trim()
const largest = 256 * 1024

interface Session {
  user: string
  role: string
}
const packed = (s: Session) => Buffer.from(`user=${s.user};role=${s.role}`).toString('base64')
function signature(text: string, how: 'md5' | 'hmac', host: Host): string {
  if (how === 'md5') return createHash('md5').update(text).digest('hex')
  return createHmac('sha256', `${host.scene} ${host.node.id}`).update(text).digest('hex')
}
function sessionOf(cookie: string, how: 'md5' | 'hmac', host: Host): Session | undefined {
  const [, text = '', sign = ''] = /(?:^|;\s*)session=([\w+/=%-]+)\.([0-9a-f]+)/.exec(cookie) ?? []
  const [given, right] = [Buffer.from(sign), Buffer.from(signature(text, how, host))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const facts = new Map(
    Buffer.from(text, 'base64')
      .toString('utf8')
      .split(';')
      .map((p) => [p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)] as const),
  )
  return { user: facts.get('user') ?? '', role: facts.get('role') ?? '' }
}

const page = (status: number, text = ''): WebResponse => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(
    text ||
      `<html><head><title>${statusText(status)}</title></head><body><h1>${statusText(status)}</h1></body></html>\n`,
  ),
})

/** The site as its file says now; undefined while the file is broken. */
export function siteNow(service: Pick<Served, 'config' | 'root' | 'port'>, disk: Disk): Site | undefined {
  if (service.config === undefined) return { ...usualSite, root: service.root, port: service.port }
  if (!disk.stat(service.config)) return undefined
  const site = siteOf(diskText(disk.read(service.config, 'root')), service.config)
  return 'fault' in site ? undefined : site
}

export async function answer(inside: WebServerContext, service: Served, asked: WebRequest): Promise<WebResponse> {
  const { disk } = inside
  const site = siteNow(service, disk) ?? usualSite
  const routes = service.routes.filter((r) => r.path === asked.path)
  const route = routes.find((r) => r.method === (asked.method === 'HEAD' ? 'GET' : asked.method))
  const given = route
    ? await routed(inside, service, route, asked)
    : routes.length
      ? page(405)
      : await found(inside, service, site, asked)
  return {
    status: given.status,
    headers: [
      ['Server', service.banner || 'nginx/1.24.0'],
      ...given.headers,
      ...site.headers.map(([n, v]): [string, string] => [n, v]),
      ['Content-Length', String(given.body.length)],
    ],
    body: asked.method === 'HEAD' ? Buffer.alloc(0) : given.body.subarray(0, largest),
  }
}

async function found({ disk }: WebServerContext, service: Served, site: Site, asked: WebRequest): Promise<WebResponse> {
  const at = path.posix.join(site.root, path.posix.normalize(`/${asked.path}`))
  const within = at === site.root || at.startsWith(`${site.root}/`)
  if (!within || site.denied.some((d) => asked.path.startsWith(d))) return page(403)
  const user = service.user
  try {
    const e = disk.stat(at.replace(/(.)\/$/, '$1'))
    if (e?.kind !== 'folder') return file(at, disk.read(at, user))
    // as nginx does: a folder is asked for with its slash, or the links of its page lead elsewhere
    if (!asked.path.endsWith('/')) {
      const moved = page(301)
      moved.headers.push(['Location', `${asked.path}/`])
      return moved
    }
    const index = `${at.replace(/\/$/, '')}/index.html`
    if (disk.stat(index)) return file(index, disk.read(index, user))
    if (!site.listing) return page(403)
    const names = disk.list(at.replace(/(.)\/$/, '$1'))
    return page(
      200,
      `<html><head><title>Index of ${asked.path}</title></head><body><h1>Index of ${asked.path}</h1><pre>\n${names.map((n) => `<a href="${n}">${n}</a>\n`).join('')}</pre></body></html>\n`,
    )
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    return page(e.code === 'EACCES' ? 403 : 404)
  }
}
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  txt: 'text/plain',
  json: 'application/json',
  css: 'text/css',
}
const file = (at: string, body: Uint8Array): WebResponse => ({
  status: 200,
  headers: [['Content-Type', types[path.posix.extname(at).slice(1)] ?? 'application/octet-stream']],
  body: Buffer.from(body),
})

async function routed(
  inside: WebServerContext,
  service: Served,
  route: WebRoute,
  asked: WebRequest,
): Promise<WebResponse> {
  const { host, disk } = inside
  const how = service.routes.find((r) => r.login)?.login?.sign ?? 'hmac'
  const session = sessionOf(asked.headers.get('cookie') ?? '', how, host)
  if (route.needs && !session) return page(401)
  if (route.needs?.role !== undefined && session?.role !== route.needs.role) return page(403)
  const form = new URLSearchParams(asked.body)
  const param = (name: string) => form.get(name) ?? asked.query.get(name) ?? ''
  const facts = new Map<string, string>([
    ['user', session?.user ?? ''],
    ['role', session?.role ?? ''],
  ])
  const filled = (text: string): string =>
    text
      .replace(/\{(q\.)?(\w+)(\|sql)?\}/g, (whole, q: string | undefined, name: string, quoted: string | undefined) => {
        const value = q ? param(name) : facts.get(name)
        return value === undefined ? whole : quoted ? value.replaceAll("'", "''") : value
      })
      .slice(0, largest)

  if (route.login) {
    const wanted = ['user', ...(route.login.users ? ['password'] : [])]
    const missing = wanted.find((n) => !form.has(n) && !asked.query.has(n))
    if (missing !== undefined) return page(400, `<p>field ${missing} is missing</p>\n`)
    const name = param('user').slice(0, 500)
    const known = route.login.users?.[name]
    if (name === '' || (route.login.users && (!known || known.password !== param('password'))))
      return page(401, '<p>Wrong user name or password.</p>\n')
    const text = packed({ user: name, role: known?.role ?? 'user' })
    facts.set('user', name)
    const made = page(200, filled(route.page))
    made.headers.push(['Set-Cookie', `session=${text}.${signature(text, how, host)}; Path=/; HttpOnly`])
    return made
  }
  if (route.file !== undefined) {
    const at = path.posix.resolve('/', filled(route.file))
    try {
      return file(at, disk.read(at, service.user))
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      return page(e.code === 'EACCES' ? 403 : 404)
    }
  }
  if (route.exec !== undefined) facts.set('out', await inside.run(service.user, filled(route.exec)))
  if (route.query !== undefined)
    try {
      const { columns, rows } = select(filled(route.query), service.tables)
      facts.set('rows', rows.map((r) => `${r.join(' | ')}\n`).join('') || 'nothing found\n')
      facts.set('columns', columns.join(' | '))
    } catch (e) {
      if (!(e instanceof SqlError)) throw e
      return page(500, `<p>${e.message}</p>\n`)
    }
  if (route.check) {
    const { host: name, port, path: at, wants, otherwise } = route.check
    const said = await inside.ask(name, port, at)
    if (said?.status !== 200 || !said.body.includes(wants)) {
      facts.set(
        'state',
        said === undefined ? `${name}:${port} connection refused` : `${name}:${port} answered ${said.status}`,
      )
      return { ...page(200, filled(otherwise)), headers: [['Content-Type', route.type]] }
    }
  }
  return { status: 200, headers: [['Content-Type', route.type]], body: Buffer.from(filled(route.page)) }
}
