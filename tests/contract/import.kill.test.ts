/** J6: the server is killed at random moments of an import. `KILLS=200` for a long run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dork, ghdb, list, scanner, zipped } from './support/import.ts'
import { builtServer, dataDirectory, type Process, startProcess } from './support/importProcess.ts'

const kills = Number(process.env.KILLS ?? 10)
const port = 4651
const rows = 1500

let data: Awaited<ReturnType<typeof dataDirectory>>
let built: Awaited<ReturnType<typeof builtServer>>
let server: Process | undefined
beforeAll(async () => {
  data = await dataDirectory()
  built = await builtServer()
})
afterAll(async () => {
  await server?.kill()
  data.remove()
  built.remove()
})

const base = zipped({ 'networking.json': list(scanner('Nmap'), scanner('Zmap')), 'g.json': ghdb(dork(1, 'stands')) })
const bytes = zipped({
  'networking.json': list(scanner('Nmap', { description: 'new' }), scanner('Masscan')),
  'g.json': ghdb(dork(1, 'is rewritten'), ...Array.from({ length: rows }, (_, i) => dork(i + 2, `query ${i}`))),
})
const made = rows + 1

/** Does it and kills the server some time after, or when it is done. */
async function cutShort(s: Process, work: () => Promise<unknown>, longest: number): Promise<number> {
  const after = Math.random() * longest
  const done = work().catch(() => {})
  await Promise.race([done, new Promise((r) => setTimeout(r, after))])
  await s.kill()
  await done
  return after
}

describe('a server killed in the middle of an import', () => {
  it(
    `has written all or nothing when it comes back, ${kills} times, and goes on from there`,
    async () => {
      let s = (server = await startProcess(built.program, data.dir, port))
      const again = async () => (s = server = await startProcess(built.program, data.dir, port))
      const call = async (p: { id: string }, act: string, body: object) => (await s.call('POST', `/imports/${p.id}/${act}`, body)).body
      await call(await s.plan(base), 'apply', {}).catch(() => {})
      const first = (await s.call<{ items: { id: string; digest: string }[] }>('GET', '/imports')).body.items[0]
      if (!first) throw new Error('no import')
      await call(first, 'apply', { digest: first.digest })
      const before = await s.contents()

      let p = await s.plan(bytes)
      expect(p.counts).toEqual({ new: made, same: 1, changed: 2, refused: 0 })
      const began = performance.now()
      p = await call(p, 'apply', { digest: p.digest, on_duplicate: 'overwrite' })
      const takes = performance.now() - began
      const full = await s.contents()
      p = await call(p, 'undo', { version: p.version })
      expect(await s.contents()).toBe(before)

      const seen = { planning: 0, nothing: 0, all: 0, undone: 0, kept: 0 }
      p = await s.plan(bytes)
      for (let n = 0; n < kills; n++) {
        console.log('DEBUG', n, p.state, Math.round(performance.now()))
        if (p.state === 'planned') {
          await cutShort(s, () => call(p, 'apply', { digest: p.digest, on_duplicate: 'overwrite' }), takes * 2)
          await again()
          const { body: now } = await s.call('GET', `/imports/${p.id}`)
          const content = await s.contents()
          expect(['planned', 'applied']).toContain(now.state)
          expect(now.digest).toBe(p.digest)
          if (now.state === 'planned') expect(content).toBe(before)
          else {
            expect(content).not.toBe(before)
            expect(now.details).toMatchObject({ created: made, overwritten: 2 })
            expect((await s.call<{ total: number }>('GET', '/dorks?page_size=1')).body.total).toBe(rows + 1)
          }
          seen[now.state === 'planned' ? 'nothing' : 'all']++
          p = now
        } else if (p.state === 'applied') {
          const applied = await s.contents()
          await cutShort(s, () => call(p, 'undo', { version: p.version }), takes)
          await again()
          const { body: now } = await s.call('GET', `/imports/${p.id}`)
          expect(['applied', 'undone']).toContain(now.state)
          expect(await s.contents()).toBe(now.state === 'undone' ? before : applied)
          seen[now.state === 'undone' ? 'undone' : 'kept']++
          p = now
        } else {
          const upload_id = await s.upload(bytes)
          const { body: begun } = await s.call('POST', '/imports', { upload_id })
          await cutShort(s, () => s.planned(begun.id), takes)
          await again()
          p = await s.planned(begun.id)
          expect(p).toMatchObject({ state: 'planned', counts: { new: made, same: 1, changed: 2, refused: 0 } })
          expect(await s.contents()).toBe(before)
          seen.planning++
        }
      }
      console.log(`killed ${kills} times within ${Math.round(takes)} ms of ${made + 2} rows`, seen)

      // whatever it came to, running it to its end gives the same as if nobody had been killed
      if (p.state !== 'planned' && p.state !== 'applied') p = await s.plan(bytes)
      if (p.state === 'planned') p = await call(p, 'apply', { digest: p.digest, on_duplicate: 'overwrite' })
      expect(p).toMatchObject({ state: 'applied', details: { created: made, overwritten: 2 } })
      expect((await s.plan(bytes)).counts).toEqual({ new: 0, same: made + 3, changed: 0, refused: 0 })
      expect(full).not.toBe(before)
    },
    60_000 + kills * 10_000,
  )
})
