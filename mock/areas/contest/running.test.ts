/** Running a contest: its clock by hand, notices and questions, decisions about scores, and who may do what. */
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { FlagBody } from '#src/contract/bank/question.schema.ts'
import { mayContest, mayResult } from '#src/contract/contest/status.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { pdfOf } from '#mock/seed/course/pdf.ts'
import { fileOf } from '#tests/support/exam.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { flagRuleOf } from '../bank/flag/inScene.ts'
import { madeFlag } from '../bank/flag/make.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { contestOf, timesOf } from './contest.ts'
import { wholeLedger } from './view.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const points = (n: number) => n * pointUnit
const everyone = ['student', 'second-student', 'admin', 'teacher'] as const
const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
async function begun(
  more: Parameters<typeof layContest>[2] = {},
  item: Parameters<typeof layContest>[3] = {},
  { alias }: { alias?: string } = {},
) {
  // whoever handed in wrong flags before has to wait no longer
  s.clock.advance(flagLimits.per + 1)
  const [question = ''] = await layChallenges(s, 1)
  const id = await layContest(s, [question], { referees: [userId('referee')], ...more }, item)
  for (const as of everyone)
    expect((await enter(s, id, as, alias === undefined ? {} : { alias: `${alias} ${as}` })).status).toBe(200)
  const [first] = await itemsFor(s, id, 'student')
  return { id, question, item: first?.id ?? '' }
}
type Word = 'pause' | 'recover' | 'freeze' | 'thaw' | 'finish' | 'finalise'
const act = (id: string, word: Word, as: As = 'super') =>
  s.call(`POST /flag-contests/:id/${word}`, { params: { id }, body: {} }, as)
const extend = (id: string, minutes: number, as: As = 'super') =>
  s.call('POST /flag-contests/:id/extend', { params: { id }, body: { minutes, reason: 'A power cut' } }, as)
const because = { reason: 'As the rules say' }
const truth = async (id: string) => (await s.ok('GET /flag-contests/:id/board', { params: { id } }, 'super')).rows
const boardFor = async (id: string, as: As) => (await s.ok('GET /contests/:id/board', { params: { id } }, as)).rows
const ledger = async (id: string) => wholeLedger(s.db, await contestOf(s.db, id))
const handed = async (id: string) =>
  (await s.ok('GET /flag-contests/:id/submissions', { params: { id }, query: {} as never }, 'super')).items
const whyOf = (id: string, entry: string, as: As) =>
  s.ok('GET /contests/:id/board/:entry', { params: { id, entry } }, as)
const entryOf = async (id: string, as: As) => (await s.ok('GET /contests/:id', { params: { id } }, as)).mine?.id ?? ''
const noticesFor = async (id: string, as: As) => (await s.ok('GET /contests/:id/notices', { params: { id } }, as)).items

