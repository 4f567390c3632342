/** The operators' tool against a whole server: what it prints, what it keeps, and how it ends. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Io } from '#cli/context.ts'
import { makeProgram } from '#cli/program.ts'
import { completionOf } from '#src/contract/course/outline.ts'
import { modules } from '#src/contract/license/licence.ts'
import { noLimits } from '#src/contract/license/standing.ts'
import { layCourse, layDirection, text as textContent } from '../support/course.ts'
import { asFile } from './support/licence.ts'
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

async function range(argv: string[], env: Record<string, string> = {}, more: Partial<Io> = {}) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { RANGE_PASSWORD: password, LANG: 'en_US.UTF-8', ...env },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
    onInterrupt: () => () => {},
    ...more,
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
  test('takes the address of the server or of the portal for that of its API', async () => {
    const origin = api.replace('/api/mg/api', '')
    for (const address of [origin, `${origin}/`, `${origin}/page/mg/home`, `${api}/`]) {
      const { exit, out } = await range(['login', '--api', address, '--username', username('super')])
      expect([address, exit, out]).toEqual([address, 0, expect.stringContaining(`Signed in to ${api} as`)])
    }
    expect(await range(['login', '--api', `${origin}/api`, '--username', username('super')])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('is not the API of a range') as string,
    })
  })
  test('asks on a terminal for what was not said, and without one says how to say it', async () => {
    const asked: string[] = []
    const terminal: Partial<Io> = {
      interactive: true,
      ask: async (question, hidden) => {
        asked.push(`${question}${hidden ? '(hidden)' : ''}`)
        return hidden ? password : username('super')
      },
    }
    expect((await range(['login', '--api', api], { RANGE_PASSWORD: '' }, terminal)).exit).toBe(0)
    expect(asked).toEqual(['User name: ', 'Password: (hidden)'])
    expect((await range(['login', '--api', api])).err).toMatch(/--username NAME/)
    expect((await range(['login', '--api', api, '--username', 'x'], { RANGE_PASSWORD: '' })).err).toMatch(
      /Set RANGE_PASSWORD/,
    )
  })
  test('without an API, without a server, without a session: each its own exit', async () => {
    expect((await range(['tool', 'list'], { RANGE_API_URL: 'not a url' })).exit).toBe(2)
    expect((await range(['tool', 'list', '--api', 'http://127.0.0.1:1/api'])).exit).toBe(7)
    expect((await range(['tool', 'list', '--api', api], { RANGE_TOKEN: 'x'.repeat(43) })).exit).toBe(3)
    expect((await range(['no-such-command'])).exit).toBe(2)
  })
  test('where nobody signed in nothing has ended, and the way in names the server', async () => {
    const stranger = { config: path.join(dir, 'stranger') }
    expect(await range(['tool', 'list', '--api', api], {}, stranger)).toMatchObject({
      exit: 3,
      err: `Nobody is signed in to ${api}. Sign in with: range login --api ${api}\n`,
    })
    expect((await range(['tool', 'list', '--api', api], { RANGE_TOKEN: 'x'.repeat(43) })).err).toBe(
      `Your session has ended. Sign in again.\nSign in with: range login --api ${api}\n`,
    )
    expect((await range(['whoami', '--api', api], {}, stranger)).err).toContain(`range login --api ${api}`)
  })
  test('a program that names no command is told those there are', async () => {
    const said = async (...argv: string[]) => {
      const { exit, json } = await range(['--json', ...argv])
      return [exit, (json() as { error: { code: string; message: string } }).error]
    }
    expect(await said()).toEqual([
      2,
      { code: 'usage', message: expect.stringMatching(/^Name a command: setup, login, .*backup.*\.$/) as string },
    ])
    expect(await said('tool')).toEqual([
      2,
      { code: 'usage', message: expect.stringMatching(/^Name a command: list, get, create, .*\.$/) as string },
    ])
    expect(await said('help', 'nope')).toEqual([
      2,
      { code: 'usage', message: expect.stringMatching(/^Name a command: setup, /) as string },
    ])
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
    expect(await range(['tool', 'export', '--out', 'tools.csv'])).toMatchObject({
      exit: 6,
      err: expect.stringContaining(
        'tools.csv already exists. Choose another with --out, or overwrite it with --force.',
      ) as string,
    })
    expect((await range(['tool', 'export', '--out', 'tools.csv', '--q', 'nothing has this', '--force'])).exit).toBe(0)
    expect(readFileSync(path.join(dir, 'tools.csv'), 'utf8')).not.toContain('Net probe')
    expect((await range(['tool', 'remove', id, '--yes'])).exit).toBe(0)
    expect((await range(['tool', 'get', id])).exit).toBe(5)
  })
  test('what takes something away is asked about, and without a terminal it is said to be meant', async () => {
    await signIn('admin')
    const made = await range(['tool-category', 'add', '--set', 'name=Going', '--json'])
    const { id } = made.json() as { id: string }
    const sentence = 'There is no terminal to ask for confirmation: add --yes.\n'
    for (const words of [
      ['tool-category', 'remove', id],
      ['user', 'remove', 'x'],
      ['user', 'disable', 'x'],
      ['role', 'remove', 'x'],
      ['tool', 'hand-over', 'x', '--to', 'y'],
    ])
      expect(await range(words), words.join(' ')).toMatchObject({ exit: 2, err: sentence })
    const asked: string[] = []
    const answering = (word: string) => ({
      interactive: true,
      ask: (question: string) => {
        asked.push(question)
        return Promise.resolve(word)
      },
    })
    expect((await range(['tool-category', 'remove', id], {}, answering(''))).exit).toBe(130)
    expect((await range(['tool-category', 'get', id])).exit).toBe(0)
    expect((await range(['tool-category', 'remove', id], {}, answering('y'))).exit).toBe(0)
    expect((await range(['tool-category', 'get', id])).exit).toBe(5)
    expect(asked).toEqual(Array(2).fill('Remove “Going” from tool categories? [y/N] '))
  })
  test('a bank is written in the formats that other systems read, filtered as its list', async () => {
    await signIn('admin')
    const set = (await range(['theory-set', 'create', '--set', 'name=From the shell', '--json'])).json() as {
      id: string
    }
    for (const title of ['Kept aside', 'Left out'])
      await range(['theory-question', 'create', '--set', 'type=true-false', `title=${title}`, `set_id=${set.id}`])
    const gift = ['theory-question', 'export', '--format', 'gift', '--q', 'kept aside', '--out', 'bank.gift']
    expect((await range(gift)).exit).toBe(0)
    const text = readFileSync(path.join(dir, 'bank.gift'), 'utf8')
    expect([text.includes('::Kept aside::'), text.includes('Left out')]).toEqual([true, false])
    const blanks = '[{"id":"b1","accepted":["a"]},{"id":"b2","accepted":["b"]}]'
    const said = ['type=completion', 'title=Two places', `set_id=${set.id}`, 'stem={{1}} and {{2}}', `blanks=${blanks}`]
    const made = await range(['theory-question', 'create', ...said.flatMap((x) => ['--set', x])])
    expect(made).toMatchObject({ exit: 0, err: '' })
    const twoPlaces = ['theory-question', 'export', '--q', 'two places', '--force', '--out', 'some']
    for (const format of ['gift', 'moodle-xml'])
      expect(await range([...twoPlaces, '--format', format]), format).toMatchObject({
        exit: 9,
        err: `Left out, as ${format} has no form for it: 1 whole question. The file names them at its end.\n`,
      })
    expect((await range([...twoPlaces, '--format', 'gift', '--json'])).json()).toMatchObject({
      left_out: { questions: 1, properties: 0 },
    })
    expect(await range([...twoPlaces, '--format', 'table'])).toMatchObject({ exit: 0, err: '' })
    const wrong = await range(['theory-question', 'export', '--format', 'xlsx', '--out', 'x'])
    expect([wrong.exit, wrong.err.includes('moodle-xml')]).toEqual([2, true])
    expect(await range(['theory-question', 'export', '--out', 'bank.xlsx'])).toMatchObject({
      exit: 2,
      err: 'No format of this export ends as bank.xlsx does. Choose one with --format: moodle-xml, gift, table.\n',
    })
    expect((await range(['tool', 'export', '--out', 'all.xlsx'])).exit).toBe(0)
    expect(readFileSync(path.join(dir, 'all.xlsx')).subarray(0, 2).toString()).toBe('PK')
    expect((await range(['flag-challenge', 'export', '--out', 'ctf.zip'])).exit).toBe(0)
    expect(readFileSync(path.join(dir, 'ctf.zip')).subarray(0, 2).toString()).toBe('PK')
  })
  test('a rule that is broken is named with its field', async () => {
    const bad = await range(['tool', 'create', '--set', 'name=', 'category_id=nothing', 'summary='])
    expect(bad.exit).toBe(2)
    expect(bad.err).toContain('name:')
  })
  test('a text stays a text, lists come with commas or as JSON, and what `get` printed can be given back', async () => {
    const category_id = (
      (await range(['tool-category', 'add', '--set', 'name=Wordy', '--json'])).json() as { id: string }
    ).id
    const set = ['name=123', `category_id=${category_id}`, 'summary=true', 'keywords=a, b', 'platforms=["linux"]']
    const made = await range(['tool', 'add', '--set', ...set, '--json'])
    expect(made.json()).toMatchObject({ name: '123', summary: 'true', keywords: ['a', 'b'], platforms: ['linux'] })
    const { id } = made.json() as { id: string }
    writeFileSync(path.join(dir, 'tool.json'), (await range(['tool', 'show', id, '--json'])).out)
    const edit = (...more: string[]) => range(['tool', 'edit', id, '--file', 'tool.json', ...more])
    expect((await edit('--set', 'summary=Words')).exit).toBe(0)
    // the file says which version it knew
    expect((await edit('--set', 'summary=Other words')).exit).toBe(6)
    expect((await range(['tool', 'add', '--set', ...set])).err).toBe('This name is taken.\n  name: Already taken.\n')
    expect((await range(['tool', 'list', '--q', '123'])).out).toMatch(/123 +Wordy/)
    expect((await range(['tool', 'remove', id, '--yes'])).exit).toBe(0)
  })
  test.each([
    [['tool', 'add', '--set', 'name'], /--set takes field=value, not 'name'/],
    [['tool', 'add', '--set', 'nmae=x'], /nmae: no field of a tool that can be written\. There are name, category_id/],
    [['tool', 'add', '--file', '.'], /is a folder\./],
    [['tool', 'edit', 'x'], /Name what to change/],
    [['tool', 'get'], /missing required argument 'id'/],
    [['permissions', 'audit', '--and', 'teacher'], /--and compares with --role/],
    [['permissions', 'audit', '--since', 'tool.json'], /holds no answer saved with --save/],
    [['imports', 'rows', 'x', '--verdict', 'odd'], /Allowed choices are new, same, changed, duplicate, refused/],
  ])('%j is a mistake of the caller: a sentence and 2, and no call', async (argv, sentence) => {
    const { exit, err } = await range(argv)
    expect([exit, err]).toEqual([2, expect.stringMatching(sentence)])
  })
  test.each([
    [['tool', 'add', '--file', 'missing.json'], /missing\.json does not exist\./],
    [['tool', 'export', '--out', 'no/such/folder/x.csv'], /no\/such\/folder does not exist\./],
  ])('%j names what is not there, and ends with 5', async (argv, sentence) => {
    const { exit, err } = await range(argv)
    expect([exit, err]).toEqual([5, expect.stringMatching(sentence)])
  })
  test('a choice that is none is told with those there are', async () => {
    expect(await range(['tool', 'list', '--price', 'cheap'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('price: Choose one from the list. (free, paid, unknown)') as string,
    })
  })
  test.each([
    [['tool', 'list', '--page', '0']],
    [['tool', 'list', '--sort', 'nosuch']],
    [['imports', 'list', '--page-size', '999']],
    [['config', 'set', 'session.idle', '-5']],
  ])('%j is a mistake of usage, though the server finds it', async (argv) => {
    await signIn('super')
    expect(await range(argv)).toMatchObject({ exit: 2, out: '' })
    await signIn('admin')
  })
  test('a list says which part it is, and that there is nothing', async () => {
    expect((await range(['role', 'list', '--page-size', '2'])).out).toMatch(/^1–2 of \d+; the next: --page 2$/m)
    expect((await range(['role', 'list', '--q', 'nobody has this'])).out).toBe('None found.\n')
    expect((await range(['role', 'list', '--page', '99'])).out).toMatch(/^There is no page 99; \d+ in all\.$/m)
  })
  test('one bad item of several is told and ends with 1', async () => {
    const { exit, out } = await range(['tool', 'remove', 'not-there', '--yes', '--json'])
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ done: [], failed: [{ id: 'not-there', code: 'not_found' }] })
  })
  test('of several each that fails keeps its cause, whole', async () => {
    await signIn('admin')
    const category = (await range(['tool-category', 'create', '--set', 'name=Still used here', '--json'])).json() as {
      id: string
    }
    const tool = ['tool', 'create', '--set', 'name=User of it', `category_id=${category.id}`, 'summary=Looks']
    expect((await range(tool)).exit).toBe(0)
    const { exit, out } = await range(['tool-category', 'remove', category.id, 'not-there', '--yes'])
    expect(exit).toBe(1)
    expect(out).toMatch(new RegExp(`^${category.id}: .*User of it`, 'm'))
    expect(out).toMatch(/^not-there: \S.*\.$/m)
  })
  test('what may be done to a row now is a verb, and what may not is told with what may', async () => {
    const id = await layCourse(server, {
      lessons: [{ id: 'begin', theory: 1, sections: [{ id: 'read', content: textContent('Words') }] }],
    })
    const state = async () => (await server.ok('GET /courses/:id', { params: { id } }, 'super')).status
    const hide = await range(['course', 'hide', id, '--yes'])
    expect([hide.exit, hide.out]).toEqual([0, expect.stringMatching(new RegExp(`${id}\\s+done`))])
    expect(await state()).toBe('hidden')
    const again = await range(['course', 'hide', id, '--yes'])
    expect(again.exit).toBe(1)
    expect(again.out + again.err).toMatch(/hide is not possible now\. What is: .*show.*\./)
    expect((await range(['course', 'hide', id])).err).toContain('add --yes')
    expect((await range(['course', 'show', id])).exit).toBe(0)
    expect(await state()).toBe('published')
    // one that takes a reason is not sent without
    expect((await range(['exam', 'end', id, '--yes'])).exit).toBe(2)
    expect((await range(['course', '--help'])).out).toMatch(/\barchive\b/)
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
    const saved = readFileSync(path.join(dir, 'reach.json'), 'utf8')
    writeFileSync(path.join(dir, 'own.json'), 'mine')
    expect(await range(['permissions', 'audit', '--save', 'own.json'])).toMatchObject({
      exit: 6,
      err: expect.stringContaining('already exists') as string,
    })
    expect(readFileSync(path.join(dir, 'own.json'), 'utf8')).toBe('mine')
    expect((await range(['permissions', 'audit', '--save', 'own.json', '--force'])).exit).toBe(0)
    expect(readFileSync(path.join(dir, 'own.json'), 'utf8')).toBe(saved)
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
  test('a role made here is audited by its name as those that ship are, and is missed when it is gone', async () => {
    const name = '夜班 operators'
    const made = await server.ok('POST /roles', { body: { name, permissions: ['tool-manage'] } }, 'super')
    await signIn('super')
    const one = (await range(['permissions', 'audit', '--role', name, '--json'])).json() as {
      role: { id: string; name: string }
      grants: string[]
      routes: string[]
    }
    expect(one).toMatchObject({ role: { id: made.id, name }, grants: ['tool-manage'] })
    expect(one.routes).toEqual(expect.arrayContaining(['GET /tools', 'POST /tools']))
    expect(one.routes).not.toContain('GET /users')
    expect((await range(['permissions', 'audit'])).out).toMatch(new RegExp(`${name}\\s+1\\s`))
    const against = await range(['permissions', 'audit', '--role', name, '--and', 'student'])
    expect(against.out).toMatch(/call\s+POST \/tools\s+夜班 operators/)
    expect((await range(['permissions', 'audit', '--save', 'made.json'])).exit).toBe(0)
    await server.ok('DELETE /roles/:id', { params: { id: made.id } }, 'super')
    expect((await range(['permissions', 'audit', '--since', 'made.json'])).out).toMatch(
      /夜班 operators\s+-\s+call\s+POST \/tools\n/,
    )
    const gone = await range(['permissions', 'audit', '--role', name])
    expect(gone.exit).toBe(5)
    expect(gone.err).toContain('Roles: ')
    expect((await range(['permissions', 'audit', '--role', ''])).exit).not.toBe(0)
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
  test('of a folder a zip is left out and named, and the rest comes in', async () => {
    await signIn('admin')
    mkdirSync(path.join(dir, 'term/old'), { recursive: true })
    writeFileSync(path.join(dir, 'term/quiz.gift'), '::Of a folder::Is it?{T}\n')
    pack('term/old/backup.zip', { 'quiz.gift': '::Of a zip::Is it?{T}\n' })
    const { exit, out } = await range(['import', 'term', '--into', 'theory'])
    expect([exit, out]).toEqual([0, expect.stringMatching(/left out:\n {2}old\/backup\.zip: .*\(zip_nested\)/)])
    const [plan] = (await range(['import', 'term', '--into', 'theory', '--json'])).json() as {
      counts: object
      files: { name: string; problem?: string }[]
    }[]
    // a question and its set
    expect(plan?.counts).toMatchObject({ new: 2, refused: 0 })
    expect(plan?.files.filter((f) => f.problem)).toMatchObject([{ name: 'old/backup.zip', problem: 'zip_nested' }])
    rmSync(path.join(dir, 'term/quiz.gift'))
    expect(await range(['import', 'term', '--into', 'theory'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('has nothing but zips') as string,
    })
  })
  test('a file of another kind ends with 1, one sentence and the command that takes it', async () => {
    writeFileSync(path.join(dir, 'easy.gift'), '::One::1?{T}\n\n::Two::2?{F}\n')
    const { exit, out } = await range(['import', 'easy.gift', '--into', 'flags'])
    expect(exit).toBe(1)
    expect(out).toContain('This file holds theory questions.')
    expect(out).toContain('range import easy.gift --into theory')
    expect(out).not.toContain('may not')
    // what was sent waits for that command, which sends nothing again
    const [plan] = (await range(['import', 'easy.gift', '--into', 'theory', '--json'])).json() as { id: string }[]
    expect((await range(['imports', 'discard', plan?.id ?? '', '--yes'])).exit).toBe(0)
  })
  test('a folder is imported as a zip of its files, without what tools leave in it', async () => {
    const challenge = path.join(dir, 'challenges', 'one')
    mkdirSync(path.join(dir, 'challenges', '.git'), { recursive: true })
    mkdirSync(challenge, { recursive: true })
    writeFileSync(path.join(dir, 'challenges', '.git', 'challenge.yml'), 'name: [')
    writeFileSync(
      path.join(challenge, 'challenge.yml'),
      'name: From a folder\ncategory: web\ndescription: Find it.\nvalue: 100\ntype: standard\nflags:\n  - flag{folder}\n',
    )
    const [p] = (await range(['import', 'challenges', '--into', 'flags', '--json'])).json() as {
      id: string
      file_name: string
      files: { name: string }[]
      counts: { new: number }
    }[]
    expect(p).toMatchObject({ file_name: 'challenges.zip', files: [{ name: 'one/challenge.yml', problem: null }] })
    expect((await range(['imports', 'discard', p?.id ?? '', '--yes'])).exit).toBe(0)
    mkdirSync(path.join(dir, 'nothing'))
    expect(await range(['import', 'nothing', '--into', 'flags'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('has no files.') as string,
    })
    expect((await range(['import', 'challenges', '--into', 'users'])).err).toContain('one CSV or XLSX file')
  })
  test('columns nobody knows are named with the plan, and headings that are missing with those there are', async () => {
    writeFileSync(path.join(dir, 'mail.csv'), 'username,name,email\nmail_one,Mail One,a@b.example\n')
    const { out } = await range(['import', 'mail.csv', '--into', 'users'])
    expect(out).toContain('mail.csv: Columns not read: email\n')
    const [, id = ''] = /range imports apply (\S+)/.exec(out) ?? []
    expect((await range(['imports', 'discard', id, '--yes'])).exit).toBe(0)
    writeFileSync(path.join(dir, 'heads2.csv'), 'usrname,name\na,b\n')
    const missing = await range(['import', 'heads2.csv', '--into', 'users'])
    expect(missing.out).toContain('Did you mean: usrname → User name?')
    expect(missing.out).toContain('Columns that are read: User name, Name, ')
    const failed = (await range(['imports', 'list', '--kind', 'users', '--json'])).json() as { items: { id: string }[] }
    for (const p of failed.items) expect((await range(['imports', 'discard', p.id, '--yes'])).exit).toBe(0)
  })
  test('all questions go into the set that is named, and a set there is not is told before anything is sent', async () => {
    await signIn('admin')
    writeFileSync(path.join(dir, 'week.gift'), '$CATEGORY: Elsewhere\n\n::One of the week::1?{T}\n')
    const into = (name: string, ...more: string[]) => range(['import', 'week.gift', '--set', name, ...more])
    expect(await into('Week 7', '--into', 'theory')).toMatchObject({
      exit: 5,
      err: expect.stringContaining(
        `There is no set “Week 7”. Create it: range theory-set create --set name='Week 7'`,
      ) as string,
    })
    expect((await into('Week 7')).exit).toBe(2)
    await server.ok('POST /theory-sets', { body: { name: 'Week 7' } }, 'admin')
    const [p] = (await into('week 7', '--into', 'theory', '--json')).json() as {
      id: string
      counts: object
      set: object
    }[]
    expect(p).toMatchObject({ counts: { new: 1 }, set: { name: 'Week 7' } })
    expect((await range(['imports', 'discard', p?.id ?? '', '--yes'])).exit).toBe(0)
  })
  test('a course comes in under a direction or into another, and goes out with what its file has no room for', async () => {
    await signIn('super')
    await layDirection(server, 'Of the shell')
    const lesson = (title: string) => strToU8(`# ${title}\n\nSome words.\n`)
    writeFileSync(
      path.join(dir, 'shell-course.zip'),
      zipSync({
        'shell/README.md': strToU8('# Course of the shell\n'),
        'shell/1.1 One.md': lesson('One'),
        'shell/1.2 Two.md': lesson('Two'),
      }),
    )
    const into = (...more: string[]) => range(['import', 'shell-course.zip', ...more])
    expect(await into('--into', 'course')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--direction NAME for a new one') as string,
    })
    expect((await into('--into', 'theory', '--direction', 'Of the shell')).exit).toBe(2)
    expect((await into('--into', 'course', '--direction', 'Nowhere')).exit).toBe(5)
    const made = await into('--into', 'course', '--direction', 'of the shell', '--apply', '--json')
    expect([made.exit, made.json()]).toMatchObject([0, [{ state: 'applied', counts: { new: 3, refused: 0 } }]])
    const { items } = (await range(['course', 'list', '--q', 'Course of the shell', '--json'])).json() as {
      items: { id: string }[]
    }
    const id = items[0]?.id ?? ''
    // the same again is the same
    const again = (await into('--into', 'course', '--course', id, '--json')).json() as { id: string; counts: object }[]
    expect(again[0]?.counts).toMatchObject({ new: 0, changed: 0, refused: 0 })

    expect(await range(['course', 'export', id, '--out', 'shell.zip'])).toMatchObject({ exit: 0, err: '' })
    expect(readFileSync(path.join(dir, 'shell.zip')).subarray(0, 2).toString()).toBe('PK')
    expect((await range(['course', 'export', id, '--out', 'shell.zip'])).exit).toBe(6)
    const lab = await server.ok('GET /courses/:id/outline', { params: { id } }, 'super')
    const [chapter] = lab.draft.chapters
    const section = { id: 'lab', title: 'A lab', kind: 'lab' as const, rule: completionOf.lab[0] }
    const chapters = chapter && [
      { ...chapter, lessons: chapter.lessons.map((l) => ({ ...l, sections: [section] })).slice(0, 1) },
    ]
    await server.ok(
      'PUT /courses/:id/outline',
      { params: { id }, body: { version: lab.version, chapters } as never },
      'super',
    )
    const out = await range(['course', 'export', id, '--out', 'shell.imscc', '--json'])
    expect([out.exit, out.json()]).toMatchObject([9, { format: 'cartridge', left_out: ['lab: A lab'] }])
    expect((await range(['course', 'export', id, '--out', 'again.imscc'])).err).toMatch(
      /^Not in .*again\.imscc:\n {2}lab: A lab\n$/,
    )
  })
  test('a table in GBK is read, and the plan says as what', async () => {
    const stem = Buffer.from('cee2ccf9c9e8b6a8', 'hex')
    const lines = ['title,stem,type,truth\nGBK one,', stem, ',true-false,true\n']
    writeFileSync(path.join(dir, 'gbk.csv'), Buffer.concat(lines.map((l) => Buffer.from(l))))
    const { out } = await range(['import', 'gbk.csv', '--into', 'theory'])
    expect(out).toContain('gbk.csv: Read as GBK (GB18030). Otherwise: --encoding')
  })
  test('a table with headings nobody knows is told where those that are known stand', async () => {
    writeFileSync(path.join(dir, 'heads.csv'), 'foo,bar\n1,2\n')
    const { exit, out } = await range(['import', 'heads.csv', '--into', 'theory'])
    expect([exit, out]).toEqual([1, expect.stringContaining('range imports template')])
    // its reason once, with the headings of this kind of import alone
    expect(out.match(/^.*heads\.csv: .*$/gm)).toEqual([
      'heads.csv: Its headings match no known table: foo, bar. A table needs type, title, answer. (headings_unknown)',
    ])
  })
  test('a plan that was written before adds nothing the second time, and says so', async () => {
    pack('twice.zip', { 'footholds.dorks': 'inurl:twice-one\ninurl:twice-two\ninurl:twice-one\n' })
    const [p] = (await range(['import', 'twice.zip', '--apply', '--json'])).json() as { id: string; state: string }[]
    expect(p?.state).toBe('applied')
    const { out, exit } = await range(['imports', 'apply', p?.id ?? ''])
    expect([exit, out]).toEqual([0, expect.stringContaining('nothing was added now')])
    expect(out).not.toContain('Undo it')
    // what is there twice was told the first time
    expect(out).not.toContain('there twice')
    expect(out).not.toMatch(/[1-9]\d* added/)
  })
  test('a plan says what was left out and refused, why, and how it is written', async () => {
    pack('odd.zip', {
      'ghdb.json': dorks(3).slice(0, -1),
      'notes.txt': 'hello',
      'footholds.dorks': 'inurl:odd-one\ninurl:odd-one\n',
    })
    const { out } = await range(['import', 'odd.zip'])
    expect(out).toMatch(/ghdb\.json: The JSON is cut off\. Line 1, column \d+\. \(json_end\)/)
    expect(out).toContain('notes.txt: The format is not known. (format_unknown)')
    expect(out).toContain('footholds.dorks:2 inurl:odd-one: The same as the entry at footholds.dorks:1, which counts.')
    const [, id = ''] = /nothing is written yet\. Write it: range imports apply (\S+)/.exec(out) ?? []
    const rows = (await range(['imports', 'rows', id, '--verdict', 'duplicate', '--json'])).json() as { total: number }
    expect(rows.total).toBe(1)
    expect((await range(['imports', 'apply', id])).out).toContain(
      `1 added, 0 overwritten, 0 skipped. Undo it: range imports undo ${id}`,
    )
    expect((await range(['imports', 'discard', id, '--yes'])).err).toBe(
      'Its current status does not allow this. (applied)\n',
    )
    // what an undo comes to is said before it is agreed to
    const foreseen = 'odd.zip: an undo removes 1 and puts 0 back.'
    const dry = await range(['imports', 'undo', id, '--dry-run'])
    expect([dry.exit, dry.out]).toEqual([0, `${foreseen}\n`])
    const asked: string[] = []
    const answering = (answer: string): Partial<Io> => ({
      interactive: true,
      ask: async (question) => {
        asked.push(question)
        return answer
      },
    })
    expect(await range(['imports', 'undo', id], {}, answering('n'))).toMatchObject({ exit: 130 })
    expect(asked).toEqual([`${foreseen}\nUndo it? [y/N] `])
    const undone = await range(['imports', 'undo', id], {}, answering('y'))
    expect(undone.out).toContain('odd.zip: 1 removed, 0 put back.')
    expect((await range(['imports', 'list', '--state', 'undone'])).out).toContain(id)
  })
  test('rows that differ are never overwritten without a word', async () => {
    pack('two.zip', { 'ghdb.json': dorks(25, 'changed') })
    const refused = await range(['import', 'two.zip', '--apply'])
    expect(refused.exit).toBe(6)
    const [, id = ''] = /range imports apply (\S+) --on-duplicate/.exec(refused.err) ?? []
    expect((await range(['imports', 'apply', id])).exit).toBe(6)
    expect((await range(['imports', 'discard', id, '--yes'])).exit).toBe(0)
    const { exit, json } = await range(['import', 'two.zip', '--apply', '--on-duplicate', 'overwrite', '--json'])
    expect(exit).toBe(0)
    expect(json()).toMatchObject([{ state: 'applied', counts: { changed: 25 } }])
  })
  test('a zip that is refused ends with 1 and its reason', async () => {
    pack('evil.zip', { '../evil.json': '[]' })
    const { exit, out } = await range(['import', 'evil.zip'])
    expect(exit).toBe(1)
    expect(out).toContain(
      'evil.zip: The file was refused. A path leads out of the archive. File: ../evil.json (zip_traversal)',
    )
    expect((await range(['import', 'evil.zip'], { LANG: 'zh_CN.UTF-8' })).out).toContain('有文件路径指向压缩包之外。')
    expect((await range(['import', 'none.zip'])).exit).toBe(5)
    expect(existsSync(path.join(dir, '../evil.json'))).toBe(false)
  })
})

describe('import, from a folder of several zips', () => {
  const dorks = (name: string, ...queries: string[]) =>
    writeFileSync(path.join(dir, name), zipSync({ 'footholds.dorks': strToU8(queries.join('\n')) }))

  test('one zip that meets a conflict does not hide what became of the others', async () => {
    await signIn('admin')
    dorks('a.zip', 'inurl:a-one')
    dorks('c.zip', 'inurl:c-one')
    writeFileSync(
      path.join(dir, 'b.zip'),
      zipSync({ 'ghdb.csv': strToU8('ghdb_id,title,query,category\n91000,First,inurl:b-one,footholds\n') }),
    )
    expect((await range(['import', 'b.zip', '--apply'])).exit).toBe(0)
    writeFileSync(
      path.join(dir, 'b.zip'),
      zipSync({ 'ghdb.csv': strToU8('ghdb_id,title,query,category\n91000,Second,inurl:b-one,footholds\n') }),
    )
    const { exit, out } = await range(['import', 'a.zip', 'b.zip', 'c.zip', '--apply'])
    expect(exit).toBe(6)
    expect(out).toMatch(/a\.zip: 1 added/)
    expect(out).toMatch(/c\.zip: 1 added/)
    expect(out).toMatch(/b\.zip: 1 entry of b\.zip is in the library with different content\. Nothing was written\./)
  })

  test('several are planned, written and taken back with one line each', async () => {
    dorks('m1.zip', 'inurl:many-one')
    dorks('m2.zip', 'inurl:many-two')
    const { out, exit } = await range(['import', 'm1.zip', 'm2.zip', '--dry-run'])
    expect(exit).toBe(0)
    const [, ids = ''] = /^Write all plans: range imports apply (\S+ \S+)$/m.exec(out) ?? []
    const [one = '', two = ''] = ids.split(' ')
    const gone = '01a1fd6f-0000-7000-8000-000000000000'
    const applied = await range(['imports', 'apply', one, gone, two])
    expect(applied.exit).toBe(5)
    expect(applied.out).toMatch(/m1\.zip: 1 added[^]*m2\.zip: 1 added[^]*has no import 01a1fd6f/)
    const undone = await range(['imports', 'undo', one, two, '--json', '--yes'])
    expect(undone.json()).toMatchObject([
      { id: one, state: 'undone' },
      { id: two, state: 'undone' },
    ])
    expect((await range(['import', 'm1.zip', 'm2.zip', '--apply'])).out).toMatch(
      /^Undo all: range imports undo \S+ \S+$/m,
    )
    expect((await range(['import', 'm1.zip', '--apply', '--dry-run'])).exit).toBe(2)
  })

  test('a plan that holds no more is refused with what has changed, and can be written as it is now', async () => {
    dorks('late.zip', 'inurl:late-one', 'inurl:late-two')
    const plan = (await range(['import', 'late.zip', '--json'])).json() as { id: string }[]
    const { id = '' } = plan[0] ?? {}
    expect((await range(['import', 'late.zip', '--apply'])).exit).toBe(0)
    const { exit, err } = await range(['imports', 'apply', id])
    expect(exit).toBe(6)
    expect(err).toContain('new → same: 2 (inurl:late-one, inurl:late-two)')
    expect(err).toContain(`Write the plan as it is now: range imports apply ${id}`)
    const none = (await range(['imports', 'apply', id])).out
    expect(none).toContain('0 added')
    expect(none).not.toContain('Undo it')
  })
})

describe('Ctrl-C', () => {
  const noise = (name: string, bytes: number) =>
    writeFileSync(
      path.join(dir, name),
      zipSync({ 'footholds.dorks': strToU8('inurl:ctrl-c'), 'noise.bin': randomBytes(bytes) }, { level: 0 }),
    )
  /** Interrupts when the progress bar first says something that matches. */
  const stopAt = (label: RegExp) => {
    const stops: (() => void)[] = []
    const io: Partial<Io> = {
      interactive: true,
      err: (text) => {
        said.push(text)
        if (label.test(text)) for (const stop of stops.splice(0)) stop()
      },
      onInterrupt: (stop) => {
        stops.push(stop)
        return () => void stops.splice(0)
      },
    }
    const said: string[] = []
    return { io, said: () => said.join('') }
  }
  const uploads = async () => (await server.db.query<{ received: number }>('select received from upload')).rows
  const plans = async () =>
    (await range(['imports', 'list', '--state', 'planning', '--json'])).json() as { total: number }

  test('during an upload keeps what has arrived, and the same command goes on from there', async () => {
    await signIn('admin')
    noise('long.zip', 20_000_000)
    const { io, said } = stopAt(/upload .*(4|8)\d %/)
    expect((await range(['import', 'long.zip'], {}, io)).exit).toBe(130)
    expect(said()).toContain('What has arrived of long.zip is kept for a day')
    const [before] = await uploads()
    expect(before?.received).toBeGreaterThan(0)
    const sent = async () =>
      (
        await server.db.query<{ n: number }>(
          `select sum((details->>'bytes')::int) as n from audit where action = 'upload.part'`,
        )
      ).rows[0]?.n ?? 0
    const already = await sent()
    const again = await range(['import', 'long.zip', '--json'])
    expect(again.json()).toMatchObject([{ state: 'planned' }])
    const { size } = statSync(path.join(dir, 'long.zip'))
    expect((await sent()) - already).toBe(size - (before?.received ?? 0))
    expect(await uploads()).toEqual([])
  })

  test('during an upload of a file that is changed afterwards begins that one anew', async () => {
    noise('fickle.zip', 20_000_000)
    const { io } = stopAt(/upload .*(4|8)\d %/)
    expect((await range(['import', 'fickle.zip'], {}, io)).exit).toBe(130)
    noise('fickle.zip', 20_000_000)
    const content = createHash('sha256')
      .update(readFileSync(path.join(dir, 'fickle.zip')))
      .digest('hex')
    const again = (await range(['import', 'fickle.zip', '--json'])).json() as { state: string; sha256: string }[]
    expect(again).toMatchObject([{ state: 'planned', sha256: content }])
    await server.db.query('delete from upload')
  })

  test('while many entries are written lets that go on and says how to cancel it; cancelled, the plan is there', async () => {
    await signIn('admin')
    const many = Array.from({ length: 2500 }, (_, i) => ({
      id: String(i + 70_000),
      date: '2020-01-02',
      url_title: `<a href="/ghdb/${i}">inurl:cancelled/${i}</a>`,
      cat_id: ['8', 'Files Containing Juicy Info'],
      author_id: ['1', 'somebody'],
    }))
    writeFileSync(path.join(dir, 'many.zip'), zipSync({ 'ghdb.json': strToU8(JSON.stringify({ data: many })) }))
    const { io, said } = stopAt(/apply .*[1-9]\d? %/)
    expect((await range(['import', 'many.zip', '--apply'], {}, io)).exit).toBe(130)
    const [, id = ''] = /Cancel it meanwhile: range imports cancel (\S+)/.exec(said()) ?? []
    const cancelled = await range(['imports', 'cancel', id, '--yes'])
    expect(cancelled.err).toBe('')
    expect(cancelled.out).toMatch(/many\.zip\s+planned/)
    expect(cancelled.out).toContain(`Write it: range imports apply ${id}`)
    const found = (await range(['dork', 'list', '--q', 'cancelled', '--json'])).json() as { total: number }
    expect(found.total).toBe(0)
    expect((await range(['imports', 'cancel', id, '--yes'])).exit).toBe(6)
    expect((await range(['imports', 'resume', id])).exit).toBe(6)
    expect((await range(['imports', 'discard', id, '--yes'])).exit).toBe(0)
  })

  test('while the plan is made cancels it: nothing of it is left', async () => {
    const { io, said } = stopAt(/upload .*100 %/)
    expect((await range(['import', 'long.zip'], {}, io)).exit).toBe(130)
    expect(said()).toContain('The import of long.zip was cancelled and left nothing behind.')
    expect((await plans()).total).toBe(0)
    expect(await uploads()).toEqual([])
  })
})

