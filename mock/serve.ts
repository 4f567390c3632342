/** The platform over an opened database, listening, and what the terminal is told of it. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { Start } from './commandLine.ts'
import type { Db } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { apiBase } from './http/bases.ts'
import type { Logger } from './http/handler.ts'
import { portal } from './http/pages.ts'
import { cannotListen } from './listen.ts'
import { demoAccounts } from './seed/accounts.ts'
import { type FirstCode, keepFirstCode } from './seed/firstCode.ts'
import { seed } from './seed/seed.ts'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

/** The builds stand beside the bundle; from the sources they are in `dist`. */
function builds(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return path.basename(here) === 'server' ? path.dirname(here) : path.join(here, '..', 'dist')
}

/** Accounts of the demonstration that are there, with the passwords they were made with. */
async function known(db: Db): Promise<typeof demoAccounts> {
  const { rows } = await db.query<{ username: string }>(
    'select username from account where username = any($1::text[])',
    [demoAccounts.map((a) => a.username)],
  )
  return demoAccounts.filter((a) => rows.some((r) => r.username === a.username))
}

function greet(start: Start, url: string, first: FirstCode | undefined, accounts: typeof demoAccounts): void {
  say()
  say(`  The portal      ${url}${portal}`)
  say(`  In a host       ${url}/host/`)
  say(`  The interface   ${url}${apiBase}/docs`)
  say(`  Data            ${start.databaseUrl === undefined ? start.data : 'PostgreSQL (DATABASE_URL)'}`)
  if (accounts.length) {
    say()
    say('  Accounts of the demonstration:')
    for (const a of accounts) say(`    ${a.username.padEnd(16)}${a.password.padEnd(22)}${a.role}`)
  }
  if (first) {
    say()
    say(`  Nobody can sign in yet: ${first.username} has no password. Set it on this machine:`)
    say(`    npx range setup --api ${url} --code-file ${first.file}`)
  }
  say()
}

export interface Running {
  log: Logger
  /** Says where it listens and who may come in. */
  greet(): void
  end(): Promise<void>
}

/**
 * Serves a database from the moment it is open.
 * @param renew called when a restore has put another state there
 */
export async function serve(
  start: Start,
  url: string,
  opening: Promise<Db>,
  log: Logger,
  renew: () => void,
): Promise<Running> {
  let ran: string[] = []
  const migrated = async (): Promise<Db> => {
    const db = await opening
    ran = await migrate(db)
    return db
  }
  try {
    const { app, platform, close } = await buildApp({
      db: migrated(),
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
    await seed(platform, { demo: start.demo })
    const first = await keepFirstCode(platform, start.data)
    await app.listen({ port: start.port, host: start.host }).catch((e: NodeJS.ErrnoException) => {
      throw e.code?.startsWith('E') ? cannotListen(start, e) : e
    })
    const { db } = platform
    const accounts = await known(db)
    return {
      log: platform.log,
      greet: () => greet(start, url, first, accounts),
      async end() {
        await close()
        await db.close()
      },
    }
  } catch (e) {
    await opening.then((db) => db.close()).catch(() => {})
    throw e
  }
}
