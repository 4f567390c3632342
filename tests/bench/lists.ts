/**
 * Every list of the contract over ten thousand rows, for an administrator and for a teacher, ten and fifty callers at once, each beside the
 * plain list of dorks in the same seconds. The machine may be busy: what counts is how much of that list's rate another reaches.
 */
import autocannon from 'autocannon'
import { fillPath, splitKey } from '#src/contract/lib/route.ts'
import type { ApiRoute } from '#src/contract/api.ts'
import { listRoutes } from '../support/listGround.ts'
import { type Bench, benchServer } from './benchServer.ts'
import { type Figure, median } from './table.ts'

const rows = 10_000
const least = 0.7
const seconds = 1.5
/** A ratio that is missed is taken again, so that somebody else's work does not count as the server's. */
const again = 2
const plain: ApiRoute = 'GET /dorks'
const callers = [10, 50] as const
const people = ['administrator', 'teacher'] as const

interface Rate {
  perSecond: number
  /** Answers 503. */
  turnedAway: number
}

function urlOf(b: Bench, route: ApiRoute): string {
  const { params = {}, query = {} } = b.lists.asked[route] ?? {}
  const asked = new URLSearchParams({ ...query, page_size: '20' })
  return `${b.url}/api/mg/api${fillPath(splitKey(route)[1], params)}?${asked}`
}

async function rate(b: Bench, route: ApiRoute, token: string, connections: number): Promise<Rate> {
  const r = await autocannon({
    url: urlOf(b, route),
    connections,
    duration: seconds,
    sampleInt: 250,
    headers: { authorization: `Bearer ${token}` },
  })
  const turnedAway = r.statusCodeStats?.['503']?.count ?? 0
  if (r.errors > 0 || r.non2xx > turnedAway) throw new Error(`${route}: ${r.non2xx} refused, ${r.errors} failed`)
  return { perSecond: r.requests.total / r.duration, turnedAway }
}

/** Who calls as this person: the super administrator where an administrator may not; undefined where a teacher may not. */
async function tokenFor(b: Bench, route: ApiRoute, person: (typeof people)[number]): Promise<string | undefined> {
  const [administrator = '', teacher = '', above = ''] = b.lists.tokens
  for (const token of person === 'teacher' ? [teacher] : [administrator, above]) {
    const { status } = await fetch(urlOf(b, route), { headers: { authorization: `Bearer ${token}` } })
    if (status === 200) return token
    if (status !== 403) throw new Error(`${route} answered ${status}`)
  }
  return undefined
}

/** @param which lists whose routes hold this text; all of them without */
export async function listsFigures(which = ''): Promise<Figure[]> {
  const b = await benchServer(undefined, `lists ${rows}`)
  try {
    const out: Figure[] = []
    const routes = listRoutes.filter((r) => r !== plain && r.includes(which))
    for (const connections of callers)
      for (const person of people) {
        const own = b.lists.tokens[people.indexOf(person)] ?? ''
        let floor = await rate(b, plain, own, connections)
        for (const route of routes) {
          const token = await tokenFor(b, route, person)
          if (token === undefined) continue
          const ratios: number[] = []
          let worst = 0
          let list: Rate | undefined
          do {
            list = await rate(b, route, token, connections)
            const next = await rate(b, plain, own, connections)
            ratios.push((2 * list.perSecond) / (floor.perSecond + next.perSecond))
            worst = Math.max(worst, list.turnedAway)
            floor = next
          } while (median(ratios) < least && ratios.length <= again)
          const value = median(ratios)
          const said = worst > 0 ? `, ${worst} turned away (503)` : ''
          out.push({
            what: `${route}, ${person}, ${connections} callers`,
            value,
            unit: '× dorks',
            budget: `≥ ${least}; ${list.perSecond.toFixed(0)} of ${floor.perSecond.toFixed(0)}/s${said}`,
            held: value >= least && worst === 0,
          })
        }
      }
    return out
  } finally {
    await b.stop()
  }
}
