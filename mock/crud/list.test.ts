import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { dorkCategories } from '#src/contract/library/dork.ts'
import { libraryHandlers } from '#mock/areas/library/handlers.ts'
import { documents } from './documents.ts'
import { fold } from './fold.ts'
import { onEachEngine } from '#tests/support/crud/engines.ts'
import { type Kit, kit, someone } from '#tests/support/crud/kit.ts'

const root = someone('all')
const at = (day: number) => ({ at: new Date(Date.UTC(2026, 9, day, 12)), by: root.id })

const platforms = ['linux', 'windows', 'web'] as const
const languages = ['', 'C', 'c++', 'Python', 'Ｐython 3']
/** Sixty tools in every mix of what can be filtered. */
const tools = Array.from({ length: 60 }, (_, n) => ({
  id: `t${String(n).padStart(2, '0')}`,
  data: {
    name: `${n % 2 ? 'zap' : 'Nmap'} ${n % 7}`,
    category_id: n % 3 ? 'c1' : `c${n}`,
    summary: n === 5 ? '100% of_hosts\\' : 'plain',
    language: languages[n % 5] ?? '',
    price: (['free', 'paid', 'unknown'] as const)[n % 3] ?? 'free',
    online: [true, false, null][n % 3] ?? null,
    platforms: platforms.filter((_, p) => (n >> p) & 1),
    keywords: n === 7 ? ['Port Scan'] : [],
    origin: n % 4 ? ('manual' as const) : ('rawsec' as const),
  },
}))
const dorks = Array.from({ length: 30 }, (_, n) => ({
  id: `d${String(n).padStart(2, '0')}`,
  data: {
    ghdb_id: n % 5 ? n * 10 : null,
    title: `title ${n}`,
    query: `intitle:"index of" ${n}`,
    category: dorkCategories[n % 14] ?? 'footholds',
    author: n % 2 ? 'Lin' : '林知远',
    published_on: n % 6 ? `2026-0${1 + (n % 9)}-15` : null,
    description: '',
    reference: '',
    origin: 'demo',
  },
}))

