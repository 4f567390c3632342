/** Rates of an import through the API: upload, plan, apply, undo. */
import { strToU8, zipSync } from 'fflate'
import { type Bench, call } from './benchServer.ts'
import { beside, besideFigure, pairOfServers, pause } from './readers.ts'
import type { Figure } from './table.ts'

interface Plan {
  id: string
  version: number
  state: string
  digest: string
  progress: number
  problem: string | null
  counts: { new: number }
}

/** @param onLook each answer on the way */
async function until(b: Bench, id: string, state: string, onLook: (p: Plan) => void = () => {}): Promise<Plan> {
  for (;;) {
    const p = await call<Plan>(b, 'GET', `/imports/${id}`)
    onLook(p)
    if (p.state === state) return p
    if (!p.state.endsWith('ing')) throw new Error(`the import is ${p.state}: ${p.problem}`)
    await pause(20)
  }
}

export async function sent(b: Bench, name: string, kind: string, file: Uint8Array): Promise<Plan> {
  const upload = await call<{ id: string }>(b, 'POST', '/uploads', { name, size: file.length })
  for (let at = 0; at < file.length; at += 4 * 1024 * 1024)
    await call(b, 'PATCH', `/uploads/${upload.id}?offset=${at}`, file.subarray(at, at + 4 * 1024 * 1024))
  return call<Plan>(b, 'POST', '/imports', { upload_id: upload.id, kind })
}

/** A bank of so many questions as one file: planned, written and taken back, and what others notice of each. */
export async function importFigures(rows = 30_000): Promise<Figure[]> {
  const { stop, ...pair } = await pairOfServers()
  const b = pair.busy
  try {
    const file = strToU8(
      Array.from(
        { length: rows },
        (_, n) =>
          `::Bank ${n}:: Which protocol asks the name servers of zone ${n % 977}, case ${n}? {=DNS ~ARP ~DHCP}\n\n`,
      ).join(''),
    )
    await beside(pair, pause(3000))
    const out: Figure[] = []
    const told = (what: string, value: number, unit: 's' | 'ms', most: number) =>
      out.push({ what: `${rows} questions: ${what}`, value, unit, budget: `≤ ${most} ${unit}`, held: value <= most })
    const measured = async <T>(what: string, most: number, work: () => Promise<T>): Promise<T> => {
      let seconds = 0
      const working = async () => {
        const from = performance.now()
        const done = await work()
        seconds = (performance.now() - from) / 1000
        return done
      }
      const done = working()
      const others = await beside(pair, done)
      told(what, seconds, 's', most)
      out.push(besideFigure(`they are ${what}`, others))
      return done
    }
    const { id } = await sent(b, 'bank.gift', 'questions', file)
    const plan = await measured('planned', 20, () => until(b, id, 'planned'))
    if (plan.counts.new < rows) throw new Error(`${plan.counts.new} new rows instead of ${rows}`)
    const act = async (what: string, path: string, body: object, end: string) => {
      const shares = new Set<number>()
      let first = 0
      const p = await measured(what, 60, async () => {
        const from = performance.now()
        await call(b, 'POST', `/imports/${id}/${path}`, body)
        first = performance.now() - from
        return until(b, id, end, ({ progress }) => shares.add(progress))
      })
      told(`first answer when they are ${what}`, first, 'ms', 2000)
      out.push({
        what: `${rows} questions: shares told while they are ${what}`,
        value: shares.size,
        unit: '',
        budget: '',
      })
      return p
    }
    const applied = await act('written', 'apply', { digest: plan.digest, on_duplicate: 'skip' }, 'applied')
    await act('taken back', 'undo', { version: applied.version }, 'undone')
    return out
  } finally {
    await stop()
  }
}

/** Plans and applies a generated package of `rows` GHDB entries; answers rows per second of each step. */
export async function importRates(b: Bench, rows: number): Promise<{ plan: number; apply: number }> {
  const data = Array.from({ length: rows }, (_, i) => ({
    id: String(50_000 + i),
    date: '2025-03-04',
    url_title: `<a href="/ghdb/${50_000 + i}">inurl:&quot;bench/${i}&quot; filetype:log</a>`,
    cat_id: ['5', 'Vulnerable Files'],
    author_id: ['1', 'Bench'],
    author: { id: '1', name: 'Bench' },
    category: { cat_id: '5', cat_title: 'Vulnerable Files' },
  }))
  const zip = zipSync({
    'ghdb.json': strToU8(JSON.stringify({ draw: 1, recordsTotal: rows, recordsFiltered: rows, data })),
  })
  const from = performance.now()
  const begun = await sent(b, 'bench.zip', 'resources', zip)
  const planned = await until(b, begun.id, 'planned')
  const middle = performance.now()
  if (planned.counts.new !== rows) throw new Error(`${planned.counts.new} new rows instead of ${rows}`)
  await call(b, 'POST', `/imports/${begun.id}/apply`, { digest: planned.digest, on_duplicate: 'skip' })
  await until(b, begun.id, 'applied')
  return { plan: rows / ((middle - from) / 1000), apply: rows / ((performance.now() - middle) / 1000) }
}
