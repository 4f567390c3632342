import { expect, it } from 'vitest'
import { makeTurns } from './turns.ts'

it('lets so many work at once, the others in the order they came, and goes on after one that failed', async () => {
  const turns = makeTurns(2)
  const begun: number[] = []
  const end: ((e?: Error) => void)[] = []
  const all = [0, 1, 2, 3].map((n) =>
    turns(() => {
      begun.push(n)
      return new Promise<void>((done, fail) => (end[n] = (e) => (e ? fail(e) : done())))
    }).catch(() => 'failed'),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  end[1]?.(new Error('broke'))
  await expect.poll(() => begun).toEqual([0, 1, 2])
  end[0]?.()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  end[2]?.()
  end[3]?.()
  expect(await Promise.all(all)).toEqual([undefined, 'failed', undefined, undefined])
})
