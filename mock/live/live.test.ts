import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventReader } from '#src/lib/events.ts'
import { streams } from '#src/contract/limits.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { silentLog } from '../http/log.ts'
import type { Caller } from '../http/request/handler.ts'
import { makeHub } from './hub.ts'
import { publish, type To } from './publish.ts'

let s: TestServer
let port = 0
beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(() => s.close())

interface Open {
  status: number
  heard: string[]
  ended: Promise<void>
  until(name: string): Promise<void>
  leave(): void
}
const opened: Open[] = []
afterEach(async () => {
  for (const o of opened) o.leave()
  await Promise.all(opened.map((o) => o.ended))
  opened.length = 0
})

const open = (token: string, query = ''): Promise<Open> =>
  new Promise((resolve, reject) => {
    const heard: string[] = []
    const waiting = new Set<() => void>()
    const req = http.get(
      { port, host: '127.0.0.1', path: `/api/mg/api/events${query}`, headers: { authorization: `Bearer ${token}` } },
      (res) => {
        const read = eventReader((data) => {
          heard.push(data)
          for (const look of waiting) look()
        })
        res.setEncoding('utf8')
        res.on('data', read)
        const ended = new Promise<void>((done) => res.once('close', done))
        const o: Open = {
          status: res.statusCode ?? 0,
          heard,
          ended,
          until: (name) =>
            new Promise((done) => {
              const look = () => heard.includes(name) && (waiting.delete(look), done())
              waiting.add(look)
              look()
            }),
          leave: () => req.destroy(),
        }
        opened.push(o)
        resolve(o)
      },
    )
    req.once('error', reject)
  })
const as = async (name: AccountName) => open(await s.token(name))
const say = (name: Parameters<typeof publish>[1], to: To) => s.db.tx((q) => publish(q, name, to))

describe('a live stream', () => {
  it('hears what is for everybody, for its user, for his role and for his organisation, and nothing else', async () => {
    const [student, teacher] = [await as('student'), await as('teacher')]
    await say('announcements', 'all')
    await say('messages', { users: [userId('student')] })
    await say('alarms', { roles: ['teacher'] })
    await say('licence', { orgs: ['nowhere'] })
    await say('settings', 'all')
    await Promise.all([student.until('settings'), teacher.until('settings')])
    expect(student.heard).toEqual(['ready', 'announcements', 'messages', 'settings'])
    expect(teacher.heard).toEqual(['ready', 'announcements', 'alarms', 'settings'])
  })

  it('hears what was said to it while its page opened, once, and nothing that was said to others', async () => {
    const witness = await as('student')
    await say('exams', { users: [userId('student')] })
    await say('exams', { users: [userId('student')] })
    await say('alarms', { roles: ['teacher'] })
    await say('images', 'all')
    await witness.until('images')
    const late = await open(await s.token('student'), '?since=20')
    const without = await as('student')
    await say('settings', 'all')
    await Promise.all([late.until('settings'), without.until('settings')])
    expect(late.heard.filter((n) => n === 'exams')).toHaveLength(1)
    expect(late.heard).toContain('images')
    expect(late.heard).not.toContain('alarms')
    expect(without.heard).toEqual(['ready', 'settings'])
  })

  it('hears nothing of a transaction that was taken back', async () => {
    const student = await as('student')
    await s.db
      .tx(async (q) => {
        await publish(q, 'messages', 'all')
        throw new Error('no')
      })
      .catch(() => {})
    await say('settings', 'all')
    await student.until('settings')
    expect(student.heard).not.toContain('messages')
  })

  it('ends with its session, at once', async () => {
    const { token } = (await s.signIn('student')).body
    const student = await open(token)
    await student.until('ready')
    await s.ok('DELETE /session', {}, { token })
    await student.ended
  })

  it('ends when its user is disabled', async () => {
    const student = await as('second-student')
    const row = await s.ok('GET /users/:id', { params: { id: userId('second-student') } }, 'admin')
    await s.ok('POST /users/:id/disable', { params: { id: row.id }, body: { version: row.version } }, 'admin')
    await student.ended
  })

  it('ends when its user has to choose another password first', async () => {
    const referee = await as('referee')
    await referee.until('ready')
    await s.db.query('update account set is_default = true where user_id = $1', [userId('referee')])
    await referee.ended
    await s.db.query('update account set is_default = false where user_id = $1', [userId('referee')])
  })

  it('says so when its user’s rights change', async () => {
    const teacher = await as('teacher')
    await s.db.query(
      `update r_role set version = version + 1, data = jsonb_set(data, '{permissions}', (data->'permissions') || '["audit-log"]') where data->>'key' = 'teacher'`,
    )
    await teacher.until('rights')
  })

  it('is not opened without a session, and not more often than anybody needs', async () => {
    expect((await open('x'.repeat(30))).status).toBe(401)
    const token = await s.token('referee')
    for (let i = 0; i < streams.account; i++) expect((await open(token)).status).toBe(200)
    expect((await open(token)).status).toBe(429)
  })

  it('does not hold up the end of the server', async () => {
    const other = await testServer()
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const at = (other.app.server.address() as AddressInfo).port
    const token = await other.token('student')
    const res = await new Promise<http.IncomingMessage>((done) =>
      http.get({ port: at, path: '/api/mg/api/events', headers: { authorization: `Bearer ${token}` } }, done),
    )
    res.resume()
    const ended = new Promise((done) => res.once('close', done))
    await other.close()
    await ended
  })
})

