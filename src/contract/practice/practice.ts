/** Practice in plain words: what is practised, how an answer stands, and when a mistake is mended. */

/** What a try belongs to: a question of a set, a paper, a flag challenge. */
export const practiceKinds = ['theory', 'volume', 'flag'] as const
export type PracticeKind = (typeof practiceKinds)[number]

/** How the last answer to a question stands; `submitted`: its learner has yet to compare it with the model answer. */
export const exerciseStates = [
  'not-submitted',
  'submitted',
  'submitted-wrong',
  'submitted-partly',
  'submitted-right',
] as const
export type ExerciseState = (typeof exerciseStates)[number]
/** What a list is narrowed to. Solved means right once, whatever came after. */
export const exerciseFilters = [...exerciseStates, 'solved', 'unsolved'] as const

/** How far a set or a paper is. */
export const setStates = ['untouched', 'begun', 'done'] as const
export type SetState = (typeof setStates)[number]

/** Which questions a run walks through: a set in its order, parts of it, or what is worth asking next. */
export const runModes = ['all', 'unsolved', 'mistakes', 'random', 'suggested'] as const
export type RunMode = (typeof runModes)[number]

/**
 * Why a question is worth practising, the best reason first: it is a mistake that was not answered rightly today, or was answered rightly but
 * long ago, or never; its learner has yet to compare his answer with the model; and what he answered a short while ago, which comes only when
 * there is nothing else.
 */
export const suggestionReasons = ['mistake', 'long_ago', 'new', 'waits', 'answered'] as const
export type SuggestionReason = (typeof suggestionReasons)[number]

/** What a learner says of an answer nobody else judges. */
export const ownShares = [0, 0.5, 1] as const

export const practiceLimits = {
  /** Questions of a random or suggested run, and of a round of mistakes. */
  few: 10,
  /** Questions of any run. */
  run: 500,
  /** Right answers after the last wrong one that mend a mistake. */
  mended: 2,
  /** Days after which a right answer is worth repeating. */
  longAgo: 7,
  /** Days for which a mistake that was answered rightly since is not suggested. */
  rest: 1,
  /** Answers that one save of a paper carries. */
  save: 100,
} as const

export const stateOfSet = (tried: number, solved: number, all: number): SetState =>
  all > 0 && solved >= all ? 'done' : tried > 0 ? 'begun' : 'untouched'

/** What is said of a judged answer. Partly right is neither right nor wrong: it is counted, named and marked by itself. */
export const verdicts = ['right', 'partly', 'wrong'] as const
export type Verdict = (typeof verdicts)[number]

/**
 * @param share of the points, 0 to 1; null while nobody has judged it
 * @returns undefined while nobody has judged it
 */
export const verdictOf = (share: number | null): Verdict | undefined =>
  share === null ? undefined : share >= 1 ? 'right' : share > 0 ? 'partly' : 'wrong'

/** Null while nobody has judged it. */
export const rightOf = (share: number | null): boolean | null => (share === null ? null : verdictOf(share) === 'right')

/** Of a try, or of none. */
export function stateOfTry(of: { share: number | null } | undefined): ExerciseState {
  if (!of) return 'not-submitted'
  const verdict = verdictOf(of.share)
  return verdict ? `submitted-${verdict}` : 'submitted'
}
