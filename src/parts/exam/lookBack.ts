import type { MyExam } from '../../contract/exam/attempt.schema.ts'

/** Whether its candidate may look at what he wrote in it now. */
export const mayLookBack = (e: Pick<MyExam, 'review' | 'kind'>, a: MyExam['mine'][number]): boolean =>
  e.review !== 'nothing' && (a.status === 'scored' || (e.kind === 'practice' && a.handed_at !== null))
