/** The operators' tool against a whole server: what it prints, what it keeps, and how it ends. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProgram } from '#cli/program.ts'
import { password, testServer, type TestServer, username } from './support/server.ts'

let server: TestServer
let api = ''
const dir = mkdtempSync(path.join(os.tmpdir(), 'range-cli-'))

beforeAll(async () => {
  server = await testServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/mg/api`
})
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

async function range(argv: string[], env: Record<string, string> = {}) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { RANGE_PASSWORD: password, LANG: 'en_US.UTF-8', ...env },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
  }).run(argv)
  return { exit, out, err, json: () => JSON.parse(out) as never }
}
const signIn = (who: 'super' | 'admin' | 'student') => range(['login', '--api', api, '--username', username(who)])

describe('signing in', () => {
  test('keeps the token where only its owner reads it, and never prints it', async () => {
    const { exit, out } = await signIn('super')
    expect(exit).toBe(0)
    const file = path.join(dir, 'config/profile.json')
    expect(statSync(file).mode & 0o077).toBe(0)
    const { tokens } = JSON.parse(readFileSync(file, 'utf8')) as { tokens: Record<string, string> }
    expect(tokens[api]).toMatch(/^[\w-]{43}$/)
    expect(out).not.toContain(tokens[api])
  })
  test('a wrong password ends with 3 and the app’s own sentence, in the operator’s language', async () => {
    const wrong = ['login', '--api', api, '--username', username('super')]
    expect(await range(wrong, { RANGE_PASSWORD: 'Wrong-pass-1' })).toMatchObject({
      exit: 3,
      err: 'User name or password is wrong.\n',
    })
    expect((await range(wrong, { RANGE_PASSWORD: 'Wrong-pass-1', LANG: 'zh_CN.UTF-8' })).err).toBe(
      '用户名或密码错误。\n',
    )
  })
  test('without an API, without a server, without a session: each its own exit', async () => {
    expect((await range(['tool', 'list'], { RANGE_API_URL: 'not a url' })).exit).toBe(2)
    expect((await range(['tool', 'list', '--api', 'http://127.0.0.1:1/api'])).exit).toBe(7)
    expect((await range(['tool', 'list', '--api', api], { RANGE_TOKEN: 'x'.repeat(43) })).exit).toBe(3)
    expect((await range(['no-such-command'])).exit).toBe(2)
  })
})

describe('verbs of a resource', () => {
  test('create, list, update, export and remove', async () => {
    await signIn('admin')
    const category = await range(['tool-category', 'create', '--set', 'name=CLI made', '--json'])
    expect(category.exit).toBe(0)
    const { id: category_id } = category.json() as { id: string }
    const made = await range([
      'tool',
      'create',
      '--set',
      'name=Net probe',
      `category_id=${category_id}`,
      'summary=Looks',
      '--json',
    ])
    expect(made.exit).toBe(0)
    const { id } = made.json() as { id: string }
    expect((await range(['tool', 'list', '--q', 'net probe'])).out).toContain('Net probe')
    const updated = await range(['tool', 'update', id, '--set', 'summary=Looks twice', '--json'])
    expect(updated.json()).toMatchObject({ version: 2, summary: 'Looks twice', name: 'Net probe' })
    expect((await range(['tool', 'export', '--out', 'tools.csv', '--q', 'net probe'])).exit).toBe(0)
    expect(readFileSync(path.join(dir, 'tools.csv'), 'utf8')).toContain('Net probe')
    expect((await range(['tool', 'remove', id])).exit).toBe(0)
    expect((await range(['tool', 'get', id])).exit).toBe(5)
  })
  test('a rule that is broken is named with its field', async () => {
    const bad = await range(['tool', 'create', '--set', 'name=', 'category_id=nothing', 'summary='])
    expect(bad.exit).toBe(1)
    expect(bad.err).toContain('name:')
  })
  test('one bad item of several is told and ends with 1', async () => {
    const { exit, out } = await range(['tool', 'remove', 'not-there', '--json'])
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ done: [], failed: [{ id: 'not-there', code: 'not_found' }] })
  })
  test('a right that is missing ends with 4', async () => {
    await signIn('student')
    expect((await range(['user', 'list'])).exit).toBe(4)
  })
})

describe('permissions', () => {
  test('a server’s roles are checked and compared, and a change is seen since a kept answer', async () => {
    await signIn('super')
    expect(await range(['permissions', 'validate', '--against', api])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Sound') as string,
    })
    const d = (await range(['permissions', 'audit', '--role', 'student', '--and', 'super', '--json'])).json() as {
      routes: { only_first: string[]; only_second: string[] }
    }
    expect(d.routes.only_first).toEqual([])
    expect(d.routes.only_second).toContain('POST /tools')
    expect((await range(['permissions', 'audit', '--save', 'reach.json'])).exit).toBe(0)
    expect((await range(['permissions', 'audit', '--since', 'reach.json'])).out).toBe('Nothing changed.\n')
    const kept = JSON.parse(readFileSync(path.join(dir, 'reach.json'), 'utf8')) as {
      role: { key: string }
      screens: string[]
    }[]
    const student = kept.find((r) => r.role.key === 'student')!
    student.screens = student.screens.filter((s) => s !== 'personal')
    writeFileSync(path.join(dir, 'reach.json'), JSON.stringify(kept))
    expect((await range(['permissions', 'audit', '--since', 'reach.json'])).out).toMatch(/\+\s+screen\s+personal/)
  })
  test('a tree that is not sound ends with 1 and says where', async () => {
    const tree = (await import('#cli/permissions/tree.ts')).ownTree()
    tree.screens.find((s) => s.name === 'tool-edit')!.under = 'gone'
    writeFileSync(path.join(dir, 'tree.json'), JSON.stringify({ permissions: tree }))
    const { exit, out } = await range(['permissions', 'validate', '--against', 'tree.json'])
    expect(exit).toBe(1)
    expect(out).toMatch(/orphan\s+tool-edit/)
  })
})

describe('import', () => {
  const dorks = (n: number, title = 'cli') =>
    JSON.stringify({
      data: Array.from({ length: n }, (_, i) => ({
        id: String(90_000 + i),
        date: '2025-01-01',
        url_title: `<a href="/ghdb/${90_000 + i}">intitle:&quot;${title} ${i}&quot;</a>`,
        cat_id: ['1', 'Footholds'],
        author_id: ['1', 'A'],
        author: { id: '1', name: 'A' },
        category: { cat_id: '1', cat_title: 'Footholds' },
      })),
    })
  const pack = (name: string, files: Record<string, string>) =>
    writeFileSync(
      path.join(dir, name),
      zipSync(Object.fromEntries(Object.entries(files).map(([n, t]) => [n, strToU8(t)]))),
    )

  test('shows the plan, writes it with --apply, and does nothing the second time', async () => {
    await signIn('admin')
    pack('one.zip', { 'ghdb.json': dorks(25) })
    const plan = (await range(['import', 'one.zip', '--json'])).json() as { state: string; counts: object }[]
    expect(plan).toMatchObject([{ state: 'planned', counts: { new: 25, changed: 0, same: 0, refused: 0 } }])
    const applied = (await range(['import', 'one.zip', '--apply', '--json'])).json() as object[]
    expect(applied).toMatchObject([{ state: 'applied' }])
    const again = (await range(['import', 'one.zip', '--apply', '--json'])).json() as object[]
    expect(again).toMatchObject([{ counts: { new: 0, same: 25 } }])
  })
  test('rows that differ are never overwritten without a word', async () => {
    pack('two.zip', { 'ghdb.json': dorks(25, 'changed') })
    expect((await range(['import', 'two.zip', '--apply'])).exit).toBe(6)
    const { exit, json } = await range(['import', 'two.zip', '--apply', '--on-duplicate', 'overwrite', '--json'])
    expect(exit).toBe(0)
    expect(json()).toMatchObject([{ state: 'applied', counts: { changed: 25 } }])
  })
  test('a zip that is refused ends with 1 and its reason', async () => {
    pack('evil.zip', { '../evil.json': '[]' })
    const { exit, out } = await range(['import', 'evil.zip'])
    expect(exit).toBe(1)
    expect(out).toContain('archive_refused')
    expect((await range(['import', 'none.zip'])).exit).toBe(2)
    expect(existsSync(path.join(dir, '../evil.json'))).toBe(false)
  })
})

test('signing out ends the session on the server and forgets the token', async () => {
  await signIn('admin')
  expect((await range(['logout', '--api', api])).exit).toBe(0)
  expect((await range(['tool', 'list', '--api', api])).exit).toBe(3)
})
