/** Exams that may still be written, read once for all, are those that each is found to be at that moment. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { runningOf } from '../bank/keyAccess.ts'
import { aheadNow } from './ahead.ts'
import { some } from '../../../tests/support/some.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const noon = Date.parse('2026-11-05T12:00:00.000Z')
const minute = 60_000
const at = (minutes: number) => new Date(noon + minutes * minute).toISOString()
const maybe = (of: fc.Arbitrary<number>) => fc.option(of, { nil: null })
const hours = fc.integer({ min: -180, max: 180 })
// minutes meet often
const few = fc.integer({ min: 0, max: 12 }).map((n) => n * 5)

const plan = fc.record({
  run: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  mode: fc.constantFrom('clock', 'go'),
  starts: few,
  length: few.map((n) => n + 5),
  late: maybe(few),
  attempts: fc.integer({ min: 1, max: 2 }),
  started: maybe(few),
  paused: maybe(hours),
  pausedFor: few,
  ended: fc.option(few, { nil: null, freq: 8 }),
  extra: fc.array(fc.record({ minutes: few, sheets: fc.integer({ min: 0, max: 2 }) }), { maxLength: 2 }),
  open: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

/** Whoever has more time may begin at the last instant for that, and not after it. */
const lastStart = {
  run: true,
  mode: 'clock' as const,
  starts: 0,
  length: 10,
  late: 30,
  attempts: 1,
  started: null,
  paused: null,
  pausedFor: 0,
  ended: null,
  extra: [{ minutes: 60, sheets: 0 }],
  open: false,
}

it('whatever was planned, begun, paused, ended and given', async () => {
  await s.db.query(
    `insert into r_exam (id, data, version, created_at, updated_at, created_by, updated_by, find, owner_id) values ('e', '{}', 1, now(), now(), 'x', 'x', '', 'x')`,
  )
  const kept = s.platform.db
  const seen = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(plan, fc.array(few, { minLength: 3, maxLength: 3 }), async (p, times) => {
      await s.db.tx(async (q) => {
        for (const table of ['exam_attempt', 'exam_extra', 'exam_run']) await q.query(`delete from ${table}`)
        await q.query(`update r_exam set data = $1::jsonb, k_paper_id = 'p' where id = 'e'`, [
          JSON.stringify({
            kind: 'exam',
            start_mode: p.mode,
            starts_at: at(p.starts),
            ends_at: at(p.starts + p.length),
            late: p.late,
            attempts: p.attempts,
          }),
        ])
        if (p.run)
          await q.query(
            `insert into exam_run (exam_id, started_at, paused_from, paused_ms, ended_at) values ('e', $1, $2, $3, $4)`,
            [
              p.started === null ? null : at(p.started),
              p.paused === null ? null : at(p.paused),
              p.pausedFor * minute,
              p.ended === null ? null : at(p.ended),
            ],
          )
        const sheet = (user: string, n: number, status: string) =>
          q.query(
            `insert into exam_attempt (id, exam_id, user_id, n, status, marking_id, paper_id, variant, seed, began_at, deadline_at,
               heard_at, writer, chain, address, agent, items, score)
             values ($1, 'e', $2, $3, $4, $1, 'p', '0', '1', $5, $5, $5, '', '', '', '', 1, 1)`,
            [`${user}-${n}`, user, n, status, at(0)],
          )
        for (const [n, x] of p.extra.entries()) {
          await q.query(
            `insert into exam_extra (exam_id, user_id, minutes, reason, at, by) values ('e', $1, $2, '', now(), 'x')`,
            [`u${n}`, x.minutes],
          )
          for (let m = 1; m <= x.sheets; m++) await sheet(`u${n}`, m, 'scored')
        }
        if (p.open) await sheet('writer', 1, 'ongoing')
      })
      for (const minutes of times) {
        const now = new Date(noon + minutes * minute)
        const ahead = (await aheadNow(kept, now)).some((e) => e.id === 'e')
        seen.add(ahead)
        expect(ahead).toBe((await runningOf(s.db, ['e'], now)).has('e'))
      }
    }),
    { numRuns: some(400), examples: [[lastStart, [30, 35, 10]]] },
  )
  expect(seen.size).toBe(2)
})
