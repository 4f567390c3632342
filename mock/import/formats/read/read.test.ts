/** The small readers: text, XML, YAML, character references. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yamlValue } from '#src/contract/topology/import/values.ts'
import { inPieces } from '#tests/support/found.ts'
import { Unreadable } from '../found.ts'
import { bytesSource, type SourceFile } from '../source.ts'
import { unescapeHtml } from './entities.ts'
import { numberedLines, utf8 } from './text.ts'
import { xmlRecords } from './xml.ts'
import { yamlDocuments, yamlLimit } from './yaml.ts'

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = []
  for await (const item of items) out.push(item)
  return out
}
async function refusal(what: Promise<unknown>) {
  try {
    await what
    return undefined
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { code: error.code, ...error.params }
  }
}

describe('text in pieces', () => {
  it('is the same however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const whole = Buffer.from(text).toString()
        const found = (await listed(utf8(inPieces('a', Buffer.from(text), size)))).join('')
        expect(found).toBe(whole.startsWith('\ufeff') ? whole.slice(1) : whole)
      }),
    )
  })
  it('gives lines without their ends, numbered, and refuses one without an end', async () => {
    const source = bytesSource('a', '\ufeffone\r\n\ntwo\rthree\nfour')
    expect(await listed(numberedLines(source))).toEqual([
      { text: 'one', line: 1 },
      { text: '', line: 2 },
      { text: 'two\rthree', line: 3 },
      { text: 'four', line: 4 },
    ])
    const endless = inPieces('a', Buffer.alloc(2 ** 21, 'x'), 65536)
    expect(await refusal(listed(numberedLines(endless)))).toMatchObject({ code: 'record_too_large', line: 1 })
  })
  it('refuses a last character that is cut off', async () => {
    const bytes = Buffer.from('a\n測').subarray(0, -1)
    expect(await refusal(listed(utf8(bytesSource('a', bytes))))).toEqual({ code: 'not_utf8', line: 2 })
  })
  it('says on which line it stops being UTF-8, wherever the pieces are cut', async () => {
    const bytes = Buffer.concat([Buffer.from('測試\n測試\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('測')])
    for (const size of [1, 2, 5, 100])
      expect(await refusal(listed(utf8(inPieces('a', bytes, size))))).toEqual({ code: 'not_utf8', line: 3 })
  })
})

describe('character references', () => {
  it('are resolved once', () => {
    expect(unescapeHtml('&lt;b&gt; &amp;lt; &quot;x&#39; &#x27; &eacute;&nbsp;&hellip;')).toBe(
      "<b> &lt; \"x' ' é\u00a0…",
    )
  })
  it('stay when they are none', () => {
    for (const text of ['a&b', '&unknown;', '&#55296;', '&#x110000;', '&amp', '&constructor;', '?a=1&lt=2'])
      expect(unescapeHtml(text)).toBe(text)
  })
})

const readXml = (text: string | Buffer | SourceFile) =>
  listed(xmlRecords(typeof text === 'string' || Buffer.isBuffer(text) ? bytesSource('a.xml', text) : text, 'r', 'e'))

describe('XML', () => {
  it('gives the texts of the children of each record', async () => {
    const text =
      '<?xml version="1.0" encoding="UTF-8"?>\n<r>\n<other><e>no</e></other>\n<e>between<a>1 &amp; <b>2</b></a> and <c/><d><![CDATA[<x>]]></d></e>\n<e/></r>'
    const expected = [
      { index: 1, line: 4, fields: { a: '1 & 2', c: '', d: '<x>' } },
      { index: 2, line: 5, fields: {} },
    ]
    for (const size of [1, 3, 1000]) {
      const found = await readXml(inPieces('a.xml', Buffer.from(text), size))
      expect(found.map((f) => ({ ...f, fields: { ...f.fields } }))).toEqual(expected)
    }
  })
  it('refuses document types, unknown entities, other encodings and other roots, each with its line', async () => {
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<r><e><x>&b;</x></e></r>'
    expect(await refusal(readXml(bomb))).toMatchObject({ code: 'xml_doctype', line: 1 })
    expect(await refusal(readXml('<r>\n<e><x>&file;</x></e></r>'))).toMatchObject({ code: 'xml_syntax', line: 2 })
    expect(await refusal(readXml('<?xml version="1.0" encoding="GBK"?><r/>'))).toMatchObject({ code: 'not_utf8' })
    expect(await refusal(readXml('\n<q/>'))).toMatchObject({ code: 'xml_shape', line: 2 })
    expect(await refusal(readXml('<r><e>\n<x></e></r>'))).toMatchObject({ code: 'xml_syntax', line: 2 })
    expect(await refusal(readXml('<r><e></e>\n'))).toMatchObject({ code: 'xml_syntax', line: 2 })
    expect(await refusal(readXml('<e>'.repeat(3)))).toMatchObject({ code: 'xml_shape' })
    expect(await refusal(readXml(`<r>${'<e>'.repeat(100)}`))).toMatchObject({ code: 'too_deep' })
  })
  it('refuses what goes on without an end', async () => {
    const text = inPieces('a.xml', Buffer.from(`<r><e><x>${'x'.repeat(3 * 2 ** 20)}</x></e></r>`), 65536)
    expect(await refusal(readXml(text))).toMatchObject({ code: 'record_too_large' })
  })
})

const readYaml = (text: string) => yamlDocuments(bytesSource('a.yml', text))

describe('YAML', () => {
  it('gives documents with their lines', async () => {
    const found = await readYaml("---\nName: 'a: b'\nCreated: 2018-05-25\n---\n# nothing\n- 'C:\\x\\<user>'\n")
    expect(found).toEqual([
      { value: { Name: 'a: b', Created: '2018-05-25' }, index: 1, line: 2 },
      { value: ['C:\\x\\<user>'], index: 2, line: 6 },
    ])
  })
  it('refuses tags, keys that repeat, bombs of aliases, depth and size', async () => {
    expect(await refusal(readYaml('a: !!js/function x'))).toMatchObject({ code: 'yaml_syntax', line: 1 })
    expect(await refusal(readYaml('a: 1\nb: 2\na: 3'))).toMatchObject({ code: 'yaml_syntax', line: 3 })
    expect(await refusal(readYaml('測試: 1\n測: !x 1'))).toEqual({ code: 'yaml_syntax', line: 2, column: 4 })
    expect(await refusal(readYaml('a: [1'))).toEqual({ code: 'yaml_syntax', line: 1, column: 6 })
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((c, n) => `${c}: &${c} [${Array(10).fill(`*${'abcdefgh'[n]}`).join(',')}]`)
      .join('\n')}`
    expect(await refusal(readYaml(bomb))).toMatchObject({ code: 'yaml_syntax' })
    const deep = [
      '['.repeat(9000),
      '{a: '.repeat(9000),
      '? '.repeat(500),
      '? &a '.repeat(500),
      '- '.repeat(9000),
      '[\n'.repeat(9000),
      '?\n'.repeat(500),
    ]
    deep.push(Array.from({ length: 300 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'))
    for (const text of deep) expect(await refusal(readYaml(text))).toMatchObject({ code: 'too_deep', limit: 100 })
    expect(await refusal(readYaml(`a: b\n${'['.repeat(101)}`))).toMatchObject({ code: 'too_deep', line: 2 })
    expect(await refusal(readYaml(`${'['.repeat(100)}${']'.repeat(100)}`))).toBeUndefined()
    expect(await refusal(readYaml(`a: x ${'{x} [y] '.repeat(300)}\nb: -----\n`))).toBeUndefined()
    // what stands in a text is none of it: colours of a terminal, code
    expect(
      await refusal(readYaml(`a: |\n${'  \x1b[31m if [ {\n'.replaceAll('\x1b', '\\e').repeat(300)}\nb: 1`)),
    ).toBeUndefined()
    expect(await refusal(readYaml(`a: "${'[{ '.repeat(300)}"\n# ${'['.repeat(300)}\n`))).toBeUndefined()
    expect(await refusal(readYaml('- \n'.repeat(250_001)))).toBeUndefined()
    expect(await refusal(readYaml(`[${','.repeat(500_000)}]`))).toEqual({
      code: 'record_too_large',
      line: 1,
      limit: 500_000,
    })
    expect(await refusal(readYaml(`a: ${'x'.repeat(yamlLimit)}`))).toEqual({ code: 'file_too_large', limit: yamlLimit })
  })
})

describe('YAML as PyYAML reads it', () => {
  const values = async (text: string) => (await yamlDocuments(bytesSource('a.yml', text))).map((d) => d.value)

  // what PyYAML 6 answers for the same texts
  it.each([
    ['double quotes', 'l:\n  - d: "one\ntwo\n\nthree"\n    e: 1\n', { l: [{ d: 'one two\nthree', e: 1 }] }],
    ['single quotes', "a:\n  d: 'it''s\n\nover'\n  e: 1\n", { a: { d: "it's\nover", e: 1 } }],
    ['lines that end as on Windows', 'a:\r\n  d: "one\r\ntwo"\r\n  e: 1\r\n', { a: { d: 'one two', e: 1 } }],
    ['a tab before the text', 'd: "one\n\ttwo"\n', { d: 'one two' }],
    ['a list in brackets', 'a:\n  b: [1,\n2,\n"x\ny"\n]\n  c: 3\n', { a: { b: [1, 2, 'x y'], c: 3 } }],
    ['a map in braces', 'a: {b: 1,\nc: 2\n}\nd: 3\n', { a: { b: 1, c: 2 }, d: 3 }],
  ])('goes on at the first column inside %s', async (_, text, expected) => {
    expect(await values(text)).toEqual([expected])
    expect(yamlValue(text)).toEqual(expected)
  })
  it('still says where a quote has no end, and where a document begins inside one', async () => {
    for (const text of ['a: 1\nb: "one\ntwo\n', 'a: 1\nb: "one\n---\ntwo"\n', 'a: 1\nb: [1,\n---\n2]\n']) {
      expect(await refusal(values(text))).toMatchObject({ code: 'yaml_syntax' })
      expect(() => yamlValue(text)).toThrow('syntax')
    }
  })
  it('keeps documents apart and their lines counted', async () => {
    const found = await yamlDocuments(bytesSource('a.yml', 'a: "x\ny"\n---\nb: {c: 1,\nd: 2}\n'))
    expect(found).toEqual([
      { value: { a: 'x y' }, index: 1, line: 1 },
      { value: { b: { c: 1, d: 2 } }, index: 2, line: 4 },
    ])
  })
})
