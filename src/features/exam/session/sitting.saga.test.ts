import { describe, expect, test, vi } from 'vitest'
import { stirred } from '../../../kit/data/later.ts'
import { sittingActions as a } from './sitting.slice.ts'
import { chosen, lost, open, pass, refusal, serverOf, stillTime } from './testing/stage.ts'

stillTime()

describe('saving', () => {
  test('follows two seconds after the first key however long one types, and holds all that changed', async () => {
    const server = serverOf()
    const page = await open(server)
    page.write('i0', 'a')
    await pass(800)
    page.write('i1', 'a')
    await pass(800)
    page.write('i0', 'b')
    expect(page.journalled()).toMatchObject({ i0: { answer: { chosen: ['b'] } } })
    expect(page.save).not.toHaveBeenCalled()
    await pass(800)
    expect(page.save).toHaveBeenCalledTimes(1)
    expect(chosen(server)).toEqual({ i0: 'b', i1: 'a' })
    expect(page.state().saving).toBe('saved')
    page.task.cancel()
  })

  test('is at once when the candidate goes on or the page is hidden', async () => {
    const page = await open()
    page.write('i0', 'a')
    page.store.dispatch(a.flushAsked())
    await pass(0)
    expect(page.save).toHaveBeenCalledTimes(1)
    page.write('i1', 'a')
    page.page('hidden')
    await pass(0)
    expect(page.save).toHaveBeenCalledTimes(2)
    page.task.cancel()
  })

  test('goes again under its number while its answer is lost, and nothing is overtaken meanwhile', async () => {
    const server = serverOf()
    const page = await open(server)
    // it arrived, and the answer was lost on the way
    page.save.mockImplementationOnce(async (_id, body) => {
      server.save(body)
      throw lost()
    })
    page.write('i0', 'a')
    await pass(1100)
    expect(page.state().saving).toBe('away')
    page.write('i0', 'b')
    await pass(60_000)
    expect(page.save.mock.calls.map(([, b]) => b.seq)).toEqual([1, 1, 2])
    expect(page.save.mock.calls[1]?.[1].answers).toEqual(page.save.mock.calls[0]?.[1].answers)
    expect(chosen(server)).toEqual({ i0: 'b' })
    expect(page.state().saving).toBe('saved')
    page.task.cancel()
  })

  test('goes on in the last seconds before the end, and the clock hands in', async () => {
    const server = serverOf({ minutes: 1 })
    const page = await open(server)
    await pass(57_500)
    page.write('i0', 'a')
    await pass(1100)
    expect(chosen(server)).toEqual({ i0: 'a' })
    await pass(1500)
    expect(page.phase()).toBe('handed')
    page.task.cancel()
  })
})

describe('coming back', () => {
  test('after a crash what was typed and never sent is taken up from the journal', async () => {
    const server = serverOf()
    const first = await open(server)
    first.write('i0', 'a')
    await pass(100)
    first.task.cancel()
    const journal = first.kept()
    const again = await open(server, journal ? { journal } : {})
    expect(again.state().entries['i0']).toMatchObject({ answer: { chosen: ['a'] } })
    await pass(10)
    expect(chosen(server)).toEqual({ i0: 'a' })
    again.task.cancel()
  })

  test('a journal of before somebody took over changes nothing', async () => {
    const server = serverOf()
    server.stored['i0'] = { item: 'i0', answer: { type: 'single', chosen: ['new'] }, marked: false, epoch: 2, seq: 1 }
    server.epoch = 2
    const journal = {
      attempt: 'sheet',
      epoch: 1,
      current: 'i0',
      words: [],
      left: [],
      entries: { i0: { answer: { type: 'single' as const, chosen: ['old'] }, marked: false } },
    }
    const page = await open(server, { journal })
    await pass(5000)
    expect(page.save).not.toHaveBeenCalled()
    expect(chosen(server)).toEqual({ i0: 'new' })
    page.task.cancel()
  })

  test('on another machine nothing is written until it is taken over, and then the first page writes no more', async () => {
    const server = serverOf()
    const first = await open(server)
    const second = await open(server, { writer: 'other' })
    expect(second.phase()).toBe('elsewhere')
    second.store.dispatch(a.takeOverAsked())
    await pass(0)
    expect(second.phase()).toBe('open')
    second.write('i0', 'b')
    await pass(2100)
    first.write('i0', 'a')
    await pass(2100)
    expect(first.state().phase).toEqual({ at: 'elsewhere', taken: true })
    expect(chosen(server)).toEqual({ i0: 'b' })
    first.task.cancel()
    second.task.cancel()
  })
})

