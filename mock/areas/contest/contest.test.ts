/** Flag contests on a whole server with a clock that is moved by hand: values, the ledger, the freeze, and who may do what (checks F1, F2, F7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { scoresOf, boardOf } from '#src/contract/contest/score.ts'
import { FlagContestBody } from '#src/contract/contest/flagContest.schema.ts'
import { FlagBody } from '#src/contract/bank/question.schema.ts'
import { ledgerUpTo } from '#src/contract/contest/solve.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { contestOf, itemsOf, ruleOf } from './contest.ts'
import { wholeLedger } from './view.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const points = (n: number) => n * pointUnit
const everyone = ['student', 'second-student', 'admin', 'teacher'] as const
async function begun(more: Parameters<typeof layContest>[2] = {}, item: Parameters<typeof layContest>[3] = {}) {
  const id = await layContest(s, await layChallenges(s, 1), more, item)
  for (const as of everyone) expect((await enter(s, id, as)).status).toBe(200)
  const [first] = await itemsFor(s, id, 'student')
  return { id, item: first?.id ?? '' }
}
const boardFor = (id: string, as: As) => s.ok('GET /contests/:id/board', { params: { id } }, as)
const truth = (id: string) => s.ok('GET /flag-contests/:id/board', { params: { id } }, 'super')
const ledger = async (id: string) => wholeLedger(s.db, await contestOf(s.db, id))

/** What of a row people write. */
const written = (schema: { shape: object }, row: object) => ({
  ...Object.fromEntries(Object.entries(row).filter(([key]) => key in schema.shape)),
  version: (row as { version: number }).version,
})

describe('a solve', () => {
  it('is worth 500 at first, with 525, 515 and 505 for the first three of a static challenge', async () => {
    const { id, item } = await begun({}, { curve: 'static' })
    for (const [as, worth] of [
      ['student', 525],
      ['second-student', 515],
      ['admin', 505],
      ['teacher', 500],
    ] as const) {
      const { body } = await handInFlag(s, item, rightFlag, as)
      expect(body).toMatchObject({ verdict: 'right', worth: points(worth) })
    }
    expect((await boardFor(id, 'student')).rows.map((r) => [r.rank, r.score])).toEqual(
      [525, 515, 505, 500].map((n, i) => [i + 1, points(n)]),
    )
  })

  it('writes two rows however many solved before, and prices it anew for everybody', async () => {
    const { id, item } = await begun()
    for (const as of everyone) await handInFlag(s, item, ` ${rightFlag}\n`, as)
    const rows = await ledger(id)
    expect(rows.map((r) => r.kind)).toEqual(everyone.flatMap(() => ['hold', 'price']))
    expect(rows.map((r) => r.seq)).toEqual(rows.map((_r, n) => n + 1))
    // 470 for each, and 50, 30 and 10 thousandths of it
    expect((await truth(id)).rows.map((r) => r.score)).toEqual([470 + 23, 470 + 14, 470 + 4, 470].map(points))
    const [mine] = (await boardFor(id, 'student')).rows
    const why = await s.ok('GET /contests/:id/board/:entry', { params: { id, entry: mine?.id ?? '' } }, 'admin')
    expect(why.items).toMatchObject([{ price: points(470), bonus: points(23), blood: 1, solves: 4, curve: 'linear' }])
  })

  it('counts once, also when a team hands it in many times at once', async () => {
    const team = await s.ok(
      'POST /teams',
      { body: { name: 'Red pandas', member_ids: [userId('student'), userId('second-student')] } },
      'super',
    )
    const id = await layContest(s, await layChallenges(s, 1), { mode: 'team', team_least: 2, team_most: 3 })
    expect((await enter(s, id, 'second-student', { team_id: team.id })).problem.details).toMatchObject({
      fields: [{ path: 'team_id', rule: 'team_led' }],
    })
    expect((await enter(s, id, 'student', { team_id: team.id })).status).toBe(200)
    const [first] = await itemsFor(s, id, 'second-student')
    const done = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        handInFlag(s, first?.id ?? '', rightFlag, n % 2 ? 'student' : 'second-student'),
      ),
    )
    expect(done.map((d) => d.body.verdict).sort()).toEqual([...Array.from({ length: 11 }, () => 'already'), 'right'])
    expect((await ledger(id)).map((r) => [r.seq, r.kind])).toEqual([
      [1, 'hold'],
      [2, 'price'],
    ])
  })

  it('has its place in the ledger by the order of commits under parallel submissions', async () => {
    const id = await layContest(s, await layChallenges(s, 3))
    for (const as of everyone) await enter(s, id, as)
    const items = await itemsFor(s, id, 'student')
    await Promise.all(everyone.flatMap((as) => items.map((i) => handInFlag(s, i.id, rightFlag, as))))
    const rows = await ledger(id)
    expect(rows.map((r) => r.seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
    const prices = rows.flatMap((r) => (r.kind === 'price' ? [[r.item, r.amount]] : []))
    for (const i of items)
      expect(prices.filter(([item]) => item === i.id).map(([, n]) => n)).toEqual([500, 490, 480, 470].map(points))
  })
})

