/** J7: the server is killed at random moments of a restore. `KILLS=20` for a long run. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'
import { password } from './support/people.ts'
import { env } from '#config/env.ts'

const kills = Number(process.env.KILLS ?? (env.whole ? 2 : 1))
const port = 4653
const categories = 40

let data: Awaited<ReturnType<typeof dataDirectory>>
let s: Process | undefined
beforeAll(async () => {
  data = await dataDirectory()
})
afterAll(async () => {
  await s?.kill()
  data.remove()
})

interface Restore {
  running: boolean
  stage: string | null
  problem: string | null
}
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

it(
  `a server killed in the middle of a restore comes back as it was before or as it was then, ${kills} times`,
  async () => {
    const start = async () => (s = await startProcess(data.dir, port, 'super'))
    let server = await start()
    const add = async (name: string) =>
      expect((await server.call('POST', '/tool-categories', { name, description: '' })).status).toBe(200)
    for (let n = 0; n < categories; n++) await add(`Then ${n}`)
    const then = await server.contents()
    const { body: backup } = await server.call<{ id: string }>('POST', '/backups', { note: '' })
    for (;;) {
      const { body } = await server.call<{ state: string }>('GET', `/backups/${backup.id}`)
      if (body.state === 'ready') break
      expect(body.state).toBe('making')
      await pause(20)
    }
    const seen = { before: 0, restored: 0 }
    const stages = new Set<string>()
    let span = 3000
    for (let n = 0; n < kills; n++) {
      await add(`Afterwards ${n}`)
      const before = await server.contents()
      const asked = await server.call('POST', `/backups/${backup.id}/restore`, { password, word: 'RESTORE' })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      await pause(Math.random() * span)
      const reached = await server.call<Restore>('GET', '/restore')
      stages.add(reached.body.stage ?? '')
      await server.kill()
      server = await start()
      const { body: restore } = await server.call<Restore>('GET', '/restore')
      const now = await server.contents()
      expect(restore.running).toBe(false)
      if (restore.stage === 'done') expect(now).toBe(then)
      else expect([restore.stage, restore.problem, now]).toEqual(['failed', 'interrupted', before])
      seen[restore.stage === 'done' ? 'restored' : 'before']++
      // a restore that ran to its end was met too late, one that had not begun too early
      span *= restore.stage === 'done' ? 0.8 : 1.3
      // it works on
      await add(`Alive ${n}`)
    }
    console.log(`${kills} kills:`, seen, [...stages].join(', '))
  },
  60_000 + kills * 20_000,
)
