/** Arenas on a whole server with a clock that is moved by hand: borders of seasons, what is brought along, events, and what is closed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { seasonGrace } from '#src/contract/contest/season.ts'
import type { ArenaBody } from '#src/contract/contest/arena.schema.ts'
import { ArenaBody as ArenaRules } from '#src/contract/contest/arena.schema.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { everybody } from '#tests/support/exam.ts'
import { arenaDue } from './settle.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())
// whoever tried wrong flags in another test may try again
beforeEach(() => s.clock.advance(flagLimits.per + 1))

const points = (n: number) => n * pointUnit
const minutes = (n: number) => new Date(s.clock.now().getTime() + n * 60_000).toISOString()

type Items = NonNullable<ArenaBody['items']>
/** An arena for everybody with two seasons of an hour each that follow one another, the first from now; challenges are worth 500. */
async function layArena(n: number, more: Partial<ArenaBody> = {}, item: Partial<Items[number]> = {}): Promise<string> {
  const items = (await layChallenges(s, n)).map((question_id) => ({
    question_id,
    category: 'Web',
    blood: false,
    ...item,
  }))
  const body: ArenaBody = {
    name: `Arena ${s.platform.newId().slice(-12)}`,
    seasons: [
      { name: 'Spring', starts_at: minutes(0), ends_at: minutes(60) },
      { name: 'Autumn', starts_at: minutes(60), ends_at: minutes(120), carry: 200 },
    ],
    items,
    ...more,
  }
  const { id } = await s.ok('POST /arenas', { body }, 'super')
  await s.ok('PUT /arenas/:id/audience', { params: { id }, body: { ...everybody, version: 1 } as never }, 'super')
  return id
}
const join = (id: string, as: As) => s.call('POST /my-arenas/:id/join', { params: { id }, body: {} }, as)
const detail = (id: string, as: As = 'student') => s.ok('GET /my-arenas/:id', { params: { id } }, as)
const ladder = async (id: string, as: As = 'student', season?: string) =>
  (await s.ok('GET /my-arenas/:id/ladder', { params: { id }, query: (season ? { season } : {}) as never }, as)).items
const itemsIn = async (id: string, as: As) => (await s.ok('GET /my-arenas/:id/items', { params: { id } }, as)).items
/** What the clock does to it, as the sweep of the server would. */
const settle = (id: string) => s.db.tx(async (q) => void (await arenaDue(s.platform)['arena.turn']?.(q, id)))
const dueAt = async (id: string) =>
  (await s.db.query<{ at: string }>(`select at from due where kind = 'arena.turn' and ref = $1`, [id])).rows.map((r) =>
    new Date(r.at).toISOString(),
  )[0]

