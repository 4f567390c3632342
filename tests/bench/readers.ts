/** What others notice while foreign files of ten megabytes are read: the 99th percentile of a plain list, format by format. */
import { strToU8, zipSync } from 'fflate'
import { type Bench, benchServer, call } from './benchServer.ts'
import { sent } from './imported.ts'
import type { Figure } from './table.ts'

const bytes = 10 * 1024 * 1024
const budget = 50

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
}
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

/** Times of a plain list, some twenty a second, until the work is done. */
export async function beside(
  b: Bench,
  work: Promise<unknown>,
): Promise<{ p99: number; seconds: number; calls: number }> {
  const times: number[] = []
  const from = performance.now()
  let done = false
  const ended = work.finally(() => (done = true))
  while (!done || times.length < 20) {
    const at = performance.now()
    await call(b, 'GET', '/tools?page_size=20')
    times.push(performance.now() - at)
    await pause(Math.max(0, 40 - (performance.now() - at)))
  }
  await ended
  const sorted = times.toSorted((x, y) => x - y)
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
  return { p99, seconds: (performance.now() - from) / 1000, calls: times.length }
}

/** A topology is refused when it is too large for one, which is no less to read. */
async function read(b: Bench, name: string, text: string): Promise<void> {
  await fetch(`${b.url}/api/mg/api/topologies/read?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${b.token}`, 'content-type': 'application/octet-stream' },
    body: text,
  }).then((r) => r.text())
}

async function plan(b: Bench, name: string, kind: string, file: Uint8Array): Promise<void> {
  const { id } = await sent(b, name, kind, file)
  for (;;) {
    const p = await call<{ state: string; problem: string | null }>(b, 'GET', `/imports/${id}`)
    if (p.state === 'planned') return
    if (p.state === 'failed') throw new Error(`${name}: the import failed: ${p.problem}`)
    await pause(100)
  }
}

export async function readerFigures(): Promise<Figure[]> {
  const b = await benchServer()
  try {
    const alone = await beside(b, pause(4000))
    const out: Figure[] = [{ what: 'a list while nobody sends a file, p99', value: alone.p99, unit: 'ms', budget: '' }]
    const add = async (what: string, work: Promise<unknown>) => {
      const { p99, seconds, calls } = await beside(b, work)
      out.push({
        what: `a list while 10 MB are read: ${what} (${seconds.toFixed(1)} s, ${calls} calls), p99`,
        value: p99,
        unit: 'ms',
        budget: `≤ ${budget} ms`,
        held: p99 <= budget,
      })
    }
    for (const [name, make] of Object.entries(drawings)) {
      const text = make()
      await add(name, read(b, name, text))
    }
    for (const [name, { kind, file }] of Object.entries(imports)) {
      const made = file()
      await add(name, plan(b, name, kind, made))
    }
    return out
  } finally {
    await b.stop()
  }
}