/** A hub over a database that only passes words on, with readers that read or do not. */
async function hubOf(heartbeat = 1e9) {
  const subscribers = new Map<string, (payload: string) => void>()
  const who = (id: string) =>
    ({ id, role_id: 'r', role_key: 'student', org_line: [], must_change: null }) as never as Caller
  const people = new Map<string, Caller>()
  const hub = await makeHub({
    db: {
      listen: async (channel, fn) => {
        subscribers.set(channel, fn)
        return async () => {}
      },
    },
    live: async (token) => people.get(token),
    log: silentLog,
    heartbeat,
  })
  const join = (id: string, reads: boolean) => {
    people.set(id, who(id))
    const got: string[] = []
    const out = Object.assign(
      new Writable({
        write(chunk, _e, done) {
          got.push(String(chunk))
          if (reads) done()
        },
      }),
      { writeHead: () => out },
    )
    hub.open({
      req: { method: 'GET' },
      reply: { hijack() {}, raw: out, getHeaders: () => ({}) },
      who: people.get(id),
      token: id,
    } as never)
    return { got, out }
  }
  const tell = (name: string) => subscribers.get('live')?.(JSON.stringify([name, 'all']))
  return { hub, join, tell, lost: () => subscribers.get('live')?.('') }
}

describe('the hub of live streams', () => {
  it('cuts off a reader who is far behind, and fifty others miss nothing', async () => {
    const { hub, join, tell } = await hubOf()
    const slow = join('slow', false)
    const others = Array.from({ length: 50 }, (_, i) => join(`u${i}`, true))
    const most = Math.ceil(streams.behind / 'data: messages\n\n'.length) + 10
    for (let i = 0; i < most; i++) tell('messages')
    expect(slow.out.destroyed).toBe(true)
    for (const o of others) expect(o.got.filter((f) => f.includes('messages'))).toHaveLength(most)
    await new Promise(setImmediate)
    expect(hub.size).toBe(50)
    await hub.close()
  })

  it('cuts off a reader who takes nothing between two signs of life', async () => {
    const { hub, join } = await hubOf(15)
    const slow = join('slow', false)
    const good = join('good', true)
    await new Promise((done) => slow.out.once('close', done))
    expect(good.out.destroyed).toBe(false)
    expect(good.got).toContain(':\n\n')
    await hub.close()
  })

  it('tells everybody to look at everything when the database was away', async () => {
    const { hub, join, lost } = await hubOf()
    const one = join('u', true)
    lost()
    expect(one.got.join('')).toContain('data: messages\n\ndata: announcements\n\n')
    await hub.close()
  })
})
