/** J4: A data directory has one owner. */
import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { DirectoryInUse, lockDir } from './lock.ts'
import { forked, killed } from './testing/child.ts'
import type { Said, Told } from './testing/contender.ts'
import { temporary } from './testing/targets.ts'

const races = Number(process.env.LOCK_RACES ?? (env.whole ? 60 : 9))

let place: ReturnType<typeof temporary>
let children: ChildProcess[]
beforeEach(() => {
  place = temporary('lock')
  children = []
})
afterEach(async () => {
  await Promise.all(children.filter((c) => c.exitCode === null && c.signalCode === null).map(killed))
  place.remove()
})

const heard = (child: ChildProcess): Promise<Said> => new Promise((resolve) => child.once('message', resolve as never))
const tell = (child: ChildProcess, told: Told): Promise<Said> => {
  const answer = heard(child)
  child.send(told)
  return answer
}
async function contender(): Promise<ChildProcess> {
  const child = await forked('contender')
  children.push(child)
  await heard(child)
  return child
}
const lockFiles = (): string[] => readdirSync(path.join(place.dir, 'lock'))

describe('the lock of a data directory', () => {
  test('has one owner, and whoever comes second is told who, since when and where', async () => {
    const release = await lockDir(place.dir, () => 'http://127.0.0.1:4610')
    const refusal: unknown = await lockDir(place.dir).catch((e) => e)
    expect(refusal).toBeInstanceOf(DirectoryInUse)
    expect((refusal as DirectoryInUse).message).toMatch(
      new RegExp(`lock-.* is in use by process ${process.pid} \\(started \\d{4}-.*Z, http://127.0.0.1:4610\\)$`),
    )
    release()
  })

  test('is free again once given up', async () => {
    for (let i = 0; i < 3; i++) (await lockDir(place.dir))()
    expect(lockFiles()).toEqual([])
  })

  test('makes the directory when it is missing', async () => {
    const release = await lockDir(path.join(place.dir, 'a/b'))
    expect(readdirSync(path.join(place.dir, 'a/b'))).toEqual(['lock'])
    release()
  })

  test('is one lock however the directory is written', async () => {
    const release = await lockDir(place.dir)
    await expect(lockDir(path.join(place.dir, '..', path.basename(place.dir), '.'))).rejects.toBeInstanceOf(
      DirectoryInUse,
    )
    release()
  })

  test('works below a path too long for a socket', async () => {
    const deep = path.join(place.dir, 'd'.repeat(90), 'e'.repeat(90))
    const release = await lockDir(deep)
    await expect(lockDir(deep)).rejects.toBeInstanceOf(DirectoryInUse)
    release()
    ;(await lockDir(deep))()
  })

  test('goes to one of twelve that ask at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => lockDir(place.dir)))
      const won = asked.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
      expect(won).toHaveLength(1)
      won[0]?.()
    }
  })

  test('is not kept by a killed owner', async () => {
    const owner = await contender()
    expect(await tell(owner, { take: place.dir })).toEqual({ won: true })
    await expect(lockDir(place.dir)).rejects.toMatchObject({ holder: { pid: owner.pid } })
    await killed(owner)
    expect(lockFiles()).toHaveLength(1)
    ;(await lockDir(place.dir))()
    expect(lockFiles()).toEqual([])
  })

  test('does not take a living process for a killed owner whose number it was given', async () => {
    const owner = await contender()
    await tell(owner, { take: place.dir })
    await killed(owner)
    for (const name of lockFiles()) {
      const folder = path.join(place.dir, 'lock')
      renameSync(path.join(folder, name), path.join(folder, name.replace(`-${owner.pid}-`, `-${process.pid}-`)))
    }
    ;(await lockDir(place.dir))()
  })

  test('is kept by an owner that is stopped and cannot answer', async () => {
    const owner = await contender()
    await tell(owner, { take: place.dir })
    owner.kill('SIGSTOP')
    await expect(lockDir(place.dir)).rejects.toThrow(`in use by process ${owner.pid}`)
    owner.kill('SIGCONT')
    expect(await tell(owner, { release: true })).toEqual({ released: true })
    ;(await lockDir(place.dir))()
  })

  test('is not stopped by a file that is no socket', async () => {
    mkdirSync(path.join(place.dir, 'lock'))
    writeFileSync(path.join(place.dir, 'lock', 'notes'), 'mine')
    chmodSync(path.join(place.dir, 'lock', 'notes'), 0o600)
    ;(await lockDir(place.dir))()
  })

  test(`goes to exactly one process in ${races} start races, with owners killed in between`, {
    timeout: 30_000 + races * 400,
  }, async () => {
    const runners = await Promise.all(Array.from({ length: 4 }, contender))
    let kills = 0
    let leaving: number | undefined
    for (let race = 0; race < races; race++) {
      const said = await Promise.all(runners.map((child) => tell(child, { take: place.dir })))
      const owners = said.flatMap((s, i) => ('won' in s ? [i] : []))
      expect(owners, `race ${race}: ${JSON.stringify(said)}`).toHaveLength(1)
      const owner = owners[0] as number
      for (const s of said) if ('lost' in s) expect(s.holder).toBeOneOf([runners[owner]?.pid, leaving])
      const child = runners[owner] as ChildProcess
      leaving = undefined
      if (race % 6 === 5) {
        kills++
        await killed(child)
        runners[owner] = await contender()
      } else if (randomInt(2)) await tell(child, { release: true })
      else {
        // the next race begins while it goes
        leaving = child.pid
        child.send({ leave: true } satisfies Told)
      }
    }
    console.info(`${races} races of 4 processes, ${kills} owners killed: never two owners`)
  })
})
