/**
 * The Google Hacking Database as the site's table answers it (DataTables): `{ data: [{ id, date, url_title, cat_id, author_id, author,
 * category }] }`, or as pagodo keeps it: the list alone. Numbers are texts there, the title is a link with its text escaped.
 */
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { Unreadable } from './found.ts'
import { unescapeHtml } from './read/entities.ts'
import { jsonItems, surveyJson } from './read/items.ts'
import { looseList, type Loose, object } from './read/loose.ts'
import { recordToRow, slug } from './rows.ts'
import { cut } from '#src/contract/lib/text.ts'

/** Width of a title; the query it is taken from may be longer. */
const titleWidth = 512
/** A query's beginning as its title. Nearly all are ASCII, where a character is a cluster of its own and nothing has to be looked for. */
export const queryTitle = (query: string): string => {
  // one more than fits: a mark there would belong to the last that does
  const start = query.slice(0, titleWidth + 1)
  return start.length <= titleWidth || /[^\x20-\x7e]/.test(start) ? cut(query, titleWidth) : start.slice(0, titleWidth)
}
export const ghdbPage = (id: number): string => `https://www.exploit-db.com/ghdb/${id}`

const link = /^<a\s[^>]*>([^]*)<\/a>$/
const linkText = (value: unknown): unknown =>
  typeof value === 'string' ? unescapeHtml(link.exec(value)?.[1] ?? value) : value
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : (value ?? undefined)
const categoryOf = (value: unknown): unknown => (typeof value === 'string' ? slug(value) : value)

function fields(row: Loose) {
  const id = numberOf(row['id'])
  const query = linkText(row['url_title'])
  return {
    ghdb_id: id,
    title: typeof query === 'string' ? queryTitle(query) : query,
    query,
    category: categoryOf(object(row['category'])['cat_title'] ?? looseList(row['cat_id'])[1]),
    author: object(row['author'])['name'] ?? looseList(row['author_id'])[1],
    published_on: row['date'],
    reference: typeof id === 'number' ? ghdbPage(id) : undefined,
  }
}

export const ghdbJson: Format = {
  id: 'ghdb-json',
  resources: ['dork'],
  sniff(name, head) {
    const text = headText(head)
    if (!/^\ufeff?\s*[{[]/.test(text) || !/"url_title"\s*:/.test(text)) return 0
    return /"cat_id"\s*:/.test(text) && name.toLowerCase().endsWith('.json') ? 1 : 0.8
  },
  async *read(source) {
    const { top, lists } = await surveyJson(source)
    const name = top === 'list' ? '' : 'data'
    if (top === 'value' || !lists.has(name)) throw new Unreadable('json_shape', { needs: 'data' })
    if (!lists.get(name)) throw new Unreadable('no_records')
    for await (const { value, index, line } of jsonItems(source, (l) => l === name))
      yield recordToRow('dork', { file: source.name, line, index, ...(name ? { path: name } : {}) }, value, fields)
  },
}
