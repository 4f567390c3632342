/** J11: a small file that is made to be hard to read is read in time by its length, in every format: nothing is gone through twice for each part. */
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Format } from './format.ts'
import { headSize } from './format.ts'
import type { FoundRow } from './found.ts'
import { Unreadable } from './found.ts'
import { formats } from './registry.ts'
import { bytesSource, type SourceFile } from './source.ts'

const formatOf = (id: string): Format => {
  const found = formats.find((f) => f.id === id)
  if (!found) throw new Error(`no format ${id}`)
  return found
}
/** Milliseconds of this process's own work; what was made of the file. */
async function worked(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}
async function rowsOf(format: Format, file: SourceFile, beside: readonly SourceFile[]): Promise<number> {
  let rows = 0
  try {
    for await (const _ of format.read(file, beside) as AsyncIterable<FoundRow>) rows++
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
  }
  return rows
}

const many = 200_000
const cdata = (text: string) => `<![CDATA[${text}]]>`
const moodle = (text: string) =>
  `<quiz><question type="multichoice"><name><text>a</text></name><questiontext format="html"><text>${cdata(text)}</text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`
const shortAnswers = Array.from({ length: 20_000 }, (_, n) => `=%50%a${n} `).join('')
const table = (columns: string, cells: string) => `type,title,stem,answer,${columns}\nshort,t,s,a,"${cells}"\n`
const results = (rows: unknown[]) => JSON.stringify({ count: rows.length, results: rows, meta: {} })
const ids = Array.from({ length: 8000 }, (_, n) => n)

const files: [what: string, id: string, name: string, text: string, beside?: Record<string, string>][] = [
  ['GIFT: answers that count in part', 'gift', 'a.gift', `q {${shortAnswers}=x}`],
  ['GIFT: a category below hundreds of thousands', 'gift', 'a.gift', `$CATEGORY: ${'a/'.repeat(many)}\n\nq{T}\n`],
  ['Aiken: spaces behind a key', 'aiken', 'a.txt', `q\nA. a\nANSWER: A${' '.repeat(many)}x\n`],
  ['Markdown: lines of a question', 'markdown', 'a.md', `## 1. q\n${'a\n'.repeat(many)}- [x] a\n`],
  ['Markdown: lines of an option', 'markdown', 'a.md', `## 1. q\n- [x] a\n${'  a\n'.repeat(many)}`],
  ['Markdown: blank lines', 'markdown', 'a.md', `## 1. q\n${'\n'.repeat(many)}a\n- [x] a\n`],
  ['Moodle: a mark in a mark', 'moodle-xml', 'a.xml', moodle('<b>'.repeat(many))],
  ['Moodle: marks in a cell', 'moodle-xml', 'a.xml', moodle(`<table><tr><td>${'a<b>b</b>'.repeat(many / 4)}`)],
  ['Moodle: an attribute without an end', 'moodle-xml', 'a.xml', moodle(`<a ${'a'.repeat(many)}>x</a>`)],
  [
    'Moodle: an address of question marks',
    'moodle-xml',
    'a.xml',
    moodle(`<img src="@@PLUGINFILE@@/${'?'.repeat(many)}\nx">`),
  ],
  ['Moodle: spaces in code', 'moodle-xml', 'a.xml', moodle(`<code>a${'&#32;'.repeat(many)}b</code>`)],
  ['a table: spaces before a figure', 'table', 'a.csv', table('hints', `a${' '.repeat(many)}b`)],
  [
    'cmgr: spaces behind a heading',
    'cmgr',
    'problem.md',
    `# t\n- Namespace: a\n- Type: b\n## Description${' '.repeat(many)}x\nd\n`,
  ],
  [
    'cmgr: spaces in a hint',
    'cmgr',
    'problem.md',
    `# t\n- Namespace: a\n## Description\nd\n## Hints\n- a${' '.repeat(many)}b\n`,
  ],
  [
    'ctfcli: a place that is never named',
    'ctfcli',
    'challenge.yml',
    `name: a\ncategory: web\ndescription: "a {{${' '.repeat(many)}b"\nvalue: 1\ntype: standard\nflags: [x]\n`,
  ],
  [
    'CTFd: as many flags as challenges',
    'ctfd',
    'db/challenges.json',
    results(ids.map((id) => ({ id, name: `c${id}`, category: 'web', description: 'd', value: 1 }))),
    {
      'db/flags.json': results(ids.map((id) => ({ id, challenge_id: id, type: 'static', content: `f${id}` }))),
      'db/tags.json': results(Array.from({ length: many }, (_, id) => ({ id, challenge_id: -1, value: 'x' }))),
      'db/challenge_topics.json': results(ids.map((id) => ({ id, challenge_id: id, topic_id: id }))),
      'db/topics.json': results(ids.map((id) => ({ id, value: `t${id}` }))),
      'db/dynamic_challenge.json': results(ids.map((id) => ({ id, initial: 10 }))),
    },
  ],
]

describe('a file that is made to be hard to read', () => {
  it.each(files)('%s', { timeout: 120_000 }, async (_, id, name, text, beside = {}) => {
    const file = bytesSource(name, strToU8(text))
    const all = [file, ...Object.entries(beside).map(([n, t]) => bytesSource(n, strToU8(t)))]
    let rows = 0
    expect(await worked(async () => (rows = await rowsOf(formatOf(id), file, all)))).toBeLessThan(10_000)
    expect(rows).toBeGreaterThan(0)
  })

  it('is told by its beginning, whatever stands before the first element', async () => {
    const before = [
      `${'<!---->'.repeat(1000)}`,
      `<!DOCTYPE a [${'[]'.repeat(1000)}`,
      ' '.repeat(headSize),
      '<'.repeat(headSize),
    ]
    for (const text of before) {
      const head = strToU8(`${text}<x`).subarray(0, headSize)
      for (const format of formats) {
        const took = await worked(async () => {
          for (const name of ['a.xml', 'a.txt', 'a.md', 'a.json', 'a.yml']) format.sniff(name, head)
        })
        expect(took, `${format.id} ${text.slice(0, 20)}`).toBeLessThan(2000)
      }
    }
    const sniffed = (text: string, id: string) => formatOf(id).sniff('a.xml', strToU8(text))
    const doctype = '<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE q SYSTEM "q.dtd" [<!ENTITY a "b">]>\n'
    expect(sniffed(`\ufeff${doctype}<!-- <quiz> --> <questestinterop>`, 'qti')).toBe(1)
    expect(sniffed(`${doctype}<x:assessmentItem a="b"`, 'qti')).toBe(1)
    expect(sniffed('<!-- --><quiz><', 'moodle-xml')).toBe(1)
    expect(sniffed('<quiz xmlns="http://canvas.instructure.com/x">', 'moodle-xml')).toBe(0)
    expect(sniffed('<quizzes>', 'moodle-xml')).toBe(0)
    expect(sniffed('<ghdb>', 'ghdb-xml')).toBe(1)
    expect(sniffed('<!-- <ghdb>', 'ghdb-xml')).toBe(0)
  })
})
