/** Rates of a resource import through the API: upload, plan, apply. */
import { strToU8, zipSync } from 'fflate'
import { type Bench, call } from './benchServer.ts'

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
  const upload = await call<{ id: string }>(b, 'POST', '/uploads', { name: 'bench.zip', size: zip.length })
  await call(b, 'PATCH', `/uploads/${upload.id}?offset=0`, zip)
  const until = async (id: string, state: string) => {
    for (;;) {
      const p = await call<{
        id: string
        state: string
        digest: string
        problem: string | null
        counts: { new: number }
      }>(b, 'GET', `/imports/${id}`)
      if (p.state === state) return p
      if (p.state === 'failed') throw new Error(`the import failed: ${p.problem}`)
      await new Promise((r) => setTimeout(r, 20))
    }
  }
  const from = performance.now()
  const begun = await call<{ id: string }>(b, 'POST', '/imports', { upload_id: upload.id })
  const planned = await until(begun.id, 'planned')
  const middle = performance.now()
  if (planned.counts.new !== rows) throw new Error(`${planned.counts.new} new rows instead of ${rows}`)
  await call(b, 'POST', `/imports/${begun.id}/apply`, { digest: planned.digest, on_duplicate: 'skip' })
  await until(begun.id, 'applied')
  return { plan: rows / ((middle - from) / 1000), apply: rows / ((performance.now() - middle) / 1000) }
}
