/* oxlint-disable typescript/no-unsafe-type-assertion -- a stage has of each thing what its tests look at */
/** An exam's sitting on a real store, with a server that behaves like the real one, and a clock that tests move. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, vi } from 'vitest'
import { endMovedTime } from '#tests/support/timers.ts'
import type { Attempt, AttemptState, Receipt } from '../../../../contract/exam/attempt.schema.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '../../../../kit/session/session.slice.ts'
import { type AppProblem, ProblemError } from '../../../../lib/problem.ts'
import type { EntriesByItem } from '../../../../parts/answer-sheet/entry.ts'
import type { Journal, SaveBody } from '../sitting.logic.ts'
import type { PageEvent, Sighting, SittingServices } from '../services.ts'
import { sittingSaga } from '../sitting.saga.ts'
import { sittingActions, sittingSlice } from '../sitting.slice.ts'

const inside = (id: string) =>
  ({
    at: 'in',
    user: { resource_id: id },
    must_change: null,
    permissions: {},
    locked: false,
  }) as unknown as SessionPhase
export const refusal = (code: AppProblem['code'], status = 409) => new ProblemError({ code, status, request_id: '' })
export const lost = () => new ProblemError({ code: 'network', status: 0, request_id: '' })

/** One sheet as the server keeps it. */
export function serverOf(o: { minutes?: number } = {}) {
  const server = {
    epoch: 1,
    writer: 'me',
    seq: 0,
    stored: {} as Record<string, { item: string; answer: unknown; marked: boolean; epoch: number; seq: number }>,
    deadline: Date.now() + (o.minutes ?? 60) * 60_000,
    exam: 'ongoing' as AttemptState['exam_status'],
    handed: undefined as Receipt | undefined,
    /** Times its page was left. */
    left: 0,
    now: (): AttemptState => ({
      now: new Date(Date.now()).toISOString(),
      status: server.handed ? 'scored' : 'ongoing',
      exam_status: server.exam,
      deadline_at: new Date(server.deadline).toISOString(),
      revision: 1,
      epoch: server.epoch,
      messages: [],
      focus_lost: server.left,
    }),
    sheet: (): Attempt =>
      ({
        ...server.now(),
        id: 'sheet',
        navigation: 'free',
        position: 1,
        seq: server.seq,
        writer: server.writer,
        sections: [
          {
            id: 's',
            title: '',
            instructions: '',
            items: ['i0', 'i1', 'i2'].map((id, n) => ({
              id,
              n: n + 1,
              score: 1,
              question: { title: id, options: ['a', 'b'].map((o) => ({ id: o, text: o })) },
            })),
          },
        ],
        answers: Object.values(server.stored).map(({ item, answer, marked }) => ({ item, answer, marked })),
      }) as unknown as Attempt,
    save(body: SaveBody & { writer: string; sightings?: Sighting[] }): AttemptState {
      if (server.handed) throw refusal('attempt_handed_in')
      if (body.epoch !== server.epoch) throw refusal('attempt_taken_over')
      if (Date.now() >= server.deadline) throw refusal('exam_over')
      for (const e of body.answers) {
        const had = server.stored[e.item]
        if (!had || had.epoch < body.epoch || (had.epoch === body.epoch && had.seq < body.seq))
          server.stored[e.item] = { ...e, epoch: body.epoch, seq: body.seq }
      }
      server.seq = Math.max(server.seq, body.seq)
      server.left += body.sightings?.filter((s) => s.what === 'focus_lost').length ?? 0
      return server.now()
    },
    handIn(epoch: number): Receipt {
      if (!server.handed && epoch !== server.epoch && Date.now() < server.deadline) throw refusal('attempt_taken_over')
      server.handed ??= { attempt: 'sheet', answered: Object.keys(server.stored).length } as Receipt
      return server.handed
    },
  }
  return server
}
export type Server = ReturnType<typeof serverOf>

export function start(
  server: Server,
  o: { journal?: Journal; writer?: string; handed?: string; sequential?: boolean } = {},
) {
  let journal = o.journal
  const listeners = new Set<(event: PageEvent) => void>()
  const release = vi.fn()
  let slept = 0
  const writer = o.writer ?? 'me'
  const s = {
    begin: vi.fn(async () => ({ attempt: 'sheet' })),
    sheet: vi.fn(async () => {
      if (server.handed) throw refusal('attempt_handed_in')
      return { ...server.sheet(), navigation: o.sequential ? 'sequential' : 'free' } as Attempt
    }),
    state: vi.fn(async () => server.now()),
    save: vi.fn(async (_id: string, body: SaveBody & { writer: string; sightings: Sighting[] }) => server.save(body)),
    takeOver: vi.fn(async () => {
      server.epoch++
      server.seq = 0
      server.writer = writer
      return server.now()
    }),
    next: vi.fn(async () => server.sheet()),
    handIn: vi.fn(async (_id: string, { epoch }: { epoch: number; writer: string }) => server.handIn(epoch)),
    receipt: vi.fn(async () => server.handed as Receipt),
    changed: vi.fn(),
    writer: vi.fn(async () => ({ name: writer, release, keep: () => {} })),
    journal: {
      read: async () => journal,
      write: (_key: string, j: Journal) => void (journal = j),
      clear: () => void (journal = undefined),
    },
    monotonic: () => Date.now() - 1000 - slept,
    wall: () => Date.now(),
    random: () => 0.5,
    page(heard: (event: PageEvent) => void) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  } satisfies SittingServices
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer, sitting: sittingSlice.reducer }),
    middleware: (d) => d({ serializableCheck: false }).concat(sagas),
  })
  const task = sagas.run(() => sittingSaga(s))
  store.dispatch(sessionActions.phaseChanged(inside('amy')))
  return {
    ...s,
    release,
    listeners,
    store,
    task,
    journalled: (): EntriesByItem => journal?.entries ?? {},
    kept: () => journal,
    state: () => store.getState().sitting,
    phase: () => store.getState().sitting.phase.at,
    come: () => void store.dispatch(sittingActions.entered({ exam: 'exam', language: 'en-US', handed: o.handed })),
    write: (item: string, chosen: string) =>
      void store.dispatch(sittingActions.wrote({ item, answer: { type: 'single', chosen: [chosen] } })),
    page: (event: PageEvent) => listeners.forEach((l) => l(event)),
    /** The machine sleeps: its running clock stands still meanwhile. */
    sleep: (ms: number) => {
      slept += ms
      vi.setSystemTime(Date.now() + ms)
    },
    left: () => store.getState().sitting.left.map((u) => u.item),
    state_: s.state,
  }
}

/** Time stands still but for `pass`; a test leaves nothing running. */
export function stillTime(): void {
  beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
  afterEach(endMovedTime)
}
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A page to which its candidate has come. */
export async function open(server = serverOf(), o: Parameters<typeof start>[1] = {}) {
  const page = start(server, o)
  page.come()
  await pass(0)
  return page
}
export type Page = Awaited<ReturnType<typeof open>>

/** What the server has, options by item. */
export const chosen = (server: Server) =>
  Object.fromEntries(
    Object.entries(server.stored).map(([item, e]) => [item, (e.answer as { chosen: string[] }).chosen[0]]),
  )
