/** `npm start`: the stand-in platform on a port, over the embedded database or PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildApp } from './app.ts'
import { InUse } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { openDb } from './db/open.ts'
import { jsonLog } from './http/log.ts'
import { seed, type Seeded } from './seed/seed.ts'

const usage = `Usage: npm start -- [options]

  --port N      port to listen on (default 8080)
  --host H      address to listen on (default 127.0.0.1; 0.0.0.0 for every network)
  --data DIR    folder of the embedded database and of uploads (default .data)
  --reset       empty the data first and lay the demonstration down again
  --demo        demonstration data even where it is left out (production with DATABASE_URL)
  --hosts LIST  origins of host platforms that may embed the app, separated by commas
  --help

DATABASE_URL=postgres://… uses that PostgreSQL database; uploads stay in --data.
`

class Sorry extends Error {}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: '.data' },
        reset: { type: 'boolean', default: false },
        demo: { type: 'boolean', default: false },
        hosts: { type: 'string', default: process.env['RANGE_HOSTS'] ?? '' },
        help: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Sorry(`--port takes a number from 0 to 65535, not ${values.port}.`)
    return {
      ...values,
      port,
      data: path.resolve(values.data),
      hosts: values.hosts
        .split(',')
        .map((h) => h.trim())
        .filter(Boolean),
    }
  } catch (e) {
    throw e instanceof Sorry ? e : new Sorry(`${(e as Error).message}\n\n${usage}`)
  }
}
type Options = ReturnType<typeof options>

/** Where the address is known from, once the server listens: whoever finds the data in use is told. */
let address: string | undefined

async function open(o: Options) {
  const url = process.env['DATABASE_URL']
  const cluster = path.join(o.data, 'db')
  mkdirSync(o.data, { recursive: true })
  const target = url ? { url } : { dir: o.data }
  if (o.reset) {
    console.log(`Emptying ${url ? 'the database of DATABASE_URL' : cluster} …`)
    // Opened once so that nothing another server holds is emptied under it.
    if (url || existsSync(cluster)) {
      const held = await openDb(target)
      if (url) await held.script('drop schema public cascade; create schema public')
      await held.close()
    }
    if (!url) rmSync(cluster, { recursive: true, force: true })
    rmSync(path.join(o.data, 'files'), { recursive: true, force: true })
  }
  if (!url && !existsSync(cluster)) console.log('Preparing an empty database (once, a few seconds) …')
  const db = await openDb(target, () => address)
  await migrate(db)
  return db
}

function banner(url: string, seeded: Seeded, demo: boolean, data: string): string {
  const lines = [
    '',
    `  Range      ${url}/page/mg/`,
    `  Host demo  ${url}/host/`,
    `  API        ${url}/api/mg/api   (also ${url}/api/oj/api)`,
    `  API page   ${url}/api/mg/api/docs`,
    `  Data       ${data}`,
    '',
  ]
  if (demo) {
    const rows = seeded.accounts.map((a) => [a.role, a.username, a.password, a.name])
    const widths = [0, 1, 2].map((i) => Math.max(...rows.map((r) => (r[i] ?? '').length)))
    lines.push(
      '  Demonstration accounts',
      ...rows.map((r) => `    ${r.map((c, i) => c.padEnd(widths[i] ?? 0)).join('  ')}`),
      '',
    )
  }
  if (seeded.admin)
    lines.push(
      `  First administrator: ${seeded.admin.username}, password ${seeded.admin.password} (shown once; the first sign-in asks for another)`,
      '',
    )
  lines.push('  Ctrl+C stops it.', '')
  return lines.join('\n')
}

async function main(): Promise<void> {
  const o = options()
  if (o.help) {
    console.log(usage)
    return
  }
  const production = process.env['NODE_ENV'] === 'production' && process.env['DATABASE_URL'] !== undefined
  const demo = o.demo || !production
  const db = await open(o)
  const logFile = createWriteStream(path.join(o.data, 'server.log'), { flags: 'a' })
  const here = path.dirname(fileURLToPath(import.meta.url))
  // Built, this file is dist/server/index.js; from the sources the build lies beside the folder.
  const dist = here.endsWith(`${path.sep}server`) ? path.dirname(here) : path.join(path.dirname(here), 'dist')
  const { app, platform, close } = await buildApp({
    db,
    now: () => new Date(),
    random: randomBytes,
    files: path.join(o.data, 'files'),
    log: jsonLog((line) => void logFile.write(line)),
    dist,
    config: { hosts: o.hosts, development: process.env['NODE_ENV'] !== 'production' },
  })
  const seeded = await seed(platform, { demo })
  try {
    await app.listen({ port: o.port, host: o.host })
  } catch (e) {
    await close()
    await db.close()
    if ((e as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Sorry(`Port ${o.port} is taken. Choose another with --port.`)
    throw e
  }
  const at = app.server.address()
  const port = at !== null && typeof at === 'object' ? at.port : o.port
  address = `http://${o.host === '0.0.0.0' || o.host === '::' ? 'localhost' : o.host}:${port}`
  console.log(banner(address, seeded, demo, process.env['DATABASE_URL'] ? 'PostgreSQL (DATABASE_URL)' : o.data))

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const hard = setTimeout(() => process.exit(1), 5000)
    hard.unref()
    void close()
      .then(() => db.close())
      .then(
        () => logFile.end(() => process.exit(0)),
        () => process.exit(1),
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((e: unknown) => {
  const known = e instanceof Sorry || e instanceof InUse
  console.error(known ? (e as Error).message : e)
  process.exitCode = 1
  // A database worker must not keep a server alive that never started.
  setTimeout(() => process.exit(1), 1000).unref()
})
