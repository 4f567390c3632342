/** Who may open a node, in every route; and what is open ends with the right to it. */
import { viewToken } from '#src/contract/session/view.ts'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { consoleSocket } from '#tests/support/console.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'
import { consoleLimits, type ConsoleSay, consoleEndOf } from '#src/contract/scene/console.ts'
import { type AccountName, type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { webm } from '#tests/support/recording.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { hashOf } from './ticket.ts'

let s: TestServer
let port: number
const open: WebSocket[] = []
beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const w of open) w.terminate()
  await s.close()
})

const flags = [{ id: 'f', name: 'flag', path: '/flag', value: 'flag{on-the-target}', points: 10 }]
const drawing = () =>
  lan(
    node('desk', 'container', { console: 'everybody' }),
    node('target', 'container', { console: 'leaders', flags }),
    node('kept', 'container', { console: 'nobody' }),
    // drawn before the setting was there
    node('old', 'container'),
    node('old-target', 'container', { flags: [{ ...flags[0]!, id: 'g' }] }),
  )
let n = 0
async function scene(more: object = {}): Promise<string> {
  const body = { name: `Rights ${++n}`, type: 'practice', owner_id: userId('student'), document: drawing(), ...more }
  const { id } = await s.ok('POST /scenes', { body: body as never }, 'admin')
  await until(s, id, ['running'])
  return id
}
const ask = (id: string, at: string, as: As, more: object = {}) =>
  s.call('POST /scenes/:id/console', { params: { id }, body: { node: at, kind: 'terminal', ...more } as never }, as)
const ticket = async (id: string, at: string, as: AccountName, more: object = {}) => {
  const r = await ask(id, at, as, more)
  expect(r.status).toBe(200)
  return r.body.ticket
}
/** As if it had been given for this console. */
const name = (ticket: string, console: string) =>
  s.db.query('update scene_ticket set console_id = $2 where hash = $1', [hashOf(ticket), console])
function connect(ticket: string, kind: ConsoleKind = 'terminal') {
  const socket = consoleSocket(port, ticket, { kind })
  open.push(socket)
  const said: ConsoleSay[] = []
  let text = ''
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) text += data.toString('utf8')
    else said.push(JSON.parse(data.toString()) as ConsoleSay)
  })
  const end = new Promise<string | undefined>((done) => socket.on('close', (code) => done(consoleEndOf(code))))
  return { socket, said, end, shows: (what: string) => expect.poll(() => text).toContain(what) }
}
const idOf = ({ said }: ReturnType<typeof connect>): string => {
  const [first] = said
  if (first?.type !== 'ready') throw new Error('no ready')
  return first.console
}
async function opened(id: string, at: string, as: AccountName) {
  const line = connect(await ticket(id, at, as))
  await line.shows('root@')
  return line
}
const version = async (id: string) => (await s.ok('GET /scenes/:id', { params: { id } }, 'admin')).version
const people = async (id: string, more: object, as: AccountName = 'admin') =>
  s.call(
    'PUT /scenes/:id',
    {
      params: { id },
      body: {
        name: `Rights of ${id}`.slice(0, 40),
        owner_id: userId('student'),
        member_ids: [],
        team_ids: [],
        leader_ids: [],
        version: await version(id),
        ...more,
      } as never,
    },
    as,
  )

