/** Answers and keys in plain text, as they stand on paper. */
import type { Answer, AnswerKey, ShownQuestion } from '../../../contract/bank/answer.schema.ts'
import { optionLetter } from '../../../parts/question/letter.ts'

/** Choices by letter, in the order in which the person had them. */
const letterOf = (question: Pick<ShownQuestion, 'options'>, id: string): string =>
  optionLetter(question.options.findIndex((o) => o.id === id))

type Options = Pick<ShownQuestion, 'options'>
const lettered = (q: Options, ids: readonly string[]): string =>
  q.options
    .filter((o) => ids.includes(o.id))
    .map((o) => `${letterOf(q, o.id)}. ${o.text}`)
    .join('\n')

/** @returns an empty text where nothing was said */
export function answerLines(q: Options, answer: Answer | null, words: { yes: string; no: string }): string {
  if (!answer) return ''
  switch (answer.type) {
    case 'true-false':
      return answer.truth === null ? '' : answer.truth ? words.yes : words.no
    case 'single':
    case 'multiple':
      return lettered(q, answer.chosen)
    case 'completion':
      return answer.blanks.map((b, n) => `${n + 1}. ${b}`).join('\n')
    case 'operation':
      return [answer.text, ...answer.files.map((f) => f.name)].filter(Boolean).join('\n')
    case 'short':
    case 'flag':
      return answer.text
  }
}

export function keyLines(q: Options, key: AnswerKey, words: { yes: string; no: string }): string {
  if (key.truth !== undefined) return key.truth ? words.yes : words.no
  if (key.correct?.length) return lettered(q, key.correct)
  if (key.accepted?.length) return key.accepted.map((texts, n) => `${n + 1}. ${texts.join(' / ')}`).join('\n')
  return key.reference ?? ''
}
