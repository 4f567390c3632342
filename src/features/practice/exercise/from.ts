/** Where an exercise was opened from, as its address says it: a set, and what the list of its questions was narrowed to. */
import { difficulties, type Difficulty, type QuestionType, questionTypes } from '../../../contract/bank/question.ts'
import { exerciseFilters } from '../../../contract/practice/practice.ts'
import type { PracticeQuestion } from '../../../contract/practice/theory.schema.ts'
import { readUrlState, writeUrlState } from '../../../kit/list/state/useKept.ts'

export const listStart = {
  q: '',
  page: 1,
  state: undefined as (typeof exerciseFilters)[number] | undefined,
  difficulty: undefined as Difficulty | undefined,
  type: undefined as QuestionType | undefined,
}
export const listAmong = { state: exerciseFilters, difficulty: difficulties, type: questionTypes }
export type SetList = typeof listStart

export const setListOf = (search: URLSearchParams): SetList => readUrlState(search, listStart, listAmong)
export const setListQueryOf = (list: SetList): Record<string, string> =>
  Object.fromEntries(writeUrlState(new URLSearchParams(), listStart, list))

/** What the list is narrowed to by that answers do not change. */
export const fixedOf = ({ q, difficulty, type }: SetList) => ({
  ...(q ? { q } : {}),
  ...(difficulty ? { difficulty: [difficulty] } : {}),
  ...(type ? { type: [type] } : {}),
})

/** By the rule of the server's list. */
export const standsAs = (
  { state, solved }: Pick<PracticeQuestion, 'state' | 'solved'>,
  asked: SetList['state'],
): boolean => asked === undefined || (asked === 'solved' ? solved : asked === 'unsolved' ? !solved : state === asked)
