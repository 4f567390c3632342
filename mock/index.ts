/** The server's process: opens the database, serves, ends in order. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { Plain, readStart, type Start, usage } from './commandLine.ts'
import { type Db, DbError } from './db/db.ts'
import { InUse } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { openDb } from './db/open.ts'
import { apiBases } from './http/interpret.ts'
import type { Logger } from './http/handler.ts'
import { jsonLog } from './http/log.ts'
import { portal } from './http/pages.ts'
import { type Person, resetDatabase, resetFolder } from './reset.ts'
import { demoAccounts } from './seed/accounts.ts'
import { seed, type Seeded } from './seed/seed.ts'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const silent = (): void => {}

/** The builds stand beside the bundle; from the sources they are in `dist`. */
function builds(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return path.basename(here) === 'server' ? path.dirname(here) : path.join(here, '..', 'dist')
}

function loggerOf(level: Start['log']): Logger {
  const log = jsonLog((line) => void process.stderr.write(line))
  return { info: level === 'info' ? log.info : silent, warn: level === 'error' ? silent : log.warn, error: log.error }
}

function cannotListen({ port, host }: Start, e: NodeJS.ErrnoException): Plain {
  if (e.code === 'EADDRINUSE') return new Plain(`Port ${port} is taken by another program. Choose another with --port.`)
  if (e.code === 'EACCES')
    return new Plain(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`)
  return new Plain(`Cannot listen on ${host}: ${e.code ?? e.message}. Choose another address with --host.`)
}

/** Before anything is opened or made: whether the address is free at all. */
const probe = (start: Start): Promise<void> =>
  new Promise((free, taken) => {
    const s = net.createServer()
    s.once('error', (e) => taken(cannotListen(start, e)))
    s.listen(start.port, start.host, () => s.close(() => free()))
  })

/** Asks on the terminal; an empty answer when it is closed instead. */
function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  return new Promise<string>((answered) => {
    terminal.question(question, answered)
    terminal.once('SIGINT', () => {
      say()
      terminal.close()
    })
    terminal.once('close', () => answered(''))
  }).finally(() => terminal.close())
}

async function reset(start: Start, url: string): Promise<void> {
  const person: Person = { say, ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined }
  if (start.databaseUrl === undefined) return resetFolder(start, person)
  const db = await open(start, url)
  try {
    await resetDatabase(db, start, person)
  } finally {
    await db.close()
  }
}

async function open(start: Start, url: string): Promise<Db> {
  try {
    return await openDb(start.databaseUrl === undefined ? { dir: start.data } : { url: start.databaseUrl }, () => url)
  } catch (e) {
    if (e instanceof InUse) throw new Plain(`${e.message}. Stop that one, or choose another folder with --data.`)
    if (e instanceof DbError && start.databaseUrl !== undefined)
      throw new Plain(`The database of DATABASE_URL does not answer: ${e.code ?? e.message}.`)
    if ((e as NodeJS.ErrnoException).code === 'EACCES')
      throw new Plain(`${start.data} cannot be written by this user. Choose another folder with --data.`)
    throw e
  }
}

/** Accounts of the demonstration that are there, with the passwords they were made with. */
async function known(db: Db): Promise<typeof demoAccounts> {
  const { rows } = await db.query<{ username: string }>(
    'select username from account where username = any($1::text[])',
    [demoAccounts.map((a) => a.username)],
  )
  return demoAccounts.filter((a) => rows.some((r) => r.username === a.username))
}

function greet(start: Start, url: string, seeded: Seeded, accounts: typeof demoAccounts): void {
  say()
  say(`  The portal      ${url}${portal}`)
  say(`  In a host       ${url}/host/`)
  say(`  The interface   ${url}${apiBases[0]}/docs`)
  say(`  Data            ${start.databaseUrl === undefined ? start.data : 'PostgreSQL (DATABASE_URL)'}`)
  if (accounts.length) {
    say()
    say('  Accounts of the demonstration:')
    for (const a of accounts) say(`    ${a.username.padEnd(16)}${a.password.padEnd(22)}${a.role}`)
  }
  if (seeded.admin) {
    say()
    say(`  The first account: ${seeded.admin.username} with the password ${seeded.admin.password}`)
    say('  It is shown this once; the first sign-in asks for another.')
  }
  say()
}

interface Running {
  seeded: Seeded
  accounts: typeof demoAccounts
  end(): Promise<void>
}

/** Opens the database and serves it. @param renew called when a restore has put another state there */
async function serve(start: Start, url: string, log: Logger, renew: () => void): Promise<Running> {
  const db = await open(start, url)
  try {
    const ran = await migrate(db)
    const { app, platform, close } = await buildApp({
      db,
      now: () => new Date(),
      random: randomBytes,
      files: path.join(start.data, 'files'),
      log,
      production: !start.development,
      dist: builds(),
      config: {
        hosts: start.hosts,
        development: start.development,
        trustProxy: start.trustProxy,
        peer: start.peer,
        fetch: { inside: start.fetchInside },
        machines: { root: path.join(start.data, 'machines'), ...start.qemu },
      },
      renew,
    })
    if (ran.length)
      platform.log.info({ event: 'migration-applied', count: ran.length, last: ran.at(-1) }, 'migrations were applied')
    last = platform.log
    const seeded = await seed(platform, { demo: start.demo })
    await app.listen({ port: start.port, host: start.host }).catch((e: NodeJS.ErrnoException) => {
      throw e.code?.startsWith('E') ? cannotListen(start, e) : e
    })
    return {
      seeded,
      accounts: await known(db),
      async end() {
        await close()
        await db.close()
      },
    }
  } catch (e) {
    await db.close().catch(silent)
    throw e
  }
}

async function main(): Promise<void> {
  const start = readStart(process.argv.slice(2), process.env)
  if (!start) return say(usage)
  const url = `http://${start.host.includes(':') ? `[${start.host}]` : start.host}:${start.port}`
  const log = loggerOf(start.log)
  await probe(start)
  if (start.reset) await reset(start, url)
  const began = !existsSync(path.join(start.data, 'db')) && start.databaseUrl === undefined
  if (began) say('Preparing the database; this takes some seconds the first time.')
  let ending = false
  // everything a server remembers belongs to the state before a restore: it ends, database and all, and another one begins
  const renew = (): void => {
    anew = anew
      .then(async () => {
        if (ending) return
        await running.end()
        if (!ending) running = await serve(start, url, log, renew)
      })
      .catch((error: unknown) => {
        log.error({ error }, 'the server could not start anew')
        process.exit(1)
      })
  }
  let anew = Promise.resolve()
  let running = await serve(start, url, log, renew)
  endInOrder(async () => {
    ending = true
    await anew
    await running.end()
  }, log)
  greet(start, url, running.seeded, running.accounts)
}

/** Ends once for the first signal, at once for the second, and never later than this, ms. */
const longest = 4800

function endInOrder(end: () => Promise<void>, log: Logger): void {
  let ending = false
  const stop = (): void => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), longest).unref()
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'did not end in order')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

// a mistake in one call must not end the others
let last: Logger = jsonLog((line) => void process.stderr.write(line))
process.on('unhandledRejection', (error) => last.error({ event: 'server-uncaught', error }, 'nobody waited for this'))
process.on('uncaughtException', (error) => last.error({ event: 'server-uncaught', error }, 'nobody caught this'))
for (const stream of [process.stdout, process.stderr]) stream.on('error', silent)

main().catch((error: unknown) => {
  if (error instanceof Plain) process.stderr.write(`${error.message}\n`)
  else last.error({ error }, 'the server could not start')
  process.exit(1)
})