test('imports of every kind stand in one list, and one kind can be asked for', async () => {
  await signIn('admin')
  const item = '<questestinterop/>'
  for (const [file, into, text] of [
    ['kinds.gift', 'theory', '::Kinds:: Is it? {T}'],
    ['kinds.zip', 'library', ''],
  ] as const) {
    writeFileSync(path.join(dir, file), text || zipSync({ 'dorks.json': strToU8(item) }))
    await range(['import', file, '--into', into])
  }
  const all = (await range(['imports', 'list', '--page-size', '200', '--json'])).json() as { items: { kind: string }[] }
  expect(new Set(all.items.map((i) => i.kind))).toEqual(new Set(['resources', 'questions', 'flags', 'courses']))
  expect((await range(['imports', 'list'])).out).toMatch(/^import\s.*\n(?:.*\n)*?.*kinds\.gift.*\s\d new.*questions/m)
  const one = (await range(['imports', 'list', '--kind', 'questions', '--json'])).json() as typeof all
  expect(new Set(one.items.map((i) => i.kind))).toEqual(new Set(['questions']))
})

test('signing out ends this session and no other, --everywhere ends all, and both forget the token', async () => {
  const elsewhere = async () => (await server.signIn('admin')).body.token
  const works = async (token: string) => (await server.call('GET /session', {}, { token })).status === 200
  const other = await elsewhere()
  await signIn('admin')
  expect((await range(['logout', '--api', api])).exit).toBe(0)
  expect((await range(['tool', 'list', '--api', api])).exit).toBe(3)
  expect(await works(other)).toBe(true)
  await signIn('admin')
  expect((await range(['logout', '--everywhere', '--api', api])).out).toContain('everywhere')
  expect((await range(['tool', 'list', '--api', api])).exit).toBe(3)
  expect(await works(other)).toBe(false)
  // nothing that could end the others is left
  expect((await range(['logout', '--everywhere', '--api', api])).exit).toBe(3)
})

