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
 * Why a question is worth practising, the best reason first: it was answered wrongly, or rightly but long ago, or never; its learner has yet
 * to compare his answer with the model; and what he answered a short while ago, which comes only when there is nothing else.
 */
export const suggestionReasons = ['mistake', 'long_ago', 'new', 'waits', 'answered'] as const
export type SuggestionReason = (typeof suggestionReasons)[number]

/** What a learner says of an answer nobody else judges. */
export const ownShares = [0, 0.5, 1] as const

export const practiceLimits = {
  /** Questions of a random or suggested run. */
  few: 10,
  /** Questions of any run. */
  run: 500,
  /** Right answers after the last wrong one that mend a mistake. */
  mended: 2,
  /** Days after which a right answer is worth repeating. */
  longAgo: 7,
  /** Answers that one save of a paper carries. */
  save: 100,
} as const

export const stateOfSet = (tried: number, solved: number, all: number): SetState =>
  all > 0 && solved >= all ? 'done' : tried > 0 ? 'begun' : 'untouched'

/** Of a try, or of none: `right` is null until its learner has judged it; `share` of the points tells half a right answer from a wrong one. */
export function stateOfTry(of: { right: boolean | null; share: number | null } | undefined): ExerciseState {
  if (!of) return 'not-submitted'
  if (of.right === null) return 'submitted'
  return of.right ? 'submitted-right' : (of.share ?? 0) > 0 ? 'submitted-partly' : 'submitted-wrong'
}