describe('the ledger', () => {
  it('is only added to, whoever asks the database', async () => {
    const { id, item } = await begun()
    await handInFlag(s, item, rightFlag, 'student')
    const changes = ['update contest_ledger set amount = 0', 'delete from contest_ledger', 'truncate contest_ledger']
    for (const sql of changes) await expect(s.db.query(sql)).rejects.toThrow('append-only')
    expect(await ledger(id)).toHaveLength(2)
  })

  it('is what it would be had it been reckoned from the solves alone', async () => {
    const { id, item } = await begun()
    for (const as of everyone) await handInFlag(s, item, rightFlag, as)
    const contest = await contestOf(s.db, id)
    const rules = new Map((await itemsOf(s.db, id)).map((i) => [i.id, ruleOf(i, contest)]))
    const rows = await ledger(id)
    const anew = ledgerUpTo(rows, Number.POSITIVE_INFINITY, rules)
    expect(boardOf(scoresOf(anew))).toEqual(boardOf(scoresOf(rows)))
  })

  it('passes bonuses on when somebody is banned, prices anew, and takes nothing from who comes back', async () => {
    const { id, item } = await begun()
    for (const as of everyone) await handInFlag(s, item, rightFlag, as)
    const before = await truth(id)
    const first = before.rows[0]?.id ?? ''
    const decide = (word: 'ban' | 'unban') =>
      s.ok(`POST /contest-entries/:id/${word}`, { params: { id: first }, body: { reason: 'Shared a flag' } }, 'super')
    expect((await decide('ban')).status).toBe('banned')
    // 480 for the three who are left
    expect((await truth(id)).rows.map((r) => r.score)).toEqual([480 + 24, 480 + 14, 480 + 4].map(points))
    expect((await handInFlag(s, item, rightFlag, 'student')).status).toBe(404)
    await decide('unban')
    expect((await truth(id)).rows).toEqual(before.rows)
  })
})

