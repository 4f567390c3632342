/** A list of 10,000 people imported, and lists of 100,000: first and last page, everybody below an organisation, a text. */
import { type Bench, call } from './benchServer.ts'
import { type Figure, median } from './table.ts'

const rounds = 15

interface Imported {
  plan: number
  apply: number
}

/** Imports made-up people, half of them into an organisation; rows per second of each step. */
async function people(b: Bench, from: number, rows: number, org: string): Promise<Imported> {
  const lines = Array.from({ length: rows }, (_, i) => {
    const n = from + i
    return `bench_${n},Bench ${n},${n % 2 ? org : ''},1390${String(n).padStart(7, '0')},W-${n}`
  })
  const bytes = new TextEncoder().encode(['username,name,organisation,phone,work_id', ...lines].join('\n'))
  const upload = await call<{ id: string }>(b, 'POST', '/uploads', { name: 'people.csv', size: bytes.length })
  await call(b, 'PATCH', `/uploads/${upload.id}?offset=0`, bytes)
  const begin = performance.now()
  const { id } = await call<{ id: string }>(b, 'POST', '/imports', { upload_id: upload.id, kind: 'users' })
  let p = { state: '', digest: '', counts: { new: 0 } }
  while (p.state !== 'planned') {
    p = await call(b, 'GET', `/imports/${id}`)
    if (p.state === 'failed') throw new Error('the import failed')
    await new Promise((r) => setTimeout(r, 20))
  }
  if (p.counts.new !== rows) throw new Error(`${p.counts.new} new people instead of ${rows}`)
  const middle = performance.now()
  await call(b, 'POST', `/imports/${id}/apply`, { digest: p.digest, on_duplicate: 'skip' })
  const end = performance.now()
  return { plan: rows / ((middle - begin) / 1000), apply: rows / ((end - middle) / 1000) }
}

async function time(b: Bench, query: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const at = performance.now()
    await call(b, 'GET', `/users?${query}`)
    times.push(performance.now() - at)
  }
  return median(times)
}

export async function userFigures(b: Bench): Promise<Figure[]> {
  const { items: orgs } = await call<{ items: { id: string; name: string; parent_id: string | null }[] }>(
    b,
    'GET',
    '/orgs/tree',
  )
  const root = orgs.find((o) => o.parent_id === null)
  const below = orgs.find((o) => o.parent_id === root?.id)
  const leaf = orgs.find((o) => o.parent_id === below?.id)
  if (!below || !leaf) throw new Error('the demonstration has no organisations')
  const first = await people(b, 0, 10_000, leaf.name)
  for (let from = 10_000; from < 100_000; from += 30_000) await people(b, from, 30_000, leaf.name)
  const { total } = await call<{ total: number }>(b, 'GET', '/users?page_size=1')
  const lists: [string, string][] = [
    ['first page', ''],
    ['last page', `page=${Math.ceil(total / 20)}`],
    ['first page by name', 'sort=name'],
    ['below an organisation', `org_id=${below.id}`],
    ['below an organisation, last page', `org_id=${below.id}&page=2500`],
    ['status normal', 'status=normal'],
    ['a user name', 'q=bench_77777'],
    ['a text found everywhere', 'q=bench'],
  ]
  const out: Figure[] = [
    { what: 'people, 10,000 imported: plan', value: first.plan, unit: 'rows/s', budget: '–' },
    { what: 'people, 10,000 imported: apply', value: first.apply, unit: 'rows/s', budget: '–' },
  ]
  for (const [what, query] of lists) {
    const value = await time(b, query)
    out.push({
      what: `users, ${total.toLocaleString('en-US')}: ${what}`,
      value,
      unit: 'ms',
      budget: '≤ 300 ms',
      held: value <= 300,
    })
  }
  return out
}
