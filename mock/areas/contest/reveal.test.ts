/** What a hall is shown of a contest: nothing of what is kept back, until it is shown step by step (check F5). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const people = ['student', 'second-student', 'admin', 'teacher'] as const
const points = (n: number) => n * pointUnit
const hall = (id: string, as: As) => s.ok('GET /contests/:id/display', { params: { id } }, as)
const reveal = (id: string, as: As) => s.ok('GET /contests/:id/reveal', { params: { id } }, as)
const control = (id: string) => s.ok('GET /flag-contests/:id/reveal', { params: { id } }, 'super')
const show = (id: string, shown: number, as: As = 'super') =>
  s.call('POST /flag-contests/:id/reveal', { params: { id }, body: { shown } }, as)
const truth = (id: string) => s.ok('GET /flag-contests/:id/board', { params: { id } }, 'super')

/** Half an hour, then frozen: before that `admin` has one of two challenges, behind it the students have both, one after the other. */
async function frozen() {
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  const id = await layContest(s, await layChallenges(s, 2), { freeze_at: at(30) })
  for (const as of people) await enter(s, id, as)
  const [one, two] = (await itemsFor(s, id, 'student')).map((i) => i.id) as [string, string]
  s.clock.advance(600)
  await handInFlag(s, one, rightFlag, 'admin')
  s.clock.advance(1200)
  for (const [item, as] of [
    [one, 'student'],
    [two, 'student'],
    [two, 'second-student'],
  ] as const) {
    s.clock.advance(60)
    expect((await handInFlag(s, item, rightFlag, as)).body.verdict).toBe('right')
  }
  return { id, one, two }
}
const finish = (id: string) => s.ok('POST /flag-contests/:id/finish', { params: { id }, body: {} }, 'super')

beforeEach(() => s.clock.advance(flagLimits.per + 1))

describe('a board on a big screen', () => {
  it('shows ranks, the last solves and the graph as they were at the freeze, to its staff as well', async () => {
    const { id } = await frozen()
    const shown = await hall(id, 'student')
    expect(shown.rows.map((r) => r.score)).toEqual([525, 0, 0, 0].map(points))
    expect(shown.solves).toHaveLength(1)
    expect(shown.solves[0]).toMatchObject({ first: true, entry: shown.rows[0]?.name })
    expect(shown.graph.ids).toEqual([shown.rows[0]?.id])
    expect(shown.graph.points[0]?.scores).toEqual([0])
    expect(shown.graph.points.at(-1)).toEqual({ at: shown.frozen_at, scores: [points(525)] })
    expect(await hall(id, 'super')).toEqual(shown)
  })

  it('names no challenge that is not open to everybody', async () => {
    const [one = '', two = ''] = await layChallenges(s, 2)
    const base = { category: 'Web', curve: 'static', most: 500 } as const
    const id = await layContest(s, [], {
      items: [
        { ...base, question_id: one },
        { ...base, question_id: two, requires: [one] },
      ],
    })
    await enter(s, id, 'student')
    const [first] = await itemsFor(s, id, 'student')
    await handInFlag(s, first?.id ?? '', rightFlag, 'student')
    const next = (await itemsFor(s, id, 'student')).find((i) => i.id !== first?.id)
    await handInFlag(s, next?.id ?? '', rightFlag, 'student')
    const { solves } = await hall(id, 'student')
    expect(solves.map((x) => x.item).toSorted()).toEqual(['', first?.title])
  })

  it('is shown to who may see the contest alone, and is empty where the board is not public', async () => {
    const id = await layContest(s, await layChallenges(s, 1), { board: 'participants' })
    await enter(s, id, 'student')
    expect(await hall(id, 'student')).toMatchObject({ hidden: false, rows: [{ rank: 1 }] })
    expect(await hall(id, 'second-student')).toMatchObject({ hidden: true, rows: [], solves: [] })
    expect(await hall(id, 'super')).toMatchObject({ hidden: false })
    await s.ok(
      'PUT /flag-contests/:id/audience',
      { params: { id }, body: { all: false, orgs: [], roles: [], teams: [], users: [], version: 2 } as never },
      'super',
    )
    const refused = await s.call('GET /contests/:id/display', { params: { id } }, 'second-student')
    expect([refused.status, refused.problem.code]).toEqual([404, 'not_found'])
    expect((await s.call('GET /contests/:id/reveal', { params: { id } }, 'second-student')).status).toBe(404)
  })
})

