/**
 * What a row offers in `can` is what may be done with it now: of every thing with a life of its own, a call is refused for its state exactly when
 * its word is missing there. Asked of every row of the demonstration, which has them in every state, one call after another.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { accountOf } from '#tests/support/demo.ts'
import { sampled } from '#tests/support/some.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
let as: { token: string }
beforeAll(async () => {
  s = await testServer({ demo: true })
  const { username, password } = accountOf('super')
  as = { token: (await s.ok('POST /session', { body: { username, password } })).token }
})
afterAll(() => s.close())

/** Events of a thing that one call for one row brings about. */
const eventsOf = (line: { path: string; actions?: object }): string[] =>
  Object.keys(line.actions ?? {}).filter((a) => `POST ${line.path}/:id/${a}` in api)
const lives = (Object.keys(resources) as ResourceName[]).filter((name) => eventsOf(resources[name].line).length > 0)

interface Row {
  id: string
  version?: number
  can: readonly string[]
}
/** What the call takes of what every event may ask for. */
function bodyOf(key: string, version: number | undefined): { body?: object } {
  const { body } = api[key as keyof typeof api] as Route
  if (!body) return {}
  const asked = Object.keys((body as unknown as { shape?: object }).shape ?? {})
  // what it is warned of it wants all the same
  const said = { version, reason: 'Asked by a test.', anyway: true }
  return { body: Object.fromEntries(Object.entries(said).filter(([name]) => asked.includes(name))) }
}

describe('what a row offers', () => {
  it('is asked of everything that is started, ended, shown or taken back', () => {
    expect(lives).toEqual(expect.arrayContaining(['exam', 'image', 'user', 'announcement', 'alarm', 'comment']))
  })

  it.each(lives)('of %s is what may be done with it', async (name) => {
    const { line } = resources[name]
    const { items } = (await s.send(`GET ${line.path}`, { query: { page_size: 100 } }, as)).body as unknown as {
      items: Row[]
    }
    const wrong: string[] = []
    const met = { offered: 0, refused: 0 }
    for (const { id } of sampled(items))
      for (const event of eventsOf(line)) {
        // what was done before may have changed it, or taken it away
        const { status, body } = await s.send(`GET ${line.path}/:id`, { params: { id } }, as)
        if (status !== 200) continue
        const { can, version } = body as unknown as Row
        const offered = can.includes(event)
        const key = `POST ${line.path}/:id/${event}`
        const done = await s.send(key, { params: { id }, ...bodyOf(key, version) }, as)
        // what needs more words than these says so before it looks at the state
        if (done.status === 422) continue
        met[offered ? 'offered' : 'refused']++
        if ((done.status === 200) !== offered)
          wrong.push(`${event} ${id}: can ${can.join()} → ${done.status} ${done.problem.code}`)
      }
    expect(wrong).toEqual([])
    expect(met.offered + met.refused).toBeGreaterThan(0)
  })
})
