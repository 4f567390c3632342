/** The libraries: tools with their categories, and dorks. */
import { createHash } from 'node:crypto'
import { documents } from '#mock/crud/documents.ts'
import { fold } from '#mock/crud/fold.ts'
import type { StoredDocument } from '#mock/crud/documents.ts'
import type { Data } from '#mock/crud/shape.ts'
import { categoryKey } from '#mock/areas/library/toolCategory.ts'
import { cut, wide } from '#src/contract/lib/text.ts'
import { limits } from '#src/contract/limits.ts'
import { toolOrigins } from '#src/contract/library/tool.ts'
import type { Importable } from './importable.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const without = ({ ...data }: Data, ...names: string[]): Data => {
  for (const name of names) delete data[name]
  return data
}

/** Categories of well-known lists whose own name does not fit ours or is no word, by their slug. */
const knownNames: Readonly<Record<string, string>> = {
  'intentionally-vulnerable-applications': 'Vulnerable apps',
  'vulnerability-assessment': 'Vulnerability checks',
  'ctf-platforms': 'CTF platforms',
  lolbas: 'LOLBAS',
  'mitre-tool': 'ATT&CK software',
}

/** A name for the category that fits ours: whole words as long as they fit, and a word more where it is too short. */
export function categoryName(given: string): string {
  const { min, max } = limits.category
  const known = Object.hasOwn(knownNames, categoryKey(given)) ? knownNames[categoryKey(given)] : undefined
  if (known !== undefined) return known
  const [first = '', ...more] = given
    .replace(/[_\s]+/g, ' ')
    .trim()
    .split(' ')
  let name = cut(first.charAt(0).toUpperCase() + first.slice(1), max)
  for (const word of more) {
    if (wide(`${name} ${word}`) > max) break
    name = `${name} ${word}`
  }
  return name !== '' && wide(name) < min ? `${name} tools` : name
}

const categories = documents('tool-category')

export const toolCategory: Importable = {
  resource: 'tool-category',
  toBody: (data) => without(data, 'key'),
  identity: (data) => ({ key: fold(text(data['name'])) }),
  tells: ['name'],
  /** By its name, or by its key, which a category keeps when people rename it. */
  async find({ q }, rows) {
    const wanted = rows.map((r, n) => ({
      n,
      key: text(r['key']) || categoryKey(text(r['name'])),
      name: fold(text(r['name'])),
    }))
    const { rows: found } = await q.query<StoredDocument & { n: number }>(
      `select distinct on (w.n) w.n, t.id, t.data, t.version, t.created_at, t.updated_at, t.created_by, t.updated_by
       from jsonb_to_recordset($1::jsonb) as w(n integer, key text, name text)
       join ${categories.table} t on t.data->>'key' = w.key or t.k_name = w.name
       order by w.n, (t.k_name = w.name) desc, t.id`,
      [JSON.stringify(wanted)],
    )
    const out: (StoredDocument | undefined)[] = rows.map(() => undefined)
    for (const { n, ...row } of found) out[n] = row
    return out
  },
  compared: (data) => Object.keys(data).filter((field) => field !== 'name' && field !== 'key'),
  starts: (data) => ({ key: text(data['key']) || categoryKey(text(data['name'])) }),
  label: (data) => text(data['name']),
}

const tools = documents('tool')

export const tool: Importable = {
  resource: 'tool',
  parent: {
    resource: 'tool-category',
    field: 'category_id',
    word: 'category',
    text: (data) => text(data['category']).trim() || undefined,
    row: (given) => ({ name: categoryName(given), key: categoryKey(given) }),
  },
  toBody: (data) => without(data, 'category', 'category_id', 'origin'),
  identity: (data, category = '') => ({ key: `${fold(text(data['name']))}\u001f${category}` }),
  tells: ['name'],
  find: ({ q }, rows) => tools.twins(q, ['name', 'category_id'], rows) as Promise<(StoredDocument | undefined)[]>,
  starts: ({ origin }) => ({ origin: toolOrigins.find((o) => o === origin) ?? 'package' }),
  open: true,
  label: (data) => text(data['name']),
}

const dorks = documents('dork')
/** Spaces do not tell two queries apart; letters do: `OR` is an operator and `or` a word. */
const plainQuery = (data: Data) =>
  text(data['query'])
    .replace(/[ \t\n\r\f\v]+/g, ' ')
    .replace(/^ | $/g, '')
const plainQuerySql = `md5(btrim(regexp_replace(data->>'query', E'[ \\t\\n\\r\\f\\v]+', ' ', 'g'), ' '))`
const md5 = (value: string): string => createHash('md5').update(value).digest('hex')
/** Finds a dork by its text; without it every batch of a bare list would read the whole library. */
export const dorkQueryIndex = `create index if not exists import_dork_query on ${dorks.table} ((${plainQuerySql}))`
const byQuery = (data: Data) => `query:${md5(plainQuery(data))}`

export const dork: Importable = {
  resource: 'dork',
  toBody: (data) => without(data, 'origin'),
  /** A number of the Google Hacking Database tells queries apart; one without a number is the same as any with its text. */
  identity: (data) =>
    typeof data['ghdb_id'] === 'number'
      ? { key: `ghdb:${data['ghdb_id']}`, also: byQuery(data) }
      : { key: byQuery(data) },
  tells: ['ghdb_id', 'query'],
  async find({ q }, rows) {
    const numbers = rows.flatMap((r) => (typeof r['ghdb_id'] === 'number' ? [r['ghdb_id']] : []))
    const texts = rows.flatMap((r) => (typeof r['ghdb_id'] === 'number' ? [] : [plainQuery(r)]))
    const { rows: found } = await q.query<StoredDocument>(
      `select id, data, version, created_at, updated_at, created_by, updated_by from ${dorks.table}
       where k_ghdb_id = any($1::double precision[])
       union all
       select id, data, version, created_at, updated_at, created_by, updated_by from ${dorks.table}
       where ${plainQuerySql} = any($2::text[])
       order by id`,
      [numbers, texts.map(md5)],
    )
    const byNumber = new Map(found.map((d) => [d.data['ghdb_id'], d]))
    const byText = new Map<string, StoredDocument>()
    for (const d of found) if (!byText.has(plainQuery(d.data))) byText.set(plainQuery(d.data), d)
    return rows.map((r) => (typeof r['ghdb_id'] === 'number' ? byNumber.get(r['ghdb_id']) : byText.get(plainQuery(r))))
  },
  /** A bare list knows less than what stands under a number, and of its own only what is not the query once more. */
  compared(data, standing) {
    if (data['ghdb_id'] !== null) return Object.keys(data)
    if (standing['ghdb_id'] !== null) return []
    const bare = text(data['query']).startsWith(text(data['title']))
    return Object.keys(data).filter((field) => field !== 'query' && !(bare && field === 'title'))
  },
  starts: (_, format) => ({ origin: format }),
  label: (data) => text(data['title']) || text(data['query']),
}
