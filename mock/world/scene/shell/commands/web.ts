/** Commands that fetch from web servers. */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { FileError, textOf } from '../disk.ts'
import { accountsOf, withFlags } from '../image.ts'
import { type Cmd, type Program, type Programs, strictly } from '../program.ts'
import { answer, type Inside, type Request, type Response, statusText } from '../serve/http.ts'
import { passwordFits } from '../signIn.ts'
import { at, modeText } from './files.ts'
import { connect, overheard, type Reached } from './ports.ts'

function urlOf(text: string): URL | undefined {
  const whole = text.includes('://') ? text : `http://${text}`
  return URL.canParse(whole) ? new URL(whole) : undefined
}
const portOf = (u: URL) => Number(u.port || (u.protocol === 'https:' ? 443 : u.protocol === 'ftp:' ? 21 : 80))

/** What a web server of the scene answers. */
export async function fetched(c: Cmd, met: Reached, asked: Request): Promise<Response> {
  const { host, service } = met
  const here = host.node.id === c.shell.host.node.id
  const disk = here ? c.shell.disk : await c.diskOf(host)
  const inside: Inside = {
    host,
    disk,
    run: async (user, line) => (await c.on(host, user, line)).out,
    async ask(name, port, path) {
      const { out, status } = await c.on(host, 'root', `curl -s -i http://${name}:${port}${path}`)
      if (status !== 0) return undefined
      return { status: Number(out.split(' ')[1]), body: out.slice(out.indexOf('\n\n') + 2) }
    },
  }
  const { served } = service
  if (served?.kind !== 'http') {
    const file = `/var/www/html${asked.path.endsWith('/') ? `${asked.path}index.html` : asked.path}`
    const found = service.name === 'http' && disk.stat(file)?.kind === 'file'
    const text = service.name !== 'http' ? `${service.banner}\n` : found ? textOf(disk.read(file, 'root')) : undefined
    const lost = '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n'
    const body = Buffer.from(text ?? lost)
    return {
      status: text === undefined ? 404 : 200,
      headers: [
        ['Server', 'nginx/1.24.0'],
        ['Content-Type', 'text/html'],
        ['Content-Length', String(body.length)],
      ],
      body,
    }
  }
  const filled = {
    ...served,
    routes: served.routes.map((r) => ({ ...r, page: withFlags(host, r.page) })),
    tables: Object.fromEntries(
      Object.entries(served.tables).map(([n, rows]) => [
        n,
        rows.map((r) =>
          Object.fromEntries(Object.entries(r).map(([k, v]) => [k, typeof v === 'string' ? withFlags(host, v) : v])),
        ),
      ]),
    ),
  }
  return answer(inside, filled, asked)
}

const repeated = (args: readonly string[], ...names: string[]): string[] =>
  args.flatMap((a, i) => (names.includes(args[i - 1] ?? '') ? [a] : []))