describe('the clock by hand', () => {
  it('moves the end and a freeze that has not begun, also while it pauses', async () => {
    const { id } = await begun({ freeze_at: at(30) })
    const had = await s.ok('GET /flag-contests/:id', { params: { id } }, 'super')
    await act(id, 'pause')
    expect((await extend(id, 20)).body.end_at).toBe(new Date(Date.parse(had.end_at) + 20 * 60_000).toISOString())
    await act(id, 'recover')
    s.clock.advance(48 * 60)
    expect((await s.ok('GET /contests/:id', { params: { id } }, 'student')).frozen).toBe(false)
    s.clock.advance(2 * 60)
    expect((await s.ok('GET /contests/:id', { params: { id } }, 'student')).frozen).toBe(true)
    s.clock.advance(20 * 60)
    expect((await s.ok('GET /contests/:id', { params: { id } }, 'student')).status).toBe('ongoing')
    // the list asks the database, the row the clock
    const ongoing = await s.ok('GET /contests', { query: { status: ['ongoing'], page_size: 200 } as never }, 'student')
    expect(ongoing.items.map((c) => c.id)).toContain(id)
  })

  it('leaves a freeze that has begun where it is', async () => {
    const { id, item } = await begun({ freeze_at: at(30) })
    s.clock.advance(31 * 60)
    await handInFlag(s, item, rightFlag, 'student')
    await extend(id, 60)
    expect((await boardFor(id, 'teacher')).filter((r) => r.score > 0)).toEqual([])
    s.clock.advance(60 * 60)
    expect((await boardFor(id, 'teacher')).filter((r) => r.score > 0)).toEqual([])
  })

  it('freezes now, once, and thaws before the end only what was frozen by hand', async () => {
    const { id, item } = await begun({ freeze_at: at(30) })
    expect((await act(id, 'freeze')).status).toBe(200)
    expect((await act(id, 'freeze')).status).toBe(409)
    await handInFlag(s, item, rightFlag, 'student')
    expect((await boardFor(id, 'teacher')).filter((r) => r.score > 0)).toEqual([])
    expect((await act(id, 'thaw')).status).toBe(200)
    expect((await boardFor(id, 'teacher')).filter((r) => r.score > 0)).toHaveLength(1)
    s.clock.advance(31 * 60)
    expect((await s.ok('GET /contests/:id', { params: { id } }, 'teacher')).frozen).toBe(true)
    expect((await act(id, 'thaw')).status).toBe(409)
  })

  it('makes a result final after the end, which nobody corrects until it is reopened with a reason', async () => {
    const { id, item } = await begun()
    await handInFlag(s, item, rightFlag, 'student')
    expect((await act(id, 'finalise')).status).toBe(409)
    await act(id, 'finish')
    expect((await act(id, 'finalise', 'referee')).body.final).toBe(true)
    const entry = await entryOf(id, 'student')
    const [handedIn] = await handed(id)
    const refused = await Promise.all([
      s.call('POST /contest-entries/:id/adjust', { params: { id: entry }, body: { points: 5, ...because } }, 'super'),
      s.call('POST /contest-entries/:id/ban', { params: { id: entry }, body: because }, 'super'),
      s.call('POST /contest-submissions/:id/void', { params: { id: handedIn?.id ?? '' }, body: because }, 'super'),
      s.call('POST /flag-contests/:id/rejudge/preview', { params: { id }, body: {} }, 'super'),
    ])
    expect(refused.map((r) => r.problem.code)).toEqual(refused.map(() => 'contest_final'))
    expect(
      (await s.call('POST /flag-contests/:id/reopen', { params: { id }, body: {} as never }, 'super')).status,
    ).toBe(422)
    await s.ok('POST /flag-contests/:id/reopen', { params: { id }, body: because }, 'super')
    expect(
      (await s.call('POST /contest-entries/:id/ban', { params: { id: entry }, body: because }, 'super')).status,
    ).toBe(200)
  })

  it('follows the tables of its states under any events', async () => {
    const words = ['pause', 'recover', 'freeze', 'thaw', 'finish', 'finalise', 'extend', 'reopen'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...words), fc.integer({ min: 0, max: 25 })), { maxLength: 12 }),
        async (steps) => {
          const id = await layContest(s, [], { freeze_at: at(40) })
          for (const [word, minutes] of steps) {
            s.clock.advance(minutes * 60)
            const before = await contestOf(s.db, id)
            const times = timesOf(before, s.clock.now())
            const model = { ...times, start_mode: before.start_mode, final: before.final_at !== null }
            const may =
              word === 'thaw'
                ? times.frozen && (times.status === 'finished' || before.frozen_at !== null)
                : word === 'finalise' || word === 'reopen'
                  ? mayResult(word, model)
                  : mayContest(word, model)
            const said =
              word === 'extend'
                ? await extend(id, 7)
                : word === 'reopen'
                  ? await s.call('POST /flag-contests/:id/reopen', { params: { id }, body: because }, 'super')
                  : await act(id, word)
            expect([word, said.status]).toEqual([word, may ? 200 : 409])
            const after = timesOf(await contestOf(s.db, id), s.clock.now())
            if (may && word === 'extend') expect(after.end - times.end).toBe(7 * 60_000)
            if (may && word === 'freeze') expect(after).toMatchObject({ frozen: true, freeze: s.clock.now().getTime() })
            // what is kept back stays so, whatever else is said
            if (times.frozen && word !== 'thaw') expect(after).toMatchObject({ frozen: true, freeze: times.freeze })
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a notice', () => {
  it('is read by those it is for, and by nobody else', async () => {
    const { id } = await begun()
    const division = s.platform.newId()
    await s.db.query(`insert into contest_division (id, contest_id, n, name, bits) values ($1, $2, 1, 'Juniors', 7)`, [
      division,
      id,
    ])
    const [mine, other] = [await entryOf(id, 'student'), await entryOf(id, 'second-student')]
    await s.db.query('update contest_participant set division_id = $2 where id = $1', [other, division])
    const tell = (text: string, more: object) =>
      s.ok('POST /flag-contests/:id/notices', { params: { id }, body: { text, ...more } }, 'referee')
    await tell('CANARY-all', { pinned: true })
    await tell('CANARY-one', { to: 'entry', to_id: mine })
    await tell('CANARY-division', { to: 'division', to_id: division })
    const read = async (as: As) =>
      (await noticesFor(id, as)).flatMap((n) => (n.kind === 'staff' ? n.text : [])).toSorted()
    expect(await read('student')).toEqual(['CANARY-all', 'CANARY-one'])
    expect(await read('second-student')).toEqual(['CANARY-all', 'CANARY-division'])
    expect(await read('admin')).toEqual(['CANARY-all'])
    const all = (await s.ok('GET /flag-contests/:id/notices', { params: { id } }, 'referee')).items
    expect(all.filter((n) => n.kind === 'staff')).toHaveLength(3)
    const pinned = all.find((n) => n.pinned)
    await s.ok('DELETE /contest-notices/:id', { params: { id: pinned?.id ?? '' } }, 'referee')
    expect(await read('admin')).toEqual([])
    const elsewhere = { text: 'No', to: 'entry', to_id: await entryOf((await begun()).id, 'student') } as const
    expect((await s.call('POST /flag-contests/:id/notices', { params: { id }, body: elsewhere }, 'super')).status).toBe(
      422,
    )
  })

  it('of a first solve comes by itself, as far as the reader may know', async () => {
    const { id, item } = await begun({ freeze_at: at(30) })
    const kinds = async (as: As) => (await noticesFor(id, as)).map((n) => n.kind)
    expect(await kinds('student')).toEqual(['start'])
    s.clock.advance(31 * 60)
    await handInFlag(s, item, rightFlag, 'admin')
    expect(await kinds('student')).toEqual(['freeze', 'start'])
    expect(
      (await s.ok('GET /flag-contests/:id/notices', { params: { id } }, 'super')).items.map((n) => n.kind),
    ).toContain('first')
    await extend(id, 5)
    await act(id, 'finish')
    await act(id, 'thaw')
    expect((await kinds('student')).toSorted()).toEqual(['extend', 'first', 'freeze', 'start', 'thaw'])
  })
})

describe('a question', () => {
  const ask = (id: string, as: As, more: object = {}) =>
    s.call(
      'POST /contests/:id/questions',
      { params: { id }, body: { category: 'general', text: 'CANARY-asked', ...more } as never },
      as,
    )
  const answer = (asked: string, told: 'one' | 'all', as: As = 'referee') =>
    s.call(
      'POST /contest-questions/:id/answer',
      { params: { id: asked }, body: { text: `CANARY-to-${told}`, told } },
      as,
    )
  /** Everything of the contest that somebody who takes part can read. */
  const readBy = async (id: string, as: As) =>
    JSON.stringify(
      await Promise.all([
        s.call('GET /contests/:id/questions', { params: { id } }, as),
        s.call('GET /contests/:id/notices', { params: { id } }, as),
        s.call('GET /contests/:id', { params: { id } }, as),
        s.call('GET /contests/:id/board', { params: { id } }, as),
        s.call('GET /contests', { query: {} as never }, as),
      ]).then((all) => all.map((r) => r.body)),
    )

  it('that is answered to one is read by nobody else, question and answer', async () => {
    const { id } = await begun()
    const { body } = await ask(id, 'student')
    expect((await answer(body.id, 'one')).status).toBe(200)
    expect(await readBy(id, 'student')).toContain('CANARY-to-one')
    for (const as of ['second-student', 'admin', 'teacher'] as const)
      expect(await readBy(id, as)).not.toContain('CANARY')
    await answer(body.id, 'all')
    const told = await readBy(id, 'admin')
    expect(told).toContain('CANARY-to-all')
    expect(told).not.toContain('CANARY-to-one')
  })

  it('about a challenge is answered to those to whom it is open', async () => {
    const [first = '', second = ''] = await layChallenges(s, 2)
    const items = [
      { question_id: first, category: 'Web' },
      { question_id: second, category: 'Web', requires: [first] },
    ]
    const id = await layContest(s, [], { items, referees: [userId('referee')] })
    for (const as of everyone) await enter(s, id, as)
    const [open] = await itemsFor(s, id, 'student')
    await handInFlag(s, open?.id ?? '', rightFlag, 'student')
    const later = (await itemsFor(s, id, 'student')).find((i) => i.id !== open?.id)?.id ?? ''
    expect((await ask(id, 'admin', { category: 'challenge', item_id: later })).status).toBe(404)
    expect((await ask(id, 'admin', { category: 'challenge' })).status).toBe(422)
    const { body } = await ask(id, 'student', { category: 'challenge', item_id: later })
    await answer(body.id, 'all')
    expect(await readBy(id, 'admin')).not.toContain('CANARY')
    await handInFlag(s, open?.id ?? '', rightFlag, 'admin')
    expect(await readBy(id, 'admin')).toContain('CANARY-to-all')
  })

  it('is taken on by one of the staff, and asked by who takes part alone', async () => {
    const { id } = await begun()
    const { body } = await ask(id, 'student')
    const claim = (as: As, claimed: boolean) =>
      s.call('POST /contest-questions/:id/claim', { params: { id: body.id }, body: { claimed } }, as)
    expect((await claim('referee', true)).body.claimed).toBe(true)
    expect((await claim('super', true)).status).toBe(409)
    await claim('referee', false)
    expect((await claim('super', true)).status).toBe(200)
    expect((await ask(id, 'referee')).status).not.toBe(200)
    const queue = await s.ok(
      'GET /flag-contests/:id/questions',
      { params: { id }, query: { place: ['claimed'] } as never },
      'referee',
    )
    expect(queue.items).toMatchObject([{ place: 'claimed', claimed: false, entry: expect.any(String) }])
  })
})

describe('points by hand', () => {
  it('are rows of the ledger, and their reason stands beside the score', async () => {
    const { id } = await begun()
    const entry = await entryOf(id, 'student')
    const give = (n: number, as: As = 'referee') =>
      s.call(
        'POST /contest-entries/:id/adjust',
        { params: { id: entry }, body: { points: n, reason: `Because ${n}` } },
        as,
      )
    await give(40)
    await give(-15)
    expect((await give(0)).status).toBe(422)
    expect((await truth(id))[0]).toMatchObject({ id: entry, score: points(25), last_at: null })
    expect((await whyOf(id, entry, 'admin')).rulings.map((r) => [r.kind, r.amount, r.reason])).toEqual([
      ['adjust', points(-15), 'Because -15'],
      ['adjust', points(40), 'Because 40'],
    ])
    expect((await ledger(id)).map((r) => [r.kind, r.cause])).toEqual([
      ['points', 'adjust'],
      ['points', 'adjust'],
    ])
  })

  it('given behind a frozen board are told with everything else', async () => {
    const { id } = await begun()
    await act(id, 'freeze')
    const entry = await entryOf(id, 'student')
    await s.ok('POST /contest-entries/:id/adjust', { params: { id: entry }, body: { points: 40, ...because } }, 'super')
    const told = async (as: As) => [
      (await boardFor(id, as)).find((r) => r.id === entry)?.score,
      (await whyOf(id, entry, as)).rulings,
    ]
    expect(await told('admin')).toEqual([0, []])
    expect(await told('student')).toEqual([0, []])
    await act(id, 'finish')
    await act(id, 'thaw')
    expect(await told('admin')).toMatchObject([points(40), [{ amount: points(40) }]])
  })
})

describe('a submission that is left out of account', () => {
  const word = (w: 'void' | 'restore', id: string, as: As = 'referee') =>
    s.call(`POST /contest-submissions/:id/${w}`, { params: { id }, body: because }, as)

  it('passes bonuses on and moves the value, and comes back as it was', async () => {
    const { id, item } = await begun()
    for (const as of everyone) {
      s.clock.advance(1)
      await handInFlag(s, item, rightFlag, as)
    }
    const before = await truth(id)
    const first = (await handed(id)).at(-1)?.id ?? ''
    expect((await word('void', first)).body.voided).toBe(true)
    expect((await word('void', first)).status).toBe(409)
    // 480 for the three who are left
    expect((await truth(id)).map((r) => r.score)).toEqual([480 + 24, 480 + 14, 480 + 4, 0].map(points))
    const [mine] = (await boardFor(id, 'student')).filter((r) => r.mine)
    expect((await whyOf(id, mine?.id ?? '', 'admin')).rulings).toMatchObject([{ kind: 'void', reason: because.reason }])
    await word('restore', first)
    expect(await truth(id)).toEqual(before)
  })

  it('moves a frozen board where it was on it already, and nothing where it was not', async () => {
    const { id, item } = await begun()
    await handInFlag(s, item, rightFlag, 'student')
    s.clock.advance(1)
    await act(id, 'freeze')
    await handInFlag(s, item, rightFlag, 'admin')
    const [later, before] = await handed(id)
    const seen = () => boardFor(id, 'teacher')
    const was = await seen()
    await word('void', later?.id ?? '')
    expect(await seen()).toEqual(was)
    await word('void', before?.id ?? '')
    expect((await seen()).filter((r) => r.score > 0)).toEqual([])
  })

  it('gives a try back when it was wrong', async () => {
    const { id, item } = await begun({}, { attempts: 1 })
    await handInFlag(s, item, 'flag{no}', 'student')
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('limited')
    await word('void', (await handed(id)).find((h) => h.verdict === 'wrong')?.id ?? '')
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('right')
  })
})

const editFlag = async (question: string, value: string) => {
  const had = await s.ok('GET /flag-challenges/:id', { params: { id: question } }, 'super')
  const body = {
    ...Object.fromEntries(Object.entries(had).filter(([key]) => key in FlagBody.shape)),
    version: had.version,
    flag: { kind: 'static', value, ignore_case: false },
  }
  await s.ok('PUT /flag-challenges/:id', { params: { id: question }, body: body as never }, 'super')
}

describe('judging again', () => {
  const body = { key: 'bank' } as const
  const preview = (id: string, more: object = {}) =>
    s.ok('POST /flag-contests/:id/rejudge/preview', { params: { id }, body: { ...body, ...more } }, 'super')
  const apply = (id: string, { until, digest }: { until: string; digest: string }, more: object = {}) =>
    s.call(
      'POST /flag-contests/:id/rejudge',
      { params: { id }, body: { ...body, ...more, until, digest, ...because } },
      'super',
    )
  /** Two handed in what the bank calls right only now, before the two who handed in what was right then. */
  const corrected = async (more: Parameters<typeof begun>[0] = {}) => {
    const contest = await begun(more)
    for (const [as, text] of [
      ['student', 'flag{NEW}'],
      ['second-student', rightFlag],
      ['admin', 'flag{NEW}'],
      ['teacher', rightFlag],
    ] as const) {
      s.clock.advance(1)
      await handInFlag(s, contest.item, text, as)
    }
    return contest
  }

  it('shows verdicts, first solvers and ranks that move, does all of it or nothing, each at its own time', async () => {
    const { id, question } = await corrected()
    expect((await preview(id)).verdicts).toEqual([])
    await editFlag(question, 'flag{NEW}')
    const before = await truth(id)
    const seen = await preview(id)
    expect(seen.verdicts.map((v) => [v.before, v.after])).toEqual([
      ['wrong', 'right'],
      ['right', 'wrong'],
      ['wrong', 'right'],
      ['right', 'wrong'],
    ])
    expect(seen.items[0]?.firsts_before).not.toEqual(seen.items[0]?.firsts_after)
    expect(seen.entries).toHaveLength(4)
    expect(await truth(id)).toEqual(before)
    expect((await apply(id, { ...seen, digest: '0'.repeat(64) })).problem.code).toBe('plan_changed')
    expect(await truth(id)).toEqual(before)
    expect((await apply(id, seen)).status).toBe(200)
    const board = await truth(id)
    expect(board.map((r) => r.score)).toEqual([490 + 24, 490 + 14, 0, 0].map(points))
    expect(board.map((r) => r.mine)).toEqual([false, false, false, false])
    const times = (await handed(id)).filter((h) => h.verdict === 'right').map((h) => h.at)
    expect(board.slice(0, 2).map((r) => r.last_at)).toEqual(times.toReversed())
    // what is right is not written out any more
    expect((await handed(id)).filter((h) => h.verdict === 'right').map((h) => h.text)).toEqual(['', ''])
    expect(
      (await handInFlag(s, (await itemsFor(s, id, 'teacher'))[0]?.id ?? '', 'flag{NEW}', 'teacher')).body.verdict,
    ).toBe('right')
  })

  it('puts an older one before the solves that came after it', async () => {
    const { id, question, item } = await begun()
    for (const [as, text] of [
      ['student', 'flag{BOTH}'],
      ['second-student', rightFlag],
      ['admin', rightFlag],
    ] as const) {
      s.clock.advance(1)
      await handInFlag(s, item, text, as)
    }
    const had = await s.ok('GET /flag-challenges/:id', { params: { id: question } }, 'super')
    const flag = {
      kind: 'list',
      need: 'any',
      values: [rightFlag, 'flag{BOTH}'].map((value) => ({ value, ignore_case: false })),
    }
    const fields = Object.fromEntries(Object.entries(had).filter(([key]) => key in FlagBody.shape))
    await s.ok(
      'PUT /flag-challenges/:id',
      { params: { id: question }, body: { ...fields, version: had.version, flag } as never },
      'super',
    )
    s.clock.advance(1)
    await act(id, 'freeze')
    const seen = await preview(id)
    expect(seen.verdicts).toHaveLength(1)
    await apply(id, seen)
    expect((await truth(id)).map((r) => r.score)).toEqual([480 + 24, 480 + 14, 480 + 4, 0].map(points))
    // it was before the freeze: whoever sees the frozen board sees the same
    expect((await boardFor(id, 'teacher')).map((r) => [r.id, r.score])).toEqual(
      (await truth(id)).map((r) => [r.id, r.score]),
    )
    expect((await truth(id))[0]?.id).toBe(await entryOf(id, 'student'))
  })

  it('looks at what is asked for alone', async () => {
    const { id, question, item } = await corrected()
    await editFlag(question, 'flag{NEW}')
    const one = await preview(id, { item_id: item, entry_id: await entryOf(id, 'admin'), verdict: 'wrong' })
    expect(one.verdicts).toMatchObject([{ before: 'wrong', after: 'right' }])
    expect(one.judged).toBe(1)
  })

  it('is refused when something else would move than what was seen', async () => {
    const { id, question, item } = await corrected()
    await editFlag(question, 'flag{NEW}')
    const seen = await preview(id)
    await s.ok(
      'POST /contest-entries/:id/adjust',
      { params: { id: await entryOf(id, 'admin') }, body: { points: 900, ...because } },
      'super',
    )
    expect((await apply(id, seen)).problem.code).toBe('plan_changed')
    expect(item).not.toBe('')
  })
})

describe('other rules', () => {
  const rules = { blood: 'permille', blood_first: 100, blood_second: 30, blood_third: 10 } as const
  it('show every value and rank that moves, leave a version and a reason in public, and are not the referee’s', async () => {
    const { id, item } = await begun()
    for (const as of everyone) {
      s.clock.advance(1)
      await handInFlag(s, item, rightFlag, as)
    }
    const body = {
      ...rules,
      items: [{ id: item, curve: 'static' as const, most: 300, least: 0, decay: 1, blood: true }],
    }
    const look = (as: As) => s.call('POST /flag-contests/:id/rules/preview', { params: { id }, body }, as)
    expect((await look('referee')).status).toBe(403)
    const { body: seen } = await look('super')
    expect(seen.items).toMatchObject([{ price_before: points(470), price_after: points(300) }])
    expect(seen.entries).toHaveLength(4)
    const change = (digest: string, as: As = 'super') =>
      s.call('POST /flag-contests/:id/rules', { params: { id }, body: { ...body, digest, ...because } }, as)
    expect((await change('0'.repeat(64))).problem.code).toBe('plan_changed')
    expect((await change(seen.digest, 'referee')).status).toBe(403)
    expect((await change(seen.digest)).status).toBe(200)
    expect((await truth(id)).map((r) => r.score)).toEqual([330, 309, 303, 300].map(points))
    const rows = (await ledger(id)).filter((r) => r.cause === 'rule-change')
    expect(rows.map((r) => r.kind)).toEqual(['hold', 'price'])
    const own = await entryOf(id, 'student')
    expect((await whyOf(id, own, 'student')).rule_version).toBe(2)
    expect((await noticesFor(id, 'admin')).find((n) => n.kind === 'rules')?.text).toBe(because.reason)
    // the form shows what holds
    const row = await s.ok('GET /flag-contests/:id', { params: { id } }, 'super')
    expect([row.blood_first, row.items[0]?.curve, row.items[0]?.most]).toEqual([100, 'static', 300])
  })

  it('price a challenge that nobody has solved as well', async () => {
    const { id, item } = await begun()
    const body = {
      ...rules,
      items: [{ id: item, curve: 'static' as const, most: 200, least: 0, decay: 1, blood: true }],
    }
    const seen = await s.ok('POST /flag-contests/:id/rules/preview', { params: { id }, body }, 'super')
    expect(seen.items).toMatchObject([{ price_before: points(500), price_after: points(200) }])
    await s.ok(
      'POST /flag-contests/:id/rules',
      { params: { id }, body: { ...body, digest: seen.digest, ...because } },
      'super',
    )
    expect((await itemsFor(s, id, 'student'))[0]?.value).toBe(points(200))
  })
})

describe('a write-up', () => {
  const pdf = (title: string) => pdfOf([{ title, lines: ['One line'] }], { title, chinese: false })
  const hand = (id: string, body: object, as: As = 'student') =>
    s.call('POST /contests/:id/write-up', { params: { id }, body: body as never }, as)
  const review = (id: string, points: number | null, as: As = 'referee') =>
    s.call('POST /contest-write-ups/:id/review', { params: { id }, body: { points, review: 'CANARY-review' } }, as)
  const fetched = async (file: string, as: As) =>
    (await s.call('GET /attachments/:id', { params: { id: file } }, as)).status
  beforeAll(() => s.setting('store.watermark', 0))

  it('is taken until its deadline, Markdown or a PDF by what is in it, each a version', async () => {
    const { id } = await begun({ write_up_until: at(90) })
    expect((await hand(id, {})).status).toBe(422)
    expect((await hand(id, { text: '# How' })).body).toMatchObject({ version: 1, file: null, text: '# How' })
    const wrong = await fileOf(s, 'notes.pdf', 'student', 'pcap')
    expect((await hand(id, { file: wrong.file })).problem.details).toMatchObject({ fields: [{ rule: 'not_pdf' }] })
    const theirs = await fileOf(s, 'theirs.pdf', 'second-student', pdf('Theirs'))
    expect((await hand(id, { file: theirs.file })).problem.details).toMatchObject({
      fields: [{ rule: 'unknown_file' }],
    })
    const { file } = await fileOf(s, 'ours.pdf', 'student', pdf('Ours'))
    expect((await hand(id, { file })).body).toMatchObject({ version: 2, file: { file, name: 'ours.pdf' } })
    expect([await fetched(file, 'student'), await fetched(file, 'referee')]).toEqual([200, 200])
    expect(await fetched(file, 'second-student')).toBe(404)
    s.clock.advance(89 * 60)
    expect((await s.ok('GET /contests/:id/write-up', { params: { id } }, 'student')).can).toEqual([])
    expect((await hand(id, { text: 'Late' })).problem.code).toBe('contest_write_up_over')
    expect((await hand((await begun()).id, { text: 'Unasked' })).problem.code).toBe('contest_write_up_over')
    const list = await s.ok('GET /flag-contests/:id/write-ups', { params: { id }, query: {} as never }, 'referee')
    expect(list.items.map((w) => [w.version, w.file?.name])).toEqual([[2, 'ours.pdf']])
    const zip = await s.send('GET /flag-contests/:id/write-ups/file', { params: { id } }, 'referee')
    expect(Object.keys(unzipSync(zip.raw.rawPayload))).toEqual([expect.stringMatching(/\.pdf$/)])
  })

  it('is reviewed by staff alone, and its points are those of the last review', async () => {
    const { id } = await begun({ write_up_until: at(90) })
    const { body: first } = await hand(id, { text: 'CANARY-write-up' })
    const { body: second } = await hand(id, { text: 'CANARY-write-up, better' })
    expect((await review(first.id, 5, 'second-student')).status).toBe(403)
    await review(first.id, 30)
    await review(second.id, 50)
    const entry = await entryOf(id, 'student')
    expect((await truth(id))[0]).toMatchObject({ id: entry, score: points(50) })
    await review(second.id, 20)
    expect((await truth(id))[0]).toMatchObject({ id: entry, score: points(20) })
    expect((await whyOf(id, entry, 'student')).rulings.map((r) => r.amount)).toEqual([-30, 20, 30].map(points))
    const own = await s.ok('GET /contests/:id/write-up', { params: { id } }, 'student')
    expect(own.versions.map((v) => [v.version, v.points, v.review])).toEqual([
      [2, 20, 'CANARY-review'],
      [1, 30, 'CANARY-review'],
    ])
    const others = await s.ok('GET /contests/:id/write-up', { params: { id } }, 'admin')
    expect(others.versions).toEqual([])
    expect((await s.call('GET /contest-write-ups/:id', { params: { id: first.id } }, 'second-student')).status).toBe(
      403,
    )
  })
})

describe('a case', () => {
  const flag = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'team' } as const
  const scan = (id: string, as: As = 'referee') =>
    s.call('POST /flag-contests/:id/evidence/scan', { params: { id }, body: {} }, as)
  const found = async (id: string) =>
    (await s.ok('GET /flag-contests/:id/evidence', { params: { id }, query: {} as never }, 'referee')).items
  const decide = (id: string, decision: 'dismiss' | 'warn' | 'drop' | 'ban', entries: string[], as: As = 'referee') =>
    s.call('POST /contest-cases/:id/decide', { params: { id }, body: { decision, entries, ...because } }, as)
  const made = async (item: string, entry: string) => {
    const keys = await flagKeys(s.platform)
    const { rows } = await s.db.query<{ data: { flag: never }; question_id: string }>(
      'select data, question_id from contest_item where id = $1',
      [item],
    )
    const rule = flagRuleOf(rows[0]?.data.flag, keys)
    return rule.kind === 'dynamic' ? madeFlag(rule, rows[0]?.question_id ?? '', entry, keys) : ''
  }
  /** A student hands in the flag that was made for an administrator, then their own. */
  const shared = async () => {
    s.clock.advance(flagLimits.per + 1)
    const id = await layContest(s, await layChallenges(s, 1, { flag }), {
      referees: [userId('referee')],
      write_up_until: at(90),
    })
    for (const as of everyone) await enter(s, id, as)
    const item = (await itemsFor(s, id, 'student'))[0]?.id ?? ''
    const [mine, theirs] = [await entryOf(id, 'student'), await entryOf(id, 'admin')]
    s.clock.advance(40)
    await handInFlag(s, item, await made(item, theirs), 'student')
    await handInFlag(s, item, await made(item, mine), 'student')
    return { id, item, mine, theirs }
  }

  it('is found once, put to those it is about without naming others, and decided with what follows', async () => {
    const { id, mine, theirs } = await shared()
    expect((await scan(id)).body.found).toBeGreaterThan(0)
    expect((await scan(id)).body.found).toBe(0)
    const one = (await found(id)).find((c) => c.detector === 'shared-flag')
    expect(one).toMatchObject({ confidence: 'high', place: 'open', entries: [{ id: mine }, { id: theirs }] })
    const own = async (as: As) => (await s.ok('GET /contests/:id/cases', { params: { id } }, as)).items
    expect(await own('student')).toEqual([])
    await s.ok(
      'POST /contest-cases/:id/ask',
      { params: { id: one?.id ?? '' }, body: { text: 'CANARY-why' } },
      'referee',
    )
    expect(await own('teacher')).toEqual([])
    const [asked] = await own('student')
    expect(JSON.stringify(asked)).not.toContain(theirs)
    const say = (as: As) =>
      s.call(
        'POST /contest-cases/:id/reply',
        { params: { id: asked?.id ?? '' }, body: { text: `CANARY-by-${as as string}` } },
        as,
      )
    expect([(await say('student')).status, (await say('admin')).status, (await say('teacher')).status]).toEqual([
      200, 200, 404,
    ])
    expect(JSON.stringify(await own('student'))).not.toContain('CANARY-by-admin')
    expect((await found(id)).find((c) => c.id === one?.id)?.entries.map((e) => e.reply)).toEqual([
      'CANARY-by-student',
      'CANARY-by-admin',
    ])
    expect((await decide(one?.id ?? '', 'drop', [await entryOf(id, 'teacher')])).status).toBe(422)
    expect((await truth(id))[0]?.score).toBeGreaterThan(0)
    expect((await decide(one?.id ?? '', 'drop', [mine])).body.decision).toBe('drop')
    expect((await truth(id)).map((r) => r.score)).toEqual([0, 0, 0, 0])
    expect((await whyOf(id, mine, 'admin')).rulings).toMatchObject([{ kind: 'void', reason: because.reason }])
    expect((await decide(one?.id ?? '', 'ban', [mine])).status).toBe(409)
    expect((await say('student')).status).toBe(409)
  })

  it('warns by a notice for those alone, bans, or is dismissed', async () => {
    const { id, mine } = await shared()
    for (const as of ['student', 'second-student'] as const)
      await s.ok(
        'POST /contests/:id/write-up',
        { params: { id }, body: { text: `How we  did it${as === 'student' ? '' : ' '}` } },
        as,
      )
    await scan(id)
    const all = await found(id)
    const of = (detector: string) => all.find((c) => c.detector === detector)?.id ?? ''
    expect((await decide(of('equal-write-up'), 'drop', [mine])).status).toBe(422)
    await decide(of('equal-write-up'), 'warn', [mine])
    const read = async (as: As) => (await noticesFor(id, as)).flatMap((n) => (n.kind === 'staff' ? n.text : []))
    expect([await read('student'), await read('second-student')]).toEqual([[because.reason], []])
    expect((await decide(of('shared-flag'), 'ban', [mine], 'second-student')).status).toBe(403)
    await decide(of('shared-flag'), 'ban', [mine])
    expect((await truth(id)).map((r) => r.id)).not.toContain(mine)
  })
})

describe('a contest as a file', () => {
  const text = async (id: string, query: object) =>
    (await s.send('GET /flag-contests/:id/file', { params: { id }, query } as never, 'super')).raw.body
  it('has the board as it is or as it is shown, and no name of an entry runs in a spreadsheet', async () => {
    const { id, item } = await begun({ names: 'alias', mode: 'individual' }, {}, { alias: '=cmd' })
    await handInFlag(s, item, rightFlag, 'student')
    s.clock.advance(1)
    await act(id, 'freeze')
    await handInFlag(s, item, rightFlag, 'admin')
    const solved = (csv: string) => csv.split('\r\n').filter((line) => /,1,/.test(line)).length
    expect(solved(await text(id, { format: 'csv', view: 'true' }))).toBe(2)
    expect(solved(await text(id, { format: 'csv', view: 'public' }))).toBe(1)
    expect(await text(id, { format: 'csv', view: 'true' })).toContain(",'=cmd student,")
  })

  it('has every row of the ledger on a line of its own', async () => {
    const { id, item } = await begun()
    for (const as of everyone) await handInFlag(s, item, rightFlag, as)
    const lines = (await text(id, { format: 'ledger' }))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; kind: string })
    expect(lines.map((l) => [l.seq, l.kind])).toEqual((await ledger(id)).map((r) => [r.seq, r.kind]))
  })

  it('is a feed for CTFtime in ASCII, without challenges that are not open, for everybody where that is chosen', async () => {
    const [first = '', second = ''] = await layChallenges(s, 2)
    const items = [
      { question_id: first, category: 'Web' },
      { question_id: second, category: 'Web', opens_after: 30 },
    ]
    const id = await layContest(s, [], { items, names: 'alias', feed: true })
    await enter(s, id, 'student', { alias: '红熊猫' })
    const [open] = await itemsFor(s, id, 'student')
    await handInFlag(s, open?.id ?? '', rightFlag, 'student')
    const read = async (contest: string) =>
      s.send('GET /contests/:id/ctftime', { params: { id: contest } } as never, undefined)
    const feed = await read(id)
    expect(feed.raw.body).toMatch(/^[\x20-\x7e]+$/)
    const said = JSON.parse(feed.raw.body) as {
      tasks: string[]
      standings: { pos: number; team: string; score: number }[]
    }
    expect(said.tasks).toEqual([open?.title])
    expect(said.standings).toMatchObject([{ pos: 1, team: '红熊猫', score: 525 }])
    const other = await layContest(s, [], {})
    const hidden = await layContest(s, [], { feed: true, board: 'participants' })
    expect([(await read(other)).status, (await read(hidden)).status]).toEqual([404, 404])
  })
})

