/** The lists of a question: options, blanks, hints, what earns points. */
import { type ReactNode, useEffect } from 'react'
import { cents } from '../../../contract/exam/score.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import { format, t } from '../../../i18n/index.ts'
import { newKey } from '../../../lib/id.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { EntryListEditor } from './Entries.tsx'
import { isRecord } from '../../../contract/lib/typed.ts'

/** What follows from what was just entered: text of the page's own size, for a hint in small print is read before, if at all. */
const Note = ({ warn = false, children }: { warn?: boolean; children: ReactNode }) => (
  <p role="status" className={`bank-note${warn ? ' mg-tone-warn' : ''}`}>
    <Icon name={warn ? 'warn' : 'info'} /> {children}
  </p>
)

interface Option {
  id: string
  text: string
  correct: boolean
  feedback: string
}
export const blankOption = (): Option => ({ id: newKey().slice(0, 8), text: '', correct: false, feedback: '' })
const isBlank = (o: Option) => o.text.trim() === '' && !o.correct && o.feedback.trim() === ''
/** Without those at the end that were offered and left empty: the others keep their places. */
export function writtenOptions(value: unknown): readonly Option[] {
  const list = Array.isArray(value) ? (value as readonly Option[]) : []
  const last = list.findLastIndex((o) => !isBlank(o))
  return list.slice(0, last + 1)
}
export function OptionsControl({ value, disabled, onChange, onLeave, form }: ControlProps) {
  const list = Array.isArray(value) ? (value as readonly Option[]) : []
  const only = form?.values['type'] === 'single'
  const lonely = form?.values['type'] === 'multiple' && list.filter((o) => o.correct).length === 1
  /** Of a single choice the one that is right takes it from the others. */
  const mark = (at: number, correct: boolean) =>
    onChange(list.map((o, n) => (n === at ? { ...o, correct } : only && correct ? { ...o, correct: false } : o)))
  return (
    <>
      <EntryListEditor<Option>
        value={value}
        blank={blankOption}
        add={t('bank.option_add')}
        most={26}
        disabled={disabled}
        onChange={onChange}
        name={(n) => t('bank.option_n', { n })}
      >
        {(o, change, n) => (
          <>
            <div className="bank-line">
              <input
                className="mg-field"
                aria-label={t('bank.option_n', { n })}
                disabled={disabled}
                value={o.text}
                onChange={(e) => change({ ...o, text: e.target.value })}
                onBlur={onLeave}
              />
              <label className="bank-choice">
                <input
                  type="checkbox"
                  aria-label={t('bank.right_n', { n })}
                  disabled={disabled}
                  checked={o.correct}
                  onChange={(e) => mark(n - 1, e.target.checked)}
                />
                {t('bank.right')}
              </label>
            </div>
            <label className="bank-line">
              <span className="mg-label">{t('bank.feedback')}</span>
              <input
                className="mg-field"
                aria-label={t('bank.feedback_n', { n })}
                disabled={disabled}
                value={o.feedback}
                onChange={(e) => change({ ...o, feedback: e.target.value })}
              />
            </label>
          </>
        )}
      </EntryListEditor>
      {lonely && <Note warn>{t('bank.one_right')}</Note>}
    </>
  )
}

interface Blank {
  id: string
  accepted: readonly string[]
}
/** As many blanks as the question's text names, `{{1}}` to `{{n}}`; those that are there already stay. */
function blanksFor(stem: unknown, blanks: readonly unknown[]): number {
  const named = typeof stem === 'string' ? [...stem.matchAll(/\{\{(\d{1,2})\}\}/g)].map((m) => Number(m[1])) : []
  return Math.min(mostBlanks, Math.max(blanks.length, ...named))
}
const mostBlanks = 20
const newBlank = (): Blank => ({ id: newKey().slice(0, 8), accepted: [] })

