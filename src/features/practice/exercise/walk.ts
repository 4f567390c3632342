/** The questions one walks through beside the one before him: those of a run, of a set, or of what he collected. */
import type { ExerciseState } from '../../../contract/practice/practice.ts'
import type { PracticeRun } from '../../../contract/practice/theory.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { useRead } from '../../../kit/data/api.ts'

export interface Walk {
  /** Of a run, which knows what was answered in it. */
  run: PracticeRun | undefined
  /** `state` is undefined where nobody asks for it. */
  questions: readonly { id: string; title: string; state?: ExerciseState }[]
}

export function useWalk(run: string | null, set: string | null): Walk {
  const ofRun = useRead('GET /practice/runs/:id', { params: { id: run ?? '' } }, { skip: run === null })
  const ofSet = useRead(
    'GET /practice/sets/:id/questions',
    { params: { id: set ?? '' }, query: { page_size: limits.pageSize.max } },
    { skip: set === null || run !== null },
  )
  return {
    run: run === null ? undefined : ofRun.data,
    questions: (run === null ? ofSet.data?.items : ofRun.data?.questions) ?? [],
  }
}
