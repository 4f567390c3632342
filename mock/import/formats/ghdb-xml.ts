/**
 * The Google Hacking Database as Exploit-DB shipped it: `<ghdb><entry><id><link><category><shortDescription><textualDescription><query>
 * <querystring><edb><date><author>`. Titles are escaped once, by XML; wrongly encoded characters in them are the source's own and stay.
 */
import { type Format, headText } from './format.ts'
import { Unreadable } from './found.ts'
import { ghdbPage, queryTitle } from './ghdb-json.ts'
import { type XmlRecord, xmlRecords } from './read/xml.ts'
import { rootTag } from './read/xmlRoot.ts'
import { slug, toRow } from './rows.ts'
import type { SourceFile } from './source.ts'

function fields({ fields: f }: XmlRecord) {
  const id = f['id'] && /^[1-9]\d{0,9}$/.test(f['id']) ? Number(f['id']) : f['id'] || null
  const title = f['shortDescription'] || f['query']
  return {
    ghdb_id: id,
    title: title === undefined ? undefined : queryTitle(title),
    query: f['query'],
    category: f['category'] === undefined ? undefined : slug(f['category']),
    author: f['author'],
    published_on: f['date'] || null,
    description: f['textualDescription'],
    reference: f['link'] || (typeof id === 'number' ? ghdbPage(id) : f['edb']),
  }
}
const entries = (source: SourceFile) => xmlRecords(source, 'ghdb', 'entry')

export const ghdbXml: Format = {
  id: 'ghdb-xml',
  resources: ['dork'],
  sniff(_, head) {
    const root = rootTag(headText(head))
    return root?.name === 'ghdb' && !root.prefixed ? 1 : 0
  },
  async *read(source) {
    // to the end once: an entry of a file that is cut off may be half an entry
    let count = 0
    for await (const _ of entries(source)) count++
    if (!count) throw new Unreadable('no_records')
    for await (const entry of entries(source))
      yield toRow(
        'dork',
        { file: source.name, line: entry.line, index: entry.index, path: 'ghdb/entry' },
        fields(entry),
      )
  },
}
