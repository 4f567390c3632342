/**
 * A real PostgreSQL for tests, thrown away afterwards. It is reached through a socket in a directory of its own, so it takes no port and
 * nobody else can connect. It ends with the process that started it, whatever ends that; as a vitest `globalSetup` it tells tests its
 * address by `inject('postgres')`.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Runner, findPostgres } from './postgres-binaries.ts'

export interface Postgres {
  /** Of a database that is there already. */
  url: string
  version: string
  /** Makes an empty database, in place of one of that name. @returns its address */
  createDatabase(name: string): Promise<string>
  stop: () => Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined where no PostgreSQL runs. */
    postgres: string | undefined
  }
}

const prefix = 'range-postgres-'
const encoding = ['--encoding=UTF8', '--locale=C']
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'listen_addresses=',
  // unlike the embedded engine's, so that nothing relies on a server's own choice
  'timezone=Asia/Shanghai',
  'datestyle=SQL, DMY',
]

/** Waits for PostgreSQL and for the end of its input, which the kernel closes with the starter; whichever comes first. */
const keeper = `
dir=$1; shift
exec 3<&0
"$@" </dev/null >"$dir/log" 2>&1 3<&- & server=$!
{ read -r line <&3; kill -INT $server; } 2>/dev/null & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
[ $code = 0 ] || tail -n 5 "$dir/log" >&2
rm -rf "$dir"
exit $code
`

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM'
  }
}
const commandOf = (pid: number): string =>
  fs.existsSync('/proc')
    ? fs.existsSync(`/proc/${pid}/cmdline`)
      ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : ''
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout

/** Ends what is left of starters that were killed together with their keepers, and removes their directories. */
export async function clearStale(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const starter = name.match(/^range-postgres-(?:binaries-)?(\d+)/)?.[1]
    if (starter === undefined || alive(Number(starter))) continue
    const dir = path.join(os.tmpdir(), name)
    try {
      const pidFile = path.join(dir, 'data/postmaster.pid')
      const server = fs.existsSync(pidFile) ? Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10) : 0
      if (server > 1 && commandOf(server).includes(dir)) {
        process.kill(server, 'SIGQUIT')
        for (let i = 0; i < 100 && alive(server); i++) await pause(20)
      }
      fs.rmSync(dir, { recursive: true, force: true })
    } catch {
      // another starter clears it too, or it belongs to another user
    }
  }
}

function initdb({ bin, as }: Runner, data: string, env: NodeJS.ProcessEnv): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', ...encoding, '--no-sync', '--no-instructions']
  const r = spawnSync(path.join(bin, 'initdb'), args, { encoding: 'utf8', cwd: '/', env, ...as })
  if (r.status !== 0) throw new Error(`initdb failed: ${r.error?.message ?? r.stderr.trim()}`)
}

async function command(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * @param more settings in place of those that make tests quick
 * @throws Error that says why no PostgreSQL runs here
 */
export async function withPostgres(more: readonly string[] = []): Promise<Postgres> {
  await clearStale()
  const runner = findPostgres()
  const { bin, version, as } = runner
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  if (as.uid !== undefined && as.gid !== undefined) fs.chownSync(dir, as.uid, as.gid)
  const data = path.join(dir, 'data')
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))),
    LC_ALL: 'C',
  }
  const address = (name: string): string =>
    `postgres://postgres@localhost/${encodeURIComponent(name)}?host=${encodeURIComponent(dir)}`

  try {
    initdb(runner, data, env)
  } catch (e) {
    fs.rmSync(dir, { recursive: true, force: true })
    throw e
  }
  const options = [...settings, ...more, `unix_socket_directories=${dir}`].flatMap((s) => ['-c', s])
  const server = [path.join(bin, 'postgres'), '-D', data, ...options]
  const child = spawn('sh', ['-c', keeper, 'keeper', dir, ...server], {
    ...as,
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said += text
  })
  child.stdin.on('error', () => {})
  let ended = false
  const end = new Promise<void>((resolve) =>
    child.once('close', () => {
      ended = true
      resolve()
    }),
  )
  for (let tries = 0; ; tries++) {
    try {
      await command(address('postgres'), 'select 1')
      break
    } catch (e) {
      if (ended || tries > 1000) {
        child.stdin.end()
        await end
        throw new Error(`PostgreSQL ${version} did not start: ${said.trim() || String(e)}`, { cause: e })
      }
      await pause(20)
    }
  }
  // a test that forgets to stop it may still end
  child.unref()
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as Socket).unref()

  return {
    url: address('postgres'),
    version,
    async createDatabase(name) {
      const quoted = pg.escapeIdentifier(name)
      await command(address('postgres'), `drop database if exists ${quoted} with (force)`, `create database ${quoted}`)
      return address(name)
    },
    async stop() {
      child.ref()
      child.stdin.end()
      await end
    },
  }
}

let shared: Promise<Postgres> | undefined
let given = 0

/** A database of one's own on the server that the files of a worker share: it ends with the worker, and nobody else stops it. */
export async function ownDatabase(): Promise<Postgres> {
  shared ??= withPostgres()
  const server = await shared
  return { ...server, url: await server.createDatabase(`own_${++given}`), stop: async () => {} }
}

/** The same, or a sentence for the name of the tests that are skipped without a server. */
export const postgresOrWhyNot = (): Promise<Postgres | string> =>
  ownDatabase().catch((e: unknown) => (e instanceof Error ? e.message : String(e)))
