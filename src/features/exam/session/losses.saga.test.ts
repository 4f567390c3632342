/** What happens to answers when the page, the network, the time or another page comes between. */
import { expect, test } from 'vitest'
import { sittingActions as a } from './sitting.slice.ts'
import { chosen, lost, open, type Page, pass, refusal, serverOf, stillTime } from './testing/stage.ts'

stillTime()
/** Nothing comes through, one way. @returns how it comes through again */
function cut(page: Page): () => void {
  const calls = [page.save, page.state_, page.handIn, page.receipt] as {
    mockImplementation(f: unknown): void
    getMockImplementation(): unknown
  }[]
  const were = calls.map((c) => c.getMockImplementation())
  calls.forEach((c) => c.mockImplementation(async () => Promise.reject(lost())))
  return () => calls.forEach((c, n) => c.mockImplementation(were[n]))
}

test('a network that is back is used at once, however long it was away', async () => {
  const server = serverOf()
  const page = await open(server)
  const mend = cut(page)
  page.write('i0', 'a')
  await pass(10 * 60_000)
  expect(page.state().saving).toBe('away')
  mend()
  page.page('online')
  await pass(0)
  expect(chosen(server)).toEqual({ i0: 'a' })
  expect(page.state().saving).toBe('saved')
  page.task.cancel()
})

test('a server that is there again has what was written within three seconds, however long it was away', async () => {
  const server = serverOf()
  const page = await open(server)
  const mend = cut(page)
  page.write('i0', 'a')
  await pass(10 * 60_000)
  mend()
  await pass(3000)
  expect(chosen(server)).toEqual({ i0: 'a' })
  page.task.cancel()
})

test('who writes is told with every save and asks for nothing besides', async () => {
  const page = await open()
  for (let n = 0; n < 10; n++) {
    page.write('i0', n % 2 ? 'a' : 'b')
    await pass(6000)
  }
  expect([page.save.mock.calls.length, page.state_.mock.calls.length]).toEqual([10, 0])
  await pass(20_000)
  expect(page.state_).toHaveBeenCalledTimes(1)
  page.task.cancel()
})

test('more time that was given while nobody could say so is not lost to the page’s own clock', async () => {
  const server = serverOf({ minutes: 10 })
  const page = await open(server)
  const mend = cut(page)
  await pass(11 * 60_000)
  expect(page.phase()).toBe('ending')
  server.deadline += 30 * 60_000
  mend()
  page.page('online')
  await pass(0)
  expect(page.phase()).toBe('open')
  expect(page.handIn).not.toHaveBeenCalled()
  page.write('i0', 'a')
  await pass(2100)
  expect(chosen(server)).toEqual({ i0: 'a' })
  page.task.cancel()
})

test('what did not come before the end is shown, kept over a reload, and forgotten when it was read', async () => {
  const server = serverOf({ minutes: 1 })
  const page = await open(server)
  page.write('i1', 'a')
  await pass(2100)
  const mend = cut(page)
  page.write('i0', 'a')
  await pass(61_000)
  mend()
  page.page('online')
  await pass(0)
  expect([page.phase(), page.left()]).toEqual(['handed', ['i0']])
  const journal = page.kept()
  page.task.cancel()
  const again = await open(server, journal ? { journal, handed: 'sheet' } : {})
  expect([again.phase(), again.left()]).toEqual(['handed', ['i0']])
  expect(again.begin).not.toHaveBeenCalled()
  again.store.dispatch(a.dismissed())
  await pass(0)
  expect(again.kept()).toBeUndefined()
  again.task.cancel()
})

test('a save that came, and whose answer was lost at the end, is not called lost', async () => {
  const server = serverOf({ minutes: 1 })
  const page = await open(server)
  page.save.mockImplementationOnce(async (_id, body) => {
    server.save(body)
    throw lost()
  })
  const mend = cut(page)
  page.save.mockImplementationOnce(async (_id, body) => {
    server.save(body)
    throw lost()
  })
  page.write('i0', 'a')
  await pass(61_000)
  mend()
  // the server answers what it had under the same number
  page.save.mockImplementation(async () => server.now())
  page.page('online')
  await pass(0)
  expect([page.phase(), page.left()]).toEqual(['handed', []])
  page.task.cancel()
})