describe('who runs it', () => {
  it('is who is named: a referee judges where named alone, an observer looks on, staff take no part', async () => {
    const { id, item } = await begun()
    await handInFlag(s, item, 'flag{no}', 'student')
    const other = await begun({ referees: [] })
    const [mine, theirs] = [await entryOf(id, 'student'), await entryOf(other.id, 'student')]
    const tries = (contest: string, entry: string, as: As) => [
      s.call('POST /contest-entries/:id/adjust', { params: { id: entry }, body: { points: 1, ...because } }, as),
      s.call('POST /flag-contests/:id/notices', { params: { id: contest }, body: { text: 'Hear' } }, as),
      s.call('POST /flag-contests/:id/extend', { params: { id: contest }, body: { minutes: 1 } }, as),
      s.call('POST /flag-contests/:id/rejudge/preview', { params: { id: contest }, body: {} }, as),
    ]
    const statuses = async (calls: ReturnType<typeof tries>) => (await Promise.all(calls)).map((r) => r.status)
    expect(await statuses(tries(id, mine, 'referee'))).toEqual([200, 200, 200, 200])
    expect(await statuses(tries(other.id, theirs, 'referee'))).toEqual([403, 403, 403, 403])
    expect(await statuses(tries(id, mine, 'student'))).toEqual([403, 403, 403, 403])
    expect(
      (await s.call('POST /flag-contests/:id/rejudge/preview', { params: { id }, body: { key: 'bank' } }, 'referee'))
        .status,
    ).toBe(403)
    const watched = await layContest(s, [], { observers: [userId('teacher')] })
    const looks = (
      await s.call('GET /flag-contests/:id/questions', { params: { id: watched }, query: {} as never }, 'teacher')
    ).status
    const tells = (
      await s.call('POST /flag-contests/:id/notices', { params: { id: watched }, body: { text: 'Hear' } }, 'teacher')
    ).status
    expect([looks, tells]).toEqual([200, 403])
    expect((await enter(s, id, 'referee')).problem.code).toBe('contest_entry_closed')
    const { can } = await s.ok('GET /flag-contests/:id', { params: { id } }, 'referee')
    expect(can).toEqual(expect.arrayContaining(['judge', 'extend', 'freeze']))
    expect(can).not.toEqual(expect.arrayContaining(['rules']))
    expect(can).not.toEqual(expect.arrayContaining(['update']))
  })
})
