/** A homework: what it asks, when it may be handed in, and what is told of it when. */
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { paper } from '../../../contract/bank/banks.ts'
import { contradictingDates, countedHandIns, homeworkTellings } from '../../../contract/course/homework.ts'
import { type ContentOf, outlineLimits } from '../../../contract/course/outline.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { PickRows } from '../../../kit/pick/Pick.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { Button } from '../../../ui/input/Button.tsx'
import type { ContentProps } from './content.ts'
import { Figure } from './Figure.tsx'
import { Instant } from './Instant.tsx'
import { QuestionItems } from './QuestionItems.tsx'

type Homework = ContentOf<'homework'>
const whole =
  (max: number) =>
  (v: unknown): v is number =>
    typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= max
const isPercent = (v: unknown): v is number =>
  typeof v === 'number' && v >= 0 && v <= 100 && Number.isInteger(Math.round(v * 1000) / 100)

export function HomeworkContentEditor({ content, title, disabled, onChange }: ContentProps<Homework>) {
  const put = (part: Partial<Homework>) => onChange({ ...content, ...part })
  const wrong = contradictingDates(content)
  return (
    <div className="course-homework">
      <div className="course-fields">
        <Instant
          label={t('homework.opens_at')}
          value={content.opens_at}
          disabled={disabled}
          onChange={(opens_at) => put({ opens_at })}
        />
        <Instant
          label={t('homework.due_at')}
          value={content.due_at}
          disabled={disabled}
          wrong={wrong.includes('due_at') ? t('homework.due_before_opening') : undefined}
          onChange={(due_at) => put({ due_at })}
        />
        <Instant
          label={t('homework.late_until')}
          value={content.late_until}
          disabled={disabled}
          wrong={wrong.includes('late_until') ? t('homework.late_before_due') : undefined}
          onChange={(late_until) => put({ late_until })}
        />
        <Figure
          label={t('homework.late_percent')}
          hint={t('homework.late_percent_hint')}
          unit="%"
          value={content.late_permille / 10}
          fits={isPercent}
          disabled={disabled || content.late_until === null}
          onChange={(percent) => put({ late_permille: Math.round(percent * 10) })}
        />
        <Figure
          label={t('homework.attempts')}
          hint={t('course.attempts_hint', { max: outlineLimits.attempts })}
          unit={content.attempts === null ? t('course.attempts_free') : ''}
          value={content.attempts ?? 0}
          fits={whole(outlineLimits.attempts)}
          disabled={disabled}
          onChange={(n) => put({ attempts: n === 0 ? null : n })}
        />
        <Choose
          label={t('homework.counts')}
          value={content.counts}
          options={countedHandIns.map((value) => ({ value, label: t(`homework.counts.${value}`) }))}
          disabled={disabled}
          onChange={(counts) => put({ counts })}
        />
        <Choose
          label={t('homework.tells')}
          value={content.tells}
          options={homeworkTellings.map((value) => ({ value, label: t(`homework.tells.${value}`) }))}
          disabled={disabled}
          onChange={(tells) => put({ tells })}
        />
      </div>
      {content.paper ? (
        <OfPaper content={content} disabled={disabled} onChange={onChange} />
      ) : (
        <>
          <QuestionItems
            from={['theory', 'exercise']}
            words={{ add: 'homework.add', taken: 'homework.taken' }}
            title={title}
            items={content.items}
            disabled={disabled}
            make={({ bank, ...item }) => ({ ...item, bank: bank === 'exercise' ? 'exercise' : 'theory', part: '' })}
            onChange={(items) => put({ items })}
          />
          {content.items.length === 0 && !disabled && (
            <ChoosePaper onChoose={(id) => put({ paper: { paper_id: id, paper_version: 0, name: '' } })} />
          )}
        </>
      )}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

interface ChooseProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  disabled: boolean
  onChange: (value: V) => void
}
function Choose<V extends string>({ label, value, options, disabled, onChange }: ChooseProps<V>) {
  return (
    <Labelled label={label}>
      {(id) => <NativeSelect<V> id={id} disabled={disabled} value={value} options={options} onChange={onChange} />}
    </Labelled>
  )
}

/** What is asked is a paper's, as it was when it was taken. */
function OfPaper({ content, disabled, onChange }: Omit<ContentProps<Homework>, 'title' | 'translated' | 'id'>) {
  const { visible } = useAccess()
  const { paper: from, items } = content
  if (!from) return null
  const points = items.reduce((n, i) => n + i.score, 0)
  return (
    <div className="course-homework-paper">
      <p>
        {from.paper_version === 0 ? (
          t('homework.paper_saving')
        ) : (
          <>
            {t('homework.paper_from')}{' '}
            {visible.has('paper-edit') ? (
              <Link to={href('paper-edit', { id: from.paper_id })}>{from.name}</Link>
            ) : (
              <strong>{from.name}</strong>
            )}{' '}
            <span className="mg-dim">
              {t('homework.paper_frozen', { version: from.paper_version })} ·{' '}
              {t('paper.sum', { items: items.length, points: format.number(points) })}
            </span>
          </>
        )}
      </p>
      {!disabled && (
        <p className="course-quiz-foot">
          <Button
            size="small"
            icon="refresh"
            disabled={from.paper_version === 0}
            onClick={() => onChange({ ...content, paper: { ...from, paper_version: 0 } })}
          >
            {t('homework.paper_renew')}
          </Button>
          <Button size="small" icon="trash" onClick={() => onChange({ ...content, paper: null, items: [] })}>
            {t('homework.paper_drop')}
          </Button>
        </p>
      )}
    </div>
  )
}

function ChoosePaper({ onChoose }: { onChoose: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!open)
    return (
      <p>
        <Button size="small" icon="file" onClick={() => setOpen(true)}>
          {t('homework.paper_take')}
        </Button>
      </p>
    )
  return (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor={id}>
        {t('homework.paper_take')}
      </label>
      <PickRows id={id} resource={paper} value={[]} onChange={([chosen]) => chosen && onChoose(chosen)} />
    </div>
  )
}
