/** What is right and why, when its time has come. */
import type { AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { t } from '../../i18n/index.ts'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { keyText } from './key.logic.ts'
import './question.css'

interface KeyViewProps {
  question: Pick<ShownQuestion, 'options'>
  answerKey: AnswerKey
  /** Ids of options that were chosen: what is said of them is shown. */
  chosen?: readonly string[]
}

export function KeyView({ question, answerKey, chosen = [] }: KeyViewProps) {
  const right = keyText(question, answerKey)
  const said = chosen.flatMap((id) => answerKey.feedback?.[id] ?? [])
  return (
    <div className="part-question-key">
      {right && (
        <div>
          <span className="mg-dim">{t('bank.right_answer')}</span>{' '}
          {answerKey.reference === right ? <Markdown text={right} /> : right}
        </div>
      )}
      {answerKey.reference && answerKey.reference !== right && <Markdown text={answerKey.reference} />}
      {said.map((text) => (
        <Markdown key={text} text={text} />
      ))}
      {answerKey.explanation && <Markdown text={answerKey.explanation} />}
    </div>
  )
}
