/** The life of a contest and of an entry in it: tables that the server, the app and the tests read. */
export const contestStatuses = ['unstarted', 'ongoing', 'paused', 'finished'] as const
export type ContestStatus = (typeof contestStatuses)[number]
/** What its staff say, or the clock: `start` and `finish` come by themselves where it starts by the clock. */
export const contestEvents = ['start', 'pause', 'recover', 'extend', 'freeze', 'finish'] as const
export type ContestEvent = (typeof contestEvents)[number]
export const contestMachine: Readonly<Record<ContestStatus, Readonly<Partial<Record<ContestEvent, ContestStatus>>>>> = {
  unstarted: { start: 'ongoing' },
  ongoing: { pause: 'paused', extend: 'ongoing', freeze: 'ongoing', finish: 'finished' },
  paused: { recover: 'ongoing', extend: 'paused', freeze: 'paused', finish: 'finished' },
  finished: {},
}
/** Whether an event may come now. One that starts by the clock waits for it, and what is frozen is not frozen again. */
export const mayContest = (
  event: ContestEvent,
  c: { status: ContestStatus; start_mode: 'clock' | 'go'; frozen: boolean },
): boolean =>
  contestMachine[c.status][event] !== undefined &&
  (event !== 'start' || c.start_mode === 'go') &&
  (event !== 'freeze' || !c.frozen)

/** The result of a finished contest: what is final is neither judged again nor corrected, unless somebody says why. */
type ContestResult = 'provisional' | 'final'
export type ResultEvent = 'finalise' | 'reopen'
const resultMachine: Readonly<Record<ContestResult, Readonly<Partial<Record<ResultEvent, ContestResult>>>>> = {
  provisional: { finalise: 'final' },
  final: { reopen: 'provisional' },
}
export const mayResult = (event: ResultEvent, c: { status: ContestStatus; final: boolean }): boolean =>
  c.status === 'finished' && resultMachine[c.final ? 'final' : 'provisional'][event] !== undefined

export const entryStatuses = ['registered', 'accepted', 'rejected', 'withdrawn', 'banned'] as const
export type EntryStatus = (typeof entryStatuses)[number]
const entryEvents = ['accept', 'reject', 'withdraw', 'ban', 'unban'] as const
export type EntryEvent = (typeof entryEvents)[number]
export const entryMachine: Readonly<Record<EntryStatus, Readonly<Partial<Record<EntryEvent, EntryStatus>>>>> = {
  registered: { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' },
  accepted: { withdraw: 'withdrawn', ban: 'banned' },
  rejected: {},
  withdrawn: {},
  banned: { unban: 'accepted' },
}
/** Entries whose people are in no other one. */
export const heldEntries: ReadonlySet<EntryStatus> = new Set(['registered', 'accepted', 'banned'])

export const submissionVerdicts = ['right', 'wrong', 'partial', 'already', 'late', 'limited'] as const
export type SubmissionVerdict = (typeof submissionVerdicts)[number]