describe('what is handed in', () => {
  it('is wrong once however often it comes, and limited to ten wrong ones a minute', async () => {
    s.clock.advance(flagLimits.per + 1)
    const { item } = await begun()
    expect((await handInFlag(s, item, 'flag{no}', 'student')).body).toMatchObject({ verdict: 'wrong', again: false })
    expect((await handInFlag(s, item, ' flag{no} ', 'student')).body).toMatchObject({ verdict: 'wrong', again: true })
    for (let n = 0; n < 9; n++)
      expect((await handInFlag(s, item, `flag{no ${n}}`, 'student')).body.verdict).toBe('wrong')
    const limited = (await handInFlag(s, item, rightFlag, 'student')).body
    expect(limited.verdict).toBe('limited')
    expect(limited.wait).toBeGreaterThan(0)
    s.clock.advance(flagLimits.per + 1)
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('right')
  })

  it('is locked out after as many wrong ones as the challenge allows, of the whole entry', async () => {
    s.clock.advance(flagLimits.per + 1)
    const { item } = await begun({}, { attempts: 2 })
    expect((await handInFlag(s, item, 'a', 'student')).body.left).toBe(1)
    expect((await handInFlag(s, item, 'b', 'student')).body.left).toBe(0)
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('limited')
    expect((await handInFlag(s, item, rightFlag, 'admin')).body.verdict).toBe('right')
  })

  it('is of another when it was made for another, and recorded', async () => {
    s.clock.advance(flagLimits.per + 1)
    const flag = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'team' } as const
    const id = await layContest(s, await layChallenges(s, 1, { flag }))
    for (const as of everyone) await enter(s, id, as)
    const [first] = await itemsFor(s, id, 'student')
    const [mine, other] = await Promise.all([madeOf(id, 'student'), madeOf(id, 'admin')])
    expect((await handInFlag(s, first?.id ?? '', other, 'student')).body.verdict).toBe('wrong')
    expect((await handInFlag(s, first?.id ?? '', mine, 'student')).body.verdict).toBe('right')
    const { items } = await s.ok('GET /flag-contests/:id/submissions', { params: { id }, query: {} as never }, 'super')
    expect(items.map((i) => [i.verdict, i.made_for !== ''])).toEqual([
      ['right', false],
      ['wrong', true],
    ])
  })

  it('is late from the end on, and nothing is taken while it pauses', async () => {
    s.clock.advance(flagLimits.per + 1)
    const { id, item } = await begun()
    await s.ok('POST /flag-contests/:id/pause', { params: { id }, body: {} }, 'super')
    expect((await handInFlag(s, item, rightFlag, 'student')).status).toBe(409)
    s.clock.advance(30 * 60)
    const after = await s.ok('POST /flag-contests/:id/recover', { params: { id }, body: {} }, 'super')
    expect(Date.parse(after.end_at) - Date.parse(after.ends_at)).toBe(30 * 60_000)
    s.clock.set(new Date(Date.parse(after.end_at) - 1))
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('right')
    s.clock.set(after.end_at)
    expect((await handInFlag(s, item, rightFlag, 'admin')).body.verdict).toBe('late')
    expect((await truth(id)).rows.filter((r) => r.score > 0)).toHaveLength(1)
  })
})

async function madeOf(id: string, as: (typeof everyone)[number]): Promise<string> {
  const { flagKeys } = await import('../bank/flag/seal.ts')
  const { madeFlag } = await import('../bank/flag/make.ts')
  const { flagRuleOf } = await import('../bank/flag/inScene.ts')
  const keys = await flagKeys(s.platform)
  const [item] = await itemsOf(s.db, id)
  const rule = flagRuleOf(item?.data.flag, keys)
  if (rule.kind !== 'dynamic') throw new Error('not made')
  const { rows } = await s.db.query<{ participant_id: string }>(
    'select participant_id from contest_member where contest_id = $1 and user_id = $2',
    [id, userId(as)],
  )
  return madeFlag(rule, item?.question_id ?? '', rows[0]?.participant_id ?? '', keys)
}