describe('a reveal', () => {
  it('waits for the end, and is nobody’s but who may open the board', async () => {
    const { id } = await frozen()
    expect((await control(id)).can).toBe(false)
    expect((await show(id, 1)).problem.code).toBe('not_allowed_in_state')
    await finish(id)
    expect((await show(id, 1, 'student')).status).toBe(403)
    expect((await s.call('GET /flag-contests/:id/reveal', { params: { id } }, 'student')).status).toBe(403)
    expect(await reveal(id, 'student')).toMatchObject({ state: 'waiting', event: null })
  })

  it('shows spectators what was shown and nothing more, until its last step is the final board', async () => {
    const { id, one } = await frozen()
    await finish(id)
    const board = () => s.ok('GET /contests/:id/board', { params: { id } }, 'teacher')
    const before = await board()
    const { steps, stops } = await control(id)
    const told = []
    for (let shown = 1; shown < steps; shown += 1) {
      const { next } = await control(id)
      expect((await show(id, shown)).body).toMatchObject({ shown, event: next })
      const seen = await reveal(id, 'second-student')
      expect(seen).toMatchObject({ state: 'going', event: next })
      told.push(seen)
      // every other page knows nothing of it yet
      expect({ ...(await board()), now: '' }).toEqual({ ...before, now: '' })
    }
    const gains = told.filter((x) => x.event?.is === 'gain').map((x) => x.event)
    const title = (await itemsFor(s, id, 'student')).find((i) => i.id === one)?.title ?? ''
    expect(gains.some((e) => e?.item === title && e.amount > 0)).toBe(true)
    expect(stops.length).toBeGreaterThan(0)
    for (const n of stops.filter((n) => n < steps)) expect(told[n - 1]?.event?.is).toBe('award')

    expect((await show(id, steps)).body.can).toBe(false)
    const end = await reveal(id, 'second-student')
    const final = (await truth(id)).rows.map(({ id, rank, score }) => ({ id, rank, score }))
    expect(end.rows.map(({ id, rank, score }) => ({ id, rank, score }))).toEqual(final)
    expect((await board()).rows.map(({ id, rank, score }) => ({ id, rank, score }))).toEqual(final)
    expect(end).toMatchObject({ state: 'over', event: { is: 'award', id: final[0]?.id } })
    expect(end.event?.awards.map((a) => a.is)).toContain('winner')
    expect((await show(id, 1)).status).toBe(409)
  })

  it('goes back to what everybody knew, and begins anew when scores were changed meanwhile', async () => {
    const { id } = await frozen()
    await finish(id)
    const { steps, rows } = await control(id)
    await show(id, 3)
    expect((await show(id, 0)).body).toMatchObject({ shown: 0, event: null, rows })
    expect(await reveal(id, 'student')).toMatchObject({ state: 'waiting' })
    await show(id, 3)
    const last = (await truth(id)).rows.at(-1)?.id ?? ''
    const body = { reason: 'Shared a flag' }
    await s.ok('POST /contest-entries/:id/ban', { params: { id: last }, body }, 'super')
    const now = await control(id)
    expect(now).toMatchObject({ shown: 0, changed: true, can: true })
    expect(now.steps).toBeLessThan(steps)
    expect((await reveal(id, 'student')).event).not.toBeNull()
    expect((await show(id, 1)).body).toMatchObject({ shown: 1, changed: false })
  })
})
