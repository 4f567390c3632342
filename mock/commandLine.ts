/** What the server is started with. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { type Env, readEnv, type EnvironmentVariables, variables } from '#config/env.ts'
import { isLoopback } from './http/guard/local.ts'
import { packageOrigin } from './areas/course/package/site.ts'
import { canonicalOrigin } from './http/guard/origins.ts'

export interface StartOptions {
  port: number
  host: string
  data: string
  /** Of a PostgreSQL server; without it the embedded database in `data`. It holds a password: never print it. */
  databaseUrl: string | undefined
  /** To be emptied first: `name` is the database that is meant, where it was said. */
  reset: { name: string | undefined } | undefined
  demo: boolean
  /** Accounts of the demonstration that have the passwords everybody knows get others. */
  newPasswords: boolean
  /** Nobody but this machine comes in, so the passwords everybody knows may be used. */
  published: boolean
  hosts: string[]
  /** Where packages of lessons are listened for; undefined: nowhere. `said`: by whoever starts it. */
  packages: { port: number; said: boolean; origin: string | undefined } | undefined
  /** Address at which other servers of the same PostgreSQL reach this one. */
  peer: string | undefined
  trustProxy: boolean | string
  log: 'info' | 'warn' | 'error'
  development: boolean
  /** Networks images may be fetched from although they are not public. */
  fetchInside: string[]
  /** Times as fast as life that simulated machines boot. */
  simulationSpeed: number
  /** What real machines are run with. */
  qemu: { system: string; accel: 'tcg' | 'kvm' }
}

/** Something about the command line or the machine that the reader can mend; printed as it is, without a stack. */
export class Plain extends Error {}

