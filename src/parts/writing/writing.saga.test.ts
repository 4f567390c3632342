/** What is typed is kept: on a real store, with a server and a journal that are told what to do. */
import { configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '../../lib/problem.ts'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import type { UnsavedAnswer } from './writing.logic.ts'
import { writingSaga } from './writing.saga.ts'
import { writingActions as a, writingSlice } from './writing.slice.ts'

const place = 'run r1' as const
const short = (text: string) => ({ type: 'short' as const, text })
const problem = (status: number) =>
  new ProblemError({
    code: status === 409 ? 'paper_run_over' : status === 422 ? 'validation' : 'busy',
    status,
    request_id: '',
  })

function stage(stored: EntriesByItem = {}, journal: EntriesByItem = {}, before: EntriesByItem = {}) {
  const calls: UnsavedAnswer[][] = []
  const failures: number[] = []
  let kept: EntriesByItem = journal
  let left: EntriesByItem = before
  let leave = () => {}
  const saga = createSagaMiddleware()
  const store = configureStore({
    reducer: { writing: writingSlice.reducer, session: () => ({ phase: { at: 'in', user: { resource_id: 'u1' } } }) },
    middleware: (usual) => usual().concat(saga),
  })
  saga.run(writingSaga, {
    async save(_place, answers) {
      calls.push(answers)
      const status = failures.shift()
      if (status !== undefined) throw problem(status)
    },
    journal: {
      read: () => kept,
      left: () => left,
      write(_user, _place, entries, aside) {
        kept = entries
        left = aside
      },
    },
    leaving(changed) {
      leave = changed
      return () => {}
    },
  })
  store.dispatch(a.opened({ place, stored }))
  return {
    calls,
    failures,
    leave: () => leave(),
    kept: () => kept,
    left: () => left,
    write: (text: string, item = 'i1') => store.dispatch(a.wrote({ place, item, answer: short(text) })),
    dispatch: store.dispatch,
    writing: () => store.getState().writing[place],
  }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is on the machine at once, and on the server once the typing stops', async () => {
  const s = stage()
  s.write('h')
  await vi.advanceTimersByTimeAsync(400)
  s.write('half')
  expect(s.kept()).toEqual({ i1: { answer: short('half'), marked: false } })
  await vi.advanceTimersByTimeAsync(400)
  expect(s.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(400)
  expect(s.calls).toEqual([[{ item: 'i1', answer: short('half'), marked: false }]])
  expect([s.writing()?.saving, s.kept()]).toEqual(['saved', {}])
})

test('what could not be sent goes again, with what was typed meanwhile', async () => {
  const s = stage()
  s.failures.push(503, 0)
  s.write('one')
  await vi.advanceTimersByTimeAsync(700)
  expect(s.writing()?.saving).toBe('away')
  s.write('two', 'i2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(s.calls.at(-1)?.map((c) => c.item)).toEqual(['i1', 'i2'])
  expect([s.writing()?.saving, s.kept()]).toEqual(['saved', {}])
})

test('after a reload what this machine kept and the server never got is there, and is sent', async () => {
  const before = { i1: { answer: short('old'), marked: false }, i2: { answer: short('same'), marked: true } }
  const s = stage(before, { i1: { answer: short('new'), marked: false }, i2: before.i2 })
  expect(s.writing()?.entries['i1']?.answer).toEqual(short('new'))
  await vi.advanceTimersByTimeAsync(700)
  expect(s.calls).toEqual([[{ item: 'i1', answer: short('new'), marked: false }]])
})

test('a page that is left saves at once, and one that was handed in saves no more', async () => {
  const s = stage()
  s.write('last words')
  s.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(s.calls.length).toBe(1)
  s.write('more')
  s.dispatch(a.forgotten({ place }))
  await vi.advanceTimersByTimeAsync(5000)
  expect([s.calls.length, s.kept()]).toEqual([1, {}])
})

test('what is refused for good is not sent for ever', async () => {
  const s = stage()
  s.failures.push(409)
  s.write('too late')
  await vi.advanceTimersByTimeAsync(120_000)
  expect([s.calls.length, s.writing()?.saving], 'and is not called saved').toEqual([1, 'waiting'])
  expect(s.writing()?.entries['i1']?.answer, 'and stays before the eyes').toEqual(short('too late'))
})

test('what is refused for good is kept as not sent, on the page and on the machine, until its writer has seen to it', async () => {
  const s = stage()
  s.failures.push(409)
  s.write('too late')
  await vi.advanceTimersByTimeAsync(5000)
  const entry = { i1: { answer: short('too late'), marked: false } }
  expect([s.writing()?.refused?.code, s.writing()?.left, s.left()]).toEqual(['paper_run_over', entry, entry])
  s.dispatch(a.dismissed({ place }))
  expect([s.writing()?.left, s.left()]).toEqual([{}, {}])
})

test('what another page did not send is never sent by itself, and goes back by its writer’s hand', async () => {
  const left = { i1: { answer: short('theirs'), marked: false }, i2: { answer: short('same'), marked: false } }
  const s = stage({ i2: { answer: short('same'), marked: true } }, {}, left)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(s.calls).toEqual([])
  expect(s.writing()?.left, 'what the server has by now is not left').toEqual({ i1: left.i1 })
  s.dispatch(a.putBack({ place, item: 'i1', answer: short('theirs') }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(s.calls).toEqual([[{ item: 'i1', answer: short('theirs'), marked: false }]])
  expect([s.writing()?.left, s.writing()?.saving]).toEqual([{}, 'saved'])
})

test('one answer that is not taken holds up no other', async () => {
  const s = stage()
  s.failures.push(422, 422)
  s.write('wrong', 'i1')
  s.write('right', 'i2')
  await vi.advanceTimersByTimeAsync(5000)
  expect(s.calls.map((c) => c.map((x) => x.item))).toEqual([['i1', 'i2'], ['i1'], ['i2']])
  expect(s.writing()?.left).toEqual({ i1: { answer: short('wrong'), marked: false } })
})
