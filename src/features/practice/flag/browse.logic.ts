/** What the address says of a search among challenges, and back. */
import {
  type ChallengeFilter,
  challengeFilters,
  type ChallengeOrder,
  challengeOrders,
} from '../../../contract/practice/flag.ts'
import { difficulties, type Difficulty } from '../../../contract/bank/question.ts'
import { isNarrowedFrom, readUrlState, writeUrlState } from '../../../kit/list/state/useKept.ts'

export const tagFields = ['keywords', 'knowledge', 'cve_ids'] as const
const anything = {
  q: '',
  difficulty: undefined as Difficulty | undefined,
  state: undefined as ChallengeFilter | undefined,
  keywords: undefined as string | undefined,
  knowledge: undefined as string | undefined,
  cve_ids: undefined as string | undefined,
}
const start = { ...anything, page: 1, sort: 'difficulty' as ChallengeOrder }
const among = { sort: challengeOrders, difficulty: difficulties, state: challengeFilters }
export const challengeList = { start, among, anything }
export type ChallengeSearch = typeof start

export const challengeSearchOf = (search: URLSearchParams): ChallengeSearch => readUrlState(search, start, among)
/** The same in an address, without what is usual. A challenge keeps it, so that the way back leads to where one looked. */
export const challengeQueryOf = (at: ChallengeSearch): Record<string, string> =>
  Object.fromEntries(writeUrlState(new URLSearchParams(), start, at))

/** Whether anything is looked for: else the desk shows its sets. */
export const isChallengeSearch = (at: ChallengeSearch): boolean => isNarrowedFrom(at, start)

/** The list itself, whatever page of it is shown. */
export const narrowingOf = ({ q, sort, difficulty, state, keywords, knowledge, cve_ids }: ChallengeSearch) => ({
  sort,
  ...(q ? { q } : {}),
  ...(difficulty ? { difficulty: [difficulty] } : {}),
  ...(state ? { state: [state] } : {}),
  ...(keywords ? { keywords: [keywords] } : {}),
  ...(knowledge ? { knowledge: [knowledge] } : {}),
  ...(cve_ids ? { cve_ids: [cve_ids] } : {}),
})
