import type { exam } from '../../../contract/exam/exam.ts'
import { href } from '../../../contract/screens/index.ts'
import type { ActionOf } from '../../../kit/action/action.ts'

/** The form of a new exam with what this one has: it is made, and its markers are told, only when it is saved. */
export const copyOf: ActionOf<typeof exam> = {
  id: 'copy',
  label: 'kit.action.copy',
  icon: 'copy',
  needs: 'one',
  may: (row) => row.can.includes('copy'),
  to: (row) => href('exam-add', undefined, { copy: row?.id ?? '' }),
}
