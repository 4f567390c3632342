/** A package while it is played: whose words are believed, its ticket, its silence and its end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PackageLaunch } from '../../../../../contract/course/package.schema.ts'
import type { PackageMessage } from '../../../../../contract/course/package.ts'
import type { PackagePace } from './package.saga.ts'
import type { PlayState } from './package.state.ts'
import { packageHeardFrom, openPackageStore } from './usePackage.ts'

const pace: PackagePace = { renew: 0.5, again: 3000, silence: 15_000, leaving: 1000, ending: 3000 }
const life = 180_000
const problem = (code: string, status: number) => ({ code, status, request_id: '' })
const message = (part: Partial<PackageMessage> = {}): PackageMessage => ({
  nonce: 'n',
  item: 'a',
  at: 'running',
  saved: true,
  trouble: '',
  state: 'begun',
  score: null,
  done: false,
  completed: false,
  ...part,
})
function outside() {
  const asked: (string | undefined)[] = []
  const said: string[] = []
  let fail: unknown
  let n = 0
  const made = openPackageStore(
    {
      now: () => Date.now(),
      launch: async (held) => {
        asked.push(held)
        if (fail) throw fail
        const ticket = held ?? `t${++n}`
        return {
          ticket,
          address: `https://p.example/${ticket}/play`,
          origin: 'https://p.example',
          nonce: 'n',
          expires_at: new Date(Date.now() + life).toISOString(),
        } satisfies PackageLaunch
      },
      say: (ask) => void said.push(ask),
    },
    pace,
  )
  return { ...made, asked, said, fails: (now: unknown) => void (fail = now), phase: () => made.store.getState().phase }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a message', () => {
  const frame = {} as Window
  const state = {
    phase: { at: 'open', launch: { origin: 'https://p.example', nonce: 'n' }, item: 'a', n: 1, heard: false },
  } as unknown as PlayState
  const from = (e: object, s = state, f: Window | null = frame) =>
    packageHeardFrom({ origin: 'https://p.example', source: frame, data: message(), ...e } as never, s, f)
  it('is believed by its origin, its window and its word together', () => {
    expect(from({})).toEqual(message())
    expect(from({ origin: 'https://app.example' })).toBeUndefined()
    expect(from({ origin: 'null' })).toBeUndefined()
    expect(from({ source: {} })).toBeUndefined()
    expect(from({ source: null })).toBeUndefined()
    expect(from({ data: message({ nonce: 'other' }) })).toBeUndefined()
    expect(from({ data: { ...message(), token: 'x' } })).toBeUndefined()
    expect(from({}, { ...state, phase: { at: 'idle' } })).toBeUndefined()
    expect(from({}, state, null)).toBeUndefined()
  })
})

describe('a package that is played', () => {
  it('renews its ticket before it ends, at once where its page says that it has, and tells the page', async () => {
    const s = outside()
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(0)
    expect(s.phase()).toMatchObject({ at: 'open', item: 'a', heard: false })
    s.store.dispatch({ type: 'heard', message: message({ at: 'ready' }) })
    await later(life / 2)
    expect(s.asked).toEqual([undefined, 't1'])
    s.store.dispatch({ type: 'heard', message: message({ trouble: 'over' }) })
    await later(0)
    expect(s.asked).toEqual([undefined, 't1', 't1'])
    expect(s.said).toEqual(['again', 'again'])
    s.close()
    await later(life * 2)
    expect(s.asked.length).toBe(3)
  })
  it('waits for the network, ends where the lesson has, and says where another window goes on', async () => {
    const s = outside()
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(0)
    s.store.dispatch({ type: 'heard', message: message() })
    s.fails(problem('network', 0))
    await later(life / 2 + 10_000)
    expect(s.phase().at).toBe('open')
    s.fails(problem('lesson_closed', 409))
    await later(3000)
    expect(s.phase()).toMatchObject({ at: 'failed', problem: { code: 'lesson_closed' } })
    s.fails(undefined)
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(0)
    expect(s.asked.at(-1)).toBeUndefined()
    s.store.dispatch({ type: 'heard', message: message({ trouble: 'taken' }) })
    await later(0)
    expect(s.phase()).toEqual({ at: 'taken', item: 'a' })
    s.close()
  })
  it('whose page never answers is said to be out of reach', async () => {
    const s = outside()
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(pace.silence)
    expect(s.phase()).toEqual({ at: 'unreachable', item: 'a', origin: 'https://p.example' })
    s.close()
  })
  it('keeps one part before it opens the next, with the same ticket; and before it closes', async () => {
    const s = outside()
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(0)
    s.store.dispatch({ type: 'heard', message: message() })
    s.store.dispatch({ type: 'ask/open', item: 'b' })
    await later(0)
    expect(s.said).toEqual(['close'])
    expect(s.phase()).toMatchObject({ item: 'a' })
    s.store.dispatch({ type: 'heard', message: message({ at: 'closed' }) })
    await later(0)
    expect(s.phase()).toMatchObject({ at: 'open', item: 'b', n: 2, launch: { ticket: 't1' } })
    s.store.dispatch({ type: 'ask/close' })
    await later(pace.ending - 1)
    expect(s.phase().at).toBe('open')
    await later(1)
    expect(s.phase().at).toBe('idle')
    s.close()
  })
  it('moves into a window of its own once it is kept, and back with the same ticket when that window is closed', async () => {
    const s = outside()
    s.store.dispatch({ type: 'ask/open', item: 'a' })
    await later(0)
    s.store.dispatch({ type: 'heard', message: message() })
    s.store.dispatch({ type: 'ask/open', item: 'a', own: true })
    await later(0)
    expect(s.said).toEqual(['close'])
    expect(s.phase()).toMatchObject({ at: 'open', n: 1, own: false })
    s.store.dispatch({ type: 'heard', message: message({ at: 'closed' }) })
    await later(0)
    expect(s.phase()).toMatchObject({ at: 'open', n: 2, own: true, launch: { ticket: 't1' } })
    // another part stays where the package is
    s.store.dispatch({ type: 'ask/open', item: 'b' })
    s.store.dispatch({ type: 'heard', message: message({ at: 'closed' }) })
    await later(0)
    expect(s.phase()).toMatchObject({ item: 'b', own: true })
    s.store.dispatch({ type: 'ask/return' })
    await later(pace.leaving - 1)
    // what the page said as it went comes first
    expect(s.phase()).toEqual({ at: 'opening', item: 'b' })
    await later(1)
    expect(s.phase()).toMatchObject({ at: 'open', item: 'b', own: false, launch: { ticket: 't1' } })
    expect(s.asked).toEqual([undefined])
    s.close()
  })
})
