import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findInTexts } from '#tests/support/found.ts'

const entry = (over: object = {}) => ({
  id: '2',
  date: '2003-06-24',
  url_title: '<a href="/ghdb/2">intitle:&quot;A &amp;lt; B&quot;</a>',
  cat_id: ['8', 'Files Containing Juicy Info'],
  author_id: ['2168', 'anonymous'],
  author: { id: '2168', name: 'anonymous' },
  category: { cat_id: '8', cat_title: 'Files Containing Juicy Info' },
  ...over,
})
const table = (...data: unknown[]) => JSON.stringify({ draw: 0, recordsTotal: data.length, data, '0': 'author' })

describe('the table of the Google Hacking Database', () => {
  it('gives dorks by their number, titles taken out of the link and unescaped once', async () => {
    const { formats, rows, bad, files } = await findInTexts({ 'ghdb.json': table(entry()) })
    expect(formats).toEqual({ 'ghdb.json': 'ghdb-json' })
    expect([...bad, ...files]).toEqual([])
    expect(rows).toEqual([
      {
        resource: 'dork',
        key: 'ghdb:2',
        label: 'intitle:"A &lt; B"',
        place: { file: 'ghdb.json', line: 1, index: 1, path: 'data' },
        data: {
          ghdb_id: 2,
          title: 'intitle:"A &lt; B"',
          query: 'intitle:"A &lt; B"',
          category: 'files-containing-juicy-info',
          author: 'anonymous',
          published_on: '2003-06-24',
          reference: 'https://www.exploit-db.com/ghdb/2',
        },
      },
    ])
  })

  it('is read as the list alone, too', async () => {
    const list = JSON.stringify([entry(), entry({ id: 'x' })])
    const { formats, rows, bad, files } = await findInTexts({ 'all_google_dorks.json': list })
    expect(formats).toEqual({ 'all_google_dorks.json': 'ghdb-json' })
    expect(files).toEqual([])
    expect(rows).toMatchObject([{ key: 'ghdb:2', place: { line: 1, index: 1 }, data: { ghdb_id: 2 } }])
    expect(bad.map((b) => b.place.index)).toEqual([2])
  })

  it('takes names from the short forms where the long ones are missing', async () => {
    const { rows } = await findInTexts({ 'g.json': table(entry({ author: undefined, category: undefined })) })
    expect(rows[0]?.data).toMatchObject({ author: 'anonymous', category: 'files-containing-juicy-info' })
  })

  it('keeps the good rows and says of the bad ones which field, which rule and where', async () => {
    const text = table(
      entry({ id: 'x' }),
      entry({ category: { cat_title: 'Jokes' } }),
      entry({ date: '2003-02-30' }),
      entry({ url_title: '<a href="/ghdb/2"></a>' }),
      entry({ url_title: `<a href="/ghdb/2">${'q'.repeat(2049)}</a>` }),
      entry({ url_title: '<a href="/ghdb/2">a\u0000b</a>' }),
      'no record',
      null,
      entry({ id: '9' }),
    )
    const { rows, bad } = await findInTexts({ 'g.json': text })
    expect(rows.map((r) => r.key)).toEqual(['ghdb:9'])
    expect(rows[0]?.place.index).toBe(9)
    expect(bad.map((b) => [b.place.index, b.reasons.map((r) => `${r.path} ${r.rule}`)])).toEqual([
      [1, ['ghdb_id number']],
      [2, ['category one_of']],
      [3, ['published_on no_such_day']],
      [4, ['title length', 'query length']],
      [5, ['query length']],
      [6, ['title text_characters', 'query text_characters']],
      [7, [' type']],
      [8, [' type']],
    ])
  })

  it('cuts the title of a long query, never inside a character', async () => {
    const long = `${'q'.repeat(511)}測試`
    const plain = 'q'.repeat(900)
    const { rows } = await findInTexts({
      'g.json': table(entry({ url_title: long }), entry({ id: '3', url_title: plain })),
    })
    expect(rows.map((r) => [r.data['title'], r.data['query']])).toEqual([
      ['q'.repeat(511), long],
      ['q'.repeat(512), plain],
    ])
  })

  it('gives nothing of a file that breaks off, only where', async () => {
    const text = table(entry(), entry({ id: '3' }))
    const { rows, files } = await findInTexts({ 'g.json': text.slice(0, -40) })
    expect(rows).toEqual([])
    expect(files).toEqual([
      {
        problem: { code: 'json_end', params: { line: 1, column: expect.any(Number) } },
        whole: true,
        place: { file: 'g.json', line: 1 },
      },
    ])
    expect((await findInTexts({ 'g.json': '{"x": {"url_title": 1, "cat_id": 1}}' })).files[0]?.problem.code).toBe(
      'json_shape',
    )
    expect((await findInTexts({ 'g.json': '{"url_title": 1, "cat_id": 1, "data": []}' })).files[0]?.problem.code).toBe(
      'no_records',
    )
  })
})

const key = (query: string) => `query:${createHash('sha256').update(query).digest('hex')}`

