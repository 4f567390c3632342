/** Playing a flag contest: parts of flags, hints, divisions, what opens when, flags of one's own, machines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  divisionBits,
  type DivisionRight,
  usualDivisionBits,
  withDivisionRight,
} from '#src/contract/contest/division.ts'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { lan, node } from '#tests/support/scene.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())
beforeEach(() => s.clock.advance(flagLimits.per + 1))

const points = (n: number) => n * pointUnit
const openFor = (item: string, as: As) =>
  s.ok('GET /contest-items/:id', { params: { id: item }, query: {} as never }, as)
const hint = (item: string, as: As, body: { hint: number; cost: number }) =>
  s.call('POST /contest-items/:id/hints', { params: { id: item }, body }, as)
const board = async (id: string, as: As = 'student') =>
  (await s.ok('GET /contests/:id/board', { params: { id } }, as)).rows
const scoreFor = async (id: string, as: As) => (await board(id, as)).find((r) => r.mine)?.score
type Question = Parameters<typeof layChallenges>[2]
type Contest = Parameters<typeof layContest>[2]
type Item = Parameters<typeof layContest>[3]
async function begun(people: readonly As[], question: Question = {}, more: Contest = {}, item: Item = {}) {
  const id = await layContest(s, await layChallenges(s, 1, question), more, item)
  for (const as of people) expect((await enter(s, id, as)).status).toBe(200)
  const [first] = await itemsFor(s, id, people[0])
  return { id, item: first?.id ?? '' }
}

describe('several flags', () => {
  const three = {
    kind: 'list',
    need: 'all',
    values: ['flag{A}', 'flag{B}', 'flag{C}'].map((value) => ({ value, ignore_case: false })),
  } as const
  it('count each by itself where the contest says so; all of them are the solve, with its bonus and nothing twice', async () => {
    const { id, item } = await begun(['student', 'admin'], { flag: three }, {}, { parts: true, curve: 'static' })
    const hand = async (text: string, as: As = 'student') => (await handInFlag(s, item, text, as)).body
    expect((await openFor(item, 'student')).flags).toBe(3)
    expect(await hand('flag{B}')).toMatchObject({ verdict: 'partial', worth: points(166), held_back: false })
    expect(await hand('flag{B}')).toMatchObject({ verdict: 'already' })
    expect(await hand('flag{X}')).toMatchObject({ verdict: 'wrong', worth: null })
    expect(await itemsFor(s, id, 'student')).toMatchObject([{ state: 'tried', found: 1, solves: 0 }])
    expect(await scoreFor(id, 'student')).toBe(points(166))
    const mine = (await board(id)).find((r) => r.mine)
    const why = () => s.ok('GET /contests/:id/board/:entry', { params: { id, entry: mine?.id ?? '' } }, 'student')
    expect(await why()).toMatchObject({ points: 0, parts: [{ id: item, cause: 'flag', amount: points(166) }] })
    expect(await hand('flag{A}\nflag{C}')).toMatchObject({ verdict: 'right', worth: points(525), blood: 1 })
    expect(await scoreFor(id, 'student')).toBe(points(525))
    expect(await why()).toMatchObject({ points: 0, parts: [], items: [{ worth: points(525) }] })
    // whoever hands in all at once never had a part of it
    expect(await hand('flag{A}\nflag{B}\nflag{C}', 'admin')).toMatchObject({ verdict: 'right', worth: points(515) })
  })

  it('are all wanted at once where it does not', async () => {
    const { item } = await begun(['student'], { flag: three })
    expect((await handInFlag(s, item, 'flag{B}', 'student')).body.verdict).toBe('wrong')
    expect((await handInFlag(s, item, 'flag{C}\nflag{B}\nflag{A}', 'student')).body.verdict).toBe('right')
  })

  it('is found once by a team, whoever of them is faster; after a freeze its points are told later', async () => {
    const freeze_at = new Date(s.clock.now().getTime() + 30 * 60_000).toISOString()
    const { id, item } = await begun(['student'], { flag: three }, { freeze_at }, { parts: true })
    const both = await Promise.all([1, 2].map(() => handInFlag(s, item, 'flag{A}', 'student')))
    expect(both.map((b) => b.body.verdict).sort()).toEqual(['already', 'partial'])
    s.clock.advance(31 * 60)
    expect((await handInFlag(s, item, 'flag{B}', 'student')).body).toMatchObject({
      verdict: 'partial',
      worth: null,
      held_back: true,
    })
    expect(await scoreFor(id, 'student')).toBe(points(166))
  })
})

describe('a hint', () => {
  const hints = [
    { cost: 30, text: 'HINT-one' },
    { cost: 0, text: 'HINT-free' },
  ]
  it('is told at the cost that was shown and taken from the solve: 482 of 512', async () => {
    const { id, item } = await begun(['student', 'admin'], { hints }, {}, { curve: 'static', most: 488 })
    const before = await openFor(item, 'student')
    expect(before.question.hints).toEqual([
      { cost: 30, text: null },
      { cost: 0, text: 'HINT-free' },
    ])
    expect(JSON.stringify(before)).not.toContain('HINT-one')
    expect((await hint(item, 'student', { hint: 0, cost: 20 })).problem).toMatchObject({ code: 'hint_changed' })
    expect((await hint(item, 'student', { hint: 0, cost: 30 })).body).toEqual({ text: 'HINT-one', spent: points(30) })
    expect((await hint(item, 'student', { hint: 0, cost: 30 })).body.spent).toBe(points(30))
    expect(await scoreFor(id, 'student')).toBe(0)
    expect((await openFor(item, 'student')).question.hints[0]?.text).toBe('HINT-one')
    expect((await openFor(item, 'admin')).question.hints[0]?.text).toBeNull()
    expect((await handInFlag(s, item, rightFlag, 'student')).body.worth).toBe(points(482))
    expect((await handInFlag(s, item, rightFlag, 'admin')).body.worth).toBe(points(502))
    // who has solved it reads the rest for nothing
    expect((await hint(item, 'admin', { hint: 0, cost: 30 })).body).toEqual({ text: 'HINT-one', spent: 0 })
    expect((await board(id)).map((r) => r.score)).toEqual([502, 482].map(points))
  })

  it('never takes more than the solve brings, and costs at once where the contest says so', async () => {
    const dear = [{ cost: 600, text: 'HINT' }]
    const one = await begun(['student'], { hints: dear })
    await hint(one.item, 'student', { hint: 0, cost: 600 })
    expect((await handInFlag(s, one.item, rightFlag, 'student')).body.worth).toBe(0)
    const two = await begun(['student'], { hints }, { hints: 'once' }, { curve: 'static' })
    await hint(two.item, 'student', { hint: 0, cost: 30 })
    expect(await scoreFor(two.id, 'student')).toBe(points(-30))
    expect((await handInFlag(s, two.item, rightFlag, 'student')).body.worth).toBe(points(525))
    expect(await scoreFor(two.id, 'student')).toBe(points(495))
  })
})

describe('divisions', () => {
  const bits = (...without: DivisionRight[]) =>
    without.reduce((all, right) => withDivisionRight(all, right, false), usualDivisionBits)
  const contest = (divisions: { key: string; name: string; bits: number }[], item: Item = {}) =>
    layChallenges(s, 1).then((questions) => layContest(s, questions, { divisions }, { curve: 'linear', ...item }))
  const enterAs = (id: string, as: As, key: string) => enter(s, id, as, { division_id: `${id}:${key}` })

  it('are chosen when entering, among those that are open; one of them is reviewed', async () => {
    const id = await contest([
      { key: 'd1', name: 'Open', bits: bits() },
      { key: 'd2', name: 'Invited', bits: bits('join') },
      { key: 'd3', name: 'Checked', bits: bits() | divisionBits.review },
    ])
    const { divisions } = await s.ok('GET /contests/:id', { params: { id } }, 'student')
    expect(divisions.map((d) => [d.name, d.review])).toEqual([
      ['Open', false],
      ['Checked', true],
    ])
    expect((await enter(s, id, 'student')).problem.details?.fields).toMatchObject([{ path: 'division_id' }])
    expect((await enterAs(id, 'student', 'd2')).status).toBe(422)
    expect((await enterAs(id, 'student', 'd1')).body.mine).toMatchObject({ status: 'accepted', division: 'Open' })
    expect((await enterAs(id, 'admin', 'd3')).body.mine?.status).toBe('registered')
  })

  it('say who sees a challenge, who hands in, whose solves count, and who has a rank among all', async () => {
    const id = await contest([
      { key: 'd1', name: 'Main', bits: bits() },
      { key: 'd2', name: 'Guests', bits: bits('blood', 'values', 'overall') },
      { key: 'd3', name: 'Blind', bits: bits('view') },
      { key: 'd4', name: 'Lookers', bits: bits('submit') },
    ])
    for (const [as, key] of [
      ['student', 'd1'],
      ['second-student', 'd2'],
      ['admin', 'd3'],
      ['teacher', 'd4'],
    ] as const)
      await enterAs(id, as, key)
    const [first] = await itemsFor(s, id, 'student')
    const item = first?.id ?? ''
    expect(await itemsFor(s, id, 'admin')).toEqual([])
    expect((await handInFlag(s, item, rightFlag, 'admin')).status).toBe(404)
    expect(await itemsFor(s, id, 'teacher')).toMatchObject([{ state: 'closed' }])
    expect((await openFor(item, 'teacher')).can).toEqual([])
    expect((await handInFlag(s, item, rightFlag, 'teacher')).status).toBe(409)
    expect((await handInFlag(s, item, rightFlag, 'second-student')).body).toMatchObject({
      worth: points(500),
      blood: null,
    })
    expect((await handInFlag(s, item, rightFlag, 'student')).body).toMatchObject({ worth: points(525), blood: 1 })
    const rows = await board(id)
    expect(rows.map((r) => [r.rank, r.division_rank, r.score])).toEqual([
      [1, 1, points(525)],
      [2, 1, 0],
      [2, 1, 0],
      [0, 1, points(500)],
    ])
  })

  it('may differ for one challenge', async () => {
    const id = await contest([{ key: 'd1', name: 'Juniors', bits: bits() }], { divisions: { d1: divisionBits.view } })
    await enterAs(id, 'student', 'd1')
    const [first] = await itemsFor(s, id, 'student')
    expect(first?.state).toBe('closed')
    expect((await handInFlag(s, first?.id ?? '', rightFlag, 'student')).status).toBe(409)
  })
})

describe('what opens when', () => {
  const items = (questions: readonly string[], ...more: Item[]) =>
    questions.map((question_id, n) => ({ question_id, category: `C${n}`, most: 100, ...more[n] }))

  it('any of what is required is enough where the contest says so; until then nothing but its category and value is told', async () => {
    const [a = '', b = '', c = ''] = await layChallenges(s, 3, { stem: 'CANARY' })
    const id = await layContest(s, [], {
      items: items([a, b, c], {}, {}, { requires: [a, b], requires_any: true, preview: true }),
    })
    await enter(s, id, 'student')
    const list = () => s.ok('GET /contests/:id/items', { params: { id } }, 'student')
    const before = await list()
    expect(before.locked).toEqual([{ category: 'C2', value: points(100), wanted: 1, solved: 0, score: null }])
    expect(before.items).toHaveLength(2)
    await handInFlag(s, before.items[1]?.id ?? '', rightFlag, 'student')
    const after = await list()
    expect([after.items.length, after.locked.length]).toEqual([3, 0])
  })

  it('opens once an entry has the points, and is not announced where that is not wanted', async () => {
    const [a = '', b = ''] = await layChallenges(s, 2)
    const id = await layContest(s, [], { items: items([a, b], {}, { opens_score: 100 }) })
    await enter(s, id, 'student')
    const list = () => s.ok('GET /contests/:id/items', { params: { id } }, 'student')
    const before = await list()
    expect([before.items.length, before.locked.length]).toEqual([1, 0])
    await handInFlag(s, before.items[0]?.id ?? '', rightFlag, 'student')
    expect((await list()).items).toHaveLength(2)
  })

  it('closes for everything at its deadline: flags, hints and machines', async () => {
    const { item } = await begun(['student'], { hints: [{ cost: 5, text: 'H' }] }, {}, { closes_after: 10 })
    s.clock.advance(10 * 60)
    expect((await handInFlag(s, item, rightFlag, 'student')).body.verdict).toBe('late')
    expect((await hint(item, 'student', { hint: 0, cost: 5 })).status).toBe(409)
    const { can } = await openFor(item, 'student')
    expect(can).toEqual([])
  })
})

let boxes = 0
const drawn = async () => {
  const drawing = await s.ok('POST /topologies', { body: { name: `Box of a contest ${++boxes}` } as never }, 'super')
  const at = { params: { id: drawing.id } }
  const tab = 'tab-number-1'
  await s.ok('POST /topologies/:id/lock', { ...at, body: { tab, take_over: false } }, 'super')
  const document = lan(node('box', 'container'))
  await s.ok('PUT /topologies/:id/document', { ...at, body: { document, version: 1, tab } }, 'super')
  return drawing.id
}
const made = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'team' } as const

describe('a flag of one’s own', () => {
  it('stands in the text for whoever reads it, and another’s is wrong and recorded', async () => {
    const stem = 'Take {flag} or {flag|base64}.'
    const { id, item } = await begun(['student', 'admin'], { flag: made, stem, language: 'en-US' })
    const read = async (as: As) => /Take (\S+) or (\S+)\./.exec((await openFor(item, as)).question.stem)
    const [mine, theirs] = [await read('student'), await read('admin')]
    expect(mine?.[1]).toMatch(/^flag\{\w{26}\}$/)
    expect(Buffer.from(mine?.[2] ?? '', 'base64').toString()).toBe(mine?.[1])
    expect(mine?.[1]).not.toBe(theirs?.[1])
    expect((await handInFlag(s, item, theirs?.[1] ?? '', 'student')).body.verdict).toBe('wrong')
    const { items } = await s.ok('GET /flag-contests/:id/submissions', { params: { id }, query: {} as never }, 'super')
    expect(items.map((i) => [i.verdict, i.made_for !== ''])).toEqual([['wrong', true]])
    expect((await handInFlag(s, item, mine?.[1] ?? '', 'student')).body.verdict).toBe('right')
  })
})

describe('machines', () => {
  const start = (item: string, as: As) =>
    s.call('POST /contest-items/:id/scene', { params: { id: item }, body: {} }, as)
  const goes = async (scene: string) => {
    const { rows } = await s.db.query<{ status: string }>('select status from scene where id = $1', [scene])
    return rows[0] === undefined || ['deleting', 'deleted'].includes(rows[0].status)
  }
  const team = async (name: string) =>
    (await s.ok('POST /teams', { body: { name, member_ids: [userId('student'), userId('second-student')] } }, 'super'))
      .id

  it('are the entry’s: one scene for its roster with its own flag, put off in the last ten minutes, gone with a ban', async () => {
    const topology_id = await drawn()
    const questions = await layChallenges(s, 1, { flag: made, topology_id })
    const id = await layContest(s, questions, { mode: 'team', team_least: 2, team_most: 2 })
    const entry = (await enter(s, id, 'student', { team_id: await team('Two of us') })).body.mine?.id ?? ''
    const [first] = await itemsFor(s, id, 'student')
    const item = first?.id ?? ''
    expect(await openFor(item, 'student')).toMatchObject({
      scene: true,
      scene_id: null,
      can: ['submit', 'hint', 'scene'],
    })
    const [one, two] = await Promise.all([start(item, 'student'), start(item, 'second-student')])
    const scene = one.body.scene_id
    expect(two.body.scene_id).toBe(scene)
    expect((await openFor(item, 'second-student')).scene_id).toBe(scene)
    const seen = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'second-student')
    expect(seen).toMatchObject({ type: 'practice', minutes: 120 })
    expect((await s.call('GET /scenes/:id', { params: { id: scene } }, 'admin')).status).not.toBe(500)
    const { rows } = await s.db.query<{ flags: Record<string, string> }>('select flags from scene where id = $1', [
      scene,
    ])
    const flag = Object.values(rows[0]?.flags ?? {})[0] ?? ''
    const more = () => s.call('POST /scenes/:id/extend', { params: { id: scene }, body: {} }, 'second-student')
    for (let n = 0; n < 40 && !(await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).ends_at; n++) {
      await s.scenes.sweep()
      s.clock.advance(2)
    }
    expect((await more()).status).toBe(409)
    const before = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')
    s.clock.set(new Date(Date.parse(before.ends_at ?? '') - 9 * 60_000))
    expect((await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).can).toContain('extend')
    expect((await more()).status).toBe(200)
    const after = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')
    expect(Date.parse(after.ends_at ?? '') - Date.parse(before.ends_at ?? '')).toBe(120 * 60_000)
    expect(after.can).not.toContain('extend')
    expect(flag).toMatch(/^flag\{\w{26}\}$/)
    await s.ok('POST /contest-entries/:id/ban', { params: { id: entry }, body: { reason: 'Shared a flag' } }, 'super')
    expect(await goes(scene)).toBe(true)
  })

  it('are so many at once, or the oldest make place', async () => {
    const topology_id = await drawn()
    for (const instances_close of [false, true]) {
      const questions = await layChallenges(s, 2, { topology_id })
      const id = await layContest(s, questions, { instances_most: 1, instances_close })
      await enter(s, id, 'student')
      const [a, b] = await itemsFor(s, id, 'student')
      const first = (await start(a?.id ?? '', 'student')).body.scene_id
      s.clock.advance(1)
      const second = await start(b?.id ?? '', 'student')
      if (instances_close) {
        expect(second.status).toBe(200)
        expect([await goes(first), await goes(second.body.scene_id)]).toEqual([true, false])
      } else expect(second.problem).toMatchObject({ code: 'contest_scenes', details: { most: 1 } })
    }
  })

  it('are not started without an entry, without a drawing, or while it pauses', async () => {
    const { id, item } = await begun(['student'], { topology_id: await drawn() })
    expect((await start(item, 'admin')).status).toBe(404)
    await s.ok('POST /flag-contests/:id/pause', { params: { id }, body: {} }, 'super')
    expect((await start(item, 'student')).status).toBe(409)
    const plain = await begun(['student'])
    expect((await start(plain.item, 'student')).status).toBe(409)
  })
})