test('whoever is taken over sees what he had not sent, and puts it back by hand', async () => {
  const server = serverOf()
  const first = await open(server)
  const mend = cut(first)
  first.write('i0', 'a')
  await pass(3000)
  const second = await open(server, { writer: 'other' })
  second.store.dispatch(a.takeOverAsked())
  await pass(0)
  second.write('i0', 'b')
  await pass(2100)
  mend()
  first.page('online')
  await pass(0)
  expect([first.phase(), first.left()]).toEqual(['elsewhere', ['i0']])
  expect(chosen(server)).toEqual({ i0: 'b' })
  first.store.dispatch(a.takeOverAsked())
  await pass(0)
  expect(chosen(server)).toEqual({ i0: 'b' })
  const [unsent] = first.state().left
  if (unsent) first.store.dispatch(a.putBack(unsent))
  await pass(2100)
  expect(chosen(server)).toEqual({ i0: 'a' })
  expect(first.left()).toEqual([])
  first.task.cancel()
  second.task.cancel()
})

test('an answer that is not taken holds up no other, and is tried again when it is changed', async () => {
  const server = serverOf()
  const page = await open(server)
  page.save.mockImplementation(async (_id, body) => {
    if (body.answers.some((e) => e.item === 'i0' && (e.answer as { chosen: string[] }).chosen[0] === 'a'))
      throw refusal('validation', 422)
    return server.save(body)
  })
  page.write('i0', 'a')
  page.write('i1', 'a')
  await pass(2100)
  expect(chosen(server)).toEqual({ i1: 'a' })
  expect([page.phase(), Object.keys(page.state().faulty)]).toEqual(['open', ['i0']])
  page.write('i0', 'b')
  await pass(2100)
  expect(chosen(server)).toEqual({ i0: 'b', i1: 'a' })
  expect(page.state().faulty).toEqual({})
  page.task.cancel()
})

test('nothing can be typed into a question that is being left for good', async () => {
  const server = serverOf()
  const page = await open(server, { sequential: true })
  page.write('i0', 'a')
  page.store.dispatch(a.nextAsked())
  page.write('i0', 'b')
  await pass(0)
  expect(page.next).toHaveBeenCalledTimes(1)
  expect(chosen(server)).toEqual({ i0: 'a' })
  expect(page.state().going).toBe(false)
  page.task.cancel()
})

test('a machine that slept looks at the server’s clock when it wakes', async () => {
  const server = serverOf({ minutes: 60 })
  const page = await open(server)
  await pass(10_000)
  const asked = page.state_.mock.calls.length
  page.sleep(10 * 60_000)
  await pass(2100)
  expect(page.state_.mock.calls.length).toBe(asked + 1)
  const { now, offset } = page.state()
  expect(Date.parse(now?.deadline_at ?? '') - (page.monotonic() + offset)).toBe(server.deadline - Date.now())
  page.task.cancel()
})

test('a page that is left while a save is on its way sends what is newer at once', async () => {
  const server = serverOf()
  const page = await open(server)
  let answer = () => {}
  page.save.mockImplementationOnce(async (_id, body) => {
    const now = server.save(body)
    await new Promise<void>((done) => (answer = done))
    return now
  })
  page.write('i0', 'a')
  await pass(2100)
  page.write('i0', 'b')
  page.page('left')
  await pass(0)
  expect(page.save.mock.calls.map(([, b]) => b.seq)).toEqual([1, 2])
  expect(chosen(server)).toEqual({ i0: 'b' })
  answer()
  await pass(2100)
  expect(chosen(server)).toEqual({ i0: 'b' })
  page.task.cancel()
})

test('what the page saw is told with the next look where nothing is written', async () => {
  const page = await open()
  await pass(4000)
  page.store.dispatch(a.sighted('focus_lost'))
  await pass(20_000)
  expect(page.save.mock.calls.map(([, b]) => [b.answers.length, b.sightings.map((s) => s.what)])).toEqual([
    [0, ['focus_lost']],
  ])
  page.task.cancel()
})

test('whoever left the page is told what is recorded of him as soon as he is back', async () => {
  const page = await open()
  await pass(4000)
  page.store.dispatch(a.sighted('focus_lost'))
  page.store.dispatch(a.sighted('focus_back'))
  await pass(0)
  expect(page.state().now?.focus_lost).toBe(1)
  page.task.cancel()
})

test('other pages learn that an exam was begun and handed in', async () => {
  const page = await open()
  expect(page.changed).toHaveBeenCalledTimes(1)
  page.store.dispatch(a.handInAsked())
  await pass(0)
  expect([page.phase(), page.changed.mock.calls.length]).toEqual(['handed', 2])
  page.task.cancel()
})