describe('who opens a node', () => {
  let id: string
  beforeAll(async () => {
    id = await scene({ member_ids: [userId('second-student')], leader_ids: [userId('teacher')], kind: 'group' })
  })
  /** Every way to a node, as the status of its answer. */
  async function ways(at: string, as: AccountName): Promise<Record<string, number>> {
    const body = (b: object) => b as never
    const nodes = { params: { id }, body: body({ nodes: [at] }) }
    const upload = { payload: Buffer.from('x'), headers: { 'content-type': 'application/octet-stream' } }
    return {
      console: (await ask(id, at, as)).status,
      desktop: (await ask(id, at, as, { kind: 'desktop' })).status,
      start: (await s.call('POST /scenes/:id/nodes/start', nodes, as)).status,
      stop: (await s.call('POST /scenes/:id/nodes/stop', nodes, as)).status,
      reboot: (await s.call('POST /scenes/:id/nodes/reboot', nodes, as)).status,
      file: (
        await s.send(
          'POST /scenes/:id/files',
          { params: { id }, query: { node: at, path: '/root/', name: 'a' } },
          as,
          upload,
        )
      ).status,
      recording: (
        await s.call('POST /recordings', { body: body({ scene_id: id, node: at, width: 80, height: 60 }) }, as)
      ).status,
      screenshot: (await s.send('POST /screenshots', { query: { scene_id: id, node: at } }, as, upload)).status,
    }
  }

  it.each(['target', 'kept', 'old-target'])('%s is not there for learners, by any way in', async (at) => {
    for (const as of ['student', 'second-student'] as const) {
      const found = await ways(at, as)
      expect(found, as).toEqual(Object.fromEntries(Object.keys(found).map((k) => [k, 404])))
    }
  })

  it('a workplace is, and what an older drawing had people work at; the leaders open the targets too', async () => {
    const can = async (as: AccountName) =>
      Object.fromEntries(
        (await s.ok('GET /scenes/:id', { params: { id } }, as)).nodes
          .filter((x) => x.kind === 'container')
          .map((x) => [x.name, x.can.includes('console')]),
      )
    await until(s, id, ['running'])
    const learner = { desk: true, target: false, kept: false, old: true, 'old-target': false }
    expect(await can('student')).toEqual(learner)
    expect(await can('second-student')).toEqual(learner)
    expect(await can('teacher')).toEqual({ ...learner, target: true, 'old-target': true })
    expect(await can('admin')).toEqual({ desk: true, target: true, kept: true, old: true, 'old-target': true })
    for (const [at, as, status] of [
      ['desk', 'student', 200],
      ['old', 'second-student', 200],
      ['target', 'teacher', 200],
      ['kept', 'teacher', 404],
      ['kept', 'admin', 200],
    ] as const)
      expect([at, as, (await ask(id, at, as)).status]).toEqual([at, as, status])
  })

  it('an account that is not there is named by its place in the body', async () => {
    const own = await scene()
    const more = { member_ids: [userId('teacher'), 'nobody'], leader_ids: ['nobody'], team_ids: ['none'] }
    const missing = (path: string, id: string) => ({ path, rule: 'unknown_reference', params: { id } })
    expect((await people(own, more)).problem.details?.fields).toEqual([
      missing('member_ids.1', 'nobody'),
      missing('leader_ids.0', 'nobody'),
      missing('team_ids.0', 'none'),
    ])
  })

  it('whoever tests a drawing opens all of it that he sees', async () => {
    const test = await scene({ type: 'backend-test', leader_ids: [userId('teacher')] })
    expect((await ask(test, 'kept', 'teacher')).status).toBe(200)
    expect((await ask(test, 'kept', 'student')).status).toBe(404)
  })

  it('is not made a leader by himself, and what the platform made for one is handed to nobody', async () => {
    const own = await scene()
    const refused = async (more: object) => {
      const { code, details } = (await people(own, more, 'student')).problem
      return [code, details?.fields]
    }
    const fixed = (path: string, as: AccountName) => ({ path, rule: 'fixed', params: { id: userId(as) } })
    expect(await refused({ leader_ids: [userId('student')] })).toEqual([
      'no_operation_permission',
      [fixed('leader_ids.0', 'student')],
    ])
    expect((await people(own, { member_ids: [userId('second-student')] }, 'student')).status).toBe(200)
    expect((await ask(own, 'target', 'student')).status).toBe(404)
    await s.db.query(`update scene set created_by = '' where id = $1`, [own])
    // who may not be changed is named by their place in the body
    for (const [more, fields] of [
      [{ member_ids: [] }, [fixed('member_ids', 'second-student')]],
      [{ member_ids: [userId('second-student'), userId('teacher')] }, [fixed('member_ids.1', 'teacher')]],
      [
        { owner_id: userId('second-student'), leader_ids: [userId('teacher')], member_ids: [userId('second-student')] },
        [fixed('leader_ids.0', 'teacher'), fixed('owner_id', 'second-student')],
      ],
    ] as const)
      expect(await refused(more)).toEqual(['no_operation_permission', fields])
    expect((await people(own, { member_ids: [userId('second-student')] }, 'student')).status).toBe(200)
  })
})

