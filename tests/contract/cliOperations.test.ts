/** A production installation from nothing, with the tool alone: first password, unattended backup and restore; and what the tool runs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { makeProgram } from '#cli/program.ts'
import { demoAccounts } from '#mock/seed/accounts.ts'
import { program } from '#tests/support/program.ts'
import { freePort, root } from '#tests/support/served.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'range-operations-'))
const data = path.join(dir, 'data')
const password = 'Weather-Vane-52'
const code = path.join(data, 'first-code')
let server: ChildProcess
let url = ''
let said = ''

async function range(argv: readonly string[], env: Record<string, string> = {}) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { LANG: 'en_US.UTF-8', RANGE_API_URL: url, ...env },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
    onInterrupt: () => () => {},
  }).run(argv)
  return { exit, out, err, json: <T>() => JSON.parse(out) as T }
}

describe('a production installation', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = spawn(
      process.execPath,
      [await program('index'), '--port', String(port), '--package-port', '0', '--data', data],
      {
        env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', RANGE_HOSTS: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    for (const pipe of [server.stdout, server.stderr]) pipe?.on('data', (d: Buffer) => (said += d.toString()))
    for (;;) {
      const up = await fetch(`${url}/ready`).then(
        (r) => r.ok,
        () => false,
      )
      if (up) break
      if (server.exitCode !== null) throw new Error(said)
      await new Promise((r) => setTimeout(r, 100))
    }
  }, 180_000)
  afterAll(async () => {
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true })
  })

  test('gets its first password once, with a code only the server’s user reads', async () => {
    expect(statSync(code).mode & 0o777).toBe(0o600)
    const kept = readFileSync(code, 'utf8')
    expect(await range(['setup', '--code-file', code])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/RANGE_PASSWORD/),
    })
    const weak = await range(['setup', '--code-file', code], { RANGE_PASSWORD: 'short' })
    expect([weak.exit, existsSync(code)]).toEqual([2, true])
    // everybody can read the demonstration's in the source
    for (const { password: published } of demoAccounts) {
      const common = await range(['setup', '--code-file', code, '--json'], { RANGE_PASSWORD: published })
      expect([common.exit, common.json()]).toMatchObject([
        2,
        { error: { details: { fields: [{ path: 'next', rule: 'password_common' }] } } },
      ])
    }
    writeFileSync(path.join(dir, 'other'), kept.replace(/^code .*$/m, 'code AAAA-BBBB-CCCC-DDDD'))
    expect((await range(['setup', '--code-file', 'other'], { RANGE_PASSWORD: password })).exit).not.toBe(0)
    expect((await range(['setup', '--code-file', 'nowhere'], { RANGE_PASSWORD: password })).exit).toBe(5)
    const done = await range(['setup', '--code-file', code, '--json'], { RANGE_PASSWORD: password })
    expect([done.exit, done.json<{ username: string }>().username, existsSync(code)]).toEqual([0, 'admin', false])
    writeFileSync(path.join(dir, 'spent'), kept)
    expect((await range(['setup', '--code-file', 'spent'], { RANGE_PASSWORD: 'Weather-Vane-53' })).exit).not.toBe(0)
    // no server was ever named: nobody can be signed in
    expect((await range(['whoami'], { RANGE_API_URL: '' })).exit).toBe(3)
    expect((await range(['whoami'])).exit).toBe(3)
    // without a licence every module is closed: the server's start says so, the way in, and whoever meets one
    await expect.poll(() => said).toContain('No licence: modules are closed; see docs/operations.md, Licence.')
    const none = 'This installation has no licence: licensed modules are closed.\nHow it gets one: '
    const entered = await range(['login', '--username', 'admin'], { RANGE_PASSWORD: password })
    expect([entered.exit, entered.out]).toEqual([0, expect.stringContaining(none)])
    expect(await range(['tool', 'list'])).toMatchObject({ exit: 4, err: expect.stringContaining(none) as string })
    expect(await range(['whoami'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/\(admin\), .*Super administrator/),
    })
    expect((await range(['whoami', '--json'])).json()).toMatchObject({ user: { username: 'admin' }, must_change: null })
  })

  test.runIf(env.whole)('is backed up and put back without anybody at a terminal', async () => {
    const secrets = { RANGE_PASSWORD: password, RANGE_PASSPHRASE: 'a long winter night' }
    await range(['config', 'set', 'session.idle', '45'])
    const made = await range(['backup', 'create', '--wait', '--out', 'one.backup'], secrets)
    expect([made.exit, made.out]).toEqual([0, expect.stringMatching(/one\.backup: \d+ bytes, SHA-256 [0-9a-f]{64}\n$/)])
    expect(made.err).toMatch(/: 100 %\n$/)
    expect(statSync(path.join(dir, 'one.backup')).mode & 0o777).toBe(0o600)
    const again = await range(['backup', 'create', '--out', 'one.backup', '--json'])
    expect([again.exit, again.err, again.json()]).toEqual([
      6,
      '',
      { error: expect.objectContaining({ code: 'file_exists' }) as object },
    ])
    const silent = await range(['backup', 'create', '--note', 'Before the exam', '--json'])
    expect([silent.exit, silent.err, silent.json<{ state: string }>().state]).toEqual([0, '', 'ready'])
    expect((await range(['backup', 'list'])).out).toMatch(/^backup .* note .*\n(?:.*\n)*.*Before the exam/m)
    expect((await range(['backup', 'inspect', 'one.backup'], secrets)).exit).toBe(0)
    expect(await range(['backup', 'inspect', 'one.backup'])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/RANGE_PASSPHRASE/),
    })

    // a slip in a name is no id, and is told before anything else is asked for
    const slip = await range(['backup', 'restore', 'on.backup', '--yes'])
    expect([slip.exit, slip.err]).toEqual([5, `${path.join(dir, 'on.backup')} does not exist.\n`])
    const { items: kept } = (await range(['backup', 'list', '--json'])).json<{
      items: { id: string; name: string }[]
    }>()
    expect(await range(['backup', 'restore', kept[0]?.name ?? '', '--yes'])).toMatchObject({
      exit: 5,
      err: expect.stringContaining(`The server keeps a backup of that name: ${kept[0]?.id}`) as string,
    })
    expect((await range(['backup', 'restore', 'nonsense', '--yes'])).err).toMatch(/^There is no file .+nonsense, and /)
    expect((await range(['backup', 'restore', '.', '--yes'])).err).toContain('is a folder')
    writeFileSync(path.join(dir, 'notes.txt'), 'hello')
    expect(await range(['backup', 'restore', 'notes.txt', '--yes'], secrets)).toMatchObject({
      exit: 2,
      err: 'notes.txt is not a backup.\n',
    })

    await range(['config', 'set', 'session.idle', '90'])
    expect(await range(['backup', 'restore', 'one.backup'], secrets)).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/--yes/),
    })
    const blind = await range(['backup', 'restore', 'one.backup', '--yes'])
    expect([blind.exit, blind.err]).toEqual([2, expect.stringMatching(/RANGE_PASSWORD/)])
    // a wrong passphrase and a wrong password are found before anything is sent
    const strange = await range(['backup', 'restore', 'one.backup', '--yes'], {
      ...secrets,
      RANGE_PASSPHRASE: 'a short one',
    })
    expect([strange.exit, strange.err]).toEqual([2, 'one.backup: this is not its passphrase. Nothing was changed.\n'])
    const none = await range(['backup', 'restore', 'one.backup', '--yes'], { RANGE_PASSWORD: password })
    expect([none.exit, none.err]).toEqual([
      2,
      'one.backup is encrypted: set RANGE_PASSPHRASE, or run it on a terminal.\n',
    ])
    const wrong = await range(['backup', 'restore', 'one.backup', '--yes'], {
      ...secrets,
      RANGE_PASSWORD: 'Wrong-Vane-52',
    })
    expect(wrong.exit).not.toBe(0)
    expect(wrong.err).toMatch(/\nNothing was sent, and nothing was changed\.\n$/)
    expect(wrong.err).not.toContain('upload')
    const { items } = (await range(['backup', 'list', '--json'])).json<{ items: { origin: string }[] }>()
    expect(items.map((b) => b.origin)).not.toContain('uploaded')
    const back = await range(['backup', 'restore', 'one.backup', '--yes'], secrets)
    expect([back.exit, back.out]).toEqual([0, expect.stringContaining('is back at')])
    expect(back.err).toMatch(/^loading: \d+ %\n(?:.*\n)*done: 100 %\n$/m)
    expect((await range(['whoami'])).exit).toBe(3)
    expect((await range(['login', '--username', 'admin'], secrets)).exit).toBe(0)
    expect((await range(['config', 'get', 'session.idle'])).out).toBe('45\n')
  })
})

describe('what the tool runs', () => {
  const project = path.join(dir, 'project')
  const bin = (...argv: string[]) =>
    spawnSync(process.execPath, [path.join(project, 'cli/bin.mjs'), ...argv], { encoding: 'utf8' })

  test('is the build and not the sources; without either it says how to come by one', () => {
    mkdirSync(path.join(project, 'cli'), { recursive: true })
    mkdirSync(path.join(project, 'dist/cli'), { recursive: true })
    cpSync(path.join(root, 'cli/bin.mjs'), path.join(project, 'cli/bin.mjs'))
    cpSync(path.join(root, 'package.json'), path.join(project, 'package.json'))
    symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    writeFileSync(path.join(project, 'cli/index.ts'), `console.log('sources')`)
    writeFileSync(path.join(project, 'dist/cli/index.js'), `console.log('build', process.argv.slice(2).join(' '))`)
    expect(bin('tool', 'list')).toMatchObject({ stdout: 'build tool list\n', stderr: '' })
    // a build that is older than its sources is made anew, and where that fails it says so
    const later = new Date(Date.now() + 60_000)
    utimesSync(path.join(project, 'cli/index.ts'), later, later)
    const old = bin('whoami')
    expect([old.status, old.stdout, old.stderr]).toEqual([
      0,
      'build whoami\n',
      expect.stringMatching(/sources have changed[^]*npm run build/),
    ])
    rmSync(path.join(project, 'dist'), { recursive: true })
    rmSync(path.join(project, 'cli/index.ts'))
    expect(bin('whoami')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('npm run build') as string,
    })
    const { status, stdout, stderr } = bin('whoami', '--json')
    expect([status, stderr, JSON.parse(stdout)]).toEqual([
      1,
      '',
      { error: { code: 'not_built', message: expect.any(String) as string } },
    ])
  })
})

test('a reader that leaves early does not make a failure a success', { timeout: 60_000 }, async () => {
  const ended = async (early: boolean) => {
    const tool = spawn(process.execPath, [await program('range'), 'whoami', '--json'], {
      env: {
        ...process.env,
        RANGE_CONFIG: path.join(dir, 'nobody'),
        RANGE_API_URL: 'http://127.0.0.1:1',
        RANGE_TOKEN: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (early) tool.stdout.destroy()
    else tool.stdout.resume()
    return new Promise((done) => tool.once('close', done))
  }
  const code = await ended(false)
  expect(code).not.toBe(0)
  expect(await ended(true)).toBe(code)
})

describe('completion', { timeout: 60_000 }, () => {
  const complete = async (...words: string[]) =>
    (await range(['complete', '--', ...words])).out.split('\n').flatMap((l) => l.split('\t')[0] || [])

  test('knows commands, verbs of resources, options and choices, and leaves files to the shell', async () => {
    expect(await complete('wh')).toEqual(['whoami'])
    expect(await complete('')).toEqual(expect.arrayContaining(['tool', 'backup', 'permissions', 'setup']))
    expect(await complete('')).not.toContain('complete')
    expect(await complete('backup', 'cr')).toEqual(['create'])
    expect(await complete('tool', '')).toEqual(
      expect.arrayContaining(['list', 'get', 'create', 'update', 'remove', 'export']),
    )
    expect(await complete('imports', 'list', '--ki')).toEqual(['--kind'])
    expect(await complete('imports', 'list', '--kind', '')).toEqual([
      'resources',
      'users',
      'questions',
      'exercises',
      'flags',
      'courses',
    ])
    expect(await complete('imports', 'list', '--state', 'appl')).toEqual(['applying', 'applied'])
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await complete('tool', 'list', '--json', '--js')).toEqual(['--json'])
    expect(await complete('import', '--into', 'theory', '')).toEqual([])
    expect(await complete('backup', 'restore', '')).toEqual([])
    expect(await complete('tool', 'list', '--price', '')).toEqual(['free', 'paid', 'unknown'])
    expect(await complete('config', 'get', 'session.id')).toEqual(['session.idle'])
    expect(await complete('help', 'topology', 'ex')).toEqual(['export'])
  })

  const shells = (['bash', 'zsh', 'fish'] as const).filter((s) => spawnSync(s, ['-c', 'exit 0']).status === 0)
  test.each(['bash', 'zsh', 'fish'])('%s gets a script', async (shell) => {
    const { exit, out } = await range(['completion', shell])
    expect([exit, out]).toEqual([0, expect.stringContaining('range complete --')])
    if (!shells.includes(shell as 'bash')) return console.warn(`${shell} is not on this machine: its script is not run`)
    writeFileSync(path.join(dir, `completion.${shell}`), out)
    expect(spawnSync(shell, ['-n', path.join(dir, `completion.${shell}`)]).status).toBe(0)
  })
  test.skipIf(!shells.includes('bash'))('bash asks the tool and offers what it says', async () => {
    const { out } = await range(['completion', 'bash'])
    const script = `range() { "$NODE" "$RANGE" "$@"; }
${out}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _range; echo "\${COMPREPLY[*]}"; }
try range imports list --kind ''`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, RANGE: await program('range') },
    })
    expect([stderr, stdout]).toEqual(['', 'resources users questions exercises flags courses\n'])
  })
})

describe('help', { timeout: 120_000 }, () => {
  /** The help of a command and of all below it. */
  async function* helps(words: readonly string[] = []): AsyncGenerator<{ words: readonly string[]; text: string }> {
    const { out: text } = await range([...words, '--help'])
    yield { words, text }
    if (!/^(Commands|Session|Content|People|System|This project):$/m.test(text)) return
    for (const [, name = ''] of text.matchAll(/^ {2}([a-z][\w-]*)(?:\|\w+)?(?: [[<].*)?(?: {2,}|$)/gm))
      if (name !== 'help' && name !== 'range') yield* helps([...words, name])
  }

  test('stands in groups, and no line of any command is wider than 80 columns', async () => {
    const { out } = await range(['--help'])
    const heads = [...out.matchAll(/^([A-Z][\w ]+):$/gm)].map((m) => m[1])
    expect(heads).toEqual(['Options', 'Session', 'Content', 'People', 'System', 'This project', 'Begin with'])
    expect((await range(['topology', '--help'])).out).not.toContain('This project')
    const wide: string[] = []
    let commands = 0
    for await (const { words, text } of helps()) {
      commands++
      for (const line of text.split('\n')) if ([...line].length > 80) wide.push(`${words.join(' ')}: ${line}`)
    }
    expect(commands).toBeGreaterThan(100)
    expect(wide).toEqual([])
  })
})

