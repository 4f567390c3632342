/** J6: the server is killed at random moments of an import. `KILLS=200` for a long run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dork, ghdb, list, scanner, zipped } from './support/import.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'
import { env } from '#config/env.ts'

const kills = Number(process.env.KILLS ?? (env.whole ? 3 : 1))
const port = 4651
const rows = 1500

let data: Awaited<ReturnType<typeof dataDirectory>>
let server: Process | undefined
beforeAll(async () => {
  data = await dataDirectory()
})
afterAll(async () => {
  await server?.kill()
  data.remove()
})

const base = zipped({ 'networking.json': list(scanner('Nmap'), scanner('Zmap')), 'g.json': ghdb(dork(1, 'stands')) })
const bytes = zipped({
  'networking.json': list(scanner('Nmap', { description: 'new' }), scanner('Masscan')),
  'g.json': ghdb(dork(1, 'is rewritten'), ...Array.from({ length: rows }, (_, i) => dork(i + 2, `query ${i}`))),
})
const made = rows + 1

/**
 * Kills the server at a random moment of some work. A server that has just started is slow, so the span is found by trying: longer after
 * a kill that came too early to be met with anything done, shorter after one that came when all was done.
 */
function killer(span: number) {
  return async (s: Process, work: () => Promise<unknown>, done: () => Promise<boolean>): Promise<boolean> => {
    const working = work().catch(() => {})
    await new Promise((r) => setTimeout(r, Math.random() * span))
    await s.kill()
    await working
    const all = await done()
    span *= all ? 0.7 : 1.5
    return all
  }
}

describe('a server killed in the middle of an import', () => {
  it(
    `has written all or nothing when it comes back, ${kills} times, and goes on from there`,
    async () => {
      let s = (server = await startProcess(data.dir, port))
      const again = async () => (s = server = await startProcess(data.dir, port))
      const rested = async (id: string) => {
        for (;;) {
          const { status, body } = await s.call('GET', `/imports/${id}`)
          if (status === 200 && body.state !== 'applying' && body.state !== 'undoing') return body
          await new Promise((next) => setTimeout(next, 30))
        }
      }
      const call = async (p: { id: string }, act: string, body: object) => {
        const r = (await s.call('POST', `/imports/${p.id}/${act}`, body)).body
        return r.state === 'applying' || r.state === 'undoing' ? rested(p.id) : r
      }
      await call(await s.plan(base), 'apply', {}).catch(() => {})
      const first = (await s.call<{ items: { id: string; digest: string }[] }>('GET', '/imports')).body.items[0]
      if (!first) throw new Error('no import')
      await call(first, 'apply', { digest: first.digest })
      const before = await s.contents()

      let p = await s.plan(bytes)
      expect(p.counts).toEqual({ new: made, same: 1, changed: 2, duplicate: 0, refused: 0 })
      p = await call(p, 'apply', { digest: p.digest, on_duplicate: 'overwrite' })
      const full = await s.contents()
      p = await call(p, 'undo', { version: p.version })
      expect(await s.contents()).toBe(before)
      expect(full).not.toBe(before)

      const seen = { 'planned again': 0, 'nothing applied': 0, 'all applied': 0, 'nothing undone': 0, 'all undone': 0 }
      const [planning, applying, undoing] = [killer(1000), killer(1500), killer(500)]
      // what a killed server has begun to write, the next one ends
      const now = async () => (p = await rested(p.id))
      for (let n = 0; n < kills; n++) {
        if (p.state === 'planned') {
          const { digest } = p
          const all = await applying(
            s,
            () => call(p, 'apply', { digest, on_duplicate: 'overwrite' }),
            async () => (await again(), (await now()).state === 'applied'),
          )
          seen[all ? 'all applied' : 'nothing applied']++
          expect(p.digest).toBe(digest)
          if (!all) expect([p.state, await s.contents()]).toEqual(['planned', before])
          else {
            expect(p.details).toMatchObject({ created: made, overwritten: 2 })
            expect((await s.call<{ total: number }>('GET', '/dorks?page_size=1')).body.total).toBe(rows + 1)
          }
        } else if (p.state === 'applied') {
          const applied = await s.contents()
          const all = await undoing(
            s,
            () => call(p, 'undo', { version: p.version }),
            async () => (await again(), (await now()).state === 'undone'),
          )
          seen[all ? 'all undone' : 'nothing undone']++
          expect([p.state, await s.contents()]).toEqual(all ? ['undone', before] : ['applied', applied])
        } else {
          p = (await s.call('POST', '/imports', { upload_id: await s.upload(bytes) })).body
          await planning(
            s,
            () => s.planned(p.id),
            async () => (await again(), (await now()).state === 'planned'),
          )
          p = await s.planned(p.id)
          seen['planned again']++
          expect(p).toMatchObject({ state: 'planned', counts: { new: made, same: 1, changed: 2, refused: 0 } })
          expect(await s.contents()).toBe(before)
        }
      }
      console.log(`${kills} kills, ${made + 2} rows:`, seen)

      // whatever it came to, running it to its end gives the same as if nobody had been killed
      if (p.state !== 'planned' && p.state !== 'applied') p = await s.plan(bytes)
      if (p.state === 'planned') p = await call(p, 'apply', { digest: p.digest, on_duplicate: 'overwrite' })
      expect(p).toMatchObject({ state: 'applied', details: { created: made, overwritten: 2 } })
      expect((await s.plan(bytes)).counts).toEqual({ new: 0, same: made + 3, changed: 0, duplicate: 0, refused: 0 })
    },
    60_000 + kills * 10_000,
  )
})
