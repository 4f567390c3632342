/**
 * G2, G4, J2: the server is killed at random moments of scenes’ lives, while callers send commands and repeat those that got no answer.
 * `KILLS=100` for the long run, `ENGINE=postgres` for PostgreSQL.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lan, node } from '#tests/support/scene.ts'
import { type Process, startProcess } from './support/importProcess.ts'
import { killEngine as engine, type KillGround, killGround } from './support/killGround.ts'

const kills = Number(process.env.KILLS ?? 1)
const port = engine === 'postgres' ? 4655 : 4654
const document = lan(node('a', 'container'))
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const any = <T>(of: readonly T[]): T | undefined => of[Math.floor(Math.random() * of.length)]

let data: KillGround
let server: Process | undefined
beforeAll(async () => {
  data = await killGround()
}, 60_000)
afterAll(async () => {
  await server?.kill()
  await data.remove()
})

interface Command {
  key: string
  at: string
  body: object
  /** `scene event`; of a new one its name. */
  what: string
}
/** What callers know: commands without an answer, and how often the server said that it took one. */
const unanswered = new Map<string, Command>()
const taken: Record<string, number> = {}
const made = new Map<string, string>()
const known = new Set<string>()
const events = [
  'delete',
  'delete',
  'close',
  'stop',
  'start',
  'reboot',
  'restart',
  'pause',
  'recover',
  'snapshot',
] as const

async function send(s: Process, c: Command): Promise<void> {
  unanswered.set(c.key, c)
  const { status, body } = await s.call<{ id: string; code?: string }>('POST', c.at, c.body, c.key)
  unanswered.delete(c.key)
  if (status === 409 || status === 404) return
  expect([status, body.code], c.what).toEqual([200, undefined])
  if (c.at !== '/scenes') {
    taken[c.what] = (taken[c.what] ?? 0) + 1
    if (/ (delete|close)$/.test(c.what)) known.delete(body.id)
    return
  }
  made.set(c.what, body.id)
  known.add(body.id)
}

async function client(s: Process, name: string): Promise<void> {
  for (let i = 0; ; i++) {
    const key = `${name}-${i}-key`
    const id = known.size > 6 || Math.random() < 0.6 ? any([...known]) : undefined
    const event = any(events) ?? 'stop'
    const body = event === 'snapshot' ? { name: key.slice(0, 40) } : {}
    if (id) await send(s, { key, at: `/scenes/${id}/${event}`, body, what: `${id} ${event}` })
    else await send(s, { key, at: '/scenes', body: { name: `Scene ${key}`, document }, what: `Scene ${key}` })
    await pause(40)
  }
}

it(
  `leaves no scene stuck, twice there or behind when its server is killed ${kills} times, and forgets no command, on ${engine}`,
  async () => {
    const start = async (): Promise<Process> => {
      server = await startProcess(data.dir, port, 'admin', data.url)
      // whoever got no answer asks again
      for (const c of unanswered.values()) await send(server, c)
      return server
    }
    let failed: unknown
    for (let round = 0; round < kills; round++) {
      const s = await start()
      let killed = false
      const clients = ['a', 'b', 'c'].map((who) =>
        client(s, `${round}-${who}`).catch((e: unknown) => {
          // the connection broke with the server; anything else is a fault
          if (!killed) failed ??= e
        }),
      )
      await pause(300 + Math.random() * 3000)
      killed = true
      if (round % 10 === 9) console.log(`${round + 1} of ${kills}`)
      await s.kill()
      await Promise.all(clients)
      if (failed) throw failed
    }
    const s = await start()
    expect(unanswered.size).toBe(0)
    const rest = new Set(['running', 'in-queue', 'not-running', 'hang', 'deleted', 'error'])
    await expect
      .poll(async () => (await s.scenes()).scenes.filter((x) => !rest.has(x.status)), { interval: 500 })
      .toEqual([])
    const settled = await s.scenes()
    // each command once, however often it was sent
    const { create: _, ...asked } = Object.fromEntries(
      Object.entries(settled.asked).filter(([what]) => !what.endsWith(' create')),
    )
    expect(asked).toEqual(taken)
    expect(settled.scenes.map((x) => [x.name, x.id])).toEqual(
      [...made].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name, id]) => [name, id]),
    )
    const alive = settled.scenes.filter((x) => x.status !== 'deleted')
    // a node of one container boots, or the kill came in between and it boots again: none of it may fail
    expect(alive.filter((x) => x.status === 'error')).toEqual([])
    expect(new Set(alive.map((x) => x.id))).toEqual(known)
    expect(settled.there.filter((id) => !known.has(id))).toEqual([])
    for (const { id } of alive) await s.call('POST', `/scenes/${id}/delete`, {})
    await expect.poll(async () => (await s.scenes()).there, { interval: 300 }).toEqual([])
    const last = await s.scenes()
    expect(last.scenes.filter((x) => x.status !== 'deleted' || x.held !== null)).toEqual([])
    const commands = Object.values(taken).reduce((n, x) => n + x, made.size)
    expect(commands).toBeGreaterThan(kills)
    console.log(`${kills} kills on ${engine}: ${commands} commands taken, ${made.size} scenes`)
  },
  120_000 + kills * 30_000,
)
