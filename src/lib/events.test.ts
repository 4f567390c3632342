import { afterEach, expect, test, vi } from 'vitest'
import { eventReader, readEventStream } from './events.ts'

test('events are cut as the standard says, however the text arrives', () => {
  const text =
    ': alive\n\ndata: one\n\nevent: x\r\ndata: two\r\ndata:lines\r\n\r\nid: 7\n\ndata: three\n\ndata: unfinished'
  for (let step = 1; step <= text.length; step++) {
    const got: string[] = []
    const read = eventReader((d) => got.push(d))
    for (let i = 0; i < text.length; i += step) read(text.slice(i, i + step))
    expect(got).toEqual(['one', 'two\nlines', 'three'])
  }
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const asked = (o: Partial<Parameters<typeof readEventStream>[0]> = {}) => ({
  url: 'http://range.test/events',
  headers: {},
  signal: new AbortController().signal,
  heard: () => {},
  ...o,
})
const answering = (answer: Response | ((init: RequestInit) => Promise<Response>)) =>
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) =>
    typeof answer === 'function' ? answer(init) : Promise.resolve(answer),
  )
const codeOf = (p: Promise<void>) =>
  p.then(
    () => 'ended',
    (e: { problem: { code: string } }) => e.problem.code,
  )

test('a refusal is its problem, another kind of answer is none of ours', async () => {
  const body = JSON.stringify({ code: 'too_many', request_id: 'r' })
  answering(new Response(body, { status: 429, headers: { 'retry-after': '60' } }))
  await expect(readEventStream(asked())).rejects.toMatchObject({
    problem: { code: 'too_many', status: 429, retry_after: 60 },
  })
  answering(new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }))
  expect(await codeOf(readEventStream(asked()))).toBe('unknown')
})

test('a server that does not answer is another matter than a stream that breaks', async () => {
  answering(() => Promise.reject(new TypeError('fetch failed')))
  expect(await codeOf(readEventStream(asked()))).toBe('network')
  const body = new ReadableStream({ pull: (c) => c.error(new TypeError('terminated')) })
  answering(new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } }))
  expect(await codeOf(readEventStream(asked()))).toBe('unknown')
})

test('a stream that a proxy keeps back counts as dead, and leaves no timer', async () => {
  vi.useFakeTimers()
  answering(
    (init) =>
      new Promise((_, no) => init.signal?.addEventListener('abort', () => no(new DOMException('', 'AbortError')))),
  )
  const done = codeOf(readEventStream(asked()))
  await vi.advanceTimersByTimeAsync(8_001)
  expect(await done).toBe('timeout')
  expect(vi.getTimerCount()).toBe(0)
})
