/** What the sitting of an exam needs of the world outside it. */
import type { ChangeCounts } from '../../../parts/answer-sheet/entry.ts'
import type { SagaIterator } from 'redux-saga'
import { select } from 'redux-saga/effects'
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import type { Locale } from '../../../i18n/index.ts'
import type { KitState } from '../../../kit/session/use.ts'
import type { Journal, SaveBody } from './sitting.logic.ts'
import type { SittingState, WithSitting } from './sitting.state.ts'
import type { WriterClaim } from '../../../parts/answer-sheet/writer.ts'

type Sighted = 'focus_lost' | 'focus_back' | 'screen_left' | 'screen_back' | 'offline' | 'online'
export interface Sighting {
  what: Sighted
  ago: number
}
/** What becomes of the page. `left`: it may be gone in a moment, or come back. */
export type PageEvent = 'hidden' | 'left' | 'shown' | 'offline' | 'online'

export interface BeginAttemptOptions {
  writer: string
  /** Its candidate asked for it after reading the rules; otherwise nothing is begun, and an open attempt goes on. */
  accepted: boolean
  /** The page was opened anew on an attempt that may be open: the name of this time, so that it is recorded once. */
  returned: string | undefined
}

/** The page that writes, and since which change of writers. */
interface Page {
  epoch: number
  writer: string
}

export interface SittingServices {
  begin(exam: string, o: BeginAttemptOptions): Promise<{ attempt: string }>
  sheet(id: string, writer: string, language: Locale): Promise<Attempt>
  state(id: string): Promise<AttemptState>
  /** Not given up when the page is left: what was sent is to arrive. */
  save: (id: string, body: SaveBody & { writer: string; sightings: Sighting[] }) => Promise<AttemptState>
  takeOver(id: string, writer: string): Promise<AttemptState>
  next(id: string, o: Page & { from: number; language: Locale }): Promise<Attempt>
  handIn(id: string, o: Page): Promise<Receipt>
  receipt(id: string): Promise<Receipt>
  /** What other pages show of this candidate's exams is out of date. */
  changed: () => void
  /** The name of this page as a writer of the sheet, by exam and person; released when the sitting ends. */
  writer: (key: string) => Promise<WriterClaim>
  /** By exam and person. */
  journal: {
    read: (key: string) => Promise<Journal | undefined>
    write(key: string, journal: Journal): void
    clear(key: string): void
  }
  /** Milliseconds of a clock that only runs forward; it may stand still while the machine sleeps. */
  monotonic(): number
  /** Milliseconds of the machine's clock: only that it jumps is looked at. */
  wall(): number
  random(): number
  page(heard: (event: PageEvent) => void): () => void
}

/** One sitting, from coming to the page until it is left. */
export interface Sitting {
  s: SittingServices
  id: string
  writer: string
  /** The sheet is this page's. */
  keep: WriterClaim['keep']
  language: Locale
  /** Name of the journal. */
  key: string
  /** What the page saw of its candidate and has not told yet. */
  seen: { what: Sighted; at: number }[]
  /** The save that was sent last. */
  last: { epoch: number; seq: number }
  /** A save that was sent and neither confirmed nor refused. */
  pending: { body: SaveBody; counts: ChangeCounts } | undefined
}

export type ExamRootState = KitState & WithSitting
export const selectAttempt = function* (): SagaIterator<SittingState> {
  const s: SittingState | undefined = yield select((k: ExamRootState) => k.sitting)
  if (!s) throw new Error('no exam is on the page')
  return s
}
export const isSignedIn = ({ session: { phase } }: ExamRootState): boolean =>
  phase.at === 'in' && !phase.locked && phase.must_change === null
export const userOf = ({ session: { phase } }: ExamRootState): string | undefined =>
  phase.at === 'in' ? phase.user.resource_id : undefined