describe('a frozen board', () => {
  const frozen = async () => {
    s.clock.advance(flagLimits.per + 1)
    const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
    const contest = await begun({ freeze_at: at(30) })
    await handInFlag(s, contest.item, rightFlag, 'admin')
    s.clock.advance(30 * 60)
    return contest
  }
  /** All that a learner is told of a contest. */
  const told = async (id: string, item: string, as: As) => {
    const board = await boardFor(id, as)
    return JSON.stringify([
      board,
      await itemsFor(s, id, as),
      await s.ok('GET /contest-items/:id', { params: { id: item }, query: {} as never }, as),
      await s.ok('GET /contests/:id', { params: { id } }, as),
      await Promise.all(
        board.rows.map((r) => s.ok('GET /contests/:id/board/:entry', { params: { id, entry: r.id } }, as)),
      ),
    ])
  }

  it('tells nobody what others did since: board, values, counts, solvers and reasons are the same byte for byte', async () => {
    const { id, item } = await frozen()
    const before = await told(id, item, 'student')
    expect((await handInFlag(s, item, rightFlag, 'second-student')).body).toMatchObject({
      held_back: true,
      worth: null,
      blood: null,
    })
    await handInFlag(s, item, rightFlag, 'teacher')
    expect(await told(id, item, 'student')).toBe(before)
    expect((await truth(id)).rows.filter((r) => r.score > 0)).toHaveLength(3)
  })

  it('shows one’s own solve, its points with everybody’s, and the same whatever others did', async () => {
    s.clock.advance(flagLimits.per + 1)
    const freeze_at = new Date(s.clock.now().getTime() + 30 * 60_000).toISOString()
    const [one, two] = [await begun({ freeze_at }), await begun({ freeze_at })]
    for (const { item } of [one, two]) await handInFlag(s, item, rightFlag, 'admin')
    s.clock.advance(30 * 60)
    await handInFlag(s, two.item, rightFlag, 'second-student')
    const [alone, after] = [
      (await handInFlag(s, one.item, rightFlag, 'student')).body,
      (await handInFlag(s, two.item, rightFlag, 'student')).body,
    ]
    expect(after).toEqual(alone)
    const mine = await itemsFor(s, two.id, 'student')
    expect(mine).toMatchObject([{ state: 'solved', held_back: true, worth: null, solves: 2, value: points(500) }])
    const row = (await boardFor(two.id, 'student')).rows.find((r) => r.mine)
    expect(row).toMatchObject({ score: 0, held_back: 1 })
  })

  it('shows all to its staff meanwhile, and to everybody when it is thawed after the end', async () => {
    const { id, item } = await frozen()
    await handInFlag(s, item, rightFlag, 'student')
    const act = (word: 'thaw' | 'finish') =>
      s.call(`POST /flag-contests/:id/${word}`, { params: { id }, body: {} }, 'super')
    expect((await act('thaw')).status).toBe(409)
    await act('finish')
    expect((await boardFor(id, 'teacher')).frozen_at).not.toBeNull()
    expect((await boardFor(id, 'teacher')).rows.filter((r) => r.score > 0)).toHaveLength(1)
    expect((await act('thaw')).status).toBe(200)
    expect((await boardFor(id, 'teacher')).rows).toMatchObject(
      (await truth(id)).rows.map(({ score, rank }) => ({ score, rank })),
    )
  })

  it('stays frozen from the same instant when a pause comes after it', async () => {
    const { id, item } = await frozen()
    await handInFlag(s, item, rightFlag, 'student')
    await s.ok('POST /flag-contests/:id/pause', { params: { id }, body: {} }, 'super')
    s.clock.advance(600)
    await s.ok('POST /flag-contests/:id/recover', { params: { id }, body: {} }, 'super')
    expect((await boardFor(id, 'teacher')).rows.filter((r) => r.score > 0)).toHaveLength(1)
  })

  it('is nobody’s but its staff’s where it is hidden until the end', async () => {
    const { id, item } = await begun({ board: 'hidden' })
    await handInFlag(s, item, rightFlag, 'student')
    expect(await boardFor(id, 'admin')).toMatchObject({ hidden: true, rows: [{ mine: true }] })
    expect(await itemsFor(s, id, 'admin')).toMatchObject([{ solves: 0, value: points(500) }])
    s.clock.advance(3600)
    expect((await boardFor(id, 'admin')).rows.filter((r) => r.score > 0)).toHaveLength(1)
  })
})

