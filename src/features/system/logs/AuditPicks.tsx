/** Filters by what was done and on what: the server says which there are, the dictionary how they are called. */
import { useMemo } from 'react'
import { useRead } from '../../../kit/data/api.ts'
import type { FilterControlProps } from '../../../kit/list/search/FilterField.tsx'
import { PickFixed } from '../../../kit/pick/Pick.tsx'
import { actionText, entityText } from '../../../parts/operation/words.ts'

function Words({
  words,
  textOf,
  ...rest
}: FilterControlProps & { words: readonly string[]; textOf: (w: string) => string }) {
  const all = useMemo(
    () => words.map((id) => ({ id, label: textOf(id) })).sort((a, b) => a.label.localeCompare(b.label)),
    [words, textOf],
  )
  return <PickFixed many all={all} {...rest} />
}

const none: readonly string[] = []

export function ActionPick(props: FilterControlProps) {
  const { data } = useRead('GET /audit/words', undefined)
  return <Words words={data?.actions ?? none} textOf={actionText} {...props} />
}

export function EntityPick(props: FilterControlProps) {
  const { data } = useRead('GET /audit/words', undefined)
  return <Words words={data?.entities ?? none} textOf={entityText} {...props} />
}
