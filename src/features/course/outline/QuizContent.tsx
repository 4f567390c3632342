/** A quiz: its questions, and how often it may be handed in. */
import { type ContentOf, outlineLimits } from '../../../contract/course/outline.ts'
import { t } from '../../../i18n/index.ts'
import type { ContentProps } from './content.ts'
import { Figure } from './Figure.tsx'
import { Instant } from './Instant.tsx'
import { QuestionItems } from './QuestionItems.tsx'

type Quiz = ContentOf<'quiz'>
const words = { add: 'course.quiz_add', taken: 'course.quiz_taken' } as const
const isAttempts = (v: unknown): v is number =>
  typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= outlineLimits.attempts

export function QuizContent({ content, title, disabled, onChange }: Omit<ContentProps<Quiz>, 'translated' | 'id'>) {
  return (
    <>
      <div className="course-quiz-set">
        <Figure
          label={t('course.attempts')}
          hint={t('course.attempts_hint', { max: outlineLimits.attempts })}
          value={content.attempts ?? 0}
          fits={isAttempts}
          unit={content.attempts === null ? t('course.attempts_free') : ''}
          disabled={disabled}
          onChange={(n) => onChange({ ...content, attempts: n === 0 ? null : n })}
        />
        <Instant
          label={t('homework.due_optional')}
          hint={t('homework.due_hint')}
          value={content.due_at ?? null}
          disabled={disabled}
          onChange={(due_at) => onChange({ ...content, due_at })}
        />
        <label className="kit-check">
          <input
            type="checkbox"
            disabled={disabled}
            checked={content.shuffle}
            onChange={(e) => onChange({ ...content, shuffle: e.target.checked })}
          />
          <span>{t('course.shuffle')}</span>
        </label>
      </div>
      <QuestionItems
        from={['theory']}
        words={words}
        title={title}
        items={content.items}
        disabled={disabled}
        make={({ id, question_id, question_version, score }) => ({ id, question_id, question_version, score })}
        onChange={(items) => onChange({ ...content, items })}
      />
    </>
  )
}