describe('licences', () => {
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(dir, name), text)
    return name
  }

  test('are verified without a server, and every reason to refuse them is named', async () => {
    const file = write('good.lic', asFile())
    const good = await range(['license', 'inspect', file, '--at', '2026-11-20'])
    expect([good.exit, good.err]).toEqual([0, ''])
    for (const part of ['genuine, by the key development', '启明 Academy', 'valid', 'closed'])
      expect(good.out).toContain(part)
    const bad = write('bad.lic', asFile().replace('"course"', '"wishes"'))
    expect(await range(['license', 'inspect', bad])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('Not genuine'),
    })
    const swapped = write('swapped.lic', asFile({ modules: ['course'] }).replace('"course"', '"stats"'))
    const { exit, json } = await range(['license', 'inspect', swapped, '--json'])
    expect([exit, json()]).toEqual([1, { genuine: false, findings: [{ code: 'license_signature' }] }])
    const late = await range([
      'license',
      'inspect',
      file,
      '--at',
      '2030-01-01',
      '--serial',
      '0000-0000-0000-00',
      '--json',
    ])
    expect((late.json() as { findings: { code: string }[] }).findings.map((f) => f.code)).toEqual([
      'license_serial',
      'license_over',
    ])
    expect((await range(['license', 'inspect', 'nowhere.lic'])).exit).toBe(5)
  })

  test('are requested, looked at, activated and confirmed', async () => {
    await signIn('super')
    const request = (await range(['license', 'request', '--edition', 'professional'])).out.trim()
    expect(request.split('-')).toHaveLength(5)
    const edition = 'professional' as const
    const wanted = {
      request,
      customer: 'x',
      edition,
      modules: [...modules],
      to: '2027-11-05T00:00:00Z',
      limits: noLimits,
    }
    const made = await server.ok('POST /license/issue', { body: wanted }, 'super')
    const preview = await range(['license', 'activate', '--code', made.code])
    expect(preview).toMatchObject({ exit: 0, out: expect.stringContaining('--apply activates it') })
    expect((await range(['license', 'status'])).out).toContain('demonstration')
    expect((await range(['license', 'activate', '--code', made.code, '--apply'])).exit).toBe(0)
    const { confirmation } = (await range(['license', 'status', '--json'])).json() as { confirmation: string }
    const file = write('made.lic', made.file)
    const inspect = ['license', 'inspect', file, '--at', '2026-12-01', '--confirmation']
    expect((await range([...inspect, confirmation])).exit).toBe(0)
    expect((await range([...inspect, request])).exit).toBe(1)
    expect(await range(['license', 'activate', file, '--apply'])).toMatchObject({ exit: 6 })
    expect((await range(['license', 'request', '--edition', 'golden'])).exit).toBe(2)
  })
})

