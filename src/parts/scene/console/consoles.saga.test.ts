import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { endMovedTime, handMovedTime } from '#tests/support/timers.ts'
import { closeCode, consoleLimits } from '../../../contract/scene/console.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '../../../kit/session/session.slice.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { consolesSaga, type Heard, consoleTimings } from './consoles.saga.ts'
import { type ConsoleLine, consolesActions, consolesSlice, type ConsoleWanted } from './consoles.slice.ts'
import { createConsoleStreams } from './wires.ts'

const inside = { at: 'in', user: { resource_id: 'amy' }, must_change: null, permissions: {}, locked: false }
const wanted = (more: Partial<ConsoleWanted> = {}): ConsoleWanted => ({
  key: 'k',
  scene: 's',
  node: 'n',
  kind: 'terminal',
  record: true,
  ...more,
})

function start() {
  const lines: { url: string; heard(h: Heard): void; sent: unknown[]; closed: boolean; over?: boolean }[] = []
  const ticket = vi.fn((_w: ConsoleWanted, resume: string | undefined) =>
    Promise.resolve({ url: `ws://range/console/${lines.length}${resume ? `?was=${resume}` : ''}`, protocols: [] }),
  )
  const wires = createConsoleStreams()
  const changed = vi.fn()
  const s = {
    line: ticket,
    wires,
    changed,
    join({ url }: ConsoleLine, heard: (h: Heard) => void) {
      const line: (typeof lines)[number] = { url, heard, sent: [], closed: false }
      lines.push(line)
      const close = (over: boolean) => void Object.assign(line, { closed: true, over })
      return { send: (d: unknown) => void line.sent.push(d), close }
    },
    now: () => Date.now(),
    random: () => 0.5,
  }
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer, consoles: consolesSlice.reducer }),
    middleware: (d) => d().concat(sagas),
  })
  const task = sagas.run(() => consolesSaga(s))
  store.dispatch(sessionActions.phaseChanged(inside as unknown as SessionPhase))
  const screen: string[] = []
  wires.draw('k', {
    write: (b) => void screen.push(new TextDecoder().decode(b)),
    reset: () => void screen.splice(0),
  })
  return {
    ticket,
    changed,
    wires,
    lines,
    store,
    task,
    screen,
    phase: () => store.getState().consoles.open['k']?.phase,
    last: () => lines.at(-1) as (typeof lines)[number],
    say: (text: string) => lines.at(-1)?.heard({ bytes: new TextEncoder().encode(text) }),
    ready: (console: string, resumed = false) =>
      lines.at(-1)?.heard({
        say: { type: 'ready', console, node: 'n', kind: 'terminal', resumed, shadow: false, recording: null },
      }),
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(handMovedTime)
afterEach(endMovedTime)

it('says that one more console is open once it is, and that one fewer is when the server has closed it', async () => {
  const a = start()
  a.store.dispatch(consolesActions.opened(wanted()))
  await pass(0)
  expect(a.changed).not.toHaveBeenCalled()
  a.ready('c1')
  await pass(0)
  expect(a.changed).toHaveBeenCalledTimes(1)
  a.store.dispatch(consolesActions.opened(wanted({ key: 'd', kind: 'desktop' })))
  await pass(0)
  a.store.dispatch(consolesActions.lineOpened('d'))
  await pass(0)
  expect(a.changed).toHaveBeenCalledTimes(2)
  a.store.dispatch(consolesActions.closed('k'))
  await pass(consoleTimings.gone - 1)
  expect(a.changed).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(a.changed).toHaveBeenCalledTimes(3)
  a.store.dispatch(consolesActions.lineLost({ key: 'd', code: closeCode('node') }))
  await pass(consoleTimings.gone)
  expect(a.changed).toHaveBeenCalledTimes(4)
})

describe('a terminal', () => {
  test('asks for a ticket, joins, draws what is said, sends what is typed, and pings', async () => {
    const a = start()
    a.store.dispatch(consolesActions.opened(wanted()))
    await pass(0)
    expect(a.phase()).toEqual({ at: 'joining', again: 0 })
    a.wires.type('k', 'too early')
    a.ready('c1')
    a.say('welcome')
    expect(a.phase()).toMatchObject({ at: 'open', anew: false })
    expect(a.store.getState().consoles.open['k']?.console).toBe('c1')
    expect(a.screen).toEqual(['welcome'])
    a.wires.type('k', 'ls\n')
    a.wires.resize('k', 100, 30)
    a.wires.resize('k', 100, 30)
    await pass(consoleLimits.ping * 1000)
    expect(
      a.last().sent.map((d) => (typeof d === 'string' ? JSON.parse(d) : new TextDecoder().decode(d as Uint8Array))),
    ).toEqual([
      { type: 'resize', columns: 80, rows: 24 },
      'ls\n',
      { type: 'resize', columns: 100, rows: 30 },
      { type: 'ping', at: expect.any(Number) },
    ])
    a.task.cancel()
    expect(a.last().closed).toBe(true)
  })

  test('comes back to the same console with its screen after the line broke', async () => {
    const a = start()
    a.store.dispatch(consolesActions.opened(wanted()))
    await pass(0)
    a.ready('c1')
    a.say('before')
    a.last().heard({ closed: 1006 })
    expect(a.phase()).toMatchObject({ at: 'returning', again: 1 })
    await pass(consoleTimings.longest)
    expect(a.ticket.mock.lastCall?.[1]).toBe('c1')
    a.ready('c1', true)
    a.say('before, and after')
    expect(a.screen).toEqual(['before, and after'])
    expect(a.phase()).toMatchObject({ at: 'open' })
    a.task.cancel()
  })

  test('comes back to what was open before the page was loaded anew, and says so when that is gone', async () => {
    const a = start()
    a.store.dispatch(consolesActions.opened(wanted({ resume: 'c1' })))
    await pass(0)
    expect(a.ticket.mock.lastCall?.[1]).toBe('c1')
    a.ready('c1', true)
    expect(a.phase()).toMatchObject({ at: 'open', anew: false })
    // somebody wants another line: the same console, with its screen
    a.store.dispatch(consolesActions.opened(wanted({ resume: 'c1' })))
    await pass(0)
    expect(a.lines.map((l) => l.over)).toEqual([false, undefined])
    a.ready('c2')
    expect(a.phase()).toMatchObject({ at: 'open', anew: true })
    a.last().heard({ closed: closeCode('exit') })
    a.store.dispatch(consolesActions.opened(wanted({ resume: 'c1' })))
    await pass(0)
    // its shell was left with exit
    expect(a.ticket.mock.lastCall?.[1]).toBeUndefined()
    a.task.cancel()
  })

  test('opens a new one, and says so, when what it would come back to is not its own; refused again, it ends', async () => {
    const a = start()
    a.store.dispatch(consolesActions.opened(wanted({ resume: 'c1' })))
    await pass(0)
    a.last().heard({ closed: closeCode('foreign') })
    await pass(0)
    expect(a.ticket.mock.calls.map(([, resume]) => resume)).toEqual(['c1', undefined])
    a.ready('c2')
    expect(a.phase()).toMatchObject({ at: 'open', anew: true })
    expect(a.store.getState().consoles.open['k']?.console).toBe('c2')
    a.task.cancel()
    const b = start()
    b.store.dispatch(consolesActions.opened(wanted({ resume: 'c1' })))
    for (let n = 0; n < 2; n++) {
      await pass(0)
      b.last().heard({ closed: closeCode('foreign') })
    }
    await pass(600_000)
    expect(b.lines).toHaveLength(2)
    expect(b.phase()).toEqual({ at: 'ended', end: 'foreign', problem: null })
    b.task.cancel()
  })

  test('is over when its tab is closed, and waits for its page when that is left', async () => {
    const a = start()
    for (const [end, over] of [
      [consolesActions.closed('k'), true],
      [consolesActions.left('k'), false],
    ] as const) {
      a.store.dispatch(consolesActions.opened(wanted()))
      await pass(0)
      a.ready('c1')
      a.store.dispatch(end)
      expect(a.last()).toMatchObject({ closed: true, over })
    }
    a.task.cancel()
  })

  test('ends with its scene, its session and whatever it is refused, and does not come back by itself', async () => {
    for (const end of ['scene', 'session', 'exit', 'idle', 'replaced'] as const) {
      const a = start()
      a.store.dispatch(consolesActions.opened(wanted()))
      await pass(0)
      a.ready('c1')
      a.last().heard({ closed: closeCode(end) })
      expect(a.phase()).toEqual({ at: 'ended', end, problem: null })
      await pass(600_000)
      expect(a.lines).toHaveLength(1)
      a.store.dispatch(consolesActions.opened(wanted()))
      await pass(0)
      expect(a.lines).toHaveLength(2)
      a.task.cancel()
    }
    const b = start()
    b.ticket.mockRejectedValue(new ProblemError({ code: 'not_allowed_in_state', status: 409, request_id: '' }))
    b.store.dispatch(consolesActions.opened(wanted()))
    await pass(600_000)
    expect(b.ticket).toHaveBeenCalledOnce()
    expect(b.phase()).toMatchObject({ at: 'ended', problem: { code: 'not_allowed_in_state' } })
    b.task.cancel()
  })

  test('is given up after many tries without a line, and at once tried again when somebody says so', async () => {
    const a = start()
    a.ticket.mockRejectedValue(new ProblemError({ code: 'network', status: 0, request_id: '' }))
    a.store.dispatch(consolesActions.opened(wanted()))
    await pass(0)
    a.store.dispatch(consolesActions.again('k'))
    await pass(0)
    expect(a.ticket).toHaveBeenCalledTimes(2)
    await pass(consoleTimings.tries * consoleTimings.longest)
    expect(a.ticket).toHaveBeenCalledTimes(consoleTimings.tries + 1)
    expect(a.phase()).toMatchObject({ at: 'ended', problem: { code: 'network' } })
    a.task.cancel()
  })

  test('is closed with its tab, with signing out, and is not joined for ever', async () => {
    const a = start()
    a.store.dispatch(consolesActions.opened(wanted()))
    await pass(0)
    await pass(consoleTimings.join)
    expect(a.lines[0]?.closed).toBe(true)
    expect(a.phase()).toMatchObject({ at: 'returning' })
    a.store.dispatch(consolesActions.closed('k'))
    await pass(600_000)
    expect(a.lines).toHaveLength(1)
    a.store.dispatch(consolesActions.opened(wanted()))
    await pass(0)
    a.ready('c2')
    a.store.dispatch(sessionActions.phaseChanged({ at: 'out', why: 'signed-out' }))
    expect(a.last().closed).toBe(true)
    expect(a.store.getState().consoles.open).toEqual({})
    a.task.cancel()
  })
})

test('a desktop is given its address and says itself when its line is lost', async () => {
  const a = start()
  a.store.dispatch(consolesActions.opened(wanted({ kind: 'desktop' })))
  await pass(0)
  expect(a.phase()).toMatchObject({ at: 'open', line: { url: 'ws://range/console/0' } })
  expect(a.lines).toHaveLength(0)
  a.store.dispatch(consolesActions.lineLost({ key: 'k', code: 1006 }))
  await pass(consoleTimings.longest)
  expect(a.phase()).toMatchObject({ at: 'open' })
  expect(a.ticket).toHaveBeenCalledTimes(2)
  a.store.dispatch(consolesActions.lineLost({ key: 'k', code: closeCode('node') }))
  expect(a.phase()).toEqual({ at: 'ended', end: 'node', problem: null })
  a.task.cancel()
})

test('a screen that is drawn anew is given what was said, and no more than is kept', () => {
  const wires = createConsoleStreams()
  for (let i = 0; i < 100; i++) wires.say('k', new Uint8Array(10_000).fill(i))
  const drawn: Uint8Array[] = []
  const leave = wires.draw('k', { write: (b) => void drawn.push(b), reset: () => void drawn.splice(0) })
  expect(drawn.length).toBeGreaterThan(40)
  expect(drawn.length).toBeLessThan(60)
  expect(drawn.at(-1)?.[0]).toBe(99)
  leave()
  wires.say('k', new Uint8Array(1))
  expect(drawn.at(-1)?.[0]).toBe(99)
})

test('what another session says begins on a line of its own, out of what a program left half drawn', () => {
  const wires = createConsoleStreams()
  const drawn: string[] = []
  wires.draw('k', { write: (b) => void drawn.push(new TextDecoder().decode(b)), reset: () => void drawn.splice(0) })
  wires.anew('k')
  expect(drawn).toEqual([])
  wires.say('k', new TextEncoder().encode('$ vim'))
  wires.anew('k')
  expect(drawn.join('')).toBe('$ vim\x1b[?47l\x1b[0m\r\n')
})
