/** What the items of a paper or a quiz ask, by question and version. */
import { useMemo } from 'react'
import type { ItemFacts } from '../../contract/bank/paper.routes.ts'
import type { TextLanguage } from '../../contract/bank/shown.ts'
import { type ReadState, useCached } from '../../kit/data/api.ts'
import type { Bank } from '../../contract/bank/question.ts'

export interface AskedItem {
  bank: Bank
  question_id: string
  question_version: number
}
export interface ItemFactsLookup extends Pick<ReadState<unknown>, 'error' | 'fetching' | 'refetch'> {
  of: (item: Pick<AskedItem, 'question_id' | 'question_version'>) => ItemFacts | undefined
  loaded: boolean
}
const place = (id: string, version: number) => `${version} ${id}`

export function useFacts(items: readonly AskedItem[], language: TextLanguage = ''): ItemFactsLookup {
  // in an order of their own: moving items about asks for nothing new
  const asked = useMemo(
    () =>
      items
        .map(({ bank, question_id, question_version }) => ({ bank, question_id, question_version }))
        .toSorted((a, b) =>
          place(a.question_id, a.question_version) < place(b.question_id, b.question_version) ? -1 : 1,
        ),
    [items],
  )
  const { data, error, fetching, refetch } = useCached<{ items: ItemFacts[] }>(
    'POST /papers/items',
    { body: { items: asked, language } },
    { skip: asked.length === 0 },
  )
  const by = useMemo(
    () => new Map((data?.items ?? []).map((f) => [place(f.question_id, f.question_version), f])),
    [data],
  )
  return {
    of: (item) => by.get(place(item.question_id, item.question_version)),
    loaded: data !== undefined || asked.length === 0,
    error,
    fetching,
    refetch,
  }
}
