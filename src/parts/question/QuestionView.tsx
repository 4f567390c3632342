/** A question and the place for its answer, as a learner has it: letters and figures choose, Tab walks on. */
import { useEffect, useId, useRef } from 'react'
import type { Answer, AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { AttachFiles } from './AttachFiles.tsx'
import { FileLinks } from './FileLinks.tsx'
import { OptionText } from './OptionText.tsx'
import { chooseOption, emptyAnswer, withBlankFilled, readableStem } from './answer.logic.ts'
import { optionMarkOf } from './key.logic.ts'
import { optionLetter } from './letter.ts'
import './question.css'

interface QuestionViewProps {
  question: ShownQuestion
  answer: Answer | null
  onAnswer: (answer: Answer) => void
  disabled?: boolean
  /** What is right, where that is shown: options say what they are beside it. */
  answerKey?: AnswerKey | null
  /** Files can be handed in here; the name of this place among those of the app. */
  uploads?: string | undefined
  /** False where files are never handed in: nothing is said of them. */
  takesFiles?: boolean
  /** Answered, and not shown: an empty place would read as an answer that was lost. */
  withheld?: boolean
}

export function QuestionView({
  question,
  answer: given,
  onAnswer,
  disabled = false,
  uploads,
  answerKey,
  takesFiles = true,
  withheld = false,
}: QuestionViewProps) {
  const id = useId()
  const answer = given ?? emptyAnswer(question)
  const box = useRef<HTMLElement>(null)
  const keys = useRef<(e: KeyboardEvent) => void>()
  keys.current = (e) => {
    const n = optionKeys.get(e.key.toUpperCase())
    if (disabled || e.ctrlKey || e.altKey || e.metaKey || n === undefined || !isMeant(e.target, box.current)) return
    const next = chooseOption(question, answer, n)
    if (!next) return
    e.preventDefault()
    onAnswer(next)
  }
  useEffect(() => {
    const page = box.current?.closest<HTMLElement>('.mg-page') ?? box.current
    const heard = (e: KeyboardEvent) => keys.current?.(e)
    page?.addEventListener('keydown', heard)
    return () => page?.removeEventListener('keydown', heard)
  }, [])
  return (
    <article ref={box} className="part-question" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{question.title}</h3>
      {question.stem !== '' && <Markdown text={readableStem(question.stem)} />}
      {question.connection !== '' && <p className="mg-mono">{question.connection}</p>}
      <FileLinks files={question.attachments} />
      {!withheld && (
        <>
          {question.type === 'multiple' && <p className="mg-dim">{t(`bank.ask_several.${question.partial}`)}</p>}
          <Fields
            id={id}
            question={question}
            answer={answer}
            disabled={disabled}
            answerKey={answerKey}
            uploads={uploads}
            takesFiles={takesFiles}
            onAnswer={onAnswer}
          />
        </>
      )}
    </article>
  )
}

/** An option is chosen by its letter or by its place. */
const optionKeys: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 9 }, (_, n) => n).flatMap((n) => [
    [optionLetter(n), n],
    [String(n + 1), n],
  ]),
)
/** They choose wherever the page has the keyboard, but where they are typed; of several questions, in the one that has it. */
function isMeant(target: EventTarget | null, box: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !box) return false
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [contenteditable]'))
    return false
  return box.contains(target) || box.closest('.mg-page')?.querySelectorAll('.part-question').length === 1
}

type Marked = ReturnType<typeof optionMarkOf>
const optionClass = (mark: Marked) =>
  `part-question-option${mark ? ` part-question-${mark} mg-tone-${mark === 'wrong' ? 'bad' : 'ok'}` : ''}`
function OptionMark({ of: mark }: { of: Marked }) {
  if (!mark) return null
  return (
    <span className="part-question-mark">
      <Icon name={mark === 'wrong' ? 'close' : 'check'} /> {t(`bank.option_${mark}`)}
    </span>
  )
}

interface FieldsProps {
  id: string
  question: ShownQuestion
  answer: Answer
  disabled: boolean
  answerKey: AnswerKey | null | undefined
  uploads: string | undefined
  takesFiles: boolean
  onAnswer: (answer: Answer) => void
}
function Fields({ id, question, answer, disabled, answerKey, uploads, takesFiles, onAnswer }: FieldsProps) {
  switch (answer.type) {
    case 'true-false':
    case 'single':
    case 'multiple': {
      const several = answer.type === 'multiple'
      const options =
        answer.type === 'true-false'
          ? [
              { id: 'true', text: t('bank.true') },
              { id: 'false', text: t('bank.false') },
            ]
          : question.options
      const chosen = answer.type === 'true-false' ? [String(answer.truth)] : answer.chosen
      return (
        <div role={several ? 'group' : 'radiogroup'} aria-label={t('bank.answer')}>
          {options.map((o, n) => (
            <label key={o.id} className={optionClass(optionMarkOf(o.id, chosen.includes(o.id), answerKey))}>
              <input
                type={several ? 'checkbox' : 'radio'}
                name={`${id}-option`}
                disabled={disabled}
                checked={chosen.includes(o.id)}
                onChange={() => {
                  const next = chooseOption(question, answer, n)
                  if (next) onAnswer(next)
                }}
              />
              {answer.type !== 'true-false' && (
                <span className="mg-dim" aria-hidden="true">
                  {optionLetter(n)}
                </span>
              )}
              <OptionText text={o.text} />
              <OptionMark of={optionMarkOf(o.id, chosen.includes(o.id), answerKey)} />
            </label>
          ))}
        </div>
      )
    }
    case 'completion':
      return (
        <div className="mg-form">
          {answer.blanks.map((text, n) => (
            <TextField
              key={n}
              label={t('bank.answer_blank', { n: n + 1 })}
              value={text}
              disabled={disabled}
              onChange={(v) => onAnswer(withBlankFilled(answer, n, v))}
            />
          ))}
        </div>
      )
    case 'flag':
      return (
        <TextField
          label={t('bank.answer')}
          value={answer.text}
          disabled={disabled}
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          onChange={(text) => onAnswer({ ...answer, text })}
        />
      )
    default:
      return (
        <>
          <CountedTextArea
            aria-label={t('bank.answer')}
            value={answer.text}
            max={limits.shortAnswer.max}
            rows={6}
            disabled={disabled}
            onChange={(text) => onAnswer({ ...answer, text })}
          />
          {takesFiles && question.upload?.wanted && (
            <p className="mg-hint">
              {t('bank.answer_files', { n: question.upload.files })} {question.upload.ends.join(' ')}
            </p>
          )}
          {answer.type === 'operation' &&
            (uploads && !disabled && question.upload?.wanted ? (
              <AttachFiles
                list={answer.files}
                most={question.upload.files}
                ends={question.upload.ends}
                disabled={disabled}
                place={uploads}
                onChange={(files) => onAnswer({ ...answer, files: [...files] })}
              />
            ) : (
              <FileLinks files={answer.files} />
            ))}
        </>
      )
  }
}
