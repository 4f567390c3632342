/** A file of a lesson while it is open: its ticket is kept alive, and what is watched reaches the server whatever is lost on the way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Piece } from '../../../../../contract/course/watched.ts'
import { openMediaStore } from './useMedia.ts'
import type { MediaServer } from './outside.ts'

const pace = { report: 10_000, again: 3000, renew: 0.5 }
const life = 180_000
const problem = (code: string, status: number) => ({ code, status, request_id: '' })

function server() {
  const asked: (string | undefined)[] = []
  const reports: { ticket: string; place: number; seen: Piece[] }[] = []
  let n = 0
  const over = new Set<string>()
  let fail: { ticket?: unknown; report?: unknown } = {}
  const made: MediaServer = {
    now: () => Date.now(),
    ticket: async (held) => {
      asked.push(held)
      if (fail.ticket) throw fail.ticket
      const ticket = held !== undefined && !over.has(held) ? held : `t${++n}`
      return {
        ticket,
        address: `/course-media/f?ticket=${ticket}`,
        expires_at: new Date(Date.now() + life).toISOString(),
      }
    },
    report: async (said) => {
      if (fail.report) throw fail.report
      reports.push(said)
      return { seconds: reports.length, done: false, completed: false }
    },
  }
  return {
    made,
    asked,
    reports,
    over,
    fail: (now: typeof fail) => {
      fail = now
    },
  }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a ticket', () => {
  it('is renewed before it ends, and what plays keeps its address', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    const { source } = store.getState()
    expect(source).toMatchObject({ at: 'open', ticket: 't1', n: 1 })
    await later(life)
    expect(s.asked).toEqual([undefined, 't1', 't1'])
    expect(store.getState().source).toBe(source)
    close()
    const calls = s.asked.length
    await later(life * 2)
    expect(s.asked.length, 'nothing is asked once it is closed').toBe(calls)
  })
  it('that cannot be renewed for the network is asked for again until it ends; of a lesson that closed it is said', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    s.fail({ ticket: problem('network', 0) })
    await later(life * pace.renew + 10_000)
    expect(store.getState().source.at, 'it is good for a while').toBe('open')
    s.fail({})
    await later(3000)
    expect(s.asked.at(-1)).toBe('t1')
    s.fail({ ticket: problem('lesson_closed', 409) })
    await later(life)
    expect(store.getState().source).toMatchObject({ at: 'failed', problem: { code: 'lesson_closed' } })
    s.fail({})
    store.dispatch({ type: 'ask/open' })
    await later(0)
    expect(store.getState().source).toMatchObject({ at: 'open', ticket: 't2' })
    close()
  })
})

describe('a session that ends', () => {
  it('leaves what is open as it is, and the next one goes on with its ticket; what was watched is reported then', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    const { source } = store.getState()
    const ended = problem('unauthenticated', 401)
    s.fail({ ticket: ended, report: ended })
    store.dispatch({ type: 'watched', piece: [0, 5] })
    await later(life)
    expect(store.getState().source).toBe(source)
    s.fail({})
    store.dispatch({ type: 'ask/renew' })
    await later(0)
    expect(s.asked.at(-1)).toBe('t1')
    expect(store.getState().source).toBe(source)
    expect(s.reports).toEqual([{ ticket: 't1', place: 0, seen: [[0, 5]] }])
    close()
  })
  it('and of which a report hears first is renewed with the ticket held, once', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    s.fail({ report: problem('media_ticket_over', 409) })
    store.dispatch({ type: 'watched', piece: [0, 5] })
    store.dispatch({ type: 'ask/report' })
    await later(0)
    expect(s.asked).toEqual([undefined, 't1'])
    expect(store.getState().source).toMatchObject({ ticket: 't1', n: 1 })
    expect(store.getState().pending).toEqual([[0, 5]])
    close()
  })
  it('while its address broke is given another one', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    s.fail({ ticket: problem('unauthenticated', 401) })
    store.dispatch({ type: 'ask/open' })
    await later(0)
    expect(store.getState().source.at).toBe('open')
    s.fail({})
    store.dispatch({ type: 'ask/renew' })
    await later(0)
    expect(store.getState().source).toMatchObject({ at: 'open', ticket: 't2', n: 2 })
    close()
  })
})

describe('what is watched', () => {
  it('is reported every ten seconds and when it rests, with where its watcher is; what was lost goes with the next', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    store.dispatch({ type: 'watched', piece: [0, 4] })
    store.dispatch({ type: 'watched', piece: [4, 9] })
    store.dispatch({ type: 'moved', place: 9 })
    await later(10_000)
    expect(s.reports).toEqual([{ ticket: 't1', place: 9, seen: [[0, 9]] }])
    await later(30_000)
    expect(s.reports.length, 'who does not move says nothing').toBe(1)
    s.fail({ report: problem('network', 0) })
    store.dispatch({ type: 'watched', piece: [9, 12] })
    await later(10_000)
    expect(store.getState().pending).toEqual([[9, 12]])
    s.fail({})
    store.dispatch({ type: 'watched', piece: [20, 22] })
    store.dispatch({ type: 'ask/report' })
    await later(0)
    expect(s.reports.at(-1)?.seen).toEqual([
      [9, 12],
      [20, 22],
    ])
    expect(store.getState().pending).toEqual([])
    close()
  })
  it('meets a new ticket where the old one has ended, and leaves with the page', async () => {
    const s = server()
    const { store, close } = openMediaStore(s.made, 0, pace)
    await later(0)
    s.fail({ report: problem('media_ticket_over', 409) })
    s.over.add('t1')
    store.dispatch({ type: 'watched', piece: [0, 3] })
    store.dispatch({ type: 'ask/report' })
    await later(0)
    s.fail({})
    expect(store.getState().source).toMatchObject({ at: 'open', ticket: 't2', n: 2 })
    close()
    await later(0)
    expect(s.reports).toEqual([{ ticket: 't2', place: 0, seen: [[0, 3]] }])
  })
})