await onEachEngine('a list', (db) => {
  let k: Kit
  beforeAll(async () => {
    await db().tx(async (q) => {
      for (const [n, row] of tools.entries())
        await documents('tool').insert(
          q,
          { ...row, data: { ...row.data, name: `${row.data.name} ${n}` } },
          at(1 + (n % 20)),
        )
      await documents('dork').insertMany(q, dorks, at(3))
    })
    k = kit(db(), libraryHandlers)
  })

  const ids = async (path: string, query: object) =>
    (await k.call(`GET ${path}`, root, { query: { page_size: 200, ...query } })).items.map((t) => t.id)
  const sorted = (list: string[]) => [...list].sort()
  const those = (keep: (t: (typeof tools)[number]['data'], n: number) => boolean) =>
    tools.filter((t, n) => keep(t.data, n)).map((t) => t.id)
  const same = async (query: object, keep: Parameters<typeof those>[0]) =>
    expect(sorted(await ids('/tools', query))).toEqual(those(keep))

  describe('a filter', () => {
    test('of a choice or a reference takes any of several values', async () => {
      await same({ price: ['free', 'paid'] }, (t) => t.price !== 'unknown')
      await same({ price: 'paid' }, (t) => t.price === 'paid')
      await same({ category_id: ['c1', 'c3'] }, (t) => ['c1', 'c3'].includes(t.category_id))
    })
    test('of a flag tells yes from no, and neither from nobody looked', async () => {
      await same({ online: 'true' }, (t) => t.online === true)
      await same({ online: false }, (t) => t.online === false)
    })
    test('of a list of words asks for one of them', async () => {
      await same({ platforms: ['linux', 'WEB'] }, (t) => t.platforms.includes('linux') || t.platforms.includes('web'))
    })
    test('of a text asks whether it is contained, whatever its case and width', async () => {
      await same({ language: 'PYTHON' }, (t) => fold(t.language).includes('python'))
      await same({ language: '' }, () => true)
    })
    test('of a time takes whole days and instants, both ends included', async () => {
      const day = (n: number) => 1 + (n % 20)
      await same({ updated_at_from: '2026-10-05', updated_at_to: '2026-10-07' }, (_, n) => day(n) >= 5 && day(n) <= 7)
      await same({ updated_at_to: '2026-10-05T12:00:00Z' }, (_, n) => day(n) <= 5)
      await same({ updated_at_to: '2026-10-05T13:59:59.999+02:00' }, (_, n) => day(n) <= 4)
    })
    test('of a date or a number takes from and to, and leaves out what has none', async () => {
      const kept = (keep: (d: (typeof dorks)[number]['data']) => boolean) =>
        dorks.filter((d) => keep(d.data)).map((d) => d.id)
      expect(sorted(await ids('/dorks', { published_on_from: '2026-03-15', published_on_to: '2026-05-31' }))).toEqual(
        kept((d) => d.published_on !== null && d.published_on >= '2026-03-15' && d.published_on <= '2026-05-31'),
      )
      expect(sorted(await ids('/dorks', { ghdb_id_from: 20, ghdb_id_to: '70.5' }))).toEqual(
        kept((d) => d.ghdb_id !== null && d.ghdb_id >= 20 && d.ghdb_id <= 70.5),
      )
    })
    test('stands beside the others: all of them hold', async () => {
      await same(
        { price: 'free', online: 'true', platforms: 'linux', q: 'ZAP' },
        (t, n) => t.price === 'free' && t.online === true && t.platforms.includes('linux') && n % 2 === 1,
      )
    })
    test('of ids answers those that exist', async () => {
      expect(sorted(await ids('/tools', { ids: ['t03', 't01', 'none'] }))).toEqual(['t01', 't03'])
    })
    test('the resource does not declare is refused, and so is an order it does not declare', async () => {
      await expect(k.call('GET /tools', root, { query: { summary: 'x' } })).rejects.toThrow()
      await expect(k.call('GET /tools', root, { query: { sort: 'summary' } })).rejects.toThrow()
      await expect(k.call('GET /tools', root, { query: { sort: 'name; drop table r_tool' } })).rejects.toThrow()
    })
  })

  describe('a text search', () => {
    test('takes wildcards for themselves', async () => {
      expect(await ids('/tools', { q: '100%' })).toEqual(['t05'])
      expect(await ids('/tools', { q: 'of_host' })).toEqual(['t05'])
      expect(await ids('/tools', { q: 'ofxhost' })).toEqual([])
      expect(await ids('/tools', { q: '%' })).toEqual(['t05'])
      expect(await ids('/tools', { q: '\\' })).toEqual(['t05'])
    })
    test('looks into the words of a list as well, and not across fields', async () => {
      expect(await ids('/tools', { q: 'port scan' })).toEqual(['t07'])
      expect(await ids('/tools', { q: '0 plain' })).toEqual([])
    })
    test('answers any text there is without an error, and finds what contains it and nothing else', async () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ maxLength: 30 }),
        fc.constantFrom(`'";--\0`, `' or 1=1 --`, '$1', '%', '_', '\\', '\ud800', '{1,2}', 'NULL', '\u001f', '100%'),
      )
      await fc.assert(
        fc.asyncProperty(text, fc.constantFrom('q', 'language', 'category_id', 'platforms'), async (value, name) => {
          const found = await ids('/tools', { [name]: value })
          const needle = fold(value.trim())
          const expected = those((t, n) => {
            if (name === 'q')
              return !needle || [`${t.name} ${n}`, t.summary, ...t.keywords].some((x) => fold(x).includes(needle))
            if (name === 'language') return value === '' || fold(t.language).includes(fold(value))
            if (name === 'platforms') return (t.platforms as string[]).includes(fold(value))
            return t.category_id === value
          })
          expect(sorted(found)).toEqual(expected)
        }),
        { numRuns: env.whole ? 600 : 48 },
      )
    }, 120_000)
  })

  describe('an order', () => {
    test('of texts drops case; rows with nothing stand last both ways; the id settles ties', async () => {
      const key = (id: string) => fold(tools.find((t) => t.id === id)?.data.language ?? '')
      for (const [sort, way] of [
        ['language', 1],
        ['-language', -1],
      ] as const) {
        const expected = tools
          .map((t) => t.id)
          .sort((a, b) => {
            const [x, y] = [key(a), key(b)]
            if (!x !== !y) return x ? -1 : 1
            return (x < y ? -1 : x > y ? 1 : a < b ? -1 : 1) * way
          })
        expect(await ids('/tools', { sort })).toEqual(expected)
      }
    })
    test('of a choice is the order of its declaration', async () => {
      const got = (await k.call('GET /dorks', root, { query: { sort: 'category', page_size: 200 } })).items.map((d) =>
        dorkCategories.indexOf(d['category'] as never),
      )
      expect(got).toEqual([...got].sort((a, b) => a - b))
    })
    test('of numbers is by value, and of dates newest first when asked so', async () => {
      const numbers = (await k.call('GET /dorks', root, { query: { sort: '-ghdb_id', page_size: 200 } })).items.map(
        (d) => d['ghdb_id'],
      )
      expect(numbers.slice(0, 3)).toEqual([290, 280, 270])
      expect(numbers.slice(-6)).toEqual([null, null, null, null, null, null])
      const dates = (await k.call('GET /dorks', root, { query: { page_size: 200 } })).items.map(
        (d) => d['published_on'],
      )
      expect(dates[0]).toBe('2026-09-15')
      expect(dates.at(-1)).toBeNull()
    })
    test.each(['name', 'language', '-price', 'updated_at', '-created_at'])(
      'by %s cuts into pages that hold every row once',
      async (sort) => {
        const all = await ids('/tools', { sort })
        const pages: string[] = []
        for (let page = 1; page <= 9; page++) pages.push(...(await ids('/tools', { sort, page, page_size: 7 })))
        expect(pages).toEqual(all)
        expect(new Set(pages).size).toBe(60)
      },
    )
  })

  test('a page beyond the end is empty and still says how many there are', async () => {
    expect(await k.call('GET /tools', root, { query: { page: 1_000_000 } })).toEqual({
      items: [],
      total: 60,
      page: 1_000_000,
      page_size: 20,
    })
  })

  test('bounds at the ends of time and number break nothing', async () => {
    for (const query of [
      { updated_at_from: '0000-01-01' },
      { updated_at_to: '9999-12-31' },
      { updated_at_from: '0000-01-01T00:00:00+14:00' },
      { updated_at_to: '9999-12-31T23:59:59-14:00' },
    ])
      expect((await k.call('GET /tools', root, { query })).total).toBe(60)
    expect((await k.call('GET /dorks', root, { query: { ghdb_id_to: '9'.repeat(400) } })).total).toBe(24)
    expect((await k.call('GET /dorks', root, { query: { published_on_from: '0000-01-01' } })).total).toBe(25)
  })
})
