/** What choosing does to an answer, and what an answer begins as. */
import type { Answer, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { cut } from '../../contract/lib/text.ts'
import { limits } from '../../contract/limits.ts'

type Asked = Pick<ShownQuestion, 'type' | 'options' | 'blanks'>

export function emptyAnswer({ type, blanks }: Asked): Answer {
  switch (type) {
    case 'true-false':
      return { type, truth: null }
    case 'single':
    case 'multiple':
      return { type, chosen: [] }
    case 'completion':
      return { type, blanks: Array.from({ length: blanks }, () => '') }
    case 'operation':
      return { type, text: '', files: [] }
    default:
      return { type, text: '' }
  }
}

/** The answer after the option at a place was chosen, in the order shown; undefined when there is none there. */
export function chooseOption(question: Asked, answer: Answer, at: number): Answer | undefined {
  if (answer.type === 'true-false') return at > 1 ? undefined : { ...answer, truth: at === 0 }
  const id = question.options[at]?.id
  if (id === undefined) return undefined
  if (answer.type === 'single') return { ...answer, chosen: [id] }
  if (answer.type !== 'multiple') return undefined
  const had = answer.chosen.includes(id)
  return { ...answer, chosen: had ? answer.chosen.filter((c) => c !== id) : [...answer.chosen, id] }
}

/** The answer after a blank was typed into: what is too long is cut where the server would refuse it. */
export const withBlankFilled = <A extends Extract<Answer, { type: 'completion' }>>(
  answer: A,
  at: number,
  text: string,
): A => ({
  ...answer,
  blanks: answer.blanks.map((b, n) => (n === at ? cut(text, limits.fill.max) : b)),
})

/** Marks of blanks as readers see them: `{{1}}` is a line with its number. */
export const readableStem = (stem: string): string => stem.replace(/\{\{(\d{1,2})\}\}/g, '＿＿($1)＿＿')