export function BlanksControl({ value, disabled, form, onChange, onLeave }: ControlProps) {
  const list = Array.isArray(value) ? (value as readonly Blank[]) : []
  const wanted = blanksFor(form?.values['stem'], list)
  useEffect(() => {
    if (!disabled && wanted > list.length)
      onChange([...list, ...Array.from({ length: wanted - list.length }, newBlank)])
  })
  const unkeyed = list.flatMap((b, n) => (b.accepted.length ? [] : [n + 1]))
  const several = list.flatMap((b) => b.accepted).find((text) => text.includes('|'))
  return (
    <>
      <EntryListEditor<Blank>
        value={value}
        blank={newBlank}
        add={t('bank.blank_add')}
        most={mostBlanks}
        disabled={disabled}
        onChange={onChange}
        name={(n) => t('bank.blank_n', { n })}
      >
        {(b, change, n) => (
          <WordsInput
            aria-label={t('bank.blank_n', { n })}
            value={b.accepted}
            disabled={disabled}
            onBlur={onLeave}
            onChange={(accepted) => change({ ...b, accepted })}
          />
        )}
      </EntryListEditor>
      {list.length > 0 && (
        <Note>
          {unkeyed.length === 0
            ? t('bank.blanks_marked')
            : t('bank.blanks_unkeyed', { n: unkeyed.length, blanks: format.list(unkeyed.map(String)) })}
        </Note>
      )}
      {several !== undefined && <Note warn>{t('bank.blank_one_text', { text: several })}</Note>}
    </>
  )
}

interface Priced {
  text: string
  figure: unknown
}
interface PricedProps extends ControlProps {
  figure: 'cost' | 'points'
  words: { add: string; name: (n: number) => string; figure: (n: number) => string }
  most: number
}
function PricedControl({ value, disabled, onChange, onLeave, figure, words, most }: PricedProps) {
  const list = (Array.isArray(value) ? value.filter(isRecord) : []).map(
    (x): Priced => ({ text: typeof x['text'] === 'string' ? x['text'] : '', figure: x[figure] }),
  )
  return (
    <EntryListEditor<Priced>
      value={list}
      blank={() => ({ text: '', figure: 0 })}
      add={words.add}
      most={most}
      disabled={disabled}
      onChange={(next) => onChange(next.map((x) => ({ text: x.text, [figure]: x.figure })))}
      name={words.name}
    >
      {(x, change, n) => (
        <div className="bank-line">
          <input
            className="mg-field"
            aria-label={words.name(n)}
            disabled={disabled}
            value={x.text}
            onChange={(e) => change({ ...x, text: e.target.value })}
            onBlur={onLeave}
          />
          <NumberInput
            className="mg-field bank-figure"
            aria-label={words.figure(n)}
            disabled={disabled}
            value={x.figure}
            onChange={(v) => change({ ...x, figure: v })}
          />
          <span className="mg-dim">{t('bank.points')}</span>
        </div>
      )}
    </EntryListEditor>
  )
}
export const HintsControl = (props: ControlProps) => (
  <PricedControl
    {...props}
    figure="cost"
    most={20}
    words={{
      add: t('bank.hint_add'),
      name: (n) => t('bank.hint_n', { n }),
      figure: (n) => t('bank.hint_cost_n', { n }),
    }}
  />
)
export function RubricControl(props: ControlProps) {
  const lines = Array.isArray(props.value) ? (props.value as readonly { points: unknown }[]) : []
  const sum = cents(lines.reduce((n, l) => n + (typeof l.points === 'number' ? l.points : 0), 0))
  const score = Number(props.form?.values['score'] ?? sum)
  const scaled = sum > 0 && sum !== score
  return (
    <>
      <PricedControl
        {...props}
        figure="points"
        most={30}
        words={{
          add: t('bank.rubric_add'),
          name: (n) => t('bank.rubric_n', { n }),
          figure: (n) => t('bank.rubric_points_n', { n }),
        }}
      />
      {lines.length > 0 && (
        <Note warn={scaled}>
          {scaled
            ? t('bank.rubric_scaled', { sum: format.number(sum), score: format.number(score) })
            : t('bank.rubric_sum', { sum: format.number(sum) })}
        </Note>
      )}
    </>
  )
}
