/**
 * F5, B6: two contests that differ only in what others did after the freeze. Every route of contests there is gives every caller without the
 * right the same bytes of both, own ids mapped; and nothing else a learner may read changes by what others do then. Made from the contract's
 * table of routes: a new route is called too, or this says what it needs to be called with.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { contestDue } from '#mock/areas/contest/due.ts'
import { sweep } from '#mock/db/due.ts'
import { liveChannel } from '#mock/live/publish.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

const table = Object.entries(api as Record<string, Route>)
const minute = 60
/** The caller with an entry of their own, those whose doings differ, and who looks on. */
const own = 'student'
const others = ['second-student', 'admin'] as const
const without = [own, 'teacher', 'referee', 'normal', undefined] as const

interface World {
  id: string
  name: string
  items: string[]
  entries: string[]
}
let s: TestServer
let worlds: readonly [World, World]
let questions: string[] = []

/** What stands for the names in a path of contests; the segment before a name says of what it is. */
const standsFor: Record<string, (w: World) => readonly string[]> = {
  'contests/:id': (w) => [w.id],
  'flag-contests/:id': (w) => [w.id],
  // an arena has no freeze, and neither world is one
  'arenas/:id': () => ['none'],
  'contest-teams/:id': () => ['none'],
  'contest-items/:id': (w) => w.items,
  'contest-entries/:id': (w) => w.entries,
  'board/:entry': (w) => w.entries,
  // nobody has one before the board is open
  'certificates/:number': () => ['none'],
  // by these staff alone read and act
  'contest-notices/:id': () => ['none'],
  'contest-questions/:id': () => ['none'],
  'contest-submissions/:id': () => ['none'],
  'contest-write-ups/:id': () => ['none'],
  'contest-cases/:id': () => ['none'],
}
const ofContests = (path: string): boolean => /^\/(?:flag-contest|contest|arena)/.test(path)

/** All that may stand for the names of a path, together. */
function filled(path: string, w: World): Record<string, string>[] {
  let ways: Record<string, string>[] = [{}]
  for (const [whole, name = ''] of path.matchAll(/[^/]+\/:(\w+)/g)) {
    const values = standsFor[whole]?.(w)
    if (!values) throw new Error(`say in contest.worlds.test.ts what stands for ${whole} of ${path}`)
    ways = ways.flatMap((way) => values.map((value) => ({ ...way, [name]: value })))
  }
  return ways
}

/** Ids of a world by what they are; others by where they come first. */
function mapped(text: string, w: World): string {
  const ids = new Map<string, string>([
    [w.id, 'contest'],
    ...w.items.map((id, n): [string, string] => [id, `item ${n}`]),
    ...w.entries.map((id, n): [string, string] => [id, `entry ${n}`]),
  ])
  let more = 0
  return text
    .replaceAll(w.name, 'the contest')
    .replace(/"request_id":"[^"]*"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (questions.includes(id)) return id
      const known = ids.get(id) ?? `id ${++more}`
      ids.set(id, known)
      return known
    })
}

const call = async (key: string, params: object, as: AccountName | undefined, body?: unknown) => {
  const r = await s.send(key, { params, ...(body === undefined ? {} : { body }) }, as)
  return { status: r.status, text: `${r.status} ${String(r.headers['content-type'])} ${r.raw.body}` }
}
/** Everything of one world that some callers get by asking for it. */
async function told(w: World, callers: readonly (AccountName | undefined)[]): Promise<Map<string, string>> {
  const out = new Map<string, string>()
  for (const [key, route] of table) {
    const [method, path] = splitKey(key)
    if (method !== 'GET' || !ofContests(path) || !path.includes(':')) continue
    for (const [n, params] of filled(path, w).entries())
      for (const as of callers) {
        const { status, text } = await call(key, params, as)
        expect(status, `${key} ${JSON.stringify(route.screens)}`).toBeLessThan(500)
        out.set(`${key} ${n} ${as ?? 'nobody'}`, mapped(text, w))
      }
  }
  return out
}
/** Routes and callers whose answers differ. */
async function differences(callers: readonly (AccountName | undefined)[] = without): Promise<string[]> {
  const [one, two] = [await told(worlds[0], callers), await told(worlds[1], callers)]
  expect([...one.keys()]).toEqual([...two.keys()])
  expect(one.size).toBeGreaterThan(callers.length * 8)
  return [...one].flatMap(([what, text]) => (two.get(what) === text ? [] : [`${what}\n${text}\n${two.get(what)}`]))
}

/** Everything else that has no name in its path, of who has no right: what changes by itself is left out. */
const callersOfAll = [own, 'teacher'] as const
async function everything(): Promise<Map<string, string>> {
  const out = new Map<string, string>()
  for (const [key, route] of table) {
    const [method, path] = splitKey(key)
    // a file says in itself when it was made
    if (method !== 'GET' || path.includes(':') || route.stream !== undefined) continue
    for (const as of callersOfAll)
      out.set(`${key} ${as}`, (await call(key, {}, as)).text.replace(/"request_id":"[^"]*"/, ''))
  }
  return out
}

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  questions = await layChallenges(s, 3)
  const freeze_at = new Date(s.clock.now().getTime() + 30 * minute * 1000).toISOString()
  const made: World[] = []
  for (const name of ['The world of one', 'The world of two']) {
    const id = await layContest(s, questions, { name, freeze_at, feed: true })
    const entries: string[] = []
    for (const as of [own, ...others] as const) entries.push((await enter(s, id, as)).body.mine?.id ?? '')
    made.push({ id, name, entries, items: (await itemsFor(s, id, own)).map((i) => i.id) })
  }
  worlds = made as [World, World] & World[]
  s.clock.advance(10 * minute)
  for (const w of worlds) {
    await handInFlag(s, w.items[0] ?? '', rightFlag, 'admin')
    await handInFlag(s, w.items[0] ?? '', rightFlag, own)
    await handInFlag(s, w.items[1] ?? '', 'flag{no}', 'second-student')
  }
  s.clock.advance(20 * minute)
})
afterAll(() => s.close())

