/** What others notice while foreign files of ten megabytes are read: the 99th percentile of a plain list, format by format. */
import { strToU8, zipSync } from 'fflate'
import { type Bench, benchServer, call } from './benchServer.ts'
import { sent } from './imported.ts'
import type { Figure } from './table.ts'

const bytes = 10 * 1024 * 1024
const budget = 50
/** Where the machine itself takes more: so many times what a server with nothing to do takes beside it. */
const share = 2

export const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
/** Lines until there are so many bytes. */
function filled(line: (n: number) => string, before = '', after = '', most = bytes): string {
  const parts = [before]
  let size = before.length + after.length
  for (let n = 0; size < most; n++) {
    const text = line(n)
    if (size + text.length > most) break
    size += text.length
    parts.push(text)
  }
  return [...parts, after].join('')
}

const words = 'Which of these answers names the protocol that is used between a resolver and a name server'
/** Files that are looked at and not kept. */
const drawings: Record<string, () => string> = {
  'containerlab.clab.yml': () =>
    filled(
      (n) => `    node-${n}: {kind: linux, image: "alpine:3", group: "row ${n % 40}"}\n`,
      'name: big\ntopology:\n  nodes:\n',
    ),
  'drawing.drawio': () =>
    filled(
      (n) =>
        `<mxCell id="c${n}" value="host ${n}" style="rounded=0" vertex="1" parent="1"><mxGeometry x="${n % 200}" y="${n}" width="40" height="20" as="geometry"/></mxCell>`,
      '<mxfile><diagram name="p"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>',
      '</root></mxGraphModel></diagram></mxfile>',
    ),
  'project.gns3': () =>
    filled(
      (n) => `{"node_id":"n${n}","name":"node-${n}","node_type":"vpcs","x":${n % 500},"y":${n},"ports":[]},`,
      '{"type":"topology","topology":{"links":[],"nodes":[',
      '{"node_id":"last","name":"last","node_type":"vpcs","x":0,"y":0}]}}',
    ),
  'lab.unl': () =>
    filled(
      (n) =>
        `<node id="${n + 1}" name="node ${n}" type="qemu" template="linux" image="linux" left="${n % 900}" top="${n % 700}"><interface id="0" name="e0" type="ethernet" network_id="1"/></node>`,
      '<?xml version="1.0"?><lab name="big" version="1"><topology><nodes>',
      '</nodes><networks><network id="1" type="bridge" name="lan" left="1" top="1"/></networks></topology></lab>',
    ),
  'sandbox.yml': () =>
    filled(
      (n) => `  - {name: host-${n}, base_box: {image: debian-12}, flavor: small}\n`,
      'name: big\nhosts:\n',
      'routers: []\nnetworks: []\nnet_mappings: []\nrouter_mappings: []\n',
    ),
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** A workbook of one sheet. */
const workbook = (rows: () => string): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    'xl/workbook.xml': strToU8(
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(rows()),
  })
const cells = (n: number, ...texts: string[]) =>
  `<row r="${n}">${texts.map((t, i) => `<c r="${String.fromCharCode(65 + i)}${n}" t="inlineStr"><is><t>${escaped(t)}</t></is></c>`).join('')}</row>`
