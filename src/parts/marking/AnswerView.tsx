/** A question with what a candidate answered, and what is right beside it, for who marks. */
import type { Answer, AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { isBlankAnswer } from '../../contract/bank/answer.ts'
import { format, t } from '../../i18n/index.ts'
import { readableStem } from '../question/answer.logic.ts'
import { FileLinks } from '../question/FileLinks.tsx'
import { OptionText } from '../question/OptionText.tsx'
import type { MarkingItem } from '../../contract/exam/run.schema.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { AnswerFilePreviews } from './AnswerFiles.tsx'
import { shownOptionsOf } from './options.logic.ts'

interface AnswerViewProps {
  question: ShownQuestion
  answer: Answer | null
  answerKey: AnswerKey
}

export function AnswerView({ question, answer, answerKey }: AnswerViewProps) {
  return (
    <div className="marking-question">
      <h3>{question.title}</h3>
      {question.stem && <Markdown text={readableStem(question.stem)} />}
      <FileLinks files={question.attachments} />
      <Given question={question} answer={answer} answerKey={answerKey} />
    </div>
  )
}

/** The answer alone. */
function Given({ question, answer, answerKey }: AnswerViewProps) {
  const options = shownOptionsOf(question, answer, answerKey)
  if (options.length)
    return (
      <ol className="marking-options">
        {options.map((o) => (
          <li key={o.id} data-chosen={o.chosen || undefined}>
            {o.letter && <span className="mg-dim">{o.letter}</span>}
            <span className="marking-option-text">
              <OptionText text={o.text} />
            </span>
            {o.chosen && (
              <span className={`marking-badge mg-tone-${o.right ? 'ok' : 'bad'}`}>
                <Icon name={o.right ? 'check' : 'close'} /> {t('marking.chosen')}
              </span>
            )}
            {o.right && !o.chosen && <span className="marking-badge mg-tone-idle">{t('marking.right')}</span>}
          </li>
        ))}
        {isBlankAnswer(answer) && <li className="mg-dim">{t('marking.no_answer')}</li>}
      </ol>
    )
  if (!answer || isBlankAnswer(answer)) return <p className="mg-dim">{t('marking.no_answer')}</p>
  if (answer.type === 'completion')
    return (
      <ol className="marking-blanks">
        {answer.blanks.map((text, n) => (
          <li key={n}>
            <span className="mg-dim mg-num">{format.number(n + 1)}</span> <strong>{text || '–'}</strong>
            {answerKey.accepted?.[n]?.length ? (
              <span className="mg-dim">
                {t('marking.accepted', {
                  texts: answerKey.accepted[n]?.join(' / ') ?? '',
                })}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    )
  if (answer.type === 'short' || answer.type === 'flag') return <p className="marking-text">{answer.text}</p>
  if (answer.type === 'operation')
    return (
      <>
        {answer.text && <p className="marking-text">{answer.text}</p>}
        <AnswerFilePreviews files={answer.files} />
      </>
    )
  return null
}

/** What a good answer says, for who judges. */
export function Reference({ answerKey, writeup }: Pick<AnswerViewProps, 'answerKey'> & Pick<MarkingItem, 'writeup'>) {
  return (
    <>
      <Expected answerKey={answerKey} />
      {(writeup.text || writeup.file) && (
        <details className="marking-reference">
          <summary>{t('marking.writeup')}</summary>
          {writeup.text && <Markdown text={writeup.text} />}
          {writeup.file && <AnswerFilePreviews files={[writeup.file]} />}
        </details>
      )}
    </>
  )
}

function Expected({ answerKey }: Pick<AnswerViewProps, 'answerKey'>) {
  if (!answerKey.reference && !answerKey.explanation) return null
  return (
    <details className="marking-reference" open>
      <summary>{t(answerKey.reference ? 'marking.reference' : 'marking.explanation')}</summary>
      {answerKey.reference && <p className="marking-text">{answerKey.reference}</p>}
      {answerKey.explanation && <Markdown text={answerKey.explanation} />}
    </details>
  )
}
