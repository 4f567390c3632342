/** Rights that end, by whatever way: what was open with them closes at once. */
import type { AddressInfo } from 'node:net'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import { documents } from '#mock/crud/documents.ts'
import { insertAccount } from '#mock/areas/session/account.ts'
import { endUnpractised } from '#mock/areas/practice/ended.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { consoleEndOf } from '#src/contract/scene/console.ts'
import { overStatuses } from '#src/contract/scene/status.ts'
import { png } from '#tests/support/pictures.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { password, roleId } from './support/people.ts'
import { testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
let port: number
const open: WebSocket[] = []
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const w of open) w.terminate()
  await s.close()
})

let n = 0
interface One {
  id: string
  token: string
}
/** Somebody of his own for each ending. */
async function person(role_id: string): Promise<One> {
  const [id, username] = [`user-ends-${++n}`, `ends_${n}`]
  const hand = { at: s.clock.now(), by: 'tests' }
  const token = await s.db.tx(async (q) => {
    const data = {
      username,
      name: `Ends ${n}`,
      role_id,
      org_id: 'org-red',
      expires_on: null,
      status: 'normal' as const,
    }
    await documents('user').insert(q, { id, data }, hand)
    const hash = await s.hashing.hash(password)
    await insertAccount(q, { user_id: id, username, hash, is_default: false }, s.clock.now())
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    return (await startSession(q, s.platform, id, meta)).token
  })
  return { id, token }
}
async function role(permissions: string[]): Promise<{ id: string; version: number; name: string }> {
  return s.ok('POST /roles', { body: { name: `Role of ends ${++n}`, description: '', permissions } }, 'super')
}
const user = (id: string) => s.ok('GET /users/:id', { params: { id } }, 'super')
async function scene(more: object): Promise<string> {
  const document = lan(node('desk', 'container', { console: 'everybody' }))
  const body = { name: `Ends ${++n}`, type: 'practice', document, ...more }
  const { id } = await s.ok('POST /scenes', { body: body as never }, 'super')
  await until(s, id, ['running'])
  return id
}
async function consoleOf(scene_id: string, as: One) {
  const { ticket } = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene_id }, body: { node: 'desk', kind: 'terminal' } as never },
    as,
  )
  const socket = consoleSocket(port, ticket)
  open.push(socket)
  let text = ''
  const end = new Promise<string | undefined>((done) => socket.on('close', (code) => done(consoleEndOf(code))))
  socket.on('message', (data: Buffer, binary: boolean) => (text += binary ? data.toString('utf8') : ''))
  await expect.poll(() => text).toContain('root@')
  return { end, socket }
}
/** Resolves when the stream ends. */
function streamOf(as: One): Promise<{ ended: Promise<void>; names: string[] }> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${as.token}` }
    http
      .get({ port, host: '127.0.0.1', path: '/api/mg/api/events', headers }, (res) => {
        const names: string[] = []
        const ended = new Promise<void>((over) => res.on('close', over))
        res.on('data', (d: Buffer) => {
          names.push(d.toString())
          done({ ended, names })
        })
      })
      .on('error', failed)
  })
}

/** Ways in which a whole session ends. */
const endings: Record<string, (who: One) => Promise<unknown>> = {
  'the account is disabled': ({ id }) =>
    user(id).then(({ version }) =>
      s.ok('POST /users/:id/disable', { params: { id }, body: { version } as never }, 'super'),
    ),
  'its last day is put into the past': ({ id }) =>
    s.ok('POST /users/extend', { body: { ids: [id], expires_on: '2026-11-01' } }, 'super'),
  'it is removed': ({ id }) => s.ok('DELETE /users/:id', { params: { id } }, 'super'),
  'an administrator signs it out': ({ id }) => s.ok('POST /users/sign-out', { body: { ids: [id] } }, 'super'),
  'it signs out everywhere': (who) => s.ok('DELETE /sessions', {}, who),
  'its password is changed': (who) =>
    s.ok('PUT /account/password', { body: { current: password, next: 'Granite-Doorway8' } }, who),
  'an administrator gives it a password': ({ id }) =>
    s.ok('POST /users/reset-password', { body: { ids: [id] } }, 'super'),
}

describe.each(Object.keys(endings))('when %s', (how) => {
  it('its consoles and its stream end, and its tickets are worth nothing', async () => {
    const who = await person(roleId('student'))
    const id = await scene({ owner_id: who.id })
    const stream = await streamOf(who)
    const line = await consoleOf(id, who)
    const { ticket } = await s.ok(
      'POST /scenes/:id/console',
      { params: { id }, body: { node: 'desk', kind: 'terminal' } as never },
      who,
    )
    await endings[how]?.(who)
    expect(['session', 'rights']).toContain(await line.end)
    await stream.ended
    const late = consoleSocket(port, ticket)
    expect(['ticket', 'rights']).toContain(
      await new Promise((done) => late.on('close', (code) => done(consoleEndOf(code)))),
    )
  })
})

describe('who oversaw every scene', () => {
  const overseer = ['instance-manage']
  it('keeps no console once his role is another', async () => {
    const who = await person((await role(overseer)).id)
    const line = await consoleOf(await scene({ owner_id: userId('student') }), who)
    const stream = await streamOf(who)
    await s.ok('POST /roles/:id/members', { params: { id: roleId('student') }, body: { ids: [who.id] } }, 'super')
    expect(await line.end).toBe('rights')
    await expect.poll(() => stream.names.join('')).toContain('rights')
  })

  it.each(['nothing', 'reading'])('keeps no console once his role opens %s of it', async (left) => {
    const held = await role(overseer)
    const who = await person(held.id)
    const line = await consoleOf(await scene({ owner_id: userId('student') }), who)
    const permissions = left === 'reading' ? ['instance-manage:read'] : ['personal']
    const body = { name: held.name, description: '', permissions, version: held.version }
    await s.ok('PUT /roles/:id', { params: { id: held.id }, body }, 'super')
    expect(await line.end).toBe('rights')
  })
})

describe('a scene for practice', () => {
  let challenge: string
  const audience = async (chosen: object) => {
    const params = { id: challenge }
    const { version } = await s.ok('GET /flag-challenges/:id/audience', { params }, 'super')
    const body = { all: false, orgs: [], roles: [], teams: [], users: [], ...chosen, version }
    await s.ok('PUT /flag-challenges/:id/audience', { params, body }, 'super')
  }
  beforeAll(async () => {
    const document = lan(node('desk', 'container', { console: 'everybody' }))
    const drawing = await s.ok('POST /topologies', { body: { name: 'Target' } as never }, 'super')
    const at = { params: { id: drawing.id } }
    await s.ok('POST /topologies/:id/lock', { ...at, body: { tab: 'tab-number-1', take_over: false } }, 'super')
    await s.ok('PUT /topologies/:id/document', { ...at, body: { document, version: 1, tab: 'tab-number-1' } }, 'super')
    const set_id = (await s.ok('POST /flag-sets', { body: { name: 'Targets', practice: true } }, 'super')).id
    const flag = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'user' } as const
    const body = { title: 'Target', set_id, score: 50, flag, topology_id: drawing.id }
    challenge = (await s.ok('POST /flag-challenges', { body }, 'super')).id
  })
  /** At the console of a target of his own. */
  async function practising() {
    const practises = await role(['practice-capture-flag-exercise'])
    const who = await person(practises.id)
    await audience({ orgs: ['org-red'] })
    const { scene_id } = await s.ok('POST /practice-flags/:id/scene', { params: { id: challenge }, body: {} }, who)
    await until(s, scene_id, ['running'])
    return { who, practises, scene_id, line: await consoleOf(scene_id, who) }
  }
  const isOver = async (id: string) => {
    const { rows } = await s.db.query<{ status: never }>('select status from scene where id = $1', [id])
    return rows[0] ? overStatuses.has(rows[0].status) || rows[0].status === 'deleting' : true
  }

  it('goes with the screen of practice, the organisation that was meant, and the audience', async () => {
    const ways: ((p: Awaited<ReturnType<typeof practising>>) => Promise<unknown>)[] = [
      ({ practises: { id, name, version } }) =>
        s.ok(
          'PUT /roles/:id',
          { params: { id }, body: { name, description: '', permissions: ['personal'], version } },
          'super',
        ),
      ({ who }) => s.ok('POST /users/move', { body: { ids: [who.id], org_id: 'org-root' } }, 'super'),
      ({ who }) => s.ok('POST /users/disable', { body: { ids: [who.id] } as never }, 'super'),
    ]
    for (const end of ways) {
      const p = await practising()
      await endUnpractised(s.platform)
      expect(await isOver(p.scene_id)).toBe(false)
      await end(p)
      expect(await p.line.end).not.toBe('exit')
      await expect.poll(() => isOver(p.scene_id)).toBe(true)
    }
    const p = await practising()
    await audience({ users: [userId('normal')] })
    await endUnpractised(s.platform)
    expect(await p.line.end).toBe('scene')
  })
})

it('the link to an image’s file is its asker’s, and ends with his session and his rights', async () => {
  const ask = async (token: One) => {
    await s.db.query(
      `insert into image_export (id, image_id, image_name, file_name, state, size, sha256, beat_at, created_at, created_by, created_by_name)
       values ('export-ends', 'none', 'None', 'none.img', 'ready', 1, 'x', $1, $1, $2, 'x') on conflict do nothing`,
      [s.clock.now().toISOString(), token.id],
    )
    return (await s.ok('POST /image-exports/:id/ticket', { params: { id: 'export-ends' } }, token)).path
  }
  const { exportOf } = await import('#mock/areas/image/exports.ts')
  const works = async (path: string) => {
    const ticket = new URL(path, 'http://x').searchParams.get('ticket') ?? ''
    return exportOf(s.db, s.platform, 'export-ends', ticket).then(
      () => true,
      () => false,
    )
  }
  const ends: ((who: One) => Promise<unknown>)[] = [
    (who) => s.ok('DELETE /session', {}, who),
    ({ id }) => s.ok('POST /roles/:id/members', { params: { id: roleId('student') }, body: { ids: [id] } }, 'super'),
  ]
  for (const end of ends) {
    const who = await person(roleId('admin'))
    const path = await ask(who)
    expect(await works(path)).toBe(true)
    await end(who)
    expect(await works(path)).toBe(false)
  }
})

it('an upload that began before its right ended is refused when all of it is here', async () => {
  const who = await person(roleId('student'))
  const bytes = png(40, 40)
  const headers = {
    authorization: `Bearer ${who.token}`,
    'content-type': 'application/octet-stream',
    'content-length': bytes.length,
  }
  const send = (between: () => Promise<unknown>) =>
    new Promise<number | undefined>((done, failed) => {
      const req = http.request(
        { port, host: '127.0.0.1', method: 'POST', path: '/api/mg/api/pictures?name=a.png', headers },
        (res) => {
          res.resume()
          done(res.statusCode)
        },
      )
      req.on('error', failed)
      req.write(bytes.subarray(0, 20))
      setTimeout(() => void between().then(() => req.end(bytes.subarray(20)), failed), 100)
    })
  expect(await send(() => Promise.resolve())).toBe(200)
  expect(await send(() => s.ok('POST /users/sign-out', { body: { ids: [who.id] } }, 'super'))).toBe(401)
})