describe('while the board is frozen', () => {
  it('others do what they do, and nothing that a learner may read or hears of changes by it', async () => {
    const twin = worlds[1]
    const before = await everything()
    const again = await everything()
    const steady = [...before.keys()].filter((what) => before.get(what) === again.get(what))
    expect(steady.length).toBeGreaterThan(before.size * 0.9)
    // what the clock says of the freeze itself is said before anybody does anything
    await sweep(s.db, contestDue(s.platform), s.clock.now)
    const heard: string[] = []
    const stop = await s.db.listen(liveChannel, (payload) => void heard.push(payload))
    for (const [item, as] of [
      [0, 'second-student'],
      [1, 'second-student'],
      [1, 'admin'],
      [2, 'admin'],
    ] as const)
      expect((await handInFlag(s, twin.items[item] ?? '', rightFlag, as)).body.verdict).toBe('right')
    await handInFlag(s, twin.items[2] ?? '', 'flag{nearly}', 'second-student')
    const after = await everything()
    expect(steady.filter((what) => after.get(what) !== before.get(what))).toEqual([])
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(
      heard.filter((text) => text.includes(userId(own)) || /"(?:all|flag-contest|flag-display)"/.test(text)),
    ).toEqual([])
    await stop()
  })

  it('every route of contests says the same of both, to whoever has no right to more', async () => {
    expect(await differences()).toEqual([])
    // and they are not the same to who has it
    expect((await differences(['super'])).length).toBeGreaterThan(3)
  })

  it('what one does oneself is answered alike, and shows alike', async () => {
    for (const [item, text] of [
      [1, 'flag{no}'],
      [1, 'flag{no}'],
      [1, rightFlag],
      [1, rightFlag],
      [2, rightFlag],
    ] as const) {
      const [one, two] = await Promise.all(
        worlds.map(async (w) => mapped((await handInFlag(s, w.items[item] ?? '', text, own)).raw.body, w)),
      )
      expect(two).toBe(one)
    }
    expect(await differences()).toEqual([])
  })

  it('nobody without the right changes a thing, and is refused alike', async () => {
    const found: string[] = []
    for (const [key] of table) {
      const [method, path] = splitKey(key)
      if (method === 'GET' || !ofContests(path) || !path.includes(':')) continue
      for (const as of ['normal', 'second-student', undefined] as const) {
        const answers: string[] = []
        for (const w of worlds)
          for (const params of filled(path, w).slice(0, 1))
            answers.push(mapped((await call(key, params, as, {})).text, w))
        if (answers[0] !== answers[1]) found.push(`${key} ${as ?? 'nobody'}\n${answers.join('\n')}`)
      }
    }
    expect(found).toEqual([])
  })
})

it('the same holds when it is over and the board is still frozen; opened in one alone, the leak is found wherever it is', async () => {
  s.clock.advance(40 * minute)
  expect(await differences()).toEqual([])
  await s.db.query('update contest_run set thawed_at = $2 where id = $1', [worlds[1].id, s.clock.now().toISOString()])
  const leaks = new Set((await differences()).map((text) => text.split(' ').slice(0, 2).join(' ')))
  for (const route of ['GET /contests/:id/board', 'GET /contests/:id/board/:entry', 'GET /contests/:id/display'])
    expect([...leaks]).toContain(route)
})

describe('an edge', () => {
  const at = (ms: number) => new Date(s.clock.now().getTime() + ms).toISOString()
  const scores = async (id: string) =>
    (await s.ok('GET /contests/:id/board', { params: { id } }, 'referee')).rows.filter((r) => r.score > 0).length

  it('of the freeze is its millisecond: what arrives one before is told, and what arrives at it is not', async () => {
    const freezing = 30 * minute * 1000
    const id = await layContest(s, questions, { freeze_at: at(freezing) })
    for (const as of [own, 'admin', 'second-student'] as const) await enter(s, id, as)
    const [first] = await itemsFor(s, id, own)
    const freeze = s.clock.now().getTime() + freezing
    for (const [ms, as] of [
      [-1, own],
      [0, 'admin'],
      [1, 'second-student'],
    ] as const) {
      s.clock.set(new Date(freeze + ms))
      expect((await handInFlag(s, first?.id ?? '', rightFlag, as)).body.held_back).toBe(ms >= 0)
      expect(await scores(id)).toBe(1)
    }
  })

  it('of the thaw is its millisecond: one before all is as it was, and at it all is told', async () => {
    const end = 60 * minute * 1000
    const thaw = s.clock.now().getTime() + 2 * end
    const id = await layContest(s, questions, { freeze_at: at(end / 2), thaw_at: new Date(thaw).toISOString() })
    for (const as of [own, 'admin'] as const) await enter(s, id, as)
    const [first] = await itemsFor(s, id, own)
    s.clock.advance(45 * minute)
    await handInFlag(s, first?.id ?? '', rightFlag, own)
    for (const [ms, n] of [
      [-1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      s.clock.set(new Date(thaw + ms))
      expect(await scores(id)).toBe(n)
    }
  })
})
