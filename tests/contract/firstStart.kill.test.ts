/** A first start that is killed at any moment leaves nothing, or what the next start makes whole. `KILLS=30` for the long run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { verifyAudit } from '#mock/audit/verify.ts'
import { openDb } from '#mock/db/open.ts'
import { temporary } from '#mock/db/testing/targets.ts'
import { seeded } from '#src/contract/lib/seeded.ts'
import { accountOf } from '#tests/support/demo.ts'
import { program } from '#tests/support/program.ts'
import { freePort } from '#tests/support/served.ts'

const kills = Number(process.env.KILLS ?? 4)
const after: (() => unknown)[] = []
afterEach(async () => {
  for (const end of after.splice(0).reverse()) await end()
})

interface Starting {
  child: ChildProcess
  url: string
  gone: Promise<unknown>
}
async function start(dir: string): Promise<Starting> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [await program('index'), '--port', String(port), '--package-port', '0', '--data', dir],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '' },
    },
  )
  after.push(() => child.kill('SIGKILL'))
  return { child, url: `http://127.0.0.1:${port}`, gone: new Promise((done) => child.once('close', done)) }
}
const answers = async ({ child, url }: Starting): Promise<void> => {
  while (child.exitCode === null) {
    const ok = await fetch(`${url}/ready`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('the server ended')
}
async function kill({ child, gone }: Starting): Promise<void> {
  child.kill('SIGKILL')
  await gone
}

/** Rows of tables that a first start fills once and for all, and its files. */
async function contents(dir: string): Promise<Record<string, number>> {
  const db = await openDb({ dir })
  try {
    const out: Record<string, number> = {}
    for (const table of [
      'account',
      'r_user',
      'r_role',
      'r_tool',
      'r_exam',
      'exam_attempt',
      'practice_try',
      'scene',
      'audit',
    ])
      out[table] = (await db.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0
    expect((await verifyAudit(db)).faults).toEqual([])
    out['files'] = readdirSync(path.join(dir, 'files'), { recursive: true }).length
    return out
  } finally {
    await db.close()
  }
}

it(`${kills} first starts killed at some moment: nothing is there, or all of it`, {
  timeout: 180_000 + kills * 60_000,
}, async () => {
  const whole = temporary('first-start')
  after.push(whole.remove)
  const began = performance.now()
  const undisturbed = await start(whole.dir)
  await answers(undisturbed)
  const takes = performance.now() - began
  await kill(undisturbed)
  const expected = await contents(whole.dir)
  expect(expected['account']).toBeGreaterThan(100)

  const below = seeded(`${kills} first starts`)
  const found: string[] = []
  for (let n = 0; n < kills; n++) {
    const { dir, remove } = temporary('first-start')
    after.push(remove)
    const first = await start(dir)
    await new Promise((done) => setTimeout(done, Math.round(((below(900) + 50) / 1000) * takes)))
    await kill(first)
    const there = readdirSync(dir)
    // a cluster has its name when it is whole
    if (existsSync(path.join(dir, 'db'))) expect(existsSync(path.join(dir, 'db/PG_VERSION'))).toBe(true)
    const users = existsSync(path.join(dir, 'db')) ? await usersIn(dir) : undefined
    found.push(users === undefined ? 'no database' : users === 0 ? 'an empty one' : 'all')
    expect([undefined, 0, expected['r_user']], there.join()).toContain(users)

    const second = await start(dir)
    await answers(second)
    const { username, password } = accountOf('super')
    const r = await fetch(`${second.url}/api/mg/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    expect(r.status).toBe(200)
    await kill(second)
    expect(readdirSync(dir).filter((name) => name.startsWith('db'))).toEqual(['db'])
    const { audit, ...rows } = await contents(dir)
    // signing in is in the trail as well
    expect({ ...rows, audit: (audit ?? 0) - 1 }).toEqual(expected)
  }
  console.info(`found after ${kills} killed first starts: ${found.join(', ')}`)
})

/** People of an installation that was killed; none where it was not laid yet. */
async function usersIn(dir: string): Promise<number> {
  const db = await openDb({ dir })
  try {
    return (await db.query<{ n: number }>('select count(*)::integer as n from r_user')).rows[0]?.n ?? 0
  } finally {
    await db.close()
  }
}