describe('certificates', () => {
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(dir, name), text)
    return name
  }

  test('are checked by number and by file, with the server and without it', async () => {
    const id = await layCourse(server, {
      course: { name: 'Certified by the tool', certificate: { months: 1 } } as never,
      lessons: [{ id: 'l1', theory: 2, sections: [{ id: 's1', content: textContent('One') }] }],
    })
    await server.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
    const done = { params: { id, section: 's1' }, body: { revision: 1 } }
    await server.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
    const number = (await server.ok('GET /learning/certificates', {}, 'student')).items[0]?.number ?? ''
    const { raw } = await server.call('GET /learning/certificates/:number/file', { params: { number } }, 'student')
    const file = write('mine.json', raw.body)
    const verify = (...argv: string[]) => range(['certificate', 'verify', ...argv])

    // nobody is signed in
    const told = await verify(number.toLowerCase(), '--api', api)
    expect([told.exit, told.err]).toEqual([0, ''])
    for (const part of ['Genuine and valid.', number, 'Certified by the tool', '2 theory, 0 lab', '2026-12-05'])
      expect(told.out).toContain(part)
    expect((await verify(file, '--api', api, '--json')).json()).toMatchObject({ verdict: 'genuine', state: 'valid' })
    const forged = write('forged.json', raw.body.replace(/"holder": "[^"]*"/, '"holder": "Somebody"'))
    expect(await verify(forged, '--api', api)).toMatchObject({
      exit: 1,
      out: expect.stringMatching(/Forged or changed[^]*differs from the register in: holder/),
    })
    expect(await verify('000000-000000-000001', '--api', api)).toMatchObject({ exit: 1 })
    expect((await range(['certificate', 'verify', number, '--api', api], { LANG: 'zh_CN.UTF-8' })).out).toContain(
      '证书真实有效',
    )

    expect(await range(['certificate', 'key', '--api', api, '--out', 'range.pem'])).toMatchObject({ exit: 0 })
    expect((await range(['certificate', 'key', '--api', api, '--out', 'range.pem'])).exit).toBe(6)
    const json = write('key.json', (await range(['certificate', 'key', '--api', api, '--json'])).out)
    for (const key of ['range.pem', json]) {
      // by the clock of whoever checks, so that it may have ended meanwhile
      const offline = await verify(file, '--key', key, '--json')
      expect(offline.json()).toMatchObject({ verdict: 'genuine', certificate: { number }, offline: true })
      expect((await verify(file, '--key', key)).err).toContain('only the server knows')
      expect(await verify(forged, '--key', key)).toMatchObject({ exit: 1, out: expect.stringContaining('Forged') })
    }
    expect((await verify(number, '--key', 'range.pem')).exit).toBe(2)
    expect((await verify(file, '--key', file)).exit).toBe(2)
    expect((await verify('nowhere.json', '--api', api)).exit).toBe(5)

    await server.ok(
      'POST /courses/:id/certificates/:number/revoke',
      { params: { id, number }, body: { reason: 'A test' } },
      'super',
    )
    expect(await verify(file, '--api', api)).toMatchObject({ exit: 1, out: expect.stringContaining('it was revoked') })
  })
})

