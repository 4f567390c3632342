/** The catalogue of courses: what its first page costs with thousands of courses, beside what it costs with fifty. */
import { documents } from '#mock/crud/documents.ts'
import { onBothEngines, type Opened } from './bothEngines.ts'
import { type Figure, median } from './table.ts'

const few = 50
const many = 5000
const budget = 1.5
const courses = documents('course')

/** Copies of a published course that everybody finds, until there are so many. */
async function lay({ db, platform }: Opened, from: number, all: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    'select course_id as id from course_outline where published is not null and visible_all order by course_id limit 1',
  )
  const pattern = await courses.get(db, rows[0]?.id ?? '')
  if (!pattern) throw new Error('the demonstration shows no course to everybody')
  const at = platform.now()
  const copies = Array.from({ length: all - from }, (_, n) => ({
    id: platform.newId(),
    data: { ...pattern.data, name: `Bench ${from + n}` },
    hand: { at, by: 'user-super' },
  }))
  await db.tx(async (q) => {
    for (let n = 0; n < copies.length; n += 500)
      await courses.insertMany(q, copies.slice(n, n + 500), { at, by: 'user-super' })
    await q.query(
      `insert into course_outline (course_id, draft, published, published_at, visible_all, updated_at)
       select unnest($1::text[]), draft, published, published_at, visible_all, updated_at from course_outline where course_id = $2`,
      [copies.map((c) => c.id), pattern.id],
    )
  })
  await db.script('vacuum analyze')
}

async function firstPage({ call }: Opened, query: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 40; n++) {
    const at = performance.now()
    const { items } = await call<{ items: unknown[] }>('GET', `/learning/courses?page_size=20${query}`)
    if (n >= 5) times.push(performance.now() - at)
    if (!items.length) throw new Error(`${query}: nothing`)
  }
  return median(times)
}

export const catalogueFigures = (): Promise<Figure[]> =>
  onBothEngines(async (o) => {
    const asked = [
      ['first page', ''],
      ['found by a text', '&q=Bench'],
    ] as const
    const measured = async (from: number, all: number) => {
      await lay(o, from, all)
      const ms: number[] = []
      for (const [, query] of asked) ms.push(await firstPage(o, query))
      return ms
    }
    const [before, after] = [await measured(0, few), await measured(few, many)]
    return asked.map(([what], n): Figure => {
      const ratio = (after[n] ?? Number.NaN) / (before[n] ?? Number.NaN)
      return {
        what: `${many.toLocaleString('en-US')} courses${o.where}, ${what}: times that of ${few} (${before[n]?.toFixed(1)} ms)`,
        value: ratio,
        unit: '×',
        budget: `≤ ${budget} ×`,
        held: ratio <= budget,
      }
    })
  })
