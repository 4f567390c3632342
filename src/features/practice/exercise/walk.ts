/** The questions one walks through beside the one before him: those of a run, of the list of a set, or of what he collected. */
import { useState } from 'react'
import type { ExerciseState } from '../../../contract/practice/practice.ts'
import type { PracticeRun } from '../../../contract/practice/theory.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { useRead } from '../../../kit/data/api.ts'
import { fixedOf, type SetList, standsAs } from './from.ts'

export interface Walk {
  /** Of a run, which knows what was answered in it. */
  run: PracticeRun | undefined
  /** `state` is undefined where nobody asks for it. */
  questions: readonly { id: string; title: string; state?: ExerciseState }[]
}

interface WalkFrom {
  run: string | null
  set: string | null
  list: SetList
  /** The question that is open. */
  current: string
}

export function useWalk({ run, set, list, current }: WalkFrom): Walk {
  const ofRun = useRead('GET /practice/runs/:id', { params: { id: run ?? '' } }, { skip: run === null })
  const ofSet = useRead(
    'GET /practice/sets/:id/questions',
    { params: { id: set ?? '' }, query: { page_size: limits.pageSize.max, ...fixedOf(list) } },
    { skip: set === null || run !== null },
  )
  const all = ofSet.data?.items
  // an answer does not take a question out of the walk that began while it stood otherwise
  const [walked, setWalked] = useState<{ of: string; ids: ReadonlySet<string> }>()
  const of = `${set} ${JSON.stringify(list)}`
  if (all && walked?.of !== of)
    setWalked({
      of,
      ids: new Set(all.flatMap((one) => (one.id === current || standsAs(one, list.state) ? [one.id] : []))),
    })
  return run === null
    ? { run: undefined, questions: all?.filter((one) => walked?.of === of && walked.ids.has(one.id)) ?? [] }
    : { run: ofRun.data, questions: ofRun.data?.questions ?? [] }
}