describe('a challenge', () => {
  it('is told to nobody before the start, before its opening, or without an entry', async () => {
    const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
    const secret = 'CANARY-contest-text'
    const questions = await layChallenges(s, 1, { stem: secret })
    const id = await layContest(s, questions, { starts_at: at(10), ends_at: at(70) }, { opens_after: 5 })
    await enter(s, id, 'student')
    const item = (await itemsOf(s.db, id))[0]?.id ?? ''
    const asked = async (as: As) => [
      JSON.stringify((await s.call('GET /contests', { query: {} as never }, as)).body),
      JSON.stringify((await s.call('GET /contests/:id/items', { params: { id } }, as)).body),
      (await s.call('GET /contest-items/:id', { params: { id: item }, query: {} as never }, as)).status,
      (await handInFlag(s, item, rightFlag, as)).status,
    ]
    for (const minutes of [0, 9, 14])
      for (const as of ['student', 'admin'] as const) {
        s.clock.set(at(0))
        s.clock.advance(minutes * 60)
        const [list, items, text, handed] = await asked(as)
        expect([list, items].join('')).not.toContain(secret)
        expect(items).not.toContain(item)
        expect([text, handed]).toEqual([404, 404])
        s.clock.advance(-minutes * 60)
      }
    s.clock.advance(16 * 60)
    const open = await s.ok('GET /contest-items/:id', { params: { id: item }, query: {} as never }, 'student')
    expect(open.question.stem).toBe(secret)
    expect(JSON.stringify(open)).not.toContain('RIGHT')
    expect((await s.call('GET /contest-items/:id', { params: { id: item }, query: {} as never }, 'admin')).status).toBe(
      404,
    )
  })

  it('stays as it was when its question is edited, is not removed from the bank, and is not practised meanwhile', async () => {
    const [question = ''] = await layChallenges(s, 1, { stem: 'As it was' })
    const { body: open } = await s.call(
      'GET /practice-flags/:id',
      { params: { id: question }, query: {} as never },
      'student',
    )
    expect(open.question.stem).toBe('As it was')
    const id = await layContest(s, [question])
    await enter(s, id, 'student')
    const had = await s.ok('GET /flag-challenges/:id', { params: { id: question } }, 'super')
    const flag = { kind: 'static', value: 'flag{OTHER}', ignore_case: false } as const
    await s.ok(
      'PUT /flag-challenges/:id',
      { params: { id: question }, body: { ...written(FlagBody, had), stem: 'Edited', flag } as never },
      'super',
    )
    expect((await s.call('DELETE /flag-challenges/:id', { params: { id: question } }, 'super')).problem.code).toBe(
      'in_use',
    )
    const [item] = await itemsFor(s, id, 'student')
    const shown = await s.ok(
      'GET /contest-items/:id',
      { params: { id: item?.id ?? '' }, query: {} as never },
      'student',
    )
    expect(shown.question.stem).toBe('As it was')
    expect(
      (await s.call('GET /practice-flags/:id', { params: { id: question }, query: {} as never }, 'student')).status,
    ).toBe(404)
    expect((await handInFlag(s, item?.id ?? '', rightFlag, 'student')).body.verdict).toBe('right')
    s.clock.advance(3600)
    expect(
      (await s.call('GET /practice-flags/:id', { params: { id: question }, query: {} as never }, 'student')).status,
    ).toBe(200)
  })

  it('opens to an entry that has solved what it requires', async () => {
    const [first = '', second = ''] = await layChallenges(s, 2)
    const later = await layContest(s, [], {
      items: [
        { question_id: first, category: 'Web' },
        { question_id: second, category: 'Web', requires: [first] },
      ],
    })
    await enter(s, later, 'student')
    const [open, ...none] = await itemsFor(s, later, 'student')
    expect(none).toEqual([])
    await handInFlag(s, open?.id ?? '', rightFlag, 'student')
    expect(await itemsFor(s, later, 'student')).toHaveLength(2)
  })
})

