/** Where a question is practised, by its bank. */
import type { Bank } from '../../contract/bank/question.ts'
import { exercisePage } from '../../contract/practice/keep.ts'
import { href } from '../../contract/screens/index.ts'

/** `collected`: with the other collected ones before and behind it. */
export function pathOfQuestion({ id, bank }: { id: string; bank: Bank }, among?: 'collected'): string {
  const screen = exercisePage(bank)
  return href(screen === 'practice-exercise' && among ? 'collected-exercise' : screen, { exercise_id: id })
}
