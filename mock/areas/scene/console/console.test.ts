/** Consoles over real sockets: tickets and their misuse, terminals that are come back to, desktops, shadows, recordings. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import { endSessions } from '#mock/areas/session/sessions.ts'
import { closeCode, consoleLimits, type ConsoleSay, consoleEndOf } from '#src/contract/scene/console.ts'
import { liveChannel } from '#mock/live/publish.ts'
import { overseeing } from '#src/contract/scene/scene.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
let scene: string
let port: number
const open: WebSocket[] = []
beforeAll(async () => {
  s = await testServer()
  scene = (
    await s.ok(
      'POST /scenes',
      { body: { name: 'Consoles', owner_id: 'user-student', document: lan(node('pc'), node('box', 'container')) } },
      'admin',
    )
  ).id
  await until(s, scene, ['running'])
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const w of open) w.terminate()
  await s.close()
})

interface Line {
  socket: WebSocket
  text(): string
  said: ConsoleSay[]
  bytes: Buffer[]
  end: Promise<string | undefined>
}
function connect(ticket: string, how: Parameters<typeof consoleSocket>[2] = {}): Line {
  const socket = consoleSocket(port, ticket, how)
  open.push(socket)
  const line: Line = {
    socket,
    said: [],
    bytes: [],
    text: () =>
      Buffer.concat(line.bytes)
        .toString('utf8')
        .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, ''),
    end: new Promise((done) => {
      socket.on('close', (code) => done(consoleEndOf(code)))
      socket.on('error', () => done('refused'))
    }),
  }
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) line.bytes.push(data)
    else line.said.push(JSON.parse(data.toString()) as ConsoleSay)
  })
  return line
}
const ticket = async (more: object = {}, as: AccountName = 'student') =>
  s.ok('POST /scenes/:id/console', { params: { id: scene }, body: { node: 'pc', kind: 'terminal', ...more } }, as)
const shows = (l: Line, text: string) => expect.poll(() => l.text()).toContain(text)

it('whoever is in its scene or oversees it hears at once of a console that opens, is watched and ends', async () => {
  const told: unknown[] = []
  const leave = await s.db.listen(liveChannel, (text) => void told.push(JSON.parse(text)))
  const news = async () => {
    await expect
      .poll(() => told)
      .toContainEqual(['scenes', { users: expect.arrayContaining(['user-student', 'user-admin']) }])
    await expect.poll(() => told).toContainEqual(['scenes', { screens: overseeing }])
    told.length = 0
  }
  const own = connect((await ticket()).ticket)
  await shows(own, 'root@pc')
  await news()
  const ready = own.said[0]
  const id = ready?.type === 'ready' ? ready.console : ''
  const shadow = connect((await s.ok('POST /consoles/:id/shadow', { params: { id }, body: {} }, 'super')).ticket)
  await shows(shadow, 'root@pc')
  await news()
  // its tab was closed: it is over, and not waited for
  own.socket.close(closeCode('exit'))
  expect(await shadow.end).toBe('exit')
  await news()
  await leave()
})

describe('a ticket', () => {
  it('says whether what is done will be written down, of a console that is come back to as it began', async () => {
    expect([(await ticket()).recorded, (await ticket({ record: false })).recorded]).toEqual([true, false])
    const own = connect((await ticket()).ticket)
    await shows(own, 'root@pc')
    const ready = own.said[0]
    const resume = ready?.type === 'ready' ? ready.console : ''
    expect((await ticket({ record: false, resume })).recorded).toBe(true)
    own.socket.close(closeCode('exit'))
    await own.end
  })

  it('is good once', async () => {
    const { ticket: given } = await ticket()
    const first = connect(given)
    await shows(first, 'root@pc')
    expect(await connect(given).end).toBe('ticket')
    first.socket.close()
  })

  it('is too old after half a minute, and nothing made up is one', async () => {
    const { ticket: given } = await ticket()
    s.clock.advance(31)
    expect(await connect(given).end).toBe('ticket')
    expect(await connect('invented').end).toBe('ticket')
  })

  it('is in no address, which proxies write down, and is never said again', async () => {
    const { ticket: given } = await ticket()
    const old = new WebSocket(`ws://127.0.0.1:${port}/api/mg/api/console/${given}`)
    expect(await new Promise((done) => old.on('unexpected-response', (_, r) => done(r.statusCode)))).toBe(404)
    const line = connect(given)
    await shows(line, 'root')
    expect(line.socket.protocol).toBe('terminal')
  })

  it('ends with the session it was given to', async () => {
    const { ticket: given } = await ticket({}, 'admin')
    await s.db.tx((q) => endSessions(q, userId('admin'), 'signed-out', s.clock.now()))
    expect(await connect(given).end).toBe('ticket')
  })

  it('is nothing to a page of another origin', async () => {
    const { ticket: given } = await ticket()
    expect(await connect(given, { headers: { origin: 'https://elsewhere.example' } }).end).toBe('origin')
  })

  it('is not given to strangers, nor for nodes that are not there', async () => {
    for (const [as, node] of [
      ['second-student', 'pc'],
      ['student', 'nothing'],
      ['student', 'sw'],
    ] as const)
      expect(
        (await s.call('POST /scenes/:id/console', { params: { id: scene }, body: { node, kind: 'terminal' } }, as))
          .status,
      ).toBe(404)
    const desk = await s.call(
      'POST /scenes/:id/console',
      { params: { id: scene }, body: { node: 'box', kind: 'desktop' } },
      'student',
    )
    expect(desk.status).toBe(404)
  })
})

describe('a terminal', () => {
  it('has its screen again for whoever comes back, and goes on', async () => {
    const first = connect((await ticket()).ticket)
    await shows(first, 'root@pc')
    first.socket.send(Buffer.from('cd /etc; echo remembered\r'))
    await shows(first, 'remembered\r\nroot@pc:/etc#')
    const ready = first.said[0]
    if (ready?.type !== 'ready') throw new Error('no ready')
    first.socket.terminate()
    await first.end
    const again = connect((await ticket({ resume: ready.console })).ticket)
    await shows(again, 'remembered')
    expect(again.said[0]).toMatchObject({ type: 'ready', resumed: true, console: ready.console })
    again.socket.send(Buffer.from('pwd\r'))
    await shows(again, '\r\n/etc\r\n')
    again.socket.close()
  })

  it('is looked at over the shoulder: the watcher sees, cannot type, and is announced', async () => {
    const own = connect((await ticket()).ticket)
    await shows(own, 'root@pc')
    const ready = own.said[0]
    if (ready?.type !== 'ready') throw new Error('no ready')
    expect(
      (await s.call('POST /consoles/:id/shadow', { params: { id: ready.console }, body: {} }, 'teacher')).status,
    ).toBe(404)
    const shadow = connect(
      (await s.ok('POST /consoles/:id/shadow', { params: { id: ready.console }, body: {} }, 'super')).ticket,
    )
    await expect.poll(() => own.said.at(-1)).toEqual({ type: 'watched', by: ['User super @super'] })
    await expect
      .poll(async () => (await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).watched)
      .toEqual([{ node_id: 'pc', kind: 'terminal', by: ['User super @super'] }])
    shadow.socket.send(Buffer.from('touch /tmp/by-watcher\r'))
    own.socket.send(Buffer.from('ls /tmp; echo done\r'))
    await shows(shadow, 'done\r\nroot@pc')
    expect(shadow.text()).not.toContain('by-watcher')
    shadow.socket.close()
    await expect.poll(() => own.said.at(-1)).toEqual({ type: 'watched', by: [] })
    own.socket.close()
  })

  it('has so many watchers of one person and no more, at all consoles together', { timeout: 60_000 }, async () => {
    const own = connect((await ticket()).ticket)
    await shows(own, 'root@pc')
    const ready = own.said[0]
    const params = { id: ready?.type === 'ready' ? ready.console : '' }
    const looking: Line[] = []
    for (let n = 0; n <= consoleLimits.account; n++)
      looking.push(connect((await s.ok('POST /consoles/:id/shadow', { params, body: {} }, 'super')).ticket))
    const ended = await Promise.race(looking.map((l) => l.end))
    expect(ended).toBe('limit')
    await expect
      .poll(() => looking.filter((l) => l.socket.readyState === WebSocket.OPEN).length)
      .toBe(consoleLimits.account)
    // somebody else still looks on
    const other = connect((await s.ok('POST /consoles/:id/shadow', { params, body: {} }, 'second-admin')).ticket)
    await shows(other, 'root@pc')
    for (const l of [own, other, ...looking]) l.socket.close()
  })

  it('answers pings of who reads, and ends with who does not', { timeout: 60_000 }, async () => {
    const own = connect((await ticket()).ticket)
    await shows(own, 'root@pc')
    const pong = new Promise((done) => own.socket.once('pong', (b: Buffer) => done(b.toString())))
    own.socket.ping('here')
    expect(await pong).toBe('here')
    const { socket } = own
    socket.pause()
    const much = Buffer.alloc(125)
    const errors: unknown[] = []
    for (let n = 0; n < 60 && !errors.length; n++) {
      for (let i = 0; i < 5000; i++) socket.ping(much, true, (e) => e && errors.push(e))
      await expect.poll(() => socket.bufferedAmount, { timeout: 20_000 }).toBeLessThan(1024 * 1024)
    }
    expect(errors.length).toBeGreaterThan(0)
    socket.terminate()
  })

  it('is written down as an asciicast that replays', async () => {
    const own = connect((await ticket()).ticket)
    await shows(own, 'root@pc')
    const ready = own.said[0]
    if (ready?.type !== 'ready' || !ready.recording) throw new Error('no recording')
    own.socket.send(Buffer.from('echo for the record\r'))
    await shows(own, 'for the record\r\n')
    await s.ok('POST /consoles/:id/close', { params: { id: ready.console }, body: {} }, 'student')
    expect(await own.end).toBe('exit')
    await expect
      .poll(
        async () => (await s.ok('GET /recordings/:id', { params: { id: ready.recording ?? '' } }, 'student')).recording,
      )
      .toBe(false)
    const cast = await s.send('GET /recordings/:id/content', { params: { id: ready.recording } }, 'student')
    const trail = { query: { entity: 'recording', entity_id: ready.recording } }
    expect((await s.ok('GET /audit', trail, 'super')).items[0]?.label).toMatch(/^User student @student · .+ · .+$/)
    const [head, ...events] = cast.raw.body
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l) as unknown)
    expect(head).toMatchObject({ version: 2, width: 80, height: 24 })
    expect(events.map((e) => (e as string[])[1])).toContain('i')
    expect(events.map((e) => (e as string[])[2]).join('')).toContain('for the record')
    const watched = { params: { id: ready.recording }, query: { watch: 'true' as const } }
    const part = await s.send('GET /recordings/:id/content', watched, 'student', { headers: { range: 'bytes=0-9' } })
    expect((await s.ok('GET /audit', trail, 'super')).items.slice(0, 2).map((r) => r.action)).toEqual([
      'recording.watch',
      'recording.download',
    ])
    expect([part.status, part.raw.body.length, part.headers['content-range']]).toEqual([
      206,
      10,
      expect.stringMatching(/^bytes 0-9\//),
    ])
    for (const stranger of ['second-student', 'teacher'] as const)
      expect((await s.call('GET /recordings/:id', { params: { id: ready.recording } }, stranger)).status).toBe(404)
  })

  it('ends with its session', async () => {
    const own = connect((await ticket({}, 'second-super')).ticket)
    await shows(own, 'root@pc')
    await s.db.tx((q) => endSessions(q, userId('second-super'), 'signed-out', s.clock.now()))
    await s.scenes.consoles.look()
    expect(await own.end).toBe('session')
  })
})

it('a desktop speaks RFB 3.8: handshake, a picture, a window that answers keys', async () => {
  const d = connect((await ticket({ kind: 'desktop' })).ticket, { kind: 'desktop' })
  const all = () => Buffer.concat(d.bytes)
  await expect.poll(() => all().toString('latin1', 0, 12)).toBe('RFB 003.008\n')
  expect(d.socket.protocol).toBe('binary')
  d.socket.send(Buffer.from('RFB 003.008\n'))
  await expect.poll(() => [...all().subarray(12)]).toEqual([1, 1])
  d.socket.send(Buffer.from([1]))
  d.socket.send(Buffer.from([1]))
  await expect.poll(() => all().length).toBeGreaterThanOrEqual(14 + 4 + 24 + 2)
  const init = all().subarray(18)
  expect([init.readUInt16BE(0), init.readUInt16BE(2), init.toString('utf8', 24)]).toEqual([800, 600, 'pc'])
  const before = all().length
  d.socket.send(Buffer.from([3, 0, 0, 0, 0, 0, 0x03, 0x20, 0x02, 0x58]))
  await expect.poll(() => all().length).toBe(before + 16 + 800 * 600 * 4)
  expect([...all().subarray(before, before + 16)]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 3, 32, 2, 88, 0, 0, 0, 0])
  const shown = all().length
  d.socket.send(Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x6c]))
  d.socket.send(Buffer.from([3, 1, 0, 0, 0, 0, 0x03, 0x20, 0x02, 0x58]))
  await expect.poll(() => all().length).toBeGreaterThan(shown + 16)
  expect(all().readUInt16BE(shown + 2)).toBe(1)
  // what is typed while it is recorded is there as text
  const recorded = { scene_id: scene, node: 'pc', width: 800, height: 600 }
  const { id } = await s.ok('POST /recordings', { body: recorded }, 'student')
  s.clock.advance(4)
  for (const sym of [0x6c, 0x73, 0xff0d]) d.socket.send(Buffer.from([4, 1, 0, 0, 0, 0, sym >> 8, sym & 255]))
  await expect
    .poll(async () => (await s.ok('GET /recordings/:id/typed', { params: { id } }, 'student')).items)
    .toEqual([{ at: 4, text: 'lls' }])
  expect((await s.call('GET /recordings/:id/typed', { params: { id } }, 'second-student')).status).toBe(404)
  d.socket.close()
})

it('a file arrives on its node, and one that cannot says why and may be tried again', async () => {
  const put = (path: string) =>
    s.send('POST /scenes/:id/files', { params: { id: scene }, query: { node: 'pc', path, name: 'a.txt' } }, 'student', {
      payload: Buffer.from('brought in'),
      headers: { 'content-type': 'application/octet-stream' },
    })
  expect((await put('/root/')).status).toBe(200)
  expect((await put('/nowhere/at/all/')).status).toBe(200)
  const files = async () => (await s.ok('GET /scenes/:id/files', { params: { id: scene } }, 'student')).items
  await expect
    .poll(async () => (await files()).map((f) => [f.path, f.status, f.reason]))
    .toEqual([
      ['/nowhere/at/all/a.txt', 'failure', 'no_folder'],
      ['/root/a.txt', 'success', null],
    ])
  const own = connect((await ticket()).ticket)
  await shows(own, 'root@pc')
  own.socket.send(Buffer.from('mkdir -p /nowhere/at/all; cat /root/a.txt\r'))
  // what a command wrote is on the disk when the shell asks for the next
  await expect.poll(() => own.text().split('brought in')[1]).toContain('root@pc')
  await s.ok(
    'POST /scenes/:id/files/retry',
    { params: { id: scene }, body: { file_id: (await files())[0]?.id ?? '' } },
    'student',
  )
  await expect.poll(async () => (await files())[0]?.status).toBe('success')
  expect((await put('relative')).problem.code).toBe('validation')
  own.socket.close()
})
