/** The platform over an opened database, listening, and what the terminal is told of it. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp, type ServerApp } from './app.ts'
import { Plain, type StartOptions } from './commandLine.ts'
import { codeOf } from '#src/contract/lib/typed.ts'
import type { Db } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { analyseTables } from './db/tidy.ts'
import { apiBase } from './http/request/bases.ts'
import type { Logger } from './http/request/handler.ts'
import { backlog } from './http/server.ts'
import { portal } from './http/site/pages.ts'
import { cannotListen } from './listen.ts'
import type { DemoAccount } from './seed/accounts.ts'
import { type FirstCode, keepFirstCode } from './seed/firstCode.ts'
import { renewPublished, stillPublished } from './seed/published.ts'
import { seed } from './seed/seed.ts'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

/** The builds stand beside the bundle; from the sources they are in `dist`. */
function builds(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return path.basename(here) === 'server' ? path.dirname(here) : path.join(here, '..', 'dist')
}

/** Accounts of the demonstration and whether their passwords were made just now. */
interface Shown {
  accounts: readonly DemoAccount[]
  fresh: boolean
}

interface Greeting extends Shown {
  first: FirstCode | undefined
  licensed: boolean
}
function greet(start: StartOptions, url: string, { accounts, fresh, first, licensed }: Greeting): void {
  say()
  say(`  The portal      ${url}${portal}`)
  if (start.development) say(`  In a host       ${url}/host/`)
  say(`  The interface   ${url}${apiBase}/docs`)
  say(`  Data            ${start.databaseUrl === undefined ? start.data : 'PostgreSQL (DATABASE_URL)'}`)
  if (accounts.length && !fresh && !start.published) {
    say()
    say(
      `  ${accounts.length} accounts of the demonstration have the passwords everybody can read in the source. Others than this`,
    )
    say('  machine may reach this server, so they open nothing. --new-passwords gives them new ones, shown once.')
  } else if (accounts.length) {
    say()
    say(`  Accounts of the demonstration${fresh ? ', with new passwords, shown only this once' : ''}:`)
    for (const a of accounts) say(`    ${a.username.padEnd(16)}${a.password.padEnd(22)}${a.role}`)
  }
  if (first) {
    say()
    say(`  Nobody can sign in yet: ${first.username} has no password. Set it on this machine:`)
    say(`    npx range setup --api ${url} --code-file ${first.file}`)
  }
  if (!licensed) {
    say()
    say('  No licence: modules are closed; see docs/operations.md, Licence.')
  }
  say()
}

export interface RunningPlatform {
  log: Logger
  /** Says where it listens and who may come in; whose password is still the published one takes a while to find out. */
  greet(): Promise<void>
  end(): Promise<void>
}

/** The port beside may be somebody else's: then there are no packages, and everything else is. One that was asked for must be free. */
async function listenForPackages(
  { host }: StartOptions,
  { port, said }: NonNullable<StartOptions['packages']>,
  { app, site }: ServerApp['packages'],
): Promise<void> {
  try {
    await app.listen({ port, host, backlog })
  } catch (e) {
    if (said) throw new Plain(`Cannot listen on port ${port}: ${codeOf(e) ?? ''}. Choose another with --package-port.`)
    site.off()
    say(`Packages of lessons cannot be played: port ${port} is taken. Choose another with --package-port.`)
  }
}

/**
 * Serves a database from the moment it is open.
 * @param renew called when a restore has put another state there
 */
export async function servePlatform(
  start: StartOptions,
  url: string,
  opening: Promise<Db>,
  log: Logger,
  renew: () => void,
): Promise<RunningPlatform> {
  let ran: string[] = []
  const migrated = async (): Promise<Db> => {
    const db = await opening
    ran = await migrate(db)
    return db
  }
  try {
    const { app, packages, platform, hashing, close } = await buildApp({
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
        published: start.published,
        peer: start.peer,
        ...(start.packages ? { packages: start.packages } : {}),
        fetch: { inside: start.fetchInside },
        machines: { root: path.join(start.data, 'machines'), speed: start.simulationSpeed, ...start.qemu },
      },
      renew,
    })
    if (ran.length)
      platform.log.info({ event: 'migration-applied', count: ran.length, last: ran.at(-1) }, 'migrations were applied')
    const { made, accounts: laid } = await seed(platform, { demo: start.demo })
    const first = await keepFirstCode(platform, start.data)
    const fresh = start.newPasswords ? await renewPublished(platform, hashing) : undefined
    await app.listen({ port: start.port, host: start.host, backlog }).catch((e: NodeJS.ErrnoException) => {
      throw e.code?.startsWith('E') ? cannotListen(start, e) : e
    })
    if (start.packages) await listenForPackages(start, start.packages, packages)
    const { db } = platform
    if (made && db.engine === 'pglite') platform.background('analyse', () => analyseTables(db))
    return {
      log: platform.log,
      async greet() {
        const accounts = fresh ?? (made ? laid : await stillPublished(platform, hashing))
        const { standing } = await platform.licence.current()
        greet(start, url, { accounts, fresh: fresh !== undefined, first, licensed: standing.at !== 'none' })
      },
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