const curl: Program = {
  about: 'fetch from a web or file server',
  use: 'curl [-isIGLv] [-X method] [-d data] [-H header] [-b cookie] [-A agent] [-u user:password] [-o file] [--path-as-is] url',
  more: `  -i, -I         with the head of the answer; the head alone
  -v             all that is said
  -s, -f         without messages; fail where the server says 400 or more
  -X method      GET, POST, PUT …
  -d data        what is sent (@file: of a file); --data-urlencode name=text
  -G             sends it in the address
  -H 'Name: v'   a header; -b cookie, -A agent, -u user:password
  -o file, -O    into a file
  --path-as-is   keeps /../ in the address
`,
  async run(c) {
    const long: Readonly<Record<string, string>> = {
      '--data': '-d',
      '--header': '-H',
      '--cookie': '-b',
      '--output': '-o',
      '--head': '-I',
      '--include': '-i',
      '--silent': '-s',
      '--request': '-X',
      '--user': '-u',
      '--user-agent': '-A',
      '--get': '-G',
    }
    const encoded = '--data-urlencode'
    const args = c.args.map((a) => long[a] ?? a)
    const coded = repeated(args, encoded)
    const plain = args.filter((a, i) => a !== encoded && args[i - 1] !== encoded)
    const o = strictly({ args: plain, use: c.use, out: c.out, err: c.err }, 'curl', 'isSkILvGfO', 'dHbAoXucm', [
      '--path-as-is',
      '--max-time',
    ])
    if (!o) return 2
    const u = urlOf(o.rest[0] ?? '')
    if (!u) {
      c.err("curl: try 'curl --help' for more information\n")
      return 2
    }
    const data = [
      ...repeated(plain, '-d').map((d) =>
        d.startsWith('@') ? textOf(c.shell.disk.read(at(c, d.slice(1)), c.shell.user)).trim() : d,
      ),
      ...coded.map((d) => {
        const cut = d.indexOf('=')
        return `${d.slice(0, cut + 1)}${encodeURIComponent(d.slice(cut + 1))}`
      }),
    ].join('&')
    if (o.has('G') && data) u.search = `${u.search ? `${u.search}&` : '?'}${data}`
    await c.sleep(30)
    const port = portOf(u)
    const met = await connect(c, u.hostname, port)
    if ('why' in met) {
      const [code, why] =
        met.why === 'Could not resolve host'
          ? [6, `Could not resolve host: ${u.hostname}`]
          : met.why === 'Connection timed out'
            ? [28, `Failed to connect to ${u.hostname} port ${port} after 129003 ms: Couldn't connect to server`]
            : [7, `Failed to connect to ${u.hostname} port ${port} after 1 ms: Couldn't connect to server`]
      if (o.has('v')) c.err(`*   Trying ${met.address ?? u.hostname}:${port}...\n* ${met.why}\n`)
      if (!o.has('s') || o.has('S')) c.err(`curl: (${code}) ${why}\n`)
      return code
    }
    if (u.protocol === 'ftp:') return ftp(c, met, u, o.value('u'), o.value('o'))
    const headers = new Map(
      repeated(plain, '-H').map(
        (h) => [h.slice(0, h.indexOf(':')).trim().toLowerCase(), h.slice(h.indexOf(':') + 1).trim()] as const,
      ),
    )
    const cookies = repeated(plain, '-b')
    if (cookies.length) headers.set('cookie', cookies.join('; '))
    headers.set('user-agent', o.value('A') ?? headers.get('user-agent') ?? 'curl/7.88.1')
    const sends = data !== '' && !o.has('G')
    // the path as it was typed, dots and all, where that is asked for
    const typed = o.has('--path-as-is')
      ? (/^(?:https?:\/\/)?[^/]+(\/[^?#]*)/.exec(o.rest[0] ?? '')?.[1] ?? '/')
      : u.pathname
    const asked: Request = {
      method: o.has('I') ? 'HEAD' : (o.value('X') ?? (sends ? 'POST' : 'GET')).toUpperCase(),
      path: decoded(typed),
      query: u.searchParams,
      body: sends ? data : '',
      headers,
    }
    const got = await fetched(c, met, asked)
    const status = statusText(got.status)
    const head = `HTTP/1.1 ${status}\n${got.headers.map(([n, v]) => `${n}: ${v}\n`).join('')}\n`
    if (u.protocol === 'https:') handshake(c, met, port, u.hostname)
    else
      overheard(c, met, port, [
        [
          '>',
          `${asked.method} ${u.pathname}${u.search} HTTP/1.1\r\nHost: ${u.host}\r\n${[...headers].map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n${asked.body}`,
        ],
        ['<', head.replaceAll('\n', '\r\n') + got.body.toString('utf8')],
      ])
    if (o.has('f') && got.status >= 400) {
      if (!o.has('s') || o.has('S')) c.err(`curl: (22) The requested URL returned error: ${got.status}\n`)
      return 22
    }
    const file = o.value('o') ?? (o.has('O') ? (u.pathname.split('/').at(-1) ?? '') : undefined)
    try {
      if (o.has('v')) {
        const sent = [
          `${asked.method} ${u.pathname}${u.search} HTTP/1.1`,
          `Host: ${u.host}`,
          ...[...headers].map(([n, v]) => `${n}: ${v}`),
          '',
        ]
        c.err(
          `*   Trying ${met.address}:${port}...\n* Connected to ${u.hostname} (${met.address}) port ${port} (#0)\n${sent.map((l) => `> ${l}\n`).join('')}${head
            .trimEnd()
            .split('\n')
            .map((l) => `< ${l}\n`)
            .join('')}< \n`,
        )
      }
      if (o.has('I') || o.has('i')) c.out(head)
      if (file !== undefined) c.shell.disk.write(at(c, file), got.body, c.shell.user)
      else if (!o.has('I')) c.out(got.body.toString('utf8'))
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      c.err(`curl: (23) Failed writing ${file}\n`)
      return 23
    }
    return 0
  },
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A file or a listing of a file server. */
async function ftp(c: Cmd, met: Reached, u: URL, user: string | undefined, into: string | undefined): Promise<number> {
  const { served } = met.service
  if (met.service.name !== 'ftp') {
    c.err('curl: (8) Weird server reply\n')
    return 8
  }
  const [name = 'anonymous', password = ''] = user?.split(':') ?? [u.username || 'anonymous', u.password]
  const disk = await c.diskOf(met.host)
  const let_in =
    name === 'anonymous' ? served?.anonymous === true : passwordFits(disk, name, decodeURIComponent(password))
  overheard(c, met, 21, [
    ['<', `220 ${met.service.banner}\r\n`],
    ['>', `USER ${name}\r\n`],
    ['<', '331 Please specify the password.\r\n'],
    ['>', `PASS ${password}\r\n`],
    ['<', let_in ? '230 Login successful.\r\n' : '530 Login incorrect.\r\n'],
  ])
  if (!let_in) {
    c.err('curl: (67) Access denied: 530\n')
    return 67
  }
  const root =
    name === 'anonymous'
      ? (served?.root ?? '/srv/ftp')
      : (accountsOf(met.host).find((a) => a.name === name)?.home ?? '/')
  const there = posix.join(root, decoded(u.pathname))
  const reader = name === 'anonymous' ? 'ftp' : name
  try {
    const e = disk.stat(there.replace(/(.)\/$/, '$1'))
    if (e?.kind === 'folder') {
      for (const n of disk.list(there.replace(/(.)\/$/, '$1'))) {
        const one = disk.stat(posix.join(there, n))
        if (one) c.out(`${modeText(one)}    1 ${one.owner.padEnd(8)} ${String(one.size).padStart(8)} ${n}\n`)
      }
      return 0
    }
    const body = disk.read(there, reader)
    if (into !== undefined) c.shell.disk.write(at(c, into), body, c.shell.user)
    else c.out(textOf(body))
    return 0
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    c.err('curl: (78) RETR response: 550\n')
    return 78
  }
}

/** Records of a TLS 1.3 handshake (RFC 8446): two in the clear, the others as whoever listens sees them. */
function handshake(c: Cmd, met: Reached, port: number, name: string): void {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const size = (h: string) => (h.length / 2).toString(16).padStart(4, '0')
  const record = (type: string, body: string) => `${type}0303${size(body)}${body}`
  const random = (n: number, seed: string) =>
    createHash('shake256', { outputLength: n }).update(`${c.shell.now().getTime()} ${seed}`).digest('hex')
  const entry = `00${size(hex(name))}${hex(name)}`
  const sni = `0000${size(`${size(entry)}${entry}`)}${size(entry)}${entry}`
  const versions = '002b0003020304'
  const client = `0303${random(32, 'c')}000004130113030100${size(sni + versions)}${sni}${versions}`
  const server = `0303${random(32, 's')}0013010000${size('002b00020304')}002b00020304`
  const sealed = (n: number, seed: string) => record('17', random(n, seed))
  const shake = (type: string, body: string) => `${type}00${size(body)}${body}`
  overheard(c, met, port, [
    ['>', record('16', shake('01', client)), 'hex'],
    ['<', record('16', shake('02', server)), 'hex'],
    ['<', '140303000101', 'hex'],
    ['<', sealed(520, 'certificate'), 'hex'],
    ['>', sealed(52, 'finished'), 'hex'],
    ['>', sealed(96, 'request'), 'hex'],
    ['<', sealed(240, 'answer'), 'hex'],
  ])
}

export const webCommands: Programs = {
  curl,
  wget: {
    about: 'fetch a file',
    use: 'wget [-q] [-O file] url',
    async run(c) {
      const o = strictly(c, 'wget', 'qcN', 'OT')
      if (!o) return 2
      const u = urlOf(o.rest[0] ?? '')
      if (!u || o.rest[0] === undefined) {
        c.err(`wget: missing URL\nusage: ${c.use}\n`)
        return 1
      }
      const last = `${u.pathname.split('/').at(-1) ?? ''}${u.search}`
      const name = o.value('O') ?? (u.pathname.endsWith('/') ? 'index.html' : last)
      const say = (text: string) => (o.has('q') ? undefined : c.err(text))
      say(`--${c.shell.now().toISOString().slice(0, 19).replace('T', ' ')}--  ${u.href}\n`)
      const met = await connect(c, u.hostname, portOf(u))
      if ('why' in met) {
        say(
          met.why === 'Could not resolve host'
            ? `wget: unable to resolve host address '${u.hostname}'\n`
            : `Connecting to ${u.hostname}:${portOf(u)}... failed: ${met.why}.\n`,
        )
        return 4
      }
      say(
        `Connecting to ${u.hostname}|${met.address}|:${portOf(u)}... connected.\nHTTP request sent, awaiting response... `,
      )
      const status = await c.run(['curl', '-s', '-f', '-o', name, o.rest[0]])
      if (status === 22) say('ERROR: the server refuses it; curl -i shows why.\n')
      else if (status === 0) say(`200 OK\nSaving to: '${name}'\n\n'${name}' saved\n`)
      return status === 22 ? 8 : status
    },
  },
}
