import { it } from 'vitest'
import type { Db } from '#mock/db/db.ts'
import { apply, folderFiles, plan, realData, zipped } from './support/import.ts'
import { testServer } from './support/server.ts'
const times = new Map<string, [number, number]>()
const note = (sql: string, ms: number) => {
  const k = sql.replace(/\s+/g, ' ').slice(0, 90)
  const [n, t] = times.get(k) ?? [0, 0]
  times.set(k, [n + 1, t + ms])
}
const wrap = (db: Db): Db => ({
  ...db,
  query: async (sql, params) => { const a = performance.now(); try { return await db.query(sql, params) } finally { note(sql, performance.now() - a) } },
  tx: (fn) => db.tx((q) => fn({ ...q, query: async (sql, params) => { const a = performance.now(); try { return await q.query(sql, params) } finally { note('TX ' + sql, performance.now() - a) } } })),
})
it('x', async () => {
  const s = await testServer({ wrap })
  const dir = realData('exploitdb_ghdb/pagodo-2025-02') ?? ''
  const bytes = zipped(folderFiles(dir, (n) => n.endsWith('ghdb.json')))
  times.clear()
  let a = performance.now()
  const p = await plan(s, bytes)
  console.log('plan', performance.now() - a); for (const [k, [n, t]] of [...times].sort((x, y) => y[1][1] - x[1][1]).slice(0, 10)) console.log(Math.round(t), n, k)
  times.clear(); a = performance.now()
  await apply(s, p)
  console.log('apply', performance.now() - a); for (const [k, [n, t]] of [...times].sort((x, y) => y[1][1] - x[1][1]).slice(0, 12)) console.log(Math.round(t), n, k)
  times.clear(); a = performance.now()
  await plan(s, bytes)
  console.log('plan2', performance.now() - a); for (const [k, [n, t]] of [...times].sort((x, y) => y[1][1] - x[1][1]).slice(0, 10)) console.log(Math.round(t), n, k)
  await s.close()
})