describe('config', () => {
  test('lists, reads and changes settings by their names, and ends with 2 for one that is none', async () => {
    await signIn('super')
    const all = (await range(['config', 'list', '--api', api, '--json'])).json() as { name: string; value: unknown }[]
    expect(all.find((x) => x.name === 'session.idle')).toMatchObject({ value: 120, default: 120, unit: 'minutes' })
    expect(await range(['config', 'set', 'session.idle', '60', '--api', api])).toMatchObject({ exit: 0 })
    expect((await range(['config', 'get', 'session.idle', '--api', api])).out.trim()).toBe('60')
    expect(await range(['config', 'set', 'session.idle', '4', '--api', api])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('At least 5.'),
    })
    expect((await range(['config', 'set', 'session.idle', 'default', '--api', api])).exit).toBe(0)
    expect(await range(['config', 'get', 'session.idel', '--api', api])).toMatchObject({ exit: 2 })
    expect(await range(['config', 'set', 'clearing.auto', 'yes', '--api', api])).toMatchObject({ exit: 2 })
  })
})

test('who sees imported questions is said with the plan and the result, and chosen with it or afterwards', async () => {
  await signIn('admin')
  const file = (name: string) => writeFileSync(path.join(dir, name), `::${name}:: Is it? {TRUE}\n`)
  file('unseen.gift')
  const plan = await range(['import', 'unseen.gift', '--into', 'theory', '--apply'])
  const said =
    /New entries are visible only to those who manage them\. Change it: range imports audience (\S+) everybody/
  const [, id = ''] = said.exec(plan.out) ?? []
  const open = await range(['imports', 'audience', id, 'everybody'])
  expect(open.out.split('\n')).toEqual([
    `New entries are visible to everybody. Change it: range imports audience ${id} role:NAME (or nobody, organisation:NAME, team:NAME, user:NAME)`,
    expect.stringMatching(
      /^Learners cannot practise them yet, because their sets are not open for practice: “.+”\. Open them: range imports practice \S+$/,
    ),
    '',
  ])
  expect((await range(['imports', 'practice', id])).out).toContain('Their sets are open for practice.')
  expect((await range(['imports', 'undo', id, '--yes'])).out).toContain('2 removed')
  file('seen.gift')
  const seen = await range([
    'import',
    'seen.gift',
    '--into',
    'theory',
    '--audience',
    'role:student',
    '--apply',
    '--json',
  ])
  expect(seen.json()).toMatchObject([{ state: 'applied', audience: { all: false, roles: [expect.any(String)] } }])
  const [first] = seen.json() as { id: string }[]
  expect((await range(['imports', 'audience', first?.id ?? ''])).out).toMatch(
    /^New entries are visible to “.*student.*”\. /,
  )
  file('practised.gift')
  const practised = await range([
    'import',
    'practised.gift',
    '--into',
    'theory',
    '--audience',
    'everybody',
    '--practice',
    '--apply',
  ])
  expect(practised.out).toContain('Their sets are open for practice.')
  expect(await range(['import', 'practised.gift', '--practice'])).toMatchObject({ exit: 2 })
  const lost = await server.ok('POST /roles', { body: { name: 'No screens', permissions: ['dashboard'] } }, 'super')
  expect((await range(['imports', 'audience', first?.id ?? '', `role:${lost.id}`])).out).toContain(
    '“No screens” has no screen that shows them.',
  )
  expect(await range(['import', 'seen.gift', '--into', 'theory', '--audience', 'learners'])).toMatchObject({ exit: 2 })
})