describe('what is open ends with the right to it', () => {
  it('a member who is removed loses the console and his ticket; the owner keeps his', async () => {
    const id = await scene({ member_ids: [userId('second-student')] })
    const own = await opened(id, 'desk', 'student')
    const his = await opened(id, 'desk', 'second-student')
    const waiting = await ticket(id, 'desk', 'second-student')
    expect((await people(id, { member_ids: [] })).status).toBe(200)
    expect(await his.end).toBe('rights')
    const late = connect(waiting)
    expect(await late.end).toBe('rights')
    expect(late.said).toEqual([])
    own.socket.send(Buffer.from('echo still here\r'))
    await own.shows('still here\r\n')
    own.socket.close()
  })

  it('nobody has more consoles than anybody needs, and one that ends makes room', async () => {
    const id = await scene({ leader_ids: [userId('teacher')] })
    const tickets = []
    for (let i = 0; i < consoleLimits.account + 10; i++) tickets.push(await ticket(id, 'desk', 'teacher'))
    // those that are opened at once count each other
    const asked = tickets.map((t) => connect(t))
    const ready = (line: ReturnType<typeof connect>) => line.said.some((m) => m.type === 'ready')
    await expect.poll(() => asked.filter(ready).length, { timeout: 10_000 }).toBe(consoleLimits.account)
    // it is told beside the buttons, too
    const { mine, most } = await s.ok('GET /consoles', { query: {} }, 'teacher')
    expect([mine, most]).toEqual([consoleLimits.account, consoleLimits.account])
    const lines = asked.filter(ready)
    for (const line of asked.filter((l) => !ready(l))) expect(await line.end).toBe('limit')
    lines[0]?.socket.close(4000)
    await lines[0]?.end
    await expect.poll(() => s.scenes.consoles.size).toBeLessThan(consoleLimits.account + 1)
    const next = await opened(id, 'desk', 'teacher')
    for (const line of [...lines, next]) line.socket.close(4000)
  })

  it('a console that nobody is at any more gives way where there are as many as one has', async () => {
    const id = await scene({ leader_ids: [userId('teacher')] })
    await expect.poll(async () => (await s.ok('GET /consoles', { query: {} }, 'teacher')).mine).toBe(0)
    const lines = []
    for (let i = 0; i < consoleLimits.account; i++) lines.push(await opened(id, 'desk', 'teacher'))
    const listed = async () =>
      new Map((await s.ok('GET /consoles', { query: { scene_id: id } }, 'teacher')).items.map((c) => [c.id, c.seen_at]))
    const [first, second] = lines.map((l) => l.said.find((m) => m.type === 'ready')?.console ?? '')
    // their browser is gone without a word
    lines[0]?.socket.terminate()
    lines[1]?.socket.terminate()
    await Promise.all([lines[0]?.end, lines[1]?.end])
    await new Promise((done) => setTimeout(done, 100))
    const before = await listed()
    s.clock.advance(5)
    await s.scenes.consoles.look()
    const after = await listed()
    expect(after.get(second ?? '')).toBe(before.get(second ?? ''))
    expect(after.size).toBe(consoleLimits.account)
    expect([...after].filter(([at, seen]) => seen !== before.get(at))).toHaveLength(consoleLimits.account - 2)
    const next = await opened(id, 'desk', 'teacher')
    await expect.poll(async () => (await listed()).has(first ?? '')).toBe(false)
    expect((await listed()).has(second ?? '')).toBe(true)
    // of those whose page is there none does
    const last = await opened(id, 'desk', 'teacher')
    expect(await connect(await ticket(id, 'desk', 'teacher')).end).toBe('limit')
    for (const line of [...lines, next, last]) line.socket.close(4000)
  })

  it('a console whose page is away ends as well: nobody comes back to it', async () => {
    const id = await scene({ member_ids: [userId('second-student')] })
    const his = await opened(id, 'desk', 'second-student')
    const old = idOf(his)
    his.socket.terminate()
    await his.end
    expect((await people(id, { member_ids: [] })).status).toBe(200)
    await s.scenes.consoles.look()
    await expect
      .poll(async () => (await s.db.query('select 1 from scene_console where id = $1', [old])).rows.length)
      .toBe(0)
  })

  it('who leaves a team leaves its scenes with it; who joins it is in them', async () => {
    const team = async (member_ids: string[], was?: { id: string; version: number }) =>
      was
        ? s.ok(
            'PUT /teams/:id',
            { params: { id: was.id }, body: { name: `Team ${n}`, member_ids, version: was.version } as never },
            'super',
          )
        : s.ok('POST /teams', { body: { name: `Team ${n}`, member_ids } as never }, 'super')
    const both = await team([userId('student'), userId('second-student')])
    const id = await scene({ owner_id: userId('teacher'), team_ids: [both.id] })
    const his = await opened(id, 'desk', 'second-student')
    const fewer = await team([userId('student')], both)
    expect(await his.end).toBe('rights')
    expect((await ask(id, 'desk', 'second-student')).status).toBe(404)
    expect((await ask(id, 'desk', 'student')).status).toBe(200)
    await team([userId('student'), userId('second-student')], fewer)
    expect((await ask(id, 'desk', 'second-student')).status).toBe(200)
  })

  it('a scene that is handed over takes its consoles from whoever had it', async () => {
    const id = await scene()
    const his = await opened(id, 'desk', 'student')
    expect((await people(id, { owner_id: userId('second-student') })).status).toBe(200)
    expect(await his.end).toBe('rights')
  })

  it('a node that is closed to learners, or hidden from them, closes its consoles', async () => {
    for (const column of ['console', 'visibility']) {
      const id = await scene()
      const his = await opened(id, 'desk', 'student')
      await s.db.query(`update scene_node set ${column} = 'leaders' where scene_id = $1 and node_id = 'desk'`, [id])
      await s.scenes.consoles.look()
      expect(await his.end, column).toBe('rights')
    }
  })

  it('whoever looks on leaves when he leads the scene no more, or his role oversees nothing any more', async () => {
    const id = await scene({ leader_ids: [userId('teacher')] })
    const own = await opened(id, 'desk', 'student')
    const look = async (as: AccountName) => {
      const { ticket: given } = await s.ok('POST /consoles/:id/shadow', { params: { id: idOf(own) }, body: {} }, as)
      const line = connect(given)
      await line.shows('root@')
      return line
    }
    const teacher = await look('teacher')
    const second = await look('second-super')
    expect((await people(id, { leader_ids: [] })).status).toBe(200)
    expect(await teacher.end).toBe('rights')
    await s.db.query(
      `update r_user set data = jsonb_set(data, '{role_id}', (select data -> 'role_id' from r_user where id = $2)) where id = $1`,
      [userId('second-super'), userId('student')],
    )
    await s.scenes.consoles.look()
    expect(await second.end).toBe('rights')
    own.socket.send(Buffer.from('echo still here\r'))
    await own.shows('still here\r\n')
    own.socket.close()
  })

  it('an old console is come back to in its own scene, at its own node and from its own session only', async () => {
    const [one, other] = [await scene(), await scene()]
    const his = await opened(one, 'desk', 'student')
    his.socket.send(Buffer.from('cd /etc; echo of the first\r'))
    await his.shows('of the first\r\n')
    const resume = idOf(his)
    for (const [id, at] of [
      [other, 'desk'],
      [one, 'old'],
    ] as const) {
      expect((await ask(id, at, 'student', { resume })).problem.code).toBe('not_found')
      // nor by a ticket that names it all the same
      const given = await ticket(id, at, 'student')
      await name(given, resume)
      const again = connect(given)
      expect(await again.end).toBe('foreign')
      expect(again.said).toEqual([{ type: 'end', code: 'foreign' }])
    }
    const elsewhere = connect(await ticket(one, 'desk', 'student', { resume }))
    await elsewhere.shows('of the first')
    expect(elsewhere.said[0]).toMatchObject({ resumed: true })
    await s.db.query(
      `insert into session select (jsonb_populate_record(null::session, to_jsonb(x) || '{"id_hash":"another"}')).* from session x
       where user_id = $1 and ended_at is null limit 1`,
      [userId('student')],
    )
    const given = await ticket(one, 'desk', 'student', { resume })
    await s.db.query(`update scene_ticket set session_hash = 'another' where console_id = $1`, [resume])
    expect(await connect(given).end).toBe('foreign')
    elsewhere.socket.close(4000)
    await elsewhere.end
    // what is gone is nobody’s: a new one
    await expect
      .poll(async () => (await s.db.query('select from scene_console where id = $1', [resume])).rows.length)
      .toBe(0)
    const fresh = connect(await ticket(one, 'desk', 'student', { resume }))
    await fresh.shows('root@')
    expect(fresh.said[0]).toMatchObject({ resumed: false })
    fresh.socket.close(4000)
  })

  it('a console of somebody else is not come back to, whichever process holds it', async () => {
    const id = await scene({ member_ids: [userId('second-student')] })
    const his = await opened(id, 'desk', 'student')
    const resume = idOf(his)
    const other = async (at: string) => {
      expect((await ask(id, 'desk', 'second-student', { resume: at })).problem.code).toBe('not_found')
      const given = await ticket(id, 'desk', 'second-student')
      await name(given, at)
      expect(await connect(given).end).toBe('foreign')
    }
    await other(resume)
    await s.db.query(
      `insert into scene_console select (jsonb_populate_record(null::scene_console, to_jsonb(c) || '{"id":"there","server":"another"}')).*
       from scene_console c where id = $1`,
      [resume],
    )
    await other('there')
    his.socket.close(4000)
  })

  it('who looks as another role opens no console by it, and keeps those of his other pages', async () => {
    const id = await scene()
    const line = await opened(id, 'desk', 'admin')
    const students = (await s.ok('GET /roles', { query: { page_size: 200 } }, 'admin')).items.find(
      (r) => r.key === 'student',
    )
    await s.ok('POST /roles/:id/view', { params: { id: students?.id ?? '' } }, 'admin')
    const there = { token: viewToken(await s.token('admin'), students?.id ?? '') }
    expect((await ask(id, 'desk', there)).problem.code).toBe('viewing_only')
    line.socket.send(Buffer.from('echo still here\r'))
    await line.shows('still here\r\n')
    await opened(id, 'desk', 'admin')
  })

  it('a recording takes nothing more from whoever may not open the node any more', async () => {
    const id = await scene({ member_ids: [userId('second-student')], document: lan(node('pc')) })
    const desktop = connect(await ticket(id, 'pc', 'second-student', { kind: 'desktop' }), 'desktop')
    await desktop.shows('RFB')
    const body = { scene_id: id, node: 'pc', width: 80, height: 60 }
    const recording = (await s.ok('POST /recordings', { body: body as never }, 'second-student')).id
    const part = (offset: number) =>
      s.send('PATCH /recordings/:id', { params: { id: recording }, query: { offset, seconds: 1 } }, 'second-student', {
        payload: webm,
        headers: { 'content-type': 'application/octet-stream' },
      })
    expect((await part(0)).status).toBe(200)
    expect((await people(id, { member_ids: [] })).status).toBe(200)
    expect((await part(webm.length)).problem.code).toBe('no_operation_permission')
  })
})
