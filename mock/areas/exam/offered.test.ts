/** What the row of an exam offers to each of its people is what its routes answer, in every state of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exam as line } from '#src/contract/exam/exam.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPractical, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const writer = 'page-number-one'
const people = { owner: 'teacher', marker: 'normal', other: 'second-student', administrator: 'admin' } as const
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPractical(s, { title: 'Harden it', rubric: [{ text: 'Done', points: 10 }] })
  await makeKeepers(s, people.owner, people.marker, people.other)
})
afterAll(() => s.close())

/** The call that a word of a row stands for. */
const calls: Record<string, [route: string, body?: object]> = {
  follow: ['GET /exams/:id/results'],
  watch: ['GET /exams/:id/candidates'],
  mark: ['GET /exams/:id/marking'],
  give: ['POST /exams/:id/marking/blanks', { item: 'i0', texts: ['-'] }],
  keys: ['GET /exams/:id/questions'],
  analyse: ['GET /exams/:id/analysis'],
  run: ['POST /exams/:id/message', { text: 'Ten minutes left', user_ids: [] }],
  start: ['POST /exams/:id/start', {}],
  pause: ['POST /exams/:id/pause', {}],
  recover: ['POST /exams/:id/recover', {}],
  end: ['POST /exams/:id/end', { reason: 'Fire alarm' }],
  publish: ['POST /exams/:id/publish', {}],
  withdraw: ['POST /exams/:id/withdraw', {}],
}

async function exam(more: object = {}): Promise<string> {
  const id = await layExam(s, paper, { anonymous: false, markers: [userId(people.marker)], ...more })
  await s.db.query(`update r_exam set owner_id = $2, share_scope = 'everybody', share_level = 'read' where id = $1`, [
    id,
    userId(people.owner),
  ])
  return id
}
async function written(id: string): Promise<string> {
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, 'student')
  const answer = { type: 'operation' as const, text: 'Closed it', files: [] }
  const body = { epoch: 1, seq: 1, writer, answers: [{ item: 'i0', marked: false, answer }] }
  await s.ok('POST /exam-attempts/:id/save', { params: { id: attempt }, body }, 'student')
  return attempt
}
async function handed(id: string): Promise<string> {
  const attempt = await written(id)
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  return attempt
}
async function marked(id: string): Promise<void> {
  const body = { item: 'i0', round: 1, points: 10, comment: '', lines: [0] }
  await s.ok('POST /exam-sheets/:id/marks', { params: { id: await handed(id) }, body }, people.marker)
}
const say = (event: 'start' | 'pause' | 'publish', id: string) =>
  s.ok(`POST /exams/:id/${event}`, { params: { id }, body: {} }, people.owner)
const over = async (id: string) => {
  await s.ok('POST /exams/:id/end', { params: { id }, body: { reason: 'Fire alarm' } }, people.owner)
  s.clock.advance(3)
  await settleDue(s)
}

/** States of an exam, each laid anew. */
const states: Record<string, () => Promise<string>> = {
  'waits for its start': () => exam({ start_mode: 'go' }),
  'has begun': () => exam(),
  'is written': async () => {
    const id = await exam()
    await written(id)
    return id
  },
  'is paused': async () => {
    const id = await exam()
    await written(id)
    await say('pause', id)
    return id
  },
  'waits for marks': async () => {
    const id = await exam()
    await handed(id)
    return id
  },
  'is marked while others may begin': async () => {
    const id = await exam()
    await marked(id)
    return id
  },
  'is ended with nothing marked': async () => {
    const id = await exam()
    await written(id)
    await over(id)
    return id
  },
  'is ended and marked': async () => {
    const id = await exam()
    await marked(id)
    await over(id)
    return id
  },
  'is published': async () => {
    const id = await exam()
    await marked(id)
    await over(id)
    await say('publish', id)
    return id
  },
}

it('names a call for each word but those of editing', () => {
  expect(Object.keys(line.actions).filter((a) => a !== 'copy')).toEqual(Object.keys(calls))
})

it.each(Object.keys(states))('offers what it answers when it %s', async (state) => {
  let id = ''
  const lay = async () => {
    id = (await states[state]?.()) ?? ''
  }
  await lay()
  const wrong: string[] = []
  const seen: Record<string, string[]> = {}
  for (const [who, as] of Object.entries(people) as [string, AccountName][]) {
    const { can } = await s.ok('GET /exams/:id', { params: { id } }, as)
    seen[who] = can.filter((word) => word in calls)
    for (const [word, [route, body]] of Object.entries(calls)) {
      const args = { params: { id }, ...(body ? { body } : {}) }
      const { status } = await s.send(route, args, as)
      if ((status === 200) !== can.includes(word)) wrong.push(`${who}: ${word} ${status}`)
      // what was done is not undone: the next is asked of the same state
      if (status === 200 && body && word !== 'run') await lay()
    }
  }
  expect(wrong).toEqual([])
  expect(seen['owner']).not.toContain('mark')
  expect(seen['marker']).toEqual(['follow', 'watch', 'mark', 'give', 'analyse'])
  expect(seen['other']).toEqual([])
})

it('says who marks to whoever is not named, and lets the owner publish without being a marker', async () => {
  const id = await exam()
  await marked(id)
  const { problem } = await s.call('GET /exams/:id/marking', { params: { id } }, people.owner)
  expect(problem.code).toBe('marked_by_others')
  expect(problem.details?.['names']).toEqual([expect.stringContaining('User normal')])
  expect((await s.ok('GET /exams', { query: {} }, people.owner)).items.find((e) => e.id === id)?.can).toContain(
    'publish',
  )
  expect((await say('publish', id)).published_at).not.toBeNull()
})

it.each(['read', 'use'] as const)(
  'shared with everybody to %s it is nobody else’s to watch, mark and read',
  async (level) => {
    const id = await exam({ markers: [] })
    await s.db.query('update r_exam set share_level = $2 where id = $1', [id, level])
    const sheet = await handed(id)
    const asked: [string, object][] = [
      ...Object.values(calls).map(([key, body]): [string, object] => [
        key,
        { params: { id }, ...(body ? { body } : {}) },
      ]),
      ...['checklist', 'turnout', 'events', 'grades', 'sheets', 'objections', 'analysis/file', 'results/file'].map(
        (what): [string, object] => [
          `GET /exams/:id/${what}`,
          { params: { id }, ...(what.endsWith('file') ? { query: { format: 'csv' } } : {}) },
        ],
      ),
      ['GET /exam-sheets/:id', { params: { id: sheet } }],
      [
        'POST /exam-sheets/:id/marks',
        { params: { id: sheet }, body: { item: 'i0', round: 1, points: 10, comment: '', lines: [0] } },
      ],
    ]
    for (const [key, args] of asked) {
      const { problem, status } = await s.send(key, args, people.other)
      expect([key, status, problem?.code]).toEqual([key, 403, 'not_shared'])
    }
    expect((await s.send('GET /exams/:id/print', { params: { id }, query: {} }, people.other)).status).toBe(404)
    const row = await s.ok('GET /exams/:id', { params: { id } }, people.other)
    expect([row.can.filter((word) => word in calls), row.for_me]).toEqual([[], 0])
    const work = await s.ok('GET /dashboard/work', {}, people.other)
    expect(work.exams?.items.find((e) => e.id === id)?.watch ?? false).toBe(false)
    // who is named by nobody marks nothing; its owner does, as long as nobody is
    expect((await s.ok('GET /exams/:id', { params: { id } }, people.owner)).can).toEqual(
      expect.arrayContaining(['follow', 'watch', 'mark', 'give', 'analyse']),
    )
  },
)
