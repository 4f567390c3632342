/**
 * F1, F2 for contests on two servers of one PostgreSQL, and on one of the embedded engine: whatever comes at once is judged as often as it may
 * be, counts once, and has its place in the ledger in the order of commits. In the long runs alone.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, type ServerApp } from '#mock/app.ts'
import type { Db } from '#mock/db/db.ts'
import { openPg } from '#mock/db/pg.ts'
import { silentLog } from '#mock/http/log.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { inject } from '#tests/contract/support/inject.ts'
import { noLimits } from '#tests/contract/support/rates.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { contestOf } from './contest.ts'
import { wholeLedger } from './view.ts'

const found = await postgresOrWhyNot()
if (typeof found !== 'string') await found.stop()
const engines = ['pglite', ...(typeof found === 'string' ? [] : ['postgres'])] as ('pglite' | 'postgres')[]
const team = ['student', 'second-student', 'teacher', 'admin'] as const
const rounds = 25

describe.each(engines)('submissions at once on %s', (engine) => {
  let s: TestServer
  let second: { app: ServerApp; db: Db; files: string } | undefined
  beforeAll(async () => {
    s = await testServer({ engine, cheapPasswords: true })
    if (engine === 'pglite') return
    const { rows } = await s.db.query<{ name: string; dir: string }>(
      `select current_database() as name, current_setting('unix_socket_directories') as dir`,
    )
    const db = await openPg(
      `postgres://postgres@localhost/${encodeURIComponent(rows[0]?.name ?? '')}?host=${encodeURIComponent(rows[0]?.dir ?? '')}`,
    )
    const files = mkdtempSync(path.join(os.tmpdir(), 'range-test-'))
    const config = { rates: noLimits, shed: { delay: 1e9, inFlight: 1e9 } }
    const app = await buildApp({ db, now: s.clock.now, random: randomBytes, files, log: silentLog, config })
    second = { app, db, files }
  })
  afterAll(async () => {
    await second?.app.close()
    await second?.db.close()
    if (second) rmSync(second.files, { recursive: true, force: true })
    await s.close()
  })

  /** By one server and the other in turn. @returns the verdict */
  async function submit(n: number, item: string, text: string, as: AccountName): Promise<string> {
    const app = n % 2 && second ? second.app.app : s.app
    for (;;) {
      const r = await inject(app, {
        method: 'POST',
        url: `/api/mg/api/contest-items/${item}/submit`,
        headers: { authorization: `Bearer ${await s.token(as)}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ text }),
      })
      const body = r.json() as { verdict?: string; code?: string }
      // whom the database keeps waiting is told so, and asks again
      if (body.code === 'busy') continue
      return body.verdict ?? `${r.statusCode} ${body.code}`
    }
  }
  const contestOfTeams = async (items: number, item: object = {}) => {
    const made = await s.ok(
      'POST /teams',
      { body: { name: `Crowd ${s.platform.newId().slice(-8)}`, member_ids: team.map(userId) } },
      'super',
    )
    const id = await layContest(s, await layChallenges(s, items), { mode: 'team', team_most: 4 }, item)
    expect((await enter(s, id, 'student', { team_id: made.id })).status).toBe(200)
    return { id, items: (await itemsFor(s, id, 'student')).map((i) => i.id) }
  }
  const ledger = async (id: string) => wholeLedger(s.db, await contestOf(s.db, id))

  it(`F2: the right flag of a whole team many times at once is one solve, ${rounds} times over`, async () => {
    const { id, items } = await contestOfTeams(rounds)
    for (const item of items) {
      const all = await Promise.all(
        Array.from({ length: 24 }, (_, n) => submit(n, item, rightFlag, team[n % team.length] ?? 'student')),
      )
      expect(all.toSorted()).toEqual([...Array.from({ length: 23 }, () => 'already'), 'right'])
      s.clock.advance(flagLimits.per + 1)
    }
    expect((await ledger(id)).map((r) => r.kind)).toEqual(items.flatMap(() => ['hold', 'price']))
  })

  it(`F1: of many tries at once as many are judged as there may be, ${rounds} times over`, async () => {
    const { id, items } = await contestOfTeams(rounds, { attempts: 1 })
    for (const item of items) {
      const all = await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          submit(n, item, n === 7 ? rightFlag : `flag{${n}}`, team[n % team.length] ?? 'student'),
        ),
      )
      // where the right one came first, the others found it solved
      expect(all.filter((v) => v === 'wrong' || v === 'right').length, all.join(' ')).toBeLessThanOrEqual(
        all[7] === 'right' ? 2 : 1,
      )
      expect(all.every((v) => ['wrong', 'right', 'already', 'limited'].includes(v))).toBe(true)
      s.clock.advance(flagLimits.per + 1)
    }
    const { rows } = await s.db.query<{ n: number }>(
      `select max(n)::integer as n from (select count(*) as n from contest_submission where run_id = $1 and verdict = 'wrong' group by item_id) t`,
      [id],
    )
    expect(rows[0]?.n).toBe(1)
  })

  it('gives places in the ledger in the order of commits, and each price by the solves before it', async () => {
    const id = await layContest(s, await layChallenges(s, 8))
    for (const as of team) await enter(s, id, as)
    const items = (await itemsFor(s, id, 'student')).map((i) => i.id)
    // a notification leaves with the commit, in its order
    await s.db.script(`create or replace function told_order() returns trigger language plpgsql as $$
      begin perform pg_notify('contest_order', new.run_id || ' ' || new.seq); return null; end $$;
      create trigger told_order after insert on contest_ledger for each row execute function told_order()`)
    const order: string[] = []
    const stop = await s.db.listen('contest_order', (text) => void order.push(text))
    let n = 0
    await Promise.all(items.flatMap((item) => team.map((as) => submit(n++, item, rightFlag, as))))
    const rows = await ledger(id)
    await expect.poll(() => order.length).toBe(rows.length)
    await stop()
    await s.db.script('drop trigger told_order on contest_ledger; drop function told_order()')
    expect(rows).toHaveLength(items.length * team.length * 2)
    expect(order).toEqual(rows.map((r) => `${id} ${r.seq}`))
    expect(rows.map((r) => r.seq)).toEqual(rows.map((_, i) => i + 1))
    for (const item of items)
      expect(rows.flatMap((r) => (r.kind === 'price' && r.item === item ? [r.amount / pointUnit] : []))).toEqual(
        team.map((_, i) => 500 - 10 * i),
      )
  })
})
