/** G4, J2: the server is killed at random moments of scenes’ lives. `KILLS=100` for the long run. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lan, node } from '#tests/support/scene.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'

const kills = Number(process.env.KILLS ?? 1)
const port = 4654
const document = lan(node('a', 'container'))
interface Found {
  items: { id: string; status: string; name: string }[]
}

let data: Awaited<ReturnType<typeof dataDirectory>>
let server: Process | undefined
beforeAll(async () => {
  data = await dataDirectory()
})
afterAll(async () => {
  await server?.kill()
  data.remove()
})

it(
  `leaves no scene stuck, twice there or behind when its server is killed ${kills} times`,
  async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < kills; round++) {
      const s = (server = await startProcess(data.dir, port))
      const work = (async () => {
        for (let i = 0; ; i++) {
          const { status, body } = await s.call<{ id: string }>('POST', '/scenes', {
            name: `Round ${round}.${i}`,
            document,
          })
          if (status === 200) acknowledged.add(body.id)
          const { body: all } = await s.call<Found>('GET', '/scenes?page_size=200')
          const running = all.items.filter((x) => x.status === 'running')
          if (running[0]) await s.call('POST', `/scenes/${running[0].id}/delete`, {})
          if (running[1]) await s.call('POST', `/scenes/${running[1].id}/reboot`, {})
          await new Promise((r) => setTimeout(r, 150))
        }
      })().catch(() => {})
      await new Promise((r) => setTimeout(r, 300 + Math.random() * 3000))
      await s.kill()
      await work
    }
    const s = (server = await startProcess(data.dir, port))
    const all = async () => (await s.call<Found>('GET', '/scenes?page_size=200')).body.items
    const names = (await all()).map((x) => x.name)
    expect(new Set(names).size).toBe(names.length)
    await expect
      .poll(async () => (await all()).filter((x) => !['running', 'in-queue'].includes(x.status)), {
        timeout: 60_000,
        interval: 500,
      })
      .toEqual([])
    for (;;) {
      const ids = (await all()).map((x) => x.id)
      if (!ids.length) break
      await s.call('POST', '/scenes/delete', { ids })
      await new Promise((r) => setTimeout(r, 700))
    }
    expect(acknowledged.size).toBeGreaterThan(0)
  },
  120_000 + kills * 15_000,
)
