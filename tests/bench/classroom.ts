/**
 * A monitor of a class hour of two hundred learners who all move: how often its page asks, by the app's own saga of live events over a real
 * stream, against a page that would ask for each card by itself every five seconds.
 */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { liveSaga } from '#src/app/live/live.saga.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '#src/kit/session/session.slice.ts'
import { readEventStream } from '#src/lib/events.ts'
import { type Bench, benchServer, call } from './benchServer.ts'
import type { Figure } from './table.ts'

const learners = 200
/** Milliseconds that are measured, and between two asks of a card of its own. */
const [span, each] = [60_000, 5_000]
/** Milliseconds between two moves of one learner. */
const moves = 10_000
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const sections = ['s1', 's2', 's3', 's4']

/** @returns the hour, and the course its learners are in */
async function layHour(b: Bench): Promise<{ hour: string; course: string }> {
  const made = (path: string, body: object) => call<{ id: string; version: number }>(b, 'POST', path, body)
  const versionOf = async (path: string) => (await call<{ version: number }>(b, 'GET', path)).version
  const direction = await made('/directions', { name: `Bench ${Date.now()}` })
  const { id: course } = await made('/courses', { name: 'Taught to a hall', direction_id: direction.id })
  const lesson = {
    id: 'l1',
    title: 'One',
    sections: sections.map((id) => ({ id, title: id, kind: 'text', rule: 'ticked' })),
  }
  await call(b, 'PUT', `/courses/${course}/outline`, {
    version: await versionOf(`/courses/${course}/outline`),
    chapters: [{ id: 'c1', title: 'One', lessons: [lesson] }],
  })
  for (const id of sections)
    await call(b, 'PUT', `/courses/${course}/sections/${id}`, { content: { kind: 'text', body: id }, version: 0 })
  await call(b, 'POST', `/courses/${course}/publish`, { version: await versionOf(`/courses/${course}`) })
  const people = await Promise.all(
    b.tokens.map((token) => call<{ user: { resource_id: string } }>({ url: b.url, token }, 'GET', '/session')),
  )
  const me = await call<{ user: { resource_id: string } }>(b, 'GET', '/session')
  const one = await made('/classes', { name: 'Hall', courses: [course], teachers: [me.user.resource_id] })
  await call(b, 'PUT', `/classes/${one.id}/audience`, {
    all: false,
    orgs: [],
    roles: [],
    teams: [],
    users: people.map((p) => p.user.resource_id),
    version: one.version,
  })
  await call(b, 'POST', `/classes/${one.id}/begin`, { version: await versionOf(`/classes/${one.id}`) })
  const now = Date.now()
  const { id: hour } = await made(`/classes/${one.id}/hours`, {
    starts_at: new Date(now - 60_000).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
    course_id: course,
    lesson_id: 'l1',
    anyway: true,
  })
  await call(b, 'POST', `/class-hours/${hour}/start`, {})
  return { hour, course }
}

/** The monitor as the app has it: a look at first, one at each event, and one every half minute. @returns how often it asked, and ends it */
function watchHour(b: Bench, hour: string) {
  let asked = 0
  let seen = 0
  const look = async (): Promise<void> => {
    asked++
    const grid = await call<{ members: unknown[] }>(b, 'GET', `/class-hours/${hour}/grid`)
    seen = Math.max(seen, grid.members.length)
  }
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer }),
    middleware: (d) => d().concat(sagas),
  })
  const task = sagas.run(() =>
    liveSaga({
      listen(signal, heard) {
        asked++
        return readEventStream({
          url: `${b.url}/api/mg/api/events`,
          headers: { Authorization: `Bearer ${b.token}` },
          signal,
          heard,
        })
      },
      look: (names) => void (names.includes('classes') && look()),
      refused: () => {},
      random: Math.random,
      visibility: { hidden: () => false, watch: () => () => {} },
    }),
  )
  const user = { resource_id: 'bench', username: '', rep_name: '', logo: '', is_admin: true, role: {}, org: null }
  const inside = {
    at: 'in',
    user,
    must_change: null,
    permissions: { grants: [], modules: [], stamp: '' },
    locked: false,
  }
  store.dispatch(sessionActions.phaseChanged(inside as unknown as SessionPhase))
  const now = look()
  const every = setInterval(() => void look(), 30_000)
  return {
    async end() {
      await now
      clearInterval(every)
      task.cancel()
      return { asked, seen }
    },
  }
}

export async function classroomFigures(): Promise<Figure[]> {
  const b = await benchServer(undefined, `exam ${learners}`)
  try {
    const { hour, course } = await layHour(b)
    let [running, moved, refused] = [true, 0, 0]
    const learner = async (token: string, n: number) => {
      await pause((n / learners) * moves)
      for (let at = 0; running; at++) {
        const to = sections[at % sections.length]
        await call({ url: b.url, token }, 'POST', `/learning/courses/${course}/sections/${to}/place`, {
          place: 0,
        }).then(
          () => moved++,
          () => refused++,
        )
        await pause(moves)
      }
    }
    const hall = b.tokens.map(learner)
    const monitor = watchHour(b, hour)
    await pause(span)
    const { asked, seen } = await monitor.end()
    running = false
    await Promise.all(hall)
    const polled = learners * (span / each)
    const what = `monitor of ${learners}, ${span / 1000} s`
    return [
      { what: `${what}: moves of learners`, value: moved, unit: '', budget: '' },
      { what: `${what}: moves refused`, value: refused, unit: '', budget: '0', held: refused === 0 },
      { what: `${what}: members seen`, value: seen, unit: '', budget: `${learners}`, held: seen === learners },
      { what: `${what}: requests`, value: asked, unit: '', budget: `≤ ${polled / 10}`, held: asked <= polled / 10 },
      { what: `${what}: a poll per card`, value: polled, unit: '', budget: '' },
    ]
  } finally {
    await b.stop()
  }
}
