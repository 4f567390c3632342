/**
 * Rates of the API through the whole interpreter: session, permission, parsing, transaction, audit, check of the reply; on the embedded
 * database and on PostgreSQL. One server process and one load process share the machine, so PostgreSQL, which is a third, has less of it.
 */
import autocannon from 'autocannon'
import { withPostgres } from '../support/postgres.ts'
import { importRates } from './imported.ts'
import { type Bench, benchServer, call } from './benchServer.ts'
import { type Figure, median } from './table.ts'

/** Requests a second, the median of three rounds after one that only warms up; refuses to report a rate of refusals. */
async function rate(b: Bench, o: autocannon.Options): Promise<number> {
  const rounds: number[] = []
  for (let i = 0; i < 4; i++) {
    const r = await autocannon({
      connections: 20,
      duration: 4,
      ...o,
      headers: { authorization: `Bearer ${b.token}`, ...o.headers },
    })
    if (r.non2xx > 0 || r.errors > 0)
      throw new Error(`${o.url}: ${r.non2xx} refused, ${r.errors} failed of ${r.requests.total}`)
    if (i > 0) rounds.push(r.requests.average)
  }
  return median(rounds)
}

interface Rates {
  read: number
  list: number
  write: number
}

/** Wants the ten thousand rows of the import to be there. */
async function ratesOf(b: Bench): Promise<Rates> {
  const { items } = await call<{ items: { id: string; category_id: string }[] }>(b, 'GET', '/tools?page_size=1')
  const [one] = items
  if (!one) throw new Error('no tool to read')
  const api = `${b.url}/api/mg/api`
  let n = 0
  return {
    read: await rate(b, { url: `${api}/tools/${one.id}` }),
    list: await rate(b, { url: `${api}/dorks?page_size=20` }),
    write: await rate(b, {
      url: `${api}/tools`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      setupClient: (client) => {
        const next = () =>
          client.setBody(
            JSON.stringify({ name: `bench ${process.pid} ${n++}`, category_id: one.category_id, summary: '' }),
          )
        next()
        client.on('response', next)
      },
    }),
  }
}

const kinds = [
  ['read', 'one row', 2500],
  ['list', 'list of 20 out of 10,062, with total', 380],
  ['write', 'durable write with audit', 1500],
] as const
/** How much faster than the embedded database PostgreSQL should be. */
const wanted = 3

/** The rates on a PostgreSQL that flushes every commit, or why there is none. */
async function onPostgres(): Promise<Rates | string> {
  const server = await withPostgres(['fsync=on', 'full_page_writes=on', 'shared_buffers=256MB']).catch((e: unknown) =>
    String(e instanceof Error ? e.message : e),
  )
  if (typeof server === 'string') return server
  try {
    const b = await benchServer(server.url)
    try {
      await importRates(b, 10_000)
      return await ratesOf(b)
    } finally {
      await b.stop()
    }
  } finally {
    await server.stop()
  }
}

export async function apiFigures(b: Bench): Promise<Figure[]> {
  const out: Figure[] = []
  const imported = await importRates(b, 10_000)
  for (const [what, value] of [
    ['import: rows planned', imported.plan],
    ['import: rows applied', imported.apply],
  ] as const)
    out.push({ what, value, unit: 'rows/s', budget: '7,500 rows in seconds: ≥ 1,000', held: value >= 1000 })

  const floor = await rate(b, { url: `${b.url}/health` })
  out.push({ what: 'API: an answer without session and database', value: floor, unit: '/s', budget: 'the floor here' })
  const embedded = await ratesOf(b)
  for (const [kind, what, least] of kinds)
    out.push({
      what: `API: ${what}`,
      value: embedded[kind],
      unit: '/s',
      budget: `≥ ${least.toLocaleString('en-US')}/s`,
      held: embedded[kind] >= least,
    })
  const postgres = await onPostgres()
  if (typeof postgres === 'string') console.error(`PostgreSQL was not measured: ${postgres}`)
  else
    for (const [kind, what] of kinds) {
      const ratio = postgres[kind] / embedded[kind]
      out.push({
        what: `API on PostgreSQL: ${what}`,
        value: postgres[kind],
        unit: '/s',
        budget: `≥ ${wanted} × embedded; it is ${ratio.toFixed(2)} ×`,
        held: ratio >= wanted,
      })
    }
  return out
}
