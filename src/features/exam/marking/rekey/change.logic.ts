/** Which change of a key stands in the dialogue, and whether it says anything new. */
import { keyChangeKindsOf } from '../../../../contract/exam/rekey.ts'
import type { ExamQuestion, KeyChange } from '../../../../contract/exam/rekey.schema.ts'

export type KeyChangeKind = KeyChange['kind']
type Question = Pick<ExamQuestion, 'question' | 'key' | 'change'>

/** Ways offered; back to the paper's key only where it was left. */
export const kindsFor = ({ question, change }: Question): KeyChangeKind[] =>
  keyChangeKindsOf(question.type).filter((k) => k !== 'as_was' || (change !== null && change.kind !== 'as_was'))

/** What the choice says, undefined while it changes nothing. */
export function changeOf(
  q: Question,
  kind: KeyChangeKind | undefined,
  correct: readonly string[],
): KeyChange | undefined {
  switch (kind) {
    case undefined:
      return undefined
    case 'options': {
      const had = new Set(q.key.correct)
      const ruled = q.change?.kind === 'everybody' || q.change?.kind === 'left_out'
      const same = !ruled && had.size === correct.length && correct.every((id) => had.has(id))
      return correct.length === 0 || same ? undefined : { kind, correct: [...correct] }
    }
    case 'truth':
      return { kind, truth: !(q.key.truth ?? true) }
    default:
      return q.change?.kind === kind ? undefined : { kind }
  }
}