/** Seconds that others are watched for; what takes longer is the same to its end, and is given up then. */
const watched = 15
/** Files that become a plan. */
const imports: Record<string, { kind: string; file: () => Uint8Array }> = {
  'questions.gift': {
    kind: 'questions',
    file: () => strToU8(filled((n) => `::Bench ${n}:: ${words}, case ${n}? {=DNS ~ARP ~DHCP}\n\n`)),
  },
  'questions.xml': {
    kind: 'questions',
    file: () =>
      strToU8(
        filled(
          (n) =>
            `<question type="truefalse"><name><text>Bench ${n}</text></name><questiontext format="html"><text>${words}, ${n}?</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`,
          '<?xml version="1.0" encoding="UTF-8"?><quiz>',
          '</quiz>',
        ),
      ),
  },
  'questions.aiken.txt': {
    kind: 'questions',
    file: () => strToU8(filled((n) => `${words}, case ${n}?\nA. DNS\nB. ARP\nC. DHCP\nANSWER: A\n\n`)),
  },
  'questions.md': {
    kind: 'questions',
    file: () =>
      strToU8(
        filled(
          (n) => `## ${(n % 99_999) + 1}. ${words}, case ${n}?\n\n- [x] DNS\n- [ ] ARP\n- [ ] DHCP\n\n`,
          '# Quiz\n\n',
        ),
      ),
  },
  'qti.xml': {
    kind: 'questions',
    file: () =>
      strToU8(
        filled(
          (n) =>
            `<item ident="i${n}" title="Bench ${n}"><presentation><material><mattext>${words}, ${n}?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="a"><material><mattext>DNS</mattext></material></response_label><response_label ident="b"><material><mattext>ARP</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item>`,
          '<?xml version="1.0" encoding="UTF-8"?><questestinterop><assessment ident="a" title="Bench"><section ident="s">',
          '</section></assessment></questestinterop>',
        ),
      ),
  },
  'questions.csv': {
    kind: 'questions',
    file: () =>
      strToU8(filled((n) => `single,Bench ${n},"${words}, ${n}?","DNS\nARP",A\n`, 'type,title,stem,options,answer\n')),
  },
  'questions.xlsx': {
    kind: 'questions',
    file: () =>
      workbook(() =>
        filled(
          (n) => cells(n + 2, 'single', `Bench ${n}`, `${words}, ${n}?`, 'DNS\nARP', 'A'),
          `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells(1, 'type', 'title', 'stem', 'options', 'answer')}`,
          '</sheetData></worksheet>',
        ),
      ),
  },
  'users.csv': {
    kind: 'users',
    file: () =>
      strToU8(filled((n) => `bench_${n},Bench Person ${n} of the second year\n`, 'username,name\n', '', bytes / 4)),
  },
  'challenges.zip': {
    kind: 'flags',
    file: () =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: 10_000 }, (_, n) => [
            `web/c${n}/challenge.yml`,
            strToU8(
              `name: Bench ${n}\ncategory: web\ndescription: ${words.repeat(10)}\nvalue: 100\ntype: standard\nflags:\n  - flag{${n}}\n`,
            ),
          ]),
        ),
        { level: 1 },
      ),
  },
  'dorks.zip': {
    kind: 'resources',
    file: () =>
      zipSync({
        'ghdb.json': strToU8(
          filled(
            (n) =>
              `{"id":"${n}","date":"2025-03-04","url_title":"<a href=\\"/ghdb/${n}\\">inurl:bench/${n} filetype:log ${words}</a>","cat_id":["5","Vulnerable Files"],"author_id":["1","Bench"],"author":{"id":"1","name":"Bench"},"category":{"cat_id":"5","cat_title":"Vulnerable Files"}},`,
            '{"draw":1,"recordsTotal":1,"recordsFiltered":1,"data":[',
            '{"id":"999999999","date":"2025-03-04","url_title":"<a href=\\"/ghdb/9\\">inurl:last</a>","cat_id":["5","Vulnerable Files"],"author_id":["1","Bench"],"author":{"id":"1","name":"Bench"},"category":{"cat_id":"5","cat_title":"Vulnerable Files"}}]}',
          ),
        ),
      }),
  },
}

