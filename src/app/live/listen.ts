/** What the saga of live events does to the app and to the outside; loaded with it, after the first screen. */
import type { SagaIterator } from 'redux-saga'
import { liveMemory, type LiveName } from '../../contract/session/live.ts'
import { readEventStream } from '../../lib/events.ts'
import { type LiveServices, liveSaga } from './live.saga.ts'

/** What an event makes stale: subjects of the cache of answers. */
const subjects: Record<LiveName, readonly string[]> = {
  messages: ['messages', 'comments'],
  announcements: ['announcements', 'messages'],
  rights: [],
  settings: ['config'],
  licence: ['license'],
  alarms: ['alarms', 'dashboard'],
  scenes: ['scenes', 'instances', 'consoles', 'recordings'],
  exams: ['my-exams', 'exam-attempts', 'exams', 'exam-sheets', 'messages'],
  contests: ['contests', 'contest-items', 'contest-entries', 'contest-teams', 'flag-contests', 'my-arenas'],
  classes: ['classes', 'class-hours', 'my-class-hours', 'class-cards', 'schedule', 'learning', 'messages'],
  courses: ['course-reports', 'course-report-labs', 'course-marking', 'course-monitor', 'learning', 'messages'],
  images: ['images', 'services', 'usb-devices', 'image-exports'],
}

export interface LiveApp {
  /** Absolute address of the API. */
  api(): string
  token(): string | undefined
  language(): string
  /** These subjects are to be asked for again, where a screen shows them. */
  stale(subjects: readonly string[]): void
  /** What the user may see is to be asked for again. */
  rights(): void
  /** The platform's name and defaults are to be asked for again. */
  system(): void
  refused: () => void
}

const servicesOf = (app: LiveApp): LiveServices => ({
  listen: (signal, heard, first) => {
    const token = app.token()
    return readEventStream({
      url: `${app.api()}/events${first ? `?since=${Math.min(liveMemory, Math.ceil(performance.now() / 1000))}` : ''}`,
      headers: {
        'Accept-Language': app.language(),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      signal,
      heard,
    })
  },
  look(names) {
    app.stale([...new Set(names.flatMap((n) => subjects[n]))])
    if (names.includes('rights') || names.includes('licence')) app.rights()
    if (names.includes('settings')) app.system()
  },
  refused: app.refused,
  random: Math.random,
  visibility: {
    hidden: () => document.hidden,
    watch(changed) {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
  },
})

export const liveListener = (app: LiveApp) => (): SagaIterator<void> => liveSaga(servicesOf(app))
