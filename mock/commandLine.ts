/** What the server is started with. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { canonical } from './http/origins.ts'

export interface Start {
  port: number
  host: string
  data: string
  reset: boolean
  demo: boolean
  hosts: string[]
  trustProxy: boolean | string
  log: 'info' | 'warn' | 'error'
  development: boolean
}

/** Something about the command line or the machine that the reader can mend; printed as it is, without a stack. */
export class Plain extends Error {}

export const usage = `The range's server.

  --port <number>       where it listens; 8080
  --host <address>      on which address; 127.0.0.1, this machine only
  --data <folder>       where its data is kept; .data
  --reset               empties that folder's database and files first
  --hosts <list>        origins of host platforms that embed the app, with commas between (or RANGE_HOSTS)
  --trust-proxy <list>  addresses of proxies in front of it whose forwarded headers are believed
  --demo, --no-demo     with or without the demonstration, when the database is empty; without in production
  --log <level>         info, warn or error; warn, and info in production
  --help

DATABASE_URL names a PostgreSQL server to be used in place of the embedded database.
`

const levels = ['info', 'warn', 'error'] as const
const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter((s) => s !== '')

function numberOf(text: string): number {
  const n = Number(text)
  if (!/^\d+$/.test(text) || n > 65_535) throw new Plain(`--port is '${text}'; it may be a number up to 65535.`)
  return n
}

/** Reads arguments and environment. Throws `Plain`; undefined when only help was asked for. */
export function readStart(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Start | undefined {
  let values: ReturnType<typeof parse>['values']
  try {
    values = parse(args).values
  } catch (e) {
    throw new Plain(`${e instanceof Error ? e.message : String(e)}\nWhat there is: --help`)
  }
  if (values.help) return undefined
  const production = env.NODE_ENV === 'production'
  const log = values.log ?? (production ? 'info' : 'warn')
  const level = levels.find((l) => l === log)
  if (!level) throw new Plain(`--log is '${log}'; it may be ${levels.join(', ')}.`)
  const hosts = list(values.hosts ?? env.RANGE_HOSTS)
  const strange = hosts.find((h) => !canonical(h))
  if (strange !== undefined)
    throw new Plain(`'${strange}' is no origin; write https://host or https://host:port, without a path.`)
  return {
    port: numberOf(values.port),
    host: values.host,
    data: path.resolve(values.data),
    reset: values.reset,
    demo: values['no-demo'] ? false : values.demo || !production,
    hosts,
    trustProxy: values['trust-proxy'] ?? false,
    log: level,
    development: !production,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string', default: '.data' },
      reset: { type: 'boolean', default: false },
      hosts: { type: 'string' },
      'trust-proxy': { type: 'string' },
      demo: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
      log: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  })
