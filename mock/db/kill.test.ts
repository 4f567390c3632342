/** What `kill -9` may cost: `KILLS=100 npx vitest run … mock/db/kill.test.ts` for the long run. */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDb } from './open.ts'
import { killed, spawned } from './testing/child.ts'
import { filledDir, temporary } from './testing/targets.ts'
import { env } from '#config/env.ts'

const kills = Number(process.env.KILLS ?? (env.whole ? 3 : 1))

interface Found {
  whole: number[]
  torn: number[]
  counted: number
  audited: number[]
  faults: unknown[]
}

let place: Awaited<ReturnType<typeof filledDir>>
beforeAll(async () => {
  place = await filledDir('kill')
})
afterAll(() => place.remove())
const after: (() => unknown)[] = []
afterEach(async () => {
  for (const end of after.splice(0).reverse()) await end()
})

/** Starts a writer and kills it some time after its first acknowledged pair, at once if that is no time, or, without `work`, while it is still opening the database. */
async function life(
  first: number,
  work: number | undefined,
  acknowledged: Set<number>,
): Promise<{ found?: Found; ms: number }> {
  const began = performance.now()
  let ms = 0
  let found: Found | undefined
  let said = (): void => {}
  const ready = new Promise<void>((resolve) => {
    said = resolve
  })
  const child = await spawned('writer', [place.dir, String(first)], (line) => {
    if (line.startsWith('ack ')) {
      acknowledged.add(Number(line.slice(4)))
      said()
    } else {
      found = JSON.parse(line.replace('found ', '')) as Found
      ms = performance.now() - began
      if (work === 0) said()
    }
  })
  child.once('exit', said)
  if (work !== undefined) await ready
  await new Promise((resolve) => setTimeout(resolve, work ?? randomInt(200, 900)))
  await killed(child)
  return { ...(found ? { found } : {}), ms }
}

test(`no acknowledged row is lost, doubled or torn by ${kills} kills`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const acknowledged = new Set<number>()
  const starts: number[] = []
  let lastFound = 0
  let duringStart = 0
  for (let round = 0; round <= kills; round++) {
    const opening = round > 0 && round < kills && round % 4 === 0
    const before = new Set(acknowledged)
    const { found, ms } = await life(
      round * 1_000_000,
      opening ? undefined : round === kills ? 0 : randomInt(50, 500),
      acknowledged,
    )
    if (opening && !found) {
      duringStart++
      continue
    }
    expect(found, `round ${round}: the database did not open`).toBeDefined()
    if (!found) return
    starts.push(ms)
    const whole = new Set(found.whole)
    expect(
      [...before].filter((id) => !whole.has(id)),
      `lost in round ${round}`,
    ).toEqual([])
    expect(found.torn, `torn or doubled in round ${round}`).toEqual([])
    expect(found.counted).toBe(found.whole.length)
    // each of those that shared a transaction has its audit row, once, and nothing else has one
    expect(found.audited.sort((a, b) => a - b)).toEqual(found.whole.filter((id) => id % 2).sort((a, b) => a - b))
    expect(found.faults).toEqual([])
    lastFound = found.whole.length
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(starts.length - 1)
  const [median, worst] = [starts.sort((a, b) => a - b)[starts.length >> 1], starts.at(-1)].map((ms) =>
    Math.round(ms ?? 0),
  )
  console.info(
    `${kills} kills (${duringStart} while opening): ${acknowledged.size} acknowledged, ${lastFound} found, 0 lost, 0 doubled, 0 torn; ` +
      `process start to first answer ${median} ms median, ${worst} ms worst`,
  )
})

test('a first start that is killed half-way leaves nothing in the way of the next, which makes the database and keeps it', {
  timeout: 120_000,
}, async () => {
  const { dir, remove } = temporary('first')
  after.push(remove)
  const opener = `import { openDb } from '#mock/db/open.ts'; await openDb({ dir: ${JSON.stringify(dir)} })`
  const first = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', opener], { stdio: 'ignore' })
  after.push(() => first.kill('SIGKILL'))
  const found = (): string[] => fs.readdirSync(dir).filter((name) => name.startsWith('db'))
  while (!found().some((name) => name.startsWith('db.new-'))) await new Promise((done) => setTimeout(done, 2))
  await killed(first)
  // in between, or at the end already
  expect(found().includes('db') ? fs.existsSync(path.join(dir, 'db/PG_VERSION')) : true).toBe(true)

  const db = await openDb({ dir })
  await db.script('create table kept (n int); insert into kept values (7)')
  await db.close()
  expect(fs.readdirSync(dir).sort()).toEqual(['db', 'lock'])
  const again = await openDb({ dir })
  after.push(() => again.close())
  expect((await again.query('select n from kept')).rows).toEqual([{ n: 7 }])
  expect((await again.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  expect(
    (await again.query(`select datcollate as c from pg_database where datname = current_database()`)).rows,
  ).toEqual([{ c: 'C' }])
})
