import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { clearStale, postgresOrWhyNot, withPostgres } from '#tests/support/postgres.ts'
import { openPg } from '../pg.ts'
import { forked, killed } from './child.ts'

const found = await postgresOrWhyNot()
const skipped = typeof found === 'string'
if (!skipped) await found.stop()
const needed = test.skipIf(skipped)
const name = (n: string): string => (skipped ? `${n} (skipped: ${found})` : n)

let starter: ChildProcess | undefined
afterEach(() => {
  starter?.kill('SIGKILL')
})

const commands = (): string[] =>
  existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((pid) => /^\d+$/.test(pid))
        .map((pid) => {
          try {
            return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`
          } catch {
            return pid
          }
        })
    : execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')

/** The processes that name the directory on their command line: the server and the shell that keeps it. */
const processesOf = (dir: string): { pid: number; command: string }[] =>
  commands()
    .filter((line) => line.includes(dir))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }))

async function started(): Promise<{ dir: string; url: string }> {
  starter = await forked('starter')
  const url = await new Promise<string>((resolve) => starter?.once('message', (m) => resolve(String(m))))
  const dir = new URL(url).searchParams.get('host') ?? ''
  expect(processesOf(dir).length).toBeGreaterThanOrEqual(2)
  return { dir, url }
}

needed(name('a test server orders by code point, whatever the machine speaks, and ends when it is told'), async () => {
  const server = await withPostgres()
  const db = await openPg(await server.createDatabase('name "with" spaces'))
  const { rows } = await db.query(
    `select datcollate as collate, pg_encoding_to_char(encoding) as encoding, datname as name from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ collate: 'C', encoding: 'UTF8', name: 'name "with" spaces' }])
  await db.close()
  const dir = new URL(server.url).searchParams.get('host') ?? ''
  await server.stop()
  expect(processesOf(dir)).toEqual([])
  expect(existsSync(dir)).toBe(false)
})

needed(name('a test server ends when the process that started it is killed'), async () => {
  const { dir } = await started()
  await killed(starter as ChildProcess)
  await expect.poll(() => processesOf(dir)).toEqual([])
  await expect.poll(() => existsSync(dir)).toBe(false)
})

needed(name('a test server whose keeper was killed too is ended by the next start'), async () => {
  const { dir } = await started()
  const keeper = processesOf(dir).filter((p) => p.command.startsWith('sh -c'))
  expect(processesOf(dir)).not.toEqual([])
  for (const { pid } of keeper) process.kill(pid, 'SIGKILL')
  await killed(starter as ChildProcess)
  // another test beside this one may be the next start
  await clearStale()
  await expect.poll(() => processesOf(dir)).toEqual([])
  await expect.poll(() => existsSync(dir)).toBe(false)
})
