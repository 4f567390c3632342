/** What its staff do to a contest while it goes on and afterwards. */
export const runningLimits = {
  /** Minutes that are added at once. */
  extension: 7 * 24 * 60,
  notice: 2000,
  question: 2000,
  answer: 2000,
  /** Points given or taken at once. */
  adjust: 100_000,
} as const

/** Decisions that are kept with their reason. */
export const rulingKinds = [
  'adjust',
  'void',
  'restore',
  'ban',
  'unban',
  'rejudge',
  'rules',
  'write-up',
  'extend',
  'finalise',
  'reopen',
] as const
export type RulingKind = (typeof rulingKinds)[number]

/** Notices that come by themselves, from what the reader may know. */
export const noticeKinds = ['staff', 'start', 'freeze', 'thaw', 'extend', 'first', 'rules', 'final'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export const noticeTargets = ['all', 'division', 'entry'] as const

export const askedCategories = ['general', 'rules', 'challenge', 'technical'] as const
export type AskedCategory = (typeof askedCategories)[number]
/** Where a question stands in the queue. */
export const askedPlaces = ['waiting', 'claimed', 'answered'] as const
export type AskedPlace = (typeof askedPlaces)[number]
/** Who is told an answer: whoever asked, or everybody to whom its challenge is open. */
export const answerTellings = ['one', 'all'] as const

/** Whose flag a submission is judged by: as it stands in the contest, or as its bank has it now. */
export const rejudgeKeys = ['contest', 'bank'] as const

/** Tables of the board, every row of the ledger as JSON lines, and the feed of standings that CTFtime reads. */
export const contestFileFormats = ['csv', 'xlsx', 'ledger', 'ctftime'] as const
export const boardViews = ['true', 'public'] as const
export const writeUpLimits = { text: 100_000, pdf: 20 * 1024 * 1024, review: 2000 } as const
