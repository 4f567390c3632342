/** `range contest` against a whole server: what staff see and say, and that scores reckoned anew are those of the board. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProgram } from '#cli/program.ts'
import type { Io } from '#cli/context.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '../support/contest.ts'
import { password, testServer, type TestServer, username } from './support/server.ts'

let s: TestServer
let id = ''
const dir = mkdtempSync(path.join(os.tmpdir(), 'range-cli-'))

async function range(argv: string[], more: Partial<Io> = {}) {
  let [out, err] = ['', '']
  const exit = await makeProgram({
    out: (t) => void (out += t),
    err: (t) => void (err += t),
    env: { RANGE_PASSWORD: password, LANG: 'en_US.UTF-8' },
    cwd: dir,
    config: path.join(dir, 'config'),
    interactive: false,
    ask: () => Promise.reject(new Error('nobody is there to be asked')),
    onInterrupt: () => () => {},
    ...more,
  }).run(argv)
  return { exit, out, err, json: <T>() => JSON.parse(out) as T }
}
const signIn = (who: 'super' | 'student') => {
  const { port } = s.app.server.address() as AddressInfo
  return range(['login', '--api', `http://127.0.0.1:${port}`, '--username', username(who)])
}

beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  id = await layContest(s, await layChallenges(s, 1), { name: 'Evening cup', freeze_at: at(30) })
  for (const as of ['student', 'second-student'] as const) await enter(s, id, as)
  const [item] = await itemsFor(s, id, 'student')
  await handInFlag(s, item?.id ?? '', rightFlag, 'student')
  s.clock.advance(40 * 60)
  await handInFlag(s, item?.id ?? '', rightFlag, 'second-student')
  await signIn('super')
})
afterAll(async () => {
  await s.close()
  rmSync(dir, { recursive: true, force: true })
})

test('lists contests and says how one stands', async () => {
  const list = await range(['contest', 'list', '--status', 'ongoing'])
  expect([list.exit, list.out]).toEqual([0, expect.stringContaining('Evening cup')])
  expect((await range(['contest', 'list', '--status', 'finished', '--json'])).json()).toMatchObject({ total: 0 })
  expect((await range(['contest', 'show', id])).out).toMatch(/ongoing, board frozen[^]*entries +2/)
  expect((await range(['contest', 'show', 'nowhere'])).exit).toBe(5)
})

test('the board is the truth, and with --public what participants see', async () => {
  const scores = async (...more: string[]) =>
    (await range(['contest', 'board', id, '--json', ...more]))
      .json<{ rows: { score: number }[] }>()
      .rows.map((r) => r.score)
  expect(await scores()).toEqual([514, 504].map((n) => n * 10_000))
  expect(await scores('--public')).toEqual([525, 0].map((n) => n * 10_000))
  const { out } = await range(['contest', 'board', id])
  expect(out).toMatch(/1 +User student/)
  expect(out).toContain('514')
})

test('rescore finds every score as the board has it, and says and fails where one was changed', async () => {
  expect((await range(['contest', 'rescore', id])).exit).toBe(2)
  const good = await range(['contest', 'rescore', id, '--check'])
  expect([good.exit, good.out]).toEqual([
    0,
    '4 rows of the ledger, 2 entries: every score and rank is as the board has it.\n',
  ])
  // a price that no rule gives, added behind the server's back
  await s.db.query(
    `insert into contest_ledger (run_id, seq, at, kind, item_id, amount, cause, rule_version, by)
     select run_id, seq + 1, at, 'price', item_id, amount + 10000, cause, rule_version, by from contest_ledger where run_id = $1 order by seq desc limit 1`,
    [id],
  )
  await s.db.query('update contest_run set seq = seq + 1 where id = $1', [id])
  const bad = await range(['contest', 'rescore', id, '--check'])
  expect([bad.exit, bad.out]).toEqual([1, expect.stringMatching(/2 differ/)])
})

test('pauses, goes on and ends a contest, which is asked about; who does not run it is refused', async () => {
  expect((await range(['contest', 'go', id])).exit).toBe(6)
  expect((await range(['contest', 'pause', id])).out).toContain('Evening cup: paused')
  expect((await range(['contest', 'recover', id])).out).toContain('Evening cup: ongoing')
  expect((await range(['contest', 'finish', id])).exit).toBe(2)
  const asked: string[] = []
  const ask = (question: string) => Promise.resolve((asked.push(question), 'n'))
  expect((await range(['contest', 'finish', id], { interactive: true, ask })).exit).toBe(130)
  expect(asked).toEqual(['End “Evening cup” now? It cannot be started again. [y/N] '])
  expect((await range(['contest', 'finish', id, '--yes'])).out).toContain('Evening cup: finished')
  await signIn('student')
  expect((await range(['contest', 'board', id])).exit).toBe(4)
  expect((await range(['contest', 'board', id, '--public'])).exit).toBe(0)
})