test('who has no right to a call is told which right it takes', async () => {
  await signIn('admin')
  const named = /your role does not include “System configuration” \(system-config\)\.\n/
  for (const words of [
    ['config', 'list'],
    ['backup', 'list'],
    ['backup', 'create'],
  ])
    expect(await range(words)).toMatchObject({ exit: 4, err: expect.stringMatching(named) as string })
  expect((await range(['config', 'list'], { LANG: 'zh_CN.UTF-8' })).err).toContain('不包含“系统配置” (system-config)')
  await signIn('student')
  expect((await range(['imports', 'list', '--kind', 'users'])).err).toMatch(/“Users” \(user-manage\)/)
})

test('a table to fill in is printed or written, and its headings are those that an import reads', async () => {
  await signIn('admin')
  const help = (await range(['imports', 'template', '--help'])).out.replaceAll(/\s+/g, ' ')
  expect(help).toContain('users: User name, Name, Organisation')
  const { out } = await range(['imports', 'template', 'users'])
  expect(out.split(/\r?\n/).slice(0, 2)).toEqual([
    expect.stringMatching(/^User name,Name,Organisation,.*Work or student ID/),
    expect.stringContaining('li_ming'),
  ])
  const chinese = await range(['imports', 'template', 'questions', '--json'], { LANG: 'zh_CN.UTF-8' })
  expect(chinese.json()).toMatchObject({ headings: expect.arrayContaining(['题型', '答案']) as string[] })
  expect(await range(['imports', 'template', 'users', '--format', 'xlsx'])).toMatchObject({ exit: 2 })
  const contrary = ['imports', 'template', 'users', '--format', 'csv', '--out', 'people.xlsx']
  expect(await range(contrary)).toMatchObject({
    exit: 2,
    err: '--format says csv, and the ending of people.xlsx says otherwise.\n',
  })
  for (const [kind, file] of [
    ['questions', 'theory.xlsx'],
    ['exercises', 'tasks.csv'],
  ] as const) {
    expect((await range(['imports', 'template', kind, '--out', file])).exit).toBe(0)
    const into = kind === 'questions' ? 'theory' : 'exercises'
    // its own examples are nothing that anybody meant
    const left = await range(['import', file, '--into', into, '--json'])
    expect(left.json()).toMatchObject([{ state: 'failed', files: [{ problem: 'only_example' }] }])
    expect((await range(['imports', 'template', kind, '--out', file])).exit).toBe(6)
  }
  // the exercise and its set
  const tasks = path.join(dir, 'tasks.csv')
  writeFileSync(tasks, readFileSync(tasks, 'utf8').replace('Samples', 'Tasks'))
  const filled = await range(['import', 'tasks.csv', '--into', 'exercises', '--json'])
  expect(filled.json()).toMatchObject([{ state: 'planned', counts: { new: 2, refused: 0 } }])
})