describe('lists of queries', () => {
  it('give a dork per line, in the category of the file name, known by the query', async () => {
    const text = 'inurl:passlist.txt\r\n\n  filetype:sql  "pass"\n'
    const { formats, rows } = await findInTexts({ 'dorks/files_containing_passwords.dorks': text })
    expect(formats).toEqual({ 'dorks/files_containing_passwords.dorks': 'ghdb-dorks' })
    expect(rows.map((r) => [r.key, r.place, r.data])).toEqual([
      [
        key('inurl:passlist.txt'),
        { file: 'dorks/files_containing_passwords.dorks', line: 1 },
        {
          ghdb_id: null,
          title: 'inurl:passlist.txt',
          query: 'inurl:passlist.txt',
          category: 'files-containing-passwords',
        },
      ],
      [
        key('filetype:sql "pass"'),
        { file: 'dorks/files_containing_passwords.dorks', line: 3 },
        {
          ghdb_id: null,
          title: '  filetype:sql  "pass"',
          query: '  filetype:sql  "pass"',
          category: 'files-containing-passwords',
        },
      ],
    ])
  })
  it('are unknown when their name is no category, and give nothing when they stop being text', async () => {
    expect((await findInTexts({ 'my.dorks': 'a' })).files[0]?.problem.code).toBe('format_unknown')
    const broken = Buffer.from('inurl:a\ninurl:\xff\n', 'latin1')
    const { rows, files } = await findInTexts({ 'footholds.dorks': broken })
    expect(rows).toEqual([])
    expect(files[0]?.problem).toEqual({ code: 'not_utf8', params: { line: 2 } })
  })
})

const xml = (...entries: string[]) => `<?xml version="1.0" encoding="utf-8"?>\n<ghdb>\n${entries.join('\n')}\n</ghdb>\n`
const xmlEntry = `<entry>
  <id>1499</id>
  <link>https://www.exploit-db.com/ghdb/1499</link>
  <category>Advisories and Vulnerabilities</category>
  <shortDescription>&quot; Copyright Â©&quot;</shortDescription>
  <textualDescription>one
two</textualDescription>
  <query>&quot; Copyright Â©&quot;</query>
  <querystring>https://www.google.com/search?q=x</querystring>
  <edb></edb>
  <date>2010-11-15</date>
  <author>anonymous</author>
</entry>`

describe('the database in XML', () => {
  it('gives the same rows as the table, wrongly encoded characters kept as they are', async () => {
    const { formats, rows } = await findInTexts({ 'ghdb.xml': xml(xmlEntry) })
    expect(formats).toEqual({ 'ghdb.xml': 'ghdb-xml' })
    expect(rows.map((r) => [r.key, r.place, r.data])).toEqual([
      [
        'ghdb:1499',
        { file: 'ghdb.xml', line: 3, index: 1, path: 'ghdb/entry' },
        {
          ghdb_id: 1499,
          title: '" Copyright Â©"',
          query: '" Copyright Â©"',
          category: 'advisories-and-vulnerabilities',
          author: 'anonymous',
          published_on: '2010-11-15',
          description: 'one\ntwo',
          reference: 'https://www.exploit-db.com/ghdb/1499',
        },
      ],
    ])
  })
  it('gives nothing of a file that is cut off after whole entries', async () => {
    const { rows, files } = await findInTexts({ 'ghdb.xml': xml(xmlEntry, xmlEntry).replace('</ghdb>\n', '') })
    expect(rows).toEqual([])
    expect(files).toMatchObject([
      { problem: { code: 'xml_syntax', params: { line: 29 } }, place: { file: 'ghdb.xml', line: 29 } },
    ])
  })
  it('refuses an entry without its query and keeps the next', async () => {
    const { rows, bad } = await findInTexts({ 'ghdb.xml': xml(xmlEntry.replace(/<query>.*<\/query>/, ''), xmlEntry) })
    expect(rows).toHaveLength(1)
    expect(bad).toMatchObject([{ place: { line: 3 }, reasons: [{ path: 'query', rule: 'required' }] }])
  })
})

describe('a plain list of queries', () => {
  const list = 'intitle:"index of"\n\ninurl:admin.php\n'
  it.each([
    ['files_containing_passwords.txt', 'files-containing-passwords'],
    ['lists/Footholds.dorks', 'footholds'],
    ['Footholds.dork', 'footholds'],
  ])('%s gives dorks of the category it is named after', async (name, category) => {
    const { formats, rows } = await findInTexts({ [name]: list })
    expect(formats).toEqual({ [name]: 'ghdb-dorks' })
    expect(rows.map((r) => [r.place.line, r.data['query'], r.data['category']])).toEqual([
      [1, 'intitle:"index of"', category],
      [3, 'inurl:admin.php', category],
    ])
  })
  it('takes its category from the folder when its name is none', async () => {
    const { rows } = await findInTexts({ 'footholds/list.dorks': list })
    expect(rows.map((r) => r.data['category'])).toEqual(['footholds', 'footholds'])
  })
  it('leaves other texts alone', async () => {
    const { formats } = await findInTexts({ 'notes.txt': list, 'footholds/readme.txt': list })
    expect(Object.values(formats)).not.toContain('ghdb-dorks')
  })
})
