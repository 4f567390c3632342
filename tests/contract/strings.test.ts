/**
 * Texts that mean something to SQL, to patterns or to a shell, in every place of the interface that takes a text (check C7): they are
 * looked for as they are, they find no more than they are in, and nothing fails.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { filterKind } from '#src/contract/lib/resource.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { resources } from '#src/contract/resources.ts'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { nastyTexts } from './support/arbitrary.ts'
import { testServer, type TestServer } from './support/server.ts'
import { env } from '#config/env.ts'

const runs = Number(process.env.RUNS ?? (env.whole ? 600 : 80))
let s: TestServer
const names = ["O'Brien", 'a%b', 'a_b', 'back\\slash', '"quoted"', 'semi;--', '%', '_', 'axb', '$1', '${x}', '100%']
beforeAll(async () => {
  s = await testServer()
  const { id: category_id } = await s.ok('POST /tool-categories', { body: { name: 'Strings' } }, 'super')
  for (const name of names)
    await s.ok('POST /tools', { body: { name, category_id, summary: '', language: name } }, 'super')
})
afterAll(() => s.close())

const parts = fc.constantFrom(
  '"',
  "'",
  ';',
  '--',
  '\\',
  '%',
  '_',
  '/*',
  '*/',
  '$$',
  '$1',
  ':id',
  '::text',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  ' or ',
  '=',
  '1',
  'a',
  '\n',
  '\t',
  '界',
  '\u0000',
  '\ud800',
  '\u2028',
  '||',
  '`',
  '&',
  '#',
)
const hostile = fc.oneof(
  fc.array(parts, { maxLength: 12 }).map((p) => p.join('')),
  fc.constantFrom(...nastyTexts),
)

interface Place {
  key: string
  where: 'q' | 'filter' | 'id' | 'sort'
  name: string
}
const places: Place[] = [
  ...Object.values(resources).flatMap(({ line }) => [
    { key: `GET ${line.path}`, where: 'q' as const, name: 'q' },
    { key: `GET ${line.path}`, where: 'sort' as const, name: 'sort' },
    { key: `GET ${line.path}`, where: 'filter' as const, name: 'ids' },
    ...line.filter.flatMap((name) => {
      const kind = filterKind(
        (line.fields as Record<string, Parameters<typeof filterKind>[0]>)[name] ?? { kind: 'text' },
      )
      return (kind === 'range' ? [`${name}_from`, `${name}_to`] : [name]).map((n) => ({
        key: `GET ${line.path}`,
        where: 'filter' as const,
        name: n,
      }))
    }),
  ]),
  ...Object.keys(api)
    .filter((key) => key.startsWith('GET'))
    .flatMap((key) =>
      Object.keys(unknownParams(splitKey(key)[1])).map((name) => ({ key, where: 'id' as const, name })),
    ),
]
const total = async (query: object) => (await s.ok('GET /tools', { query: query as { q?: string } }, 'super')).total

describe('hostile texts', () => {
  it(`break nothing in ${places.length} places of queries and paths (${runs} calls)`, {
    timeout: 60_000 + runs * 50,
  }, async () => {
    const everything = await total({})
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), hostile, async ({ key, where, name }, text) => {
        const id = text.replace(/\p{Surrogate}/gu, '')
        fc.pre(where !== 'id' || (id !== '' && id !== '.' && id !== '..'))
        const r = await s.send(
          key,
          where === 'id' ? { params: { ...unknownParams(key), [name]: id } } : { query: { [name]: text } },
          'super',
        )
        expect([200, 400, 404, 422], `${key} ${name} ${JSON.stringify(text)} ${r.raw.body}`).toContain(r.status)
        if (where === 'id' && r.status === 200) throw new Error(`${key} found something under ${JSON.stringify(text)}`)
        // found rows hold the text that was asked for
        if (key === 'GET /tools' && name === 'q' && r.status === 200) {
          const { items } = r.body as unknown as { items: { name: string }[] }
          const wanted = text.trim().normalize('NFKC').toLowerCase()
          for (const item of items) expect(item.name.normalize('NFKC').toLowerCase()).toContain(wanted)
        }
      }),
      { numRuns: runs },
    )
    expect(await total({})).toBe(everything)
  })

  it.each(names)('are found as they are written: %s', async (name) => {
    const { items } = await s.ok('GET /tools', { query: { q: name, page_size: 100 } }, 'super')
    const expected = names.filter((n) => n.toLowerCase().includes(name.toLowerCase()))
    expect(items.map((i) => (i as { name: string }).name).sort()).toEqual([...expected].sort())
  })

  it('come back as they were written', async () => {
    const { items } = await s.ok('GET /tools', { query: { page_size: 100 } }, 'super')
    expect(items.map((i) => (i as { name: string }).name).sort()).toEqual([...names].sort())
  })

  it('in a body are stored as texts or refused, never run', async () => {
    const { items } = await s.ok('GET /tool-categories', {}, 'super')
    const category_id = items[0]?.id ?? ''
    let n = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const body = {
          name: `Hostile ${++n} ${text}`.slice(0, 100),
          category_id,
          summary: text.slice(0, 2000),
          keywords: text === '' ? [] : [text.slice(0, 50)],
        }
        const r = await s.send('POST /tools', { body }, 'super')
        expect([200, 400, 422], r.raw.body).toContain(r.status)
        if (r.status !== 200) return
        const back = await s.ok('GET /tools/:id', { params: { id: (r.body as { id: string }).id } }, 'super')
        expect(back).toMatchObject({ summary: body.summary, keywords: body.keywords })
      }),
      { numRuns: Math.min(runs, 300) },
    )
  })
})
