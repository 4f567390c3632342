/** The life of an exam and of one person's attempt at it: tables that the server, the app and the tests read. */
export const examStatuses = ['not-started', 'ongoing', 'pause', 'ended'] as const
export type ExamStatus = (typeof examStatuses)[number]
/** What invigilators say, or the clock: `start` and `end` come by themselves where the exam begins by the clock. */
export const examEvents = ['start', 'pause', 'recover', 'end'] as const
export type ExamEvent = (typeof examEvents)[number]
export const examMachine: Readonly<Record<ExamStatus, Readonly<Partial<Record<ExamEvent, ExamStatus>>>>> = {
  'not-started': { start: 'ongoing' },
  ongoing: { pause: 'pause', end: 'ended' },
  pause: { recover: 'ongoing', end: 'ended' },
  ended: {},
}

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
