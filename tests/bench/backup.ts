/**
 * A backup and a restore of about 100 MB, half of it rows and half of it files, on the embedded database: how long each takes, and how long
 * another call had to wait meanwhile. The server is the one that ships, in its own process; the calls come from this one.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#mock/db/migrate.ts'
import { openDb } from '#mock/db/open.ts'
import { accountOf } from '#tests/support/demo.ts'
import { startServed, type Served } from '../support/served.ts'
import { call } from './benchServer.ts'
import type { Figure } from './table.ts'

const files = { count: 100, size: 512 * 1024 }
/** Of about 800 bytes with their indexes, the kind a platform has most of. */
const rows = 60_000
const budget = { restore: 30_000, pause: 100 }

async function lay(data: string): Promise<void> {
  const db = await openDb({ dir: data })
  try {
    await migrate(db)
    await db.query(
      `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, code, request_id,
         before_hash, after_hash, details, prev_hash, hash)
       select 100000000 + n * 16, timestamptz '2025-11-01' + n * interval '31 seconds', 'bench-' || n % 2000, 'bench_' || n % 2000, 'teacher',
         '10.1.1.7', 'tool.update', 'tool', 'thing-' || n % 30000, 'done', null, md5(n::text), md5(n::text), md5(n::text),
         jsonb_build_object('before', md5(n::text) || md5((n + 1)::text), 'after', md5((n + 2)::text)), md5(n::text), md5(n::text)
       from generate_series(1, $1::integer) n`,
      [rows],
    )
  } finally {
    await db.close()
  }
  const folder = path.join(data, 'files', 'bench')
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < files.count; n++) writeFileSync(path.join(folder, `${n}.bin`), randomBytes(files.size))
}

/** Calls one after the other until the work is over, and the longest that anybody waited for an answer, a server that begins anew included. */
async function longestPause(s: Served, at: string, token: string, work: Promise<unknown>): Promise<number> {
  let over = false
  void work.finally(() => (over = true)).catch(() => {})
  let longest = 0
  let from = performance.now()
  while (!over) {
    // behind the closed door of a restore the answer is a refusal, which comes as fast
    const answered = await fetch(`${s.api}${at}`, { headers: token ? { authorization: `Bearer ${token}` } : {} }).then(
      (r) => r.text().then(() => true),
      () => false,
    )
    longest = Math.max(longest, performance.now() - from)
    await new Promise((r) => setTimeout(r, 55))
    // who got none is still waiting
    if (answered) from = performance.now()
  }
  await work
  return longest
}

const until = async <T>(ask: () => Promise<T>, is: (v: T) => boolean): Promise<T> => {
  for (;;) {
    const v = await ask()
    if (is(v)) return v
    await new Promise((r) => setTimeout(r, 250))
  }
}

export async function backupFigures(): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-bench-'))
  await lay(data)
  const s = await startServed({ data })
  try {
    const { username, password } = accountOf('super')
    const { token } = await call<{ token: string }>({ url: s.url, token: '' }, 'POST', '/session', {
      username,
      password,
    })
    const b = { url: s.url, token }
    // how it is without any of this
    const idle = await longestPause(s, '/tools?page_size=20', token, new Promise((r) => setTimeout(r, 3000)))

    const began = performance.now()
    const { id } = await call<{ id: string }>(b, 'POST', '/backups', { note: '' })
    const ready = until(
      () => call<{ state: string; size: number }>(b, 'GET', `/backups/${id}`),
      ({ state }) => state !== 'making',
    )
    const backupPause = await longestPause(s, '/tools?page_size=20', token, ready)
    const backupTime = performance.now() - began
    const made = await ready
    if (made.state !== 'ready') throw new Error(`the backup is ${made.state}`)

    const asked = performance.now()
    await call(b, 'POST', `/backups/${id}/restore`, { password, word: 'RESTORE' })
    interface Status {
      running: boolean
      stage: string
      progress?: number
      problem?: string | null
    }
    const status = () =>
      fetch(`${s.api}/restore`).then(
        (r) => r.json() as Promise<Status>,
        (): Status => ({ running: true, stage: 'starting' }),
      )
    const over = until(status, ({ running }) => !running)
    const restorePause = await longestPause(s, '/restore', '', over)
    const restoreTime = performance.now() - asked
    const { stage, problem } = await over
    if (stage !== 'done') throw new Error(`the restore ended as ${stage}: ${problem}`)
    const size = `${Math.round(made.size / 1024 / 1024)} MiB packed`
    return [
      { what: 'a call beside nothing, longest', value: idle, unit: 'ms', budget: '' },
      { what: `backup of about 100 MB (${size})`, value: backupTime / 1000, unit: 's', budget: '' },
      {
        what: 'a call beside it, longest',
        value: backupPause,
        unit: 'ms',
        budget: `≤ ${budget.pause} ms`,
        held: backupPause <= budget.pause,
      },
      {
        what: 'restore of it, with a safety backup, until the platform answers',
        value: restoreTime / 1000,
        unit: 's',
        budget: `≤ ${budget.restore / 1000} s`,
        held: restoreTime <= budget.restore,
      },
      { what: 'asking how the restore stands, longest', value: restorePause, unit: 'ms', budget: '' },
    ]
  } finally {
    await s.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