test('a list of users comes in with their first codes, and goes again', async () => {
  await signIn('admin')
  writeFileSync(
    path.join(dir, 'people.csv'),
    'User name,Name,Student ID\ncli_ann,Ann One,S-100\ncli_ben,Ben Two,S-100\n',
  )
  const plan = await range(['import', 'people.csv', '--into', 'users'])
  const [, id = '', n = ''] = /range imports correct (\S+) (\d+) work_id=…/.exec(plan.out) ?? []
  // one of two is refused
  expect(plan.exit).toBe(8)
  expect(plan.out).toContain('The same as that of Ann One at people.csv:2 #1.')
  expect((await range(['imports', 'correct', id, n, 'work_id=S-200'])).out).toContain('2 new')
  expect((await range(['imports', 'apply', id])).out).toContain(`shown once: range imports codes ${id}`)
  const codes = await range(['imports', 'codes', id])
  expect(codes.out).toMatch(/^cli_ann +Ann One +\S+\ncli_ben +Ben Two +\S+$/m)
  expect(await range(['imports', 'codes', id])).toMatchObject({
    exit: 6,
    err: expect.stringContaining('fetched these codes already') as string,
  })
  expect((await range(['imports', 'undo', id, '--yes'])).out).toContain('people.csv: 2 removed')
  expect(await range(['import', 'people.csv', '--into', 'users', '--audience', 'nobody'])).toMatchObject({ exit: 2 })
})