test('the fields of a resource name no command that is not there, and what may be left empty', async () => {
  const { out } = await range(['user', 'create', '--help'])
  expect(out).toMatch(/^ {2}org_id +“Organisation”, id of an organisation, or null; needed$/m)
  expect(out).not.toContain('range org')
})

test('a word that is no command is a mistake where help is asked for, too', async () => {
  for (const words of [['restore'], ['topology', 'frob']])
    expect(await range([...words, '--help'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining(`unknown command '${words.at(-1)}'`) as string,
    })
  expect((await range(['help', 'topology', 'import'])).exit).toBe(0)
})

test('a verb that is nearly one is told, also below another, and one that is far from all is not', async () => {
  for (const [words, near] of [
    [['tool', 'lsit'], 'list'],
    [['imports', 'udno'], 'undo'],
    [['bakcup'], 'backup'],
  ] as const)
    expect(await range(words)).toMatchObject({
      exit: 2,
      err: expect.stringContaining(`Did you mean ${near}?`) as string,
    })
  expect((await range(['tool', 'frobnicate'])).err).not.toContain('Did you mean')
})

test('an option that people expect is answered with the one there is, and a longer word with its beginning', async () => {
  const { exit, err } = await range(['backup', 'create', '--passphrase', 'x'])
  expect([exit, err]).toEqual([2, expect.stringContaining('backup create --encrypt asks for one')])
  expect((await range(['login', '--password=x'])).err).toContain('set RANGE_PASSWORD')
  const json = await range(['backup', 'create', '--passphrase', 'x', '--json'])
  expect(json.json<{ error: { message: string } }>().error.message).toContain('RANGE_PASSPHRASE')
  for (const [words, near] of [
    [['imports', 'list', '--sate', 'planned'], '--state'],
    [['backup', 'create', '--output', 'x'], '--out'],
    [['backup', 'create', '--encrypted'], '--encrypt'],
  ] as const)
    expect((await range(words)).err).toContain(`Did you mean ${near}?`)
})

describe('--json', () => {
  test.each([
    [['no-such-command'], 2],
    [['tool', 'get'], 2],
    [['tool', 'list', '--no-such-option'], 2],
    [['imports', 'list', '--kind', 'odd'], 2],
    [['tool', 'list', '--api', 'http://127.0.0.1:1/api'], 7],
    [['tool', 'create', '--set', 'nmae=x'], 2],
    [['backup', 'inspect', 'nowhere.backup'], 5],
  ])('%j fails with JSON on the output and nothing beside it', async (argv, exit) => {
    const r = await range([...argv, '--json'])
    expect([r.exit, r.err]).toEqual([exit, ''])
    expect(r.json()).toEqual({
      error: expect.objectContaining({
        code: expect.any(String) as string,
        message: expect.any(String) as string,
      }) as object,
    })
  })
})
