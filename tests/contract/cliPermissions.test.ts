/** `range permissions validate` against servers that are in order, that have a hole, and that lie about it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProgram } from '#cli/program.ts'
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { password, testServer, type TestServer, username } from './support/server.ts'

interface Found {
  sound: boolean
  findings: { code: string; at: string; detail: string }[]
}
const dir = mkdtempSync(path.join(os.tmpdir(), 'range-validate-'))
const route = (api as unknown as Record<string, Route>)['POST /users']!
const { screens } = route
let server: TestServer
let holed: TestServer
const urls = new Map<TestServer, string>()
const fronts: http.Server[] = []

async function range(...argv: string[]) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { RANGE_PASSWORD: password, LANG: 'en_US.UTF-8' },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
    onInterrupt: () => () => {},
  }).run(argv)
  return { exit, out, err, json: () => JSON.parse(out) as Found }
}
const listening = async (s: TestServer): Promise<void> => {
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  urls.set(s, `http://127.0.0.1:${(s.app.server.address() as AddressInfo).port}`)
}
/** A server that answers one call by itself and the rest from another one. */
async function front(before: TestServer, key: string, answer: (res: http.ServerResponse) => void): Promise<string> {
  const proxy = http.createServer((req, res) => {
    if (`${req.method} ${req.url}` === key) return answer(res)
    const to = http.request(`${urls.get(before)}${req.url}`, { method: req.method, headers: req.headers }, (from) => {
      res.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(res)
    })
    req.pipe(to)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  fronts.push(proxy)
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
const signIn = (url: string) => range('login', '--api', url, '--username', username('super'))

beforeAll(async () => {
  server = await testServer()
  await listening(server)
  // the hole stands where a server reads its calls from; the tool knows the contract as it is
  route.screens = 'public'
  try {
    holed = await testServer()
  } finally {
    route.screens = screens
  }
  await listening(holed)
})
afterEach(() => {
  for (const f of fronts.splice(0)) f.close()
})
afterAll(async () => {
  await server.close()
  await holed.close()
  rmSync(dir, { recursive: true, force: true })
})

test('a server in order is sound, asked as a stranger and as a student, and nobody is left signed in or added', async () => {
  const url = urls.get(server)!
  await signIn(url)
  const before = await server.ok('GET /users', {}, 'super')
  const sound = await range('permissions', 'validate', '--against', url, '--probe-as', username('student'))
  expect(sound).toMatchObject({ exit: 0, out: expect.stringContaining('Sound') as string })
  expect((await server.ok('GET /users', {}, 'super')).total).toBe(before.total)
  // the server is named as it is for every other command, too
  const named = await range('permissions', 'validate', '--api', url, '--no-probe')
  expect(named).toMatchObject({ exit: 0, out: expect.stringContaining('Sound') as string })
  expect((await range('permissions', 'validate', '--api', url, '--against', 'dist')).exit).toBe(2)
})

test('a server whose POST /users is public is found by its own word and by asking it', async () => {
  const url = urls.get(holed)!
  await signIn(url)
  const bad = await range('permissions', 'validate', '--against', url, '--json')
  expect(bad.exit).toBe(1)
  expect(bad.json().findings).toEqual([
    expect.objectContaining({ code: 'call_opened', at: 'POST /users' }),
    expect.objectContaining({ code: 'answers_anybody', at: 'POST /users' }),
  ])
})

test('what a server says of itself is not believed: a call that answers strangers or the wrong role is found', async () => {
  const open = await front(server, 'GET /api/mg/api/users', (res) => res.writeHead(200).end('{"items":[]}'))
  await signIn(open)
  const found = await range('permissions', 'validate', '--against', open, '--probe-as', username('student'), '--json')
  expect(found.json().findings.map((f) => `${f.code} ${f.at}`)).toEqual([
    'answers_anybody GET /users',
    'answers_role GET /users',
  ])
})

test('a role that holds more than it ships with is found, unless it was looked at and kept', async () => {
  const url = urls.get(server)!
  await signIn(url)
  const { items } = await server.ok('GET /roles', {}, 'super')
  const student = items.find((r) => r.key === 'student')!
  const { id, version, name, description, permissions } = student
  const body = { version, name, description, permissions: [...permissions, 'user-manage'] }
  await server.ok('PUT /roles/:id', { params: { id }, body }, 'super')
  const beyond = await range('permissions', 'validate', '--against', url, '--no-probe', '--json')
  expect([beyond.exit, beyond.json().findings.map((f) => [f.code, f.at])]).toEqual([1, [['role_beyond', name]]])
  await range('permissions', 'audit', '--api', url, '--save', 'kept.json')
  const kept = await range('permissions', 'validate', '--against', url, '--no-probe', '--accept', 'kept.json')
  expect(kept).toMatchObject({ exit: 0, out: expect.stringContaining('Sound') as string })
  // what was taken away since is a change as well, and so is a role that was made
  const now = await server.ok('GET /roles/:id', { params: { id } }, 'super')
  const less = { ...body, version: now.version, permissions: permissions.slice(1) }
  await server.ok('PUT /roles/:id', { params: { id }, body: less }, 'super')
  const made = { name: 'Made since', description: '', permissions: ['personal'] }
  await server.ok('POST /roles', { body: made }, 'super')
  const since = async () =>
    (await range('permissions', 'validate', '--against', url, '--no-probe', '--accept', 'kept.json', '--json')).json()
  expect((await since()).findings.map((f) => [f.code, f.at])).toEqual([
    ['role_unknown', 'Made since'],
    ['role_short', name],
  ])
})

test('a server where a role that only reads may change something is found by asking it', async () => {
  const url = urls.get(server)!
  await signIn(url)
  const body = { name: 'Readers', description: '', permissions: ['tool-manage:read', 'personal'] }
  const { id } = await server.ok('POST /roles', { body }, 'super')
  await server.ok('POST /roles/:id/members', { params: { id }, body: { ids: ['user-second-student'] } }, 'super')
  const probe = (at: string) =>
    range('permissions', 'validate', '--against', at, '--no-probe', '--probe-as', username('second-student'), '--json')
  const sound = (await probe(url)).json().findings.filter((f) => f.code.startsWith('answers'))
  expect(sound).toEqual([])
  const open = await front(server, 'POST /api/mg/api/tools/remove', (res) => res.writeHead(200).end('{"done":[]}'))
  await signIn(open)
  const found = (await probe(open)).json().findings.filter((f) => f.code.startsWith('answers'))
  expect(found.map((f) => `${f.code} ${f.at}`)).toEqual(['answers_reader POST /tools/remove'])
  const audit = await range('permissions', 'audit', '--api', url, '--role', 'Readers', '--json')
  const { screens: sees, routes } = JSON.parse(audit.out) as { screens: string[]; routes: string[] }
  expect([sees.includes('tool-manage'), sees.includes('tool-add')]).toEqual([true, false])
  expect(['GET /tools', 'POST /tools', 'POST /tools/remove'].filter((r) => routes.includes(r))).toEqual(['GET /tools'])
})

test('a server that publishes no tree is of another version, and says so', async () => {
  const old = await front(server, 'GET /api/mg/api/roles/tree', (res) =>
    res.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"not_found","message":"","request_id":""}'),
  )
  await signIn(old)
  expect(await range('permissions', 'validate', '--against', old)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('of another version') as string,
  })
  writeFileSync(path.join(dir, 'old.json'), JSON.stringify({ permissions: { screens: [] } }))
  expect((await range('permissions', 'validate', '--against', 'old.json')).exit).toBe(2)
})

test('who may do everything is no probe', async () => {
  const url = urls.get(server)!
  await signIn(url)
  const everything = await range(
    'permissions',
    'validate',
    '--against',
    url,
    '--no-probe',
    '--probe-as',
    username('super'),
  )
  expect([everything.exit, everything.err]).toEqual([2, expect.stringContaining('may do everything')])
})