describe('an entry', () => {
  const ahead = (more: Parameters<typeof layContest>[2] = {}) => {
    const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
    return layContest(s, [], { starts_at: at(60), ends_at: at(120), register_until: null, ...more })
  }
  it('is one of each person, by the database too', async () => {
    const id = await ahead()
    const both = await Promise.all([enter(s, id, 'student'), enter(s, id, 'student')])
    expect(both.map((b) => b.status).sort()).toEqual([200, 409])
    await expect(
      s.db.query(
        `insert into contest_member (contest_id, user_id, participant_id) select contest_id, user_id, participant_id from contest_member where contest_id = $1`,
        [id],
      ),
    ).rejects.toThrow(/unique|duplicate/)
  })

  it('waits to be let in where its staff decide, and hears why it was not', async () => {
    const id = await ahead({ registration: 'approval' })
    const { body } = await enter(s, id, 'student')
    expect(body.mine?.status).toBe('registered')
    const entry = body.mine?.id ?? ''
    await s.ok(
      'POST /contest-entries/:id/reject',
      { params: { id: entry }, body: { reason: 'Not of this course' } },
      'super',
    )
    const card = await s.ok('GET /contests/:id', { params: { id } }, 'student')
    expect([card.mine?.status, card.mine?.reason, card.closed]).toEqual(['rejected', 'Not of this course', 'rejected'])
    expect((await enter(s, id, 'student')).status).toBe(409)
    const other = (await enter(s, id, 'admin')).body.mine?.id ?? ''
    expect((await s.ok('POST /contest-entries/:id/accept', { params: { id: other }, body: {} }, 'super')).status).toBe(
      'accepted',
    )
  })

  it('needs the code, goes back before the start, and is not taken afterwards', async () => {
    const id = await ahead({ registration: 'code', code: 'blue-42' })
    expect((await enter(s, id, 'student', { code: 'blue' })).status).toBe(422)
    expect((await enter(s, id, 'student', { code: 'blue-42' })).status).toBe(200)
    const back = await s.ok('POST /contests/:id/withdraw', { params: { id }, body: {} }, 'student')
    expect(back.mine?.status).toBe('withdrawn')
    expect((await enter(s, id, 'student', { code: 'blue-42' })).status).toBe(200)
    s.clock.advance(3601)
    expect((await enter(s, id, 'admin', { code: 'blue-42' })).problem.code).toBe('contest_entry_closed')
    expect((await s.call('POST /contests/:id/withdraw', { params: { id }, body: {} }, 'student')).status).toBe(409)
  })

  it('is not for its staff, and who takes part is not named as staff', async () => {
    const id = await ahead({ referees: [userId('referee')] })
    expect((await enter(s, id, 'referee')).problem.code).toBe('contest_entry_closed')
    await enter(s, id, 'teacher')
    const had = await s.ok('GET /flag-contests/:id', { params: { id } }, 'super')
    const { status, problem } = await s.call(
      'PUT /flag-contests/:id',
      { params: { id }, body: { ...written(FlagContestBody, had), organisers: [userId('teacher')] } as never },
      'super',
    )
    expect([status, problem.details?.fields?.[0]?.rule]).toEqual([422, 'takes_part'])
  })
})

describe('who runs a contest', () => {
  it('is who is named: a referee acts where named alone, an observer looks on, others are not let in', async () => {
    const { id, item } = await begun({ referees: [userId('referee')] })
    const other = (await begun()).id
    await handInFlag(s, item, 'flag{look}', 'student')
    const seen = async (contest: string, as: As) =>
      (await s.call('GET /flag-contests/:id/submissions', { params: { id: contest }, query: {} as never }, as)).status
    expect(await seen(id, 'referee')).toBe(200)
    expect(await seen(other, 'referee')).toBe(403)
    expect(await seen(id, 'student')).toBe(403)
    const act = async (contest: string) =>
      (await s.call('POST /flag-contests/:id/pause', { params: { id: contest }, body: {} }, 'referee')).status
    expect([await act(other), await act(id)]).toEqual([403, 200])
    const { can } = await s.ok('GET /flag-contests/:id', { params: { id } }, 'referee')
    expect(can).toEqual(expect.arrayContaining(['look', 'judge', 'recover', 'finish']))
    expect(can).not.toEqual(expect.arrayContaining(['update']))
  })

  it('changes no rules and no challenges once it has begun', async () => {
    const { id } = await begun()
    const had = await s.ok('GET /flag-contests/:id', { params: { id } }, 'super')
    const edit = (more: object) =>
      s.call(
        'PUT /flag-contests/:id',
        { params: { id }, body: { ...written(FlagContestBody, had), ...more } as never },
        'super',
      )
    expect((await edit({ items: [] })).problem.details?.fields?.map((f) => [f.path, f.rule])).toEqual([
      ['items', 'contest_begun'],
    ])
    expect((await edit({ blood_first: 900 })).status).toBe(422)
    expect((await edit({ description: 'Longer' })).status).toBe(200)
  })
})