describe('the end', () => {
  test('saves what is open, hands in once and keeps the receipt; the journal is empty then', async () => {
    const server = serverOf()
    const page = await open(server)
    page.write('i0', 'a')
    page.store.dispatch(a.handInAsked())
    await pass(0)
    expect(page.state().phase).toEqual({ at: 'handed', receipt: { attempt: 'sheet', answered: 1 } })
    expect(page.journalled()).toEqual({})
    await pass(120_000)
    expect(page.handIn).toHaveBeenCalledTimes(1)
    expect(page.release).toHaveBeenCalled()
    page.task.cancel()
  })

  test('that comes too early is said, and the candidate goes on', async () => {
    const page = await open()
    page.handIn.mockRejectedValueOnce(refusal('too_early_to_hand_in'))
    page.store.dispatch(a.handInAsked())
    await pass(0)
    expect(page.phase()).toBe('open')
    expect(page.state().refused?.code).toBe('too_early_to_hand_in')
    page.write('i0', 'a')
    await pass(2100)
    expect(page.save).toHaveBeenCalledTimes(1)
    page.task.cancel()
  })

  test('whose answer is lost is asked again, with the same receipt', async () => {
    const server = serverOf()
    const page = await open(server)
    page.handIn.mockImplementationOnce(async (_id, { epoch }) => {
      server.handIn(epoch)
      throw lost()
    })
    page.store.dispatch(a.handInAsked())
    await pass(3000)
    expect(page.phase()).toBe('handed')
    page.task.cancel()
  })

  test('moves when the invigilator moves it, and stands still in a pause', async () => {
    const server = serverOf({ minutes: 10 })
    const page = await open(server)
    server.exam = 'pause'
    page.store.dispatch(stirred(['exam-attempts']))
    await pass(30 * 60_000)
    expect(page.phase()).toBe('open')
    server.exam = 'ongoing'
    server.deadline = Date.now() + 5 * 60_000
    page.store.dispatch(stirred(['exam-attempts']))
    await pass(5 * 60_000 - 100)
    expect(page.phase()).toBe('open')
    await pass(200)
    expect(page.phase()).toBe('handed')
    page.task.cancel()
  })

  test('by an invigilator’s hand is seen at the next look', async () => {
    const server = serverOf()
    const page = await open(server)
    server.handIn(1)
    await pass(21_000)
    expect(page.phase()).toBe('handed')
    page.task.cancel()
  })
})

test('of an exam one by one the question that is on is shown again after a pause, and no other', async () => {
  const server = serverOf()
  const page = await open(server)
  server.exam = 'pause'
  page.store.dispatch(stirred(['exam-attempts']))
  await pass(0)
  server.exam = 'ongoing'
  page.store.dispatch(stirred(['exam-attempts']))
  await pass(0)
  expect([page.sheet.mock.calls.length, page.next.mock.calls.length]).toEqual([2, 0])
  page.task.cancel()
})

test('a number that another save of this page took is no end: what is stored says where to go on', async () => {
  const server = serverOf()
  const page = await open(server)
  page.save.mockImplementationOnce(async () => {
    server.seq = 1
    throw refusal('idempotency_conflict')
  })
  page.write('i0', 'a')
  await pass(1100)
  expect(page.save.mock.calls.map(([, b]) => b.seq)).toEqual([1, 2])
  expect(chosen(server)).toEqual({ i0: 'a' })
  page.task.cancel()
})

test('whoever goes elsewhere in the app sends what he typed on his way', async () => {
  const server = serverOf()
  const page = await open(server)
  page.write('i0', 'a')
  page.store.dispatch(a.flushAsked())
  page.store.dispatch(a.left())
  // it is sent while the page goes, however many turns that takes
  await vi.waitFor(() => expect(chosen(server)).toEqual({ i0: 'a' }))
  page.task.cancel()
})

test('whoever leaves the page leaves no timer, no listener and no lock behind', async () => {
  const page = await open()
  page.write('i0', 'a')
  page.store.dispatch(a.left())
  await pass(0)
  expect([vi.getTimerCount(), page.listeners.size]).toEqual([0, 0])
  expect(page.release).toHaveBeenCalled()
  page.task.cancel()
})