/** What is measured, and a server beside it with nothing to do: what the machine leaves of a list's time while both share it. */
export interface Pair {
  busy: Bench
  idle: Bench
}
export async function pairOfServers(): Promise<Pair & { stop: () => Promise<void> }> {
  const idle = await benchServer()
  const busy = await benchServer().catch(async (e: unknown) => {
    await idle.stop()
    throw e
  })
  const stop = async () => {
    await Promise.all([busy.stop(), idle.stop()])
  }
  return { busy, idle, stop }
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((x, y) => x - y)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

/** Times of a plain list, some twenty a second of each server, one after the other, until the work is done. */
export async function beside(
  { busy, idle }: Pair,
  work: Promise<unknown>,
): Promise<{ p99: number; idle: number; seconds: number; calls: number }> {
  const times = { busy: [] as number[], idle: [] as number[] }
  const timed = async (b: Bench, into: number[]) => {
    const at = performance.now()
    await call(b, 'GET', '/tools?page_size=20')
    into.push(performance.now() - at)
  }
  const from = performance.now()
  let done = false
  const ended = work.finally(() => (done = true))
  while (!done || times.busy.length < 20) {
    const at = performance.now()
    await timed(busy, times.busy)
    await timed(idle, times.idle)
    await pause(Math.max(0, 40 - (performance.now() - at)))
  }
  await ended
  return {
    p99: percentile(times.busy, 0.99),
    idle: percentile(times.idle, 0.99),
    seconds: (performance.now() - from) / 1000,
    calls: times.busy.length,
  }
}

/**
 * The same drawing over and over for so long, ms, that a hundred lists are asked for meanwhile: one alone is read within a second. A topology
 * is refused when it is too large for one, which is no less to read.
 */
async function read(b: Bench, name: string, bytes: Uint8Array<ArrayBuffer>, least = 8000): Promise<void> {
  for (const from = performance.now(); performance.now() - from < least; )
    await fetch(`${b.url}/api/mg/api/topologies/read?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${b.token}`, 'content-type': 'application/octet-stream' },
      body: bytes,
    }).then((r) => r.text())
}

async function plan(b: Bench, name: string, kind: string, file: Uint8Array): Promise<void> {
  const { id } = await sent(b, name, kind, file)
  const from = performance.now()
  for (;;) {
    const p = await call<{ state: string; problem: string | null; details?: object }>(b, 'GET', `/imports/${id}`)
    // what a cap turns away was looked at for no longer
    const { code } = (p.details ?? {}) as { code?: string }
    if (p.state === 'failed' && code !== 'too_complex' && code !== 'too_many_rows')
      throw new Error(`${name}: the import failed: ${p.problem} ${JSON.stringify(p.details)}`)
    if (p.state !== 'planning' || performance.now() - from > watched * 1000) break
    await pause(100)
  }
  await call(b, 'DELETE', `/imports/${id}`)
}

/** The 99th percentile of a list beside something, and in the same words what a server with nothing to do took meanwhile. */
export const besideFigure = (
  what: string,
  { p99, idle, seconds, calls }: Awaited<ReturnType<typeof beside>>,
): Figure => ({
  what: `a list while ${what} (${seconds.toFixed(1)} s, ${calls} calls; of an idle server ${idle.toFixed(0)} ms), p99`,
  value: p99,
  unit: 'ms',
  budget: `≤ ${budget} ms, or ${share} × the idle server`,
  held: p99 <= Math.max(budget, share * idle),
})

/** @param only names of files to read; all without */
export async function readerFigures(only?: readonly string[]): Promise<Figure[]> {
  const { stop, ...pair } = await pairOfServers()
  try {
    // the first calls are compiled
    await beside(pair, pause(3000))
    const out: Figure[] = [besideFigure('nobody sends a file', await beside(pair, pause(4000)))]
    const add = async (name: string, work: () => Promise<unknown>) => {
      if (!only || only.includes(name)) out.push(besideFigure(`10 MB are read: ${name}`, await beside(pair, work())))
    }
    for (const [name, make] of Object.entries(drawings)) {
      // as bytes: making them of a text is work of whoever measures
      const bytes = new TextEncoder().encode(make())
      await add(name, () => read(pair.busy, name, bytes))
    }
    for (const [name, { kind, file }] of Object.entries(imports)) {
      const made = file()
      await add(name, () => plan(pair.busy, name, kind, made))
    }
    return out
  } finally {
    await stop()
  }
}
