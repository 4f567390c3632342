/** Questions that a section asks, in their order and with their points. */
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PickedQuestion } from '../../../contract/bank/paper.routes.ts'
import type { Bank } from '../../../contract/bank/question.ts'
import { outlineLimits } from '../../../contract/course/outline.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, type MessageKey, t } from '../../../i18n/index.ts'
import { ItemButtons } from '../../../kit/form/ItemButtons.tsx'
import { useItems } from '../../../kit/form/useItems.ts'
import { newKey } from '../../../lib/id.ts'
import { InExamTag } from '../../../parts/question-pick/InExamTag.tsx'
import { PickQuestions } from '../../../parts/question-pick/PickQuestions.tsx'
import { QuestionDialog } from '../../../parts/question-pick/QuestionDialog.tsx'
import { type ItemFactsLookup, useFacts } from '../../../parts/question-pick/useFacts.ts'
import { typeText } from '../../../parts/question/words.ts'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Figure } from './Figure.tsx'

interface Asked {
  id: string
  bank?: Bank
  question_id: string
  question_version: number
  score: number
}
interface QuestionItemsProps<I extends Asked> {
  from: readonly [Bank, ...Bank[]]
  words: { add: MessageKey; taken: MessageKey }
  /** Of the section. */
  title: string
  items: readonly I[]
  disabled: boolean
  /** A picked question as this section keeps it; what a list of questions shows of it beside stays behind. */
  make: (picked: Asked & { bank: Bank }) => I
  onChange: (items: I[]) => void
}
const isScore = (v: unknown): v is number => typeof v === 'number' && v >= 0 && v <= 1000

export function QuestionItems<I extends Asked>({
  from,
  words,
  title,
  items,
  disabled,
  make,
  onChange,
}: QuestionItemsProps<I>) {
  const root = useRef<HTMLDivElement>(null)
  const put = (next: readonly I[]) => onChange([...next])
  const list = useItems(items, put, root)
  const asked = useMemo(() => items.map((i) => ({ ...i, bank: i.bank ?? ('theory' as const) })), [items])
  const facts = useFacts(asked)
  const [open, setOpen] = useState<{ at: 'pick' } | { at: 'item'; item: I }>()
  const shown = open?.at === 'item' ? facts.of(open.item) : undefined
  const pick = (questions: readonly PickedQuestion[]) =>
    put(
      [
        ...items,
        ...questions.map(({ bank, question_id, question_version, score }) =>
          make({ id: newKey().slice(0, 12), bank, question_id, question_version, score }),
        ),
      ].slice(0, outlineLimits.questions),
    )
  const points = items.reduce((n, i) => n + i.score, 0)
  return (
    <div ref={root} className="course-quiz">
      {facts.error && !facts.loaded && <ProblemView compact problem={facts.error} onRetry={facts.refetch} />}
      {items.length === 0 && <p className="mg-faint">{t('course.quiz_empty')}</p>}
      <ol className="course-quiz-items">
        {items.map((item, i) => (
          <li
            key={item.id}
            data-item={i}
            className="course-quiz-item"
            onKeyDown={(e) => !disabled && list.onKeyDown(e, i)}
          >
            <span className="mg-num mg-dim" aria-hidden="true">
              {format.number(i + 1)}
            </span>
            <QuestionTitle item={item} facts={facts} />
            <IconButton
              size="small"
              icon="eye"
              label={t('bank.preview')}
              disabled={!facts.of(item)}
              onClick={() => setOpen({ at: 'item', item })}
            />
            <Figure
              label={t('paper.score_of', { n: i + 1 })}
              hint={t('course.score_hint')}
              value={item.score}
              fits={isScore}
              disabled={disabled}
              onChange={(score) => put(items.map((o) => (o.id === item.id ? { ...o, score } : o)))}
            />
            <ItemButtons items={list} at={i} count={items.length} disabled={disabled} />
          </li>
        ))}
      </ol>
      <p className="course-quiz-foot">
        <Button
          data-add=""
          size="small"
          icon="plus"
          disabled={disabled || items.length >= outlineLimits.questions}
          onClick={() => setOpen({ at: 'pick' })}
        >
          {t('paper.pick')}
        </Button>
        <span className="mg-num mg-dim" role="status">
          {t('paper.sum', { items: items.length, points: format.number(points) })}
        </span>
        {items.length > 1 && !disabled && <span className="mg-hint">{t('kit.form.list_keys')}</span>}
      </p>
      <span className="mg-sr" role="status">
        {list.said}
      </span>
      {open?.at === 'pick' && (
        <PickQuestions
          from={from}
          words={words}
          taken={new Set(items.map((i) => i.question_id))}
          section={title}
          onPick={pick}
          onClose={() => setOpen(undefined)}
        />
      )}
      {shown && <QuestionDialog question={shown.question} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function QuestionTitle({ item, facts }: { item: Asked; facts: ItemFactsLookup }) {
  const known = facts.of(item)
  const title = known?.question.title ?? (facts.loaded && !facts.fetching ? t('paper.gone') : '…')
  return (
    <span className="course-quiz-title">
      <Link
        className="mg-ellipsis"
        to={href(item.bank === 'exercise' ? 'exercise-edit' : 'theory-edit', { id: item.question_id })}
        title={title}
      >
        {title}
      </Link>
      {known && <span className="mg-faint">{typeText(known.question.type)}</span>}
      <InExamTag of={known?.in_exam} />
    </span>
  )
}