test('a list of people of whom none can come in ends with 8, and a day says how it is written, or that there is none', async () => {
  await signIn('admin')
  writeFileSync(
    path.join(dir, 'days.csv'),
    'User name,Name,Last day\ncli_day,Day One,soon\ncli_none,Day Two,31/02/2027\n',
  )
  const plan = await range(['import', 'days.csv', '--into', 'users'])
  expect(plan.exit).toBe(8)
  expect(plan.out).toContain('Last day: Write the date as YYYY-MM-DD, such as 2027-07-31.')
  expect(plan.out).toContain('Last day: There is no such day in the calendar.')
})

test('what was told with a plan is not said with each step after it, and a long name is cut on a terminal', async () => {
  await signIn('admin')
  const name = `${'a-long-name-'.repeat(8)}end.csv`
  const text = 'title,type,answer\n测定,true-false,true\n还有,true-fals,true\n'
  writeFileSync(path.join(dir, name), Buffer.from(`\ufeff${text}`, 'utf16le'))
  const terminal = { columns: 80 }
  const { out } = await range(['import', name, '--into', 'theory'], {}, terminal)
  expect(out).toMatch(/Otherwise: --encoding/)
  expect(out).toMatch(/^ {2}a-long-name-a-lo….*end\.csv:3 /m)
  const [, id = '', n = ''] = /range imports correct (\S+) (\d+) type=/.exec(out) ?? []
  for (const argv of [
    ['imports', 'correct', id, n, 'type=true-false'],
    ['imports', 'apply', id],
  ]) {
    const step = await range(argv, {}, terminal)
    expect([step.exit, step.out]).toEqual([0, expect.not.stringContaining('--encoding')])
  }
})

test('the server may be said before the verb', async () => {
  await signIn('admin')
  const lost = { RANGE_API_URL: 'http://127.0.0.1:1/api' }
  for (const argv of [
    ['--api', api, 'whoami'],
    [`--api=${api}`, '--json', 'whoami'],
    ['tool', '--api', api, 'list'],
  ])
    expect((await range(argv, lost)).exit, argv.join(' ')).toBe(0)
  expect((await range(['--aip', api, 'whoami'])).err).toContain('Did you mean --api?')
  expect((await range(['--api', api, '--help'])).exit).toBe(0)
})

test('options of a verb may be said before it, and the verb says what it does not know', async () => {
  await signIn('admin')
  writeFileSync(path.join(dir, 'before.csv'), 'User name,Name\nset_before,Set Before\n')
  const planned = await range(['--json', '--into', 'users', 'import', 'before.csv'])
  const [plan] = planned.json() as { id: string }[]
  expect([planned.exit, plan?.id]).toEqual([0, expect.any(String)])
  const id = plan?.id ?? ''
  expect((await range(['imports', '--yes', 'apply', id])).err).toContain("unknown option '--yes'")
  expect((await range(['imports', 'apply', id])).exit).toBe(0)
  expect((await range(['--yes', 'imports', 'undo', id])).exit).toBe(0)
  expect((await range(['--wide', 'tool', '--q', 'nmap', 'list'])).exit).toBe(0)
  expect((await range(['--password', 'x', 'login'])).err).toContain('A password cannot be given as an option.')
  expect((await range(['--json', 'users', 'list'])).json()).toMatchObject({
    error: { code: 'usage', message: expect.stringContaining("unknown command 'users'") as string },
  })
  expect((await range(['--yes', 'nothing'])).err).toContain("unknown option '--yes'")
})

test('a list of people that is not said to be one names the option that takes it', async () => {
  await signIn('admin')
  writeFileSync(path.join(dir, 'folk.csv'), 'User name,Name,Student ID\ncli_cai,Cai Three,S-300\n')
  // a workbook is told by its headings as well
  await range(['imports', 'template', 'users', '--format', 'xlsx', '--out', 'folk.xlsx'])
  for (const [file, ...into] of [['folk.csv'], ['folk.xlsx'], ['folk.xlsx', '--into', 'exercises']]) {
    const { exit, out } = await range(['import', file ?? '', ...into])
    expect(out).toContain(`range import ${file} --into users`)
    expect(exit).toBe(1)
  }
})

test('the help of a field has the word that the pages have for it', async () => {
  expect((await range(['user', 'create', '--help'])).out).toMatch(/^ {2}expires_on +“Last day”, YYYY-MM-DD/m)
})

test('every refused row says how it comes in: by a field of it, or by its file', async () => {
  await signIn('admin')
  const rows = [
    'set,type,title,options,answer',
    'Hints,sinlge,Typed,"One\nTwo",B',
    'Hints,single,Crowded,"One\nTwo",A,more',
  ]
  writeFileSync(path.join(dir, 'hints.csv'), `${rows.join('\n')}\n`)
  const { out } = await range(['import', 'hints.csv', '--into', 'theory'])
  const [, id = '', n = ''] = /^Correct one in the plan: range imports correct (\S+) (\d+) type=…$/m.exec(out) ?? []
  const [, crowded = ''] =
    /^Row (\d+) cannot be corrected in the plan: fix it in the file \(hints\.csv:4 #2\) and import that again\.$/m.exec(
      out,
    ) ?? []
  expect([id, n, crowded]).not.toContain('')
  expect((await range(['imports', 'correct', id, crowded, 'title=x'])).err).toMatch(
    new RegExp(`^Row ${crowded} cannot be corrected in the plan: fix it in the file`),
  )
  expect((await range(['imports', 'correct', id, '99', 'title=x'])).err).toMatch(
    /^Row 99 is neither refused nor a duplicate\./,
  )
  const unknown = await range(['imports', 'correct', id, n, 'tpye=single'])
  expect(unknown.err).toContain(`Its wrong fields: range imports correct ${id} ${n} type=…`)
  const mended = await range(['imports', 'correct', id, n, 'type=single'])
  expect([mended.exit, mended.out]).toEqual([0, expect.stringContaining('2 new, 1 refused')])
})

test.each(['apply', 'undo', 'cancel', 'rows', 'discard', 'audience'])(
  '%s of an import that is not there says where it was looked for',
  async (verb) => {
    await signIn('admin')
    expect(await range(['imports', verb, '01a1fd6f-0000-7000-8000-000000000000'])).toMatchObject({
      exit: 5,
      err: expect.stringContaining(
        `${api} has no import 01a1fd6f-0000-7000-8000-000000000000 that you may see.`,
      ) as string,
    })
  },
)