const explained = Object.entries(variables)
  .filter(([, v]) => v.by === 'server')
  .map(([name, v]) => `${name.padEnd(22)}${v.meaning.replaceAll('`', '')}`)
  .join('\n')

export const usageText = `The range's server.

  --port <number>       port it listens on; 8080
  --host <address>      address it listens on; 127.0.0.1, this machine only
  --data <folder>       where its data is kept; .data
  --reset[=<database>]  empties the database and the uploads first. With DATABASE_URL it asks for the name of the
                        database, or takes it here, and drops the platform's own tables, nothing else
  --hosts <list>        origins of host platforms that embed the app, separated by commas
  --package-port <n>    port that packages of lessons (SCORM) are played from; the one after --port, 0 for none
  --packages <origin>   their public address, where a proxy has one: https://packages.example, or
                        https://*.packages.example, so that each package has a name of its own
  --trust-proxy <list>  addresses or networks, not names, of proxies in front of it whose forwarded headers are
                        trusted: 10.0.0.2 or 10.0.0.0/24, separated by commas
  --new-passwords       gives the accounts of the demonstration passwords of their own and shows them once: the ones
                        everybody knows open nothing in production, on another address than this machine's or behind
                        a proxy
  --demo, --no-demo     with or without the demonstration when the database is empty; without in production
  --log <level>         info, warn or error; warn, and info in production
  --help

${explained}
`

const levels = ['info', 'warn', 'error'] as const
const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter((s) => s !== '')

function numberOf(text: string, option = '--port'): number {
  const n = Number(text)
  if (!/^\d+$/.test(text) || n > 65_535) throw new Plain(`${option} is '${text}'; it may be a number up to 65535.`)
  return n
}

/** What the environment says, or a sentence about what is wrong with it. */
function readServerEnv(
  from: EnvironmentVariables,
): Pick<
  Env,
  'databaseUrl' | 'hosts' | 'packages' | 'production' | 'peer' | 'fetchInside' | 'qemu' | 'simulationSpeed'
> {
  try {
    const { databaseUrl, hosts, packages, production, peer, fetchInside, qemu, simulationSpeed } = readEnv(from)
    const { system, accel } = qemu
    return { databaseUrl, hosts, packages, production, peer, fetchInside, simulationSpeed, qemu: { system, accel } }
  } catch (e) {
    throw new Plain(e instanceof Error ? e.message : String(e))
  }
}

/** Reads arguments and environment. Throws `Plain`; undefined when only help was asked for. */
export function readStart(args: readonly string[], from: EnvironmentVariables): StartOptions | undefined {
  let values: ReturnType<typeof parse>['values']
  try {
    values = parse(args).values
  } catch (e) {
    throw new Plain(`${e instanceof Error ? e.message : String(e)}\nFor all options: --help`)
  }
  if (values.help) return undefined
  const { databaseUrl, production, ...env } = readServerEnv(from)
  const log = values.log ?? (production ? 'info' : 'warn')
  const level = levels.find((l) => l === log)
  if (!level) throw new Plain(`--log is '${log}'; it may be ${levels.join(', ')}.`)
  const hosts = list(values.hosts ?? env.hosts)
  const strange = hosts.find((h) => !canonicalOrigin(h))
  if (strange !== undefined)
    throw new Plain(`'${strange}' is not an origin; write https://host or https://host:port, without a path.`)
  const inside = list(env.fetchInside)
  const network = inside.find((n) => parseCidr(n) === undefined)
  if (network !== undefined) throw new Plain(`RANGE_FETCH_INSIDE: '${network}' is not a network; write 10.1.0.0/16.`)
  const port = numberOf(values.port)
  return {
    port,
    packages: packagesOf(port, values['package-port'], values.packages ?? env.packages),
    host: values.host,
    data: path.resolve(values.data),
    databaseUrl,
    reset: resetOf(values.reset, databaseUrl),
    demo: values['no-demo'] ? false : values.demo || !production,
    newPasswords: values['new-passwords'],
    published: !production && isLoopback(values.host) && values['trust-proxy'] === undefined,
    hosts,
    peer: env.peer,
    trustProxy: proxiesOf(values['trust-proxy']),
    log: level,
    development: !production,
    fetchInside: inside,
    simulationSpeed: env.simulationSpeed,
    qemu: env.qemu,
  }
}

function packagesOf(port: number, said: string | undefined, origin: string | undefined): StartOptions['packages'] {
  if (origin !== undefined && packageOrigin(origin) === undefined)
    throw new Plain(
      `'${origin}' is no address for packages; write https://host or https://*.host, with a port where it has one, without a path.`,
    )
  const own = said === undefined ? undefined : numberOf(said, '--package-port')
  if (own !== undefined && own === port && own !== 0)
    throw new Plain(`--package-port is ${own}, as --port is; packages need a port of their own.`)
  const at = own ?? (port > 0 && port < 65_535 ? port + 1 : 0)
  return at === 0 ? undefined : { port: at, said: own !== undefined, origin }
}

/** A name is not looked up: whoever answers for it would say whose headers are believed. Nor is everybody a proxy. */
function proxiesOf(said: string | undefined): string | false {
  if (said === undefined) return false
  const proxies = list(said)
  const strange = proxies.length ? proxies.find((p) => parseIp(p) === undefined && !parseCidr(p)?.prefix) : said
  if (strange === undefined) return proxies.join(',')
  throw new Plain(
    `'${strange}' is no address or network for --trust-proxy; write 10.0.0.2 or 10.0.0.0/24, several separated by commas.`,
  )
}

function resetOf(said: string | undefined, databaseUrl: string | undefined): StartOptions['reset'] {
  if (said === undefined) return undefined
  if (said !== '' && databaseUrl === undefined)
    throw new Plain(`--reset=${said} names a database, and DATABASE_URL is not set. Nothing was emptied.`)
  return { name: said || undefined }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    // the name of a database may follow, and only in the same word: `--reset --demo` names none
    args: args.map((a) => (a === '--reset' ? '--reset=' : a)),
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string', default: '.data' },
      reset: { type: 'string' },
      hosts: { type: 'string' },
      'package-port': { type: 'string' },
      packages: { type: 'string' },
      'trust-proxy': { type: 'string' },
      demo: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
      'new-passwords': { type: 'boolean', default: false },
      log: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  })
