/** The interface for people to read: one page without scripts, and the machine's description beside it. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#src/contract/api.ts'
import { type TusCall, tusCalls, tusPath } from '#src/contract/device/tus.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { problems } from '#src/contract/problems.ts'
import { apiBase, baseOf } from '../request/bases.ts'
import { docsPolicy } from '../reply/csp.ts'
import { accepts } from './files.ts'
import { openapi } from './openapi.ts'

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:64rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem}h2{margin-top:2.2rem;border-bottom:1px solid;padding-bottom:.3rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #8884}code{font:13px ui-monospace,monospace}
td:first-child{white-space:nowrap}.who{opacity:.75;font-size:13px}nav a{margin-right:.8rem}`

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const whoMay = ({ screens }: Pick<Route, 'screens'>): string =>
  screens === 'public'
    ? 'anybody'
    : screens === 'signed-in'
      ? 'anybody signed in'
      : `holders of ${screens.join(' or ')}`

type Told = Pick<Route, 'summary' | 'screens' | 'problems'>
function row([key, route, more = '']: readonly [string, Told, string?]): string {
  const [method, path] = splitKey(key)
  const codes = route.problems?.length ? ` Problems: ${route.problems.map((p) => `<code>${p}</code>`).join(', ')}.` : ''
  return `<tr><td><code>${method} ${escape(path)}</code></td><td>${escape(route.summary)}.${more}${codes}<div class="who">${escape(whoMay(route))}</div></td></tr>`
}

const headers = (kind: string, all: TusCall['asks']): string =>
  ` ${kind}: ${all.map((h) => `<code>${escape(h.name)}${h.is ? `: ${escape(h.is)}` : ''}</code> (${escape(h.about)}${h.optional ? '; may be left out' : ''})`).join(', ')}.`

function page(base: string): string {
  const areas = new Map<string, Parameters<typeof row>[0][]>()
  const tus = tusCalls.map((c): Parameters<typeof row>[0] => [
    `${c.method} ${tusPath}`,
    c,
    headers('Headers', c.asks) + headers(`Answers ${c.status} with`, c.answers),
  ])
  for (const entry of [...Object.entries(api as Record<string, Route>), ...tus]) {
    const area = splitKey(entry[0])[1].split('/')[1] ?? ''
    areas.set(area, [...(areas.get(area) ?? []), entry])
  }
  const names = [...areas.keys()]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cyber range: the interface</title><style>${style}</style></head><body>
<h1>The interface</h1><p>Base <code>${escape(base)}</code>. Send <code>Authorization: Bearer</code> with the token of <code>POST /session</code>. For machines: <a href="${escape(base)}/openapi.json">openapi.json</a>.</p>
<nav>${names.map((n) => `<a href="#${escape(n)}">${escape(n)}</a>`).join('')}<a href="#problems">problems</a></nav>
${names.map((n) => `<h2 id="${escape(n)}">${escape(n)}</h2><table>${areas.get(n)?.map(row).join('')}</table>`).join('\n')}
<h2 id="problems">problems</h2><table>${Object.entries(problems)
    .map(([code, status]) => `<tr><td><code>${code}</code></td><td>${status}</td></tr>`)
    .join('')}</table>
</body></html>`
}

interface Description {
  plain: Buffer
  packed: Buffer
  tag: string
}
function described(text: string): Description {
  const plain = Buffer.from(text)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, packed: gzipSync(plain), tag }
}

export function docs(app: FastifyInstance): void {
  const policy = docsPolicy(`sha256-${createHash('sha256').update(style).digest('base64')}`)
  // megabytes, the same for everybody: made and compressed once, and asked for again by whoever has it only to hear so
  const made = new Map<string, Description>()
  const once = (kind: string, base: string, make: (base: string) => string): Description => {
    const had = made.get(kind + base) ?? described(make(base))
    made.set(kind + base, had)
    return had
  }
  const send = (req: FastifyRequest, reply: FastifyReply, { plain, packed, tag }: Description) => {
    reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
    if (req.headers['if-none-match'] === tag) return reply.code(304).send()
    if (!accepts(req.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  }
  app.get(`${apiBase}/openapi.json`, (req, reply) =>
    send(
      req,
      reply.type('application/json; charset=utf-8'),
      once('machine', baseOf(req.originalUrl), (base) => JSON.stringify(openapi(base))),
    ),
  )
  app.get(`${apiBase}/docs`, (req, reply) =>
    send(
      req,
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8'),
      once('people', baseOf(req.originalUrl), page),
    ),
  )
}
