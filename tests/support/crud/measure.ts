/** Prints how long the lists of ten thousand tools take: `npx tsx tests/support/crud/measure.ts [data directory]`. Asserts nothing. */
import { libraryHandlers } from '#mock/areas/library/handlers.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openDb } from '#mock/db/open.ts'
import { documents } from '#mock/crud/documents.ts'
import { prepareTables } from '#mock/crud/prepare.ts'
import { kit, someone } from './kit.ts'

const count = 10_000
const rounds = 60
const dir = process.argv[2]
const db = await openDb(dir ? { dir } : { memory: true })
await migrate(db)
await prepareTables(db)
const k = kit(db, libraryHandlers)
const root = someone('all')
const learner = someone(['resources'], { role_id: 'student', org_line: ['uni', 'law'] })
const hand = { at: new Date(), by: root.id }

const tools = Array.from({ length: count }, (_, n) => ({
  id: `t${String(n).padStart(6, '0')}`,
  open: n % 10 !== 0,
  data: {
    name: `${['nmap', 'Zap', 'hydra', 'Burp'][n % 4]} ${(n * 7919) % count}`,
    category_id: `c${n % 20}`,
    summary: `A tool for the measurement of lists, number ${n}. `.repeat(6),
    language: ['C', 'Python', 'Go', 'Rust', ''][n % 5] ?? '',
    price: (['free', 'paid', 'unknown'] as const)[n % 3] ?? 'free',
    online: n % 2 === 0,
    platforms: n % 2 ? (['linux'] as 'linux'[]) : (['linux', 'windows'] as ('linux' | 'windows')[]),
    keywords: [`word${n % 100}`, 'common'],
    origin: 'manual' as const,
  },
}))
const started = performance.now()
await db.tx(async (q) => {
  await documents('tool-category').insertMany(
    q,
    Array.from({ length: 20 }, (_, n) => ({ id: `c${n}`, data: { name: `Category ${n}`, key: `category-${n}` } })),
    hand,
  )
  for (let from = 0; from < count; from += 500)
    await documents('tool').insertMany(q, tools.slice(from, from + 500), hand)
})
console.log(`${db.engine}: ${count} rows inserted in ${Math.round(performance.now() - started)} ms`)
await db.query('analyze')

const cases: [string, object, typeof root][] = [
  ['first page, default order', {}, root],
  ['first page, descending', { sort: '-name' }, root],
  ['page 250', { page: 250 }, root],
  ['sort by price', { sort: 'price' }, root],
  ['newest change first', { sort: '-updated_at' }, root],
  ['filter by category', { category_id: 'c3' }, root],
  ['filter by platform', { platforms: 'windows' }, root],
  ['filter by language', { language: 'py' }, root],
  ['text found everywhere', { q: 'measurement' }, root],
  ['text found in some', { q: 'word42' }, root],
  ['text found nowhere', { q: 'nowhere' }, root],
  ['a learner, first page', {}, learner],
  ['a learner, text', { q: 'word42' }, learner],
]
for (const [name, query, who] of cases) {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const at = performance.now()
    await k.call('GET /tools', who, { query })
    times.push(performance.now() - at)
  }
  times.sort((a, b) => a - b)
  const ms = (share: number) => (times[Math.floor((rounds - 1) * share)] ?? 0).toFixed(1).padStart(6)
  console.log(`${name.padEnd(28)} p50 ${ms(0.5)} ms  p99 ${ms(0.99)} ms`)
}
for (const format of ['csv', 'xlsx'] as const) {
  const at = performance.now()
  const { bytes } = await k.file('GET /tools/export', root, { format })
  console.log(`export ${format}: ${(bytes.length / 1e6).toFixed(1)} MB in ${Math.round(performance.now() - at)} ms`)
}
await db.close()
