/** The life of an exam and of one person's attempt at it: tables that the server, the app and the tests read. */
export const examStatuses = ['not-started', 'ongoing', 'pause', 'ended'] as const
export type ExamStatus = (typeof examStatuses)[number]
/** What invigilators say, or the clock: `start` and `end` come by themselves where the exam begins by the clock. */
const examEvents = ['start', 'pause', 'recover', 'end'] as const
export type ExamMachineEvent = (typeof examEvents)[number]
export const examMachine: Readonly<Record<ExamStatus, Readonly<Partial<Record<ExamMachineEvent, ExamStatus>>>>> = {
  'not-started': { start: 'ongoing' },
  ongoing: { pause: 'pause', end: 'ended' },
  pause: { recover: 'ongoing', end: 'ended' },
  ended: {},
}

/** Whether an event may come now. Who is to start it says so once; one that nobody began yet may be called off. */
export const mayHappen = (
  event: ExamMachineEvent,
  e: { status: ExamStatus; start_mode: 'clock' | 'go'; began_at: string | null },
): boolean =>
  event === 'end' && e.status === 'not-started'
    ? true
    : examMachine[e.status][event] !== undefined &&
      (event !== 'start' || (e.start_mode === 'go' && e.began_at === null))

/** Whether results may be shown now: somebody sat it, nobody writes, everything is marked, and they are not out by hand already. */
export const mayPublish = (e: {
  begun: number
  handed_in: number
  to_be_scored: number
  published_at: string | null
}): boolean => e.published_at === null && e.handed_in > 0 && e.begun === e.handed_in && e.to_be_scored === 0

/** `to-be-scored`: somebody has to mark something; `scored`: nothing is open. An attempt that is handed in goes to one of the two at once. */
export const attemptStatuses = ['ongoing', 'pause', 'to-be-scored', 'scored'] as const
export type AttemptStatus = (typeof attemptStatuses)[number]
/** `reopen` is an invigilator's, with a reason, and audited. */
export const attemptEvents = ['pause', 'recover', 'hand-in', 'mark', 'reopen'] as const
export type AttemptEvent = (typeof attemptEvents)[number]

/**
 * Where an event leads, or undefined where it is not allowed.
 * @param open answers of it that wait for a marker
 */
export function attemptNext(from: AttemptStatus, event: AttemptEvent, open: number): AttemptStatus | undefined {
  const marked = open > 0 ? 'to-be-scored' : 'scored'
  switch (event) {
    case 'pause':
      return from === 'ongoing' ? 'pause' : undefined
    case 'recover':
      return from === 'pause' ? 'ongoing' : undefined
    case 'hand-in':
      return from === 'ongoing' || from === 'pause' ? marked : undefined
    case 'mark':
      return from === 'to-be-scored' || from === 'scored' ? marked : undefined
    case 'reopen':
      return from === 'to-be-scored' || from === 'scored' ? 'ongoing' : undefined
  }
}

/** Who handed an attempt in: the candidate, the clock, or an invigilator. */
export const handIns = ['candidate', 'time', 'invigilator'] as const
