/** Two processes of one database: a console that one of them holds is come back to, and looked at, through the other. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import { type ServerApp, buildApp } from '#mock/app.ts'
import { silentLog } from '#mock/http/log.ts'
import type { ConsoleSay } from '#src/contract/scene/console.ts'
import { type AccountName, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
let other: ServerApp
let scene: string
const ports: number[] = []
const open: WebSocket[] = []

beforeAll(async () => {
  s = await testServer()
  const files = s.platform.files
  other = await buildApp({ db: s.db, now: s.clock.now, random: randomBytes, files, log: silentLog })
  for (const { app } of [s, other]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports.push((app.server.address() as AddressInfo).port)
  }
  const document = lan(node('pc', 'container'))
  scene = (await s.ok('POST /scenes', { body: { name: 'Two servers', owner_id: 'user-student', document } }, 'admin'))
    .id
  await until(s, scene, ['running'])
})
afterAll(async () => {
  for (const w of open) w.terminate()
  await other.close()
  await s.close()
})

function connect(at: 0 | 1, ticket: string) {
  const socket = consoleSocket(ports[at] ?? 0, ticket)
  open.push(socket)
  const bytes: Buffer[] = []
  const said: ConsoleSay[] = []
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) bytes.push(data)
    else said.push(JSON.parse(data.toString()) as ConsoleSay)
  })
  const text = () => Buffer.concat(bytes).toString('utf8')
  const end = new Promise<number>((done) => socket.on('close', done))
  return { socket, said, text, end, shows: (what: string) => expect.poll(text).toContain(what) }
}
const ticket = async (resume?: string, as: AccountName = 'student') =>
  (
    await s.ok(
      'POST /scenes/:id/console',
      { params: { id: scene }, body: { node: 'pc', kind: 'terminal', ...(resume ? { resume } : {}) } },
      as,
    )
  ).ticket
const consoleOf = ({ said }: ReturnType<typeof connect>): string => {
  const [first] = said
  if (first?.type !== 'ready') throw new Error('no ready')
  return first.console
}

it('a page that comes back to the other process has its shell, its screen and its recording again', async () => {
  const first = connect(0, await ticket())
  await first.shows('root')
  first.socket.send(Buffer.from('cd /etc; echo kept\r'))
  await first.shows('kept\r\n')
  const id = consoleOf(first)
  first.socket.terminate()
  const again = connect(1, await ticket(id))
  // said at once, before the way there is open
  again.socket.once('open', () => again.socket.send(Buffer.from('pwd\r')))
  await again.shows('kept\r\n')
  await again.shows('\r\n/etc\r\n')
  expect(again.said[0]).toMatchObject({ type: 'ready', resumed: true, console: id })
  again.socket.close(4000)
  await expect
    .poll(async () => (await s.ok('GET /consoles', { query: { scene_id: scene } }, 'student')).items)
    .toEqual([])
})

it('is looked at through the other process, which says so to its owner and takes nothing that is typed', async () => {
  const own = connect(0, await ticket())
  await own.shows('root')
  const { ticket: given } = await s.ok(
    'POST /consoles/:id/shadow',
    { params: { id: consoleOf(own) }, body: {} },
    'super',
  )
  const shadow = connect(1, given)
  await shadow.shows('root')
  expect(shadow.said[0]).toMatchObject({ type: 'ready', shadow: true })
  await expect.poll(() => own.said.at(-1)).toEqual({ type: 'watched', by: ['User super @super'] })
  shadow.socket.send(Buffer.from('touch /tmp/by-watcher\r'))
  own.socket.send(Buffer.from('ls /tmp; echo done\r'))
  await shadow.shows('done\r\n')
  expect(shadow.text()).not.toContain('by-watcher')
  own.socket.close(4000)
  expect(await shadow.end).toBe(4000)
})

it('a holder that cannot be reached leaves a new console where the page is, which says so', async () => {
  const first = connect(0, await ticket())
  await first.shows('root')
  const id = consoleOf(first)
  await s.db.query(`update scene_console set address = 'http://127.0.0.1:9/api/mg/api' where id = $1`, [id])
  const again = connect(1, await ticket(id))
  await again.shows('root')
  expect(again.said[0]).toMatchObject({ type: 'ready', resumed: false })
  expect(consoleOf(again)).not.toBe(id)
})
