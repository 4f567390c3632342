import { expect, test } from 'vitest'
import { ProblemError } from './problem.ts'
import { telling, type ErrorReport, errorReportOf } from './telling.ts'

test('an error is told once, and of a storm only the first', async () => {
  const told: ErrorReport[] = []
  const tell = telling(async (t) => void told.push(t))
  const e = new TypeError('x is undefined')
  tell(e)
  tell(e)
  expect(told).toEqual([{ error: 'TypeError', message: 'x is undefined', at: expect.stringMatching(/:\d+:\d+$/) }])
  for (let n = 0; n < 100; n++) tell(new Error(`error ${n}`))
  expect(told).toHaveLength(10)
})

test('a refusal of the server is no error of the app', () => {
  expect(errorReportOf(new ProblemError({ code: 'not_found', status: 404, request_id: '' }))).toBeUndefined()
})

test('what cannot be told of is not told of', async () => {
  const unheard: unknown[] = []
  const listen = (e: unknown) => void unheard.push(e)
  process.on('unhandledRejection', listen)
  telling(() => Promise.reject(new Error('away')))('thrown text')
  await new Promise((r) => setTimeout(r, 5))
  process.off('unhandledRejection', listen)
  expect(unheard).toEqual([])
})
