/** What the address says of a search among challenges, and back. */
import {
  type ChallengeFilter,
  challengeFilters,
  type ChallengeOrder,
  challengeOrders,
} from '../../../contract/practice/flag.ts'
import { difficulties, type Difficulty } from '../../../contract/bank/question.ts'

export interface Browse {
  q: string
  page: number
  sort: ChallengeOrder
  difficulty: Difficulty | ''
  state: ChallengeFilter | ''
  keywords: string
  knowledge: string
  cve_ids: string
}
export const tagFields = ['keywords', 'knowledge', 'cve_ids'] as const

const among = <T extends string>(all: readonly T[], text: string | null): T | '' =>
  all.find((one) => one === text) ?? ''

export const browseOf = (search: URLSearchParams): Browse => ({
  q: search.get('q') ?? '',
  page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
  sort: among(challengeOrders, search.get('sort')) || 'difficulty',
  difficulty: among(difficulties, search.get('difficulty')),
  state: among(challengeFilters, search.get('state')),
  keywords: search.get('keywords') ?? '',
  knowledge: search.get('knowledge') ?? '',
  cve_ids: search.get('cve_ids') ?? '',
})

/** Whether anything is looked for: else the desk shows its sets. */
export const isBrowseFiltered = (b: Browse): boolean =>
  [b.q, b.difficulty, b.state, b.keywords, b.knowledge, b.cve_ids].some((v) => v !== '')

/** The same in an address, without what is usual. A challenge keeps it, so that the way back leads to where one looked. */
export const browseQueryOf = (b: Browse): Record<string, string> =>
  Object.fromEntries(changedBrowseParams(new URLSearchParams(), b))

/** A change of what is looked for begins at the first page. */
export function changedBrowseParams(search: URLSearchParams, set: Partial<Browse>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in set)) next.delete('page')
  for (const [key, value] of Object.entries(set)) {
    const plain = value === '' || (key === 'page' && value === 1) || (key === 'sort' && value === 'difficulty')
    if (plain) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

export const queryOf = (b: Browse, size: number, set_id?: string) => ({
  page: b.page,
  page_size: size,
  ...narrowingOf(b, set_id),
})

/** The list itself, whatever page of it is shown. */
export function narrowingOf(b: Browse, set_id?: string) {
  return {
    sort: b.sort,
    ...(set_id === undefined ? {} : { set_id }),
    ...(b.q ? { q: b.q } : {}),
    ...(b.difficulty ? { difficulty: [b.difficulty] } : {}),
    ...(b.state ? { state: [b.state] } : {}),
    ...(b.keywords ? { keywords: [b.keywords] } : {}),
    ...(b.knowledge ? { knowledge: [b.knowledge] } : {}),
    ...(b.cve_ids ? { cve_ids: [b.cve_ids] } : {}),
  }
}