describe('a season', () => {
  it('takes what arrives in it: a millisecond before its end it is the old one’s, at the end the next one’s', async () => {
    const id = await layArena(2)
    for (const as of ['student', 'second-student'] as const) expect((await join(id, as)).status).toBe(200)
    const [first, second] = await itemsIn(id, 'student')
    const end = Date.parse(minutes(60))
    s.clock.set(new Date(end - 1))
    expect((await handInFlag(s, first?.id ?? '', rightFlag, 'student')).body).toMatchObject({
      verdict: 'right',
      worth: points(500),
    })
    s.clock.set(new Date(end))
    expect((await handInFlag(s, second?.id ?? '', rightFlag, 'second-student')).body.verdict).toBe('right')
    const { seasons } = await detail(id)
    const [spring, autumn] = seasons
    expect((await ladder(id, 'student', spring?.id)).filter((r) => r.score > 0).map((r) => [r.score, r.mine])).toEqual([
      [points(500), true],
    ])
    expect((await ladder(id, 'student', autumn?.id)).filter((r) => r.score > 0).map((r) => r.mine)).toEqual([false])
    expect(seasons.map((x) => x.state)).toEqual(['closing', 'open'])
  })

  it('counts a challenge once: solved in one season it is solved in the next', async () => {
    const id = await layArena(1)
    await join(id, 'student')
    const [item] = await itemsIn(id, 'student')
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    s.clock.advance(3600)
    expect(await itemsIn(id, 'student')).toMatchObject([{ state: 'solved', worth: null }])
    expect((await handInFlag(s, item?.id ?? '', rightFlag, 'student')).body.verdict).toBe('already')
    expect((await ladder(id)).filter((r) => r.score > 0)).toEqual([])
  })

  it('is closed a minute after its end, with a digest, and brings its share along', async () => {
    const id = await layArena(1)
    await join(id, 'student')
    const [item] = await itemsIn(id, 'student')
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    const end = Date.parse((await detail(id)).seasons[0]?.ends_at ?? '')
    expect(await dueAt(id)).toBe(new Date(end).toISOString())
    s.clock.set(new Date(end + seasonGrace - 1))
    await settle(id)
    expect((await detail(id)).seasons[0]).toMatchObject({ state: 'closing', digest: null, winners: [] })
    expect(await dueAt(id)).toBe(new Date(end + seasonGrace).toISOString())
    s.clock.set(new Date(end + seasonGrace))
    await settle(id)
    await settle(id)
    const after = await detail(id)
    expect(after.seasons[0]).toMatchObject({
      state: 'closed',
      checked: true,
      winners: [{ rank: 1, score: points(500), mine: true }],
      mine: { rank: 1, score: points(500) },
    })
    expect(after.seasons[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
    // 200 thousandths of 500, once
    expect([after.mine?.score, after.carried]).toEqual([points(100), points(100)])
  })

  it('never changes once it is closed: not by the database, a ban, a changed name or what comes late', async () => {
    const id = await layArena(2)
    await join(id, 'student')
    const [item] = await itemsIn(id, 'student')
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    s.clock.advance(3600 + seasonGrace / 1000)
    await settle(id)
    const { seasons } = await detail(id)
    const [closed] = seasons
    for (const sql of [
      `update contest_season set standing = '[]' where run_id = $1`,
      `update contest_season set ends_at = now() where run_id = $1`,
      `update contest_season set carry = 999 where run_id = $1`,
    ])
      await expect(s.db.query(sql, [closed?.id])).rejects.toThrow('closed season')
    const [row] = await ladder(id, 'student', closed?.id)
    await s.ok('POST /contest-entries/:id/ban', { params: { id: row?.id ?? '' }, body: { reason: 'Shared' } }, 'super')
    await s.db.query(`update contest_participant set name = 'Somebody else' where id = $1`, [row?.id])
    expect((await detail(id, 'second-student')).seasons[0]).toMatchObject({
      digest: closed?.digest,
      checked: true,
      winners: [{ score: points(500), name: closed?.winners[0]?.name }],
    })
    // in the season that goes on they are off the ladder, with what they brought along
    expect(await ladder(id, 'second-student')).toEqual([])
    await s.ok(
      'POST /contest-entries/:id/unban',
      { params: { id: row?.id ?? '' }, body: { reason: 'Not so' } },
      'super',
    )
    expect((await ladder(id, 'second-student')).map((r) => r.score)).toEqual([points(100)])
  })

  it('tells when its ledger does not come to its digest any more', async () => {
    const id = await layArena(1)
    await join(id, 'student')
    const [item] = await itemsIn(id, 'student')
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    s.clock.advance(3600 + seasonGrace / 1000)
    await settle(id)
    const run = (await detail(id)).seasons[0]?.id
    expect((await detail(id)).seasons[0]?.checked).toBe(true)
    // the ledger takes rows, so somebody at the database could add one
    await s.db.query(
      `insert into contest_ledger (run_id, seq, at, kind, participant_id, amount, cause, rule_version, by)
       select run_id, seq + 100, at, 'points', participant_id, 1, 'adjust', 1, '' from contest_ledger where run_id = $1 and kind = 'hold'`,
      [run],
    )
    expect((await detail(id)).seasons[0]?.checked).toBe(false)
  })

  it('that has begun keeps what it is, and a challenge that was open its value', async () => {
    const id = await layArena(2, {}, { opens_at: null })
    const had = await s.ok('GET /arenas/:id', { params: { id } }, 'super')
    const written = Object.fromEntries(Object.entries(had).filter(([key]) => key in ArenaRules.shape))
    const edit = async (more: object) => {
      const { status, problem } = await s.call(
        'PUT /arenas/:id',
        { params: { id }, body: { ...written, version: had.version, ...more } as never },
        'super',
      )
      return [status, ...(problem.details?.fields?.map((f: { path: string; rule: string }) => [f.path, f.rule]) ?? [])]
    }
    const [spring, autumn] = had.seasons
    const [item, other] = had.items
    expect(await edit({ seasons: [{ ...spring, carry: 500 }, autumn] })).toEqual([422, ['seasons.0', 'season_begun']])
    expect(await edit({ seasons: [autumn] })).toEqual([422, ['seasons.0', 'season_begun']])
    expect(await edit({ items: [{ ...item, most: 900 }, other] })).toEqual([422, ['items.0', 'arena_item_opened']])
    expect(await edit({ items: [other] })).toEqual([422, ['items', 'arena_item_opened']])
    s.clock.advance(60)
    expect(
      await edit({ items: [{ ...item, retires_at: minutes(-1) }, other], seasons: [spring, { ...autumn, carry: 0 }] }),
    ).toEqual([200])
  })
})

describe('a challenge', () => {
  it('is not there before it opens, and for practice once it is retired: judged, and nothing of it is kept', async () => {
    const id = await layArena(1, {}, { opens_at: minutes(10), retires_at: minutes(20) })
    await join(id, 'student')
    expect(await itemsIn(id, 'student')).toEqual([])
    s.clock.set(new Date(Date.parse(minutes(10)) - 1))
    const { rows } = await s.db.query<{ id: string }>('select id from contest_item where contest_id = $1', [id])
    const item = rows[0]?.id ?? ''
    expect((await handInFlag(s, item, rightFlag, 'student')).status).toBe(404)
    s.clock.advance(0.001)
    expect(await itemsIn(id, 'student')).toMatchObject([{ id: item, state: 'open', retired: false }])
    s.clock.advance(600)
    expect(await itemsIn(id, 'student')).toMatchObject([{ id: item, state: 'open', retired: true }])
    expect((await handInFlag(s, item, 'flag{no}', 'student')).body.verdict).toBe('wrong')
    expect((await handInFlag(s, item, rightFlag, 'student')).body).toMatchObject({ verdict: 'right', worth: null })
    expect((await ladder(id)).filter((r) => r.score > 0)).toEqual([])
    const kept = await s.db.query(
      'select 1 from contest_submission x join contest_item i on i.id = x.item_id where i.contest_id = $1',
      [id],
    )
    expect(kept.rows).toEqual([])
  })

  it('is nobody’s who is not on the ladder, and is not practised elsewhere until it is retired', async () => {
    const [question = ''] = await layChallenges(s, 1)
    const id = await layArena(0, { items: [{ question_id: question, category: 'Web', retires_at: minutes(30) }] })
    const practised = async () =>
      (await s.call('GET /practice-flags/:id', { params: { id: question }, query: {} as never }, 'second-student'))
        .status
    expect(await itemsIn(id, 'student')).toEqual([])
    expect(await practised()).toBe(404)
    expect((await s.call('DELETE /flag-challenges/:id', { params: { id: question } }, 'super')).problem.code).toBe(
      'in_use',
    )
    s.clock.advance(1800)
    expect(await practised()).toBe(200)
  })
})

describe('an event', () => {
  it('brings each person of a roster points for its final place, once, and enters who was not in', async () => {
    const people = ['student', 'second-student', 'teacher'] as const
    const team = await s.ok(
      'POST /teams',
      { body: { name: 'Event foxes', member_ids: [userId('student'), userId('second-student')] } },
      'super',
    )
    const contest = await layContest(s, await layChallenges(s, 1), {
      mode: 'team',
      team_least: 1,
      team_most: 3,
      ends_at: minutes(30),
      register_until: minutes(30),
    })
    const alone = await s.ok('POST /teams', { body: { name: 'Lone wolf', member_ids: [userId('teacher')] } }, 'super')
    await enter(s, contest, 'student', { team_id: team.id })
    await enter(s, contest, 'teacher', { team_id: alone.id })
    const [item] = await itemsFor(s, contest, 'student')
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    const id = await layArena(0, { items: [], events: [{ kind: 'flag-contest', ref: contest, weight: 200 }] })
    await join(id, 'student')
    await settle(id)
    expect((await detail(id)).events).toMatchObject([{ state: 'running', mine: null }])
    s.clock.advance(30 * 60)
    await settle(id)
    await settle(id)
    // 2 took part: 200 for the first, 100 for the second
    expect((await ladder(id)).map((r) => r.score)).toEqual([200, 200, 100].map(points))
    for (const [n, as] of people.entries())
      expect((await detail(id, as)).events).toMatchObject([
        { state: 'counted', season: 'Spring', mine: points(n < 2 ? 200 : 100) },
      ])
  })

  it('that is final only after its season was closed counts in the one that goes on', async () => {
    const contest = await layContest(s, await layChallenges(s, 1), {
      ends_at: minutes(59),
      register_until: minutes(59),
      freeze_at: minutes(30),
    })
    await enter(s, contest, 'student')
    const id = await layArena(0, { items: [], events: [{ kind: 'flag-contest', ref: contest, weight: 50 }] })
    s.clock.advance(3600 + seasonGrace / 1000)
    await settle(id)
    expect((await detail(id)).events).toMatchObject([{ state: 'over', mine: null }])
    await s.ok('POST /flag-contests/:id/thaw', { params: { id: contest }, body: {} }, 'super')
    await settle(id)
    const { seasons, events } = await detail(id)
    expect(events).toMatchObject([{ state: 'counted', season: 'Autumn', mine: points(50) }])
    expect(seasons[0]).toMatchObject({ state: 'closed', checked: true, winners: [] })
  })
})

describe('the ladder', () => {
  it('is told to whom the arena is shown, and not climbed by its organisers', async () => {
    const id = await layArena(1, { organisers: [userId('teacher')] })
    expect((await join(id, 'teacher')).problem.code).toBe('contest_entry_closed')
    expect((await join(id, 'student')).status).toBe(200)
    expect((await join(id, 'student')).problem.code).toBe('contest_entered')
    const hidden = await s.ok(
      'POST /arenas',
      { body: { name: 'Nobody sees it', seasons: [{ name: 'One', starts_at: minutes(0), ends_at: minutes(60) }] } },
      'super',
    )
    for (const call of [
      s.call('GET /my-arenas/:id', { params: { id: hidden.id } }, 'student'),
      s.call('GET /my-arenas/:id/ladder', { params: { id: hidden.id }, query: {} as never }, 'student'),
      join(hidden.id, 'student'),
    ])
      expect((await call).status).toBe(404)
  })

  it('of an arena without a season is empty, and whoever joins it waits', async () => {
    const id = await layArena(1, { seasons: [] })
    expect((await join(id, 'student')).body).toMatchObject({ season: null, can: [], mine: null })
    expect([await itemsIn(id, 'student'), await ladder(id)]).toEqual([[], []])
  })

  it('tells how a rank went, and the overview where one stands', async () => {
    const id = await layArena(1)
    await join(id, 'student')
    const [item] = await itemsIn(id, 'student')
    s.clock.advance(1800)
    await handInFlag(s, item?.id ?? '', rightFlag, 'student')
    s.clock.advance(1799)
    const { points: history } = await s.ok('GET /my-arenas/:id/history', { params: { id } }, 'student')
    expect(history.at(-1)).toMatchObject({ rank: 1, score: points(500) })
    const { items } = await s.ok('GET /my-contests', { query: { page_size: 100 } as never }, 'student')
    expect(items.find((c) => c.id === id)).toMatchObject({
      kind: 'arena',
      rank: 1,
      score: points(500),
      solved: 1,
      firsts: 1,
    })
  })
})
