import { expect, it } from 'vitest'
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'
import { goingOn } from './interrupt.ts'

function io() {
  let stop = (): void => undefined
  let released = 0
  const fake = {
    onInterrupt(heard: () => void) {
      stop = heard
      return () => void released++
    },
  } as unknown as Io
  return { fake, stop: () => stop(), released: () => released }
}

it('ends at once with what goes on at the server, and listens no longer', async () => {
  const one = io()
  const work = goingOn(
    one.fake,
    'The backup is still being made: range backup list',
    () => new Promise(() => undefined),
  )
  one.stop()
  await expect(work).rejects.toMatchObject({
    code: 'interrupted',
    exit: exits.interrupted,
    message: 'Interrupted. The backup is still being made: range backup list',
  })
  expect(one.released()).toBe(1)
})

it('says nothing of work that ends by itself, well or not', async () => {
  const one = io()
  expect(await goingOn(one.fake, 'x', () => Promise.resolve(7))).toBe(7)
  await expect(goingOn(one.fake, 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(one.released()).toBe(2)
})

it('says what goes on where the server has gone away in the middle', async () => {
  const gone = new CliError('unreachable', 'It does not answer.', exits.unreachable)
  await expect(goingOn(io().fake, 'It goes on.', () => Promise.reject(gone))).rejects.toMatchObject({
    exit: exits.unreachable,
    message: 'It does not answer.\nOnce the server is back: It goes on.',
  })
})
