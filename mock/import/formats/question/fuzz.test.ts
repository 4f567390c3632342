/** Files with a byte turned, cut off or doubled: whatever they are, a reader says so, and in time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIn } from '#tests/support/found.ts'
import { env } from '#config/env.ts'
import { bytesSource } from '../source.ts'
import { xmlOf } from '../read/xmlTree.ts'
import { htmlToMarkdown } from './html.ts'
import { plainToMarkdown } from './plain.ts'

const samples: Record<string, string> = {
  'a.xml': `<?xml version="1.0"?><quiz><question type="category"><category><text>$course$/A</text></category></question><question type="multichoice"><name><text>N</text></name><questiontext format="html"><text><![CDATA[<p>a <b>b</b> <img src="@@PLUGINFILE@@/x.png"></p>]]></text><file name="x.png" encoding="base64">iVBORw0KGgo=</file></questiontext><answer fraction="100"><text>1</text></answer><answer fraction="0"><text>2</text></answer></question></quiz>`,
  'a.gift':
    '$CATEGORY: A/B\n\n// c [id:1]\n::T::[html]<b>x</b> {=a#f ~%50%b#[plain]g ####all}\n\nA {#3:1 =4..5} b\n\nM{=a -> b =c -> d}\n',
  'a.txt': 'Q?\nA) one\nB. two\nANSWER: B\n\nQ2\nA. x\nANSWER: A\n',
  'a.md': '# T\n\n#### Q1. Why\n\n```js\nx\n```\n\n- [x] `a`\n- [ ] b\n\n**Explanation**: so\n',
  'imsmanifest.xml':
    '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><metadata><schema>QTIv2.1</schema></metadata><resources><resource type="imsqti_item_xmlv2p1" href="q.xml"/></resources></manifest>',
  'q.xml':
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" title="t"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><p>x</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">1</simpleChoice><simpleChoice identifier="B">2</simpleChoice></choiceInteraction></itemBody></assessmentItem>',
  'i.xml':
    '<questestinterop><item title="t"><presentation><material><mattext>Q [a]</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext>x</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item></questestinterop>',
  'q.csv': 'type,title,options,answer,score\nsingle,T,"A. x\nB. y",A,2\n判断题,U,,对,1\n',
  'c/challenge.yml':
    'name: a\ncategory: Web\ntype: dynamic\nextra: {initial: 500}\nflags:\n  - f{a}\n  - {type: regex, content: "f.*"}\nhints: [x, {content: y, cost: 1}]\nfiles: [../a.txt]\n',
  'd/challenge.yaml':
    'name: b\nflag: {file: ./flag.txt}\nprovide: [./x]\ndescription: "{{link}} <b>x</b> ![a](b.png)"\n',
  'd/flag.txt': 'f{b}\n',
  'db/challenges.json':
    '{"count":1,"results":[{"id":1,"name":"x","category":"web","value":1,"description":"d"}],"meta":{}}',
  'db/flags.json': '{"results":[{"challenge_id":1,"type":"static","content":"f{x}","data":null}]}',
  'p/problem.md':
    '# P\n\n- Namespace: n\n- Type: custom\n- Category: Web\n- Points: 1\n\n## Description\n\nd {{port}}\n\n## Hints\n\n- h\n',
  'j/challenges.yml':
    "-\n  name: 'X'\n  category: 'XSS'\n  description: '<i>d</i>'\n  difficulty: 2\n  mitigationUrl: 'https://x'\n  key: x\n",
}
/** Of the processor's time, which is the same on a busy machine: what grows out of all proportion takes minutes. */
const most = 2000
const used = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

describe('a damaged file of questions', () => {
  it('never ends a reader, and never keeps it for two seconds', async () => {
    const names = Object.keys(samples)
    const damage = fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(),
      how: fc.constantFrom('flip', 'cut', 'double', 'insert'),
      byte: fc.nat(255),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (all) => {
        const bytes = new Map(names.map((n) => [n, Buffer.from(samples[n] ?? '')]))
        for (const { name, at, how, byte } of all) {
          const b = bytes.get(name) ?? Buffer.alloc(0)
          const n = b.length ? at % b.length : 0
          if (how === 'flip') b[n] = byte
          else if (how === 'cut') bytes.set(name, b.subarray(0, n))
          else if (how === 'double') bytes.set(name, Buffer.concat([b.subarray(0, n), b]))
          else bytes.set(name, Buffer.concat([b.subarray(0, n), Buffer.from([byte]), b.subarray(n)]))
        }
        const began = process.cpuUsage()
        await findIn([...bytes].map(([name, b]) => bytesSource(name, b)))
        expect(used(began)).toBeLessThan(most)
      }),
      { numRuns: env.whole ? 60 : 8 },
    )
  })

  it('is read whole when nothing is damaged', async () => {
    const { rows, bad, files } = await findIn(Object.entries(samples).map(([n, t]) => bytesSource(n, t)))
    expect(files).toEqual([])
    expect(bad.map((b) => b.reasons[0]?.rule).sort()).toEqual(['question_type', 'two_options', 'two_options'])
    expect(rows.length).toBeGreaterThan(10)
  })

  it.each([
    ['open tags', '<a '.repeat(60_000)],
    ['quotes', '<a "'.repeat(60_000)],
    ['brackets', '['.repeat(100_000)],
    ['stars', '*_'.repeat(60_000)],
    ['comments', '<!--'.repeat(60_000)],
    ['lists', '<ul><li>'.repeat(20_000)],
  ])('of endless %s takes no time', async (_, text) => {
    const began = process.cpuUsage()
    htmlToMarkdown(text, () => '')
    plainToMarkdown(text)
    await findIn([bytesSource('a.gift', `x{=${text}}`), bytesSource('a.md', `#### Q1. ${text}\n- [x] a\n`)])
    expect(used(began)).toBeLessThan(most)
  })

  it('declares no entities', () => {
    expect(() => xmlOf('<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>')).toThrow(
      'xml_doctype',
    )
    expect(() => xmlOf('<!DOCTYPE quiz SYSTEM "http://x/y.dtd"><quiz>&x;</quiz>')).toThrow('xml_syntax')
    expect(() => xmlOf('<a>'.repeat(200))).toThrow('too_deep')
  })
})
