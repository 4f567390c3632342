/**
 * Rawsec's CyberSecurity Inventory, one file per category: `{ "tools": [{ name, source, website, description, language, price, online,
 * blackarch, keywords, tool }] }`, and its lists of CTF platforms in the same shape. `online` says there that a tool is used in the browser
 * instead of installed; it says nothing of whether its site is alive.
 */
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { Unreadable } from './found.ts'
import { jsonItems, surveyJson } from './read/items.ts'
import { type Loose, distinctTexts } from './read/loose.ts'
import { recordToRow } from './rows.ts'
import { baseName } from './source.ts'

const lists = ['tools', 'ctf_platforms']
const split = (value: unknown, by: string): unknown[] =>
  typeof value === 'string' ? value.split(by).map((w) => w.trim()) : value === undefined ? [] : [value]
const prices = new Map<unknown, string>([
  ['Free', 'free'],
  ['Paid', 'paid'],
])

function fields(row: Loose, category: string, kind: string) {
  const { name, price, online, blackarch, tool, keywords } = row
  return {
    name,
    // the platforms are one category of three kinds
    category: kind === 'tools' ? category : kind,
    summary: row['description'],
    language: row['language'],
    website: row['website'],
    source_url: row['source'],
    price: prices.get(price) ?? price,
    platforms: online === 'True' || online === true ? ['web'] : undefined,
    keywords: distinctTexts([...split(keywords, ','), ...split(tool, ' / '), ...(kind === 'tools' ? [] : [category])]),
    synonyms: blackarch === undefined || blackarch === name ? undefined : distinctTexts([blackarch]),
    origin: 'rawsec',
  }
}

export const rawsecTools: Format = {
  id: 'rawsec-tools',
  resources: ['tool'],
  sniff(_, head) {
    const text = headText(head)
    if (!/^\ufeff?\s*\{\s*"(tools|ctf_platforms)"\s*:\s*\[/.test(text)) return 0
    return /"name"\s*:/.test(text) && /"(source|website|description)"\s*:/.test(text) ? 0.9 : 0.3
  },
  async *read(source) {
    const survey = await surveyJson(source)
    const here = lists.filter((l) => survey.lists.has(l))
    if (survey.top !== 'object' || !here.length) throw new Unreadable('json_shape', { needs: lists.join(', ') })
    if (!here.some((l) => survey.lists.get(l))) throw new Unreadable('no_records')
    const category = baseName(source.name).replace(/\.json$/i, '')
    for await (const { value, index, line, list } of jsonItems(source, (l) => lists.includes(l)))
      yield recordToRow('tool', { file: source.name, line, index, path: list }, value, (r) => fields(r, category, list))
  },
}
