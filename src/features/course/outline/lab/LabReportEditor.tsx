/** The report a lab asks for: what it begins with, and what it gets points for. */
import { useId, useRef } from 'react'
import { labLimits } from '../../../../contract/course/lab.ts'
import type { LabReportForm, LabRubricLine } from '../../../../contract/course/lab.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { ItemButtons } from '../../../../kit/form/ItemButtons.tsx'
import { useItems } from '../../../../kit/form/useItems.ts'
import { newKey } from '../../../../lib/id.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { TextField } from '../../../../ui/input/TextField.tsx'
import { Figure } from '../Figure.tsx'
import { Instant } from '../Instant.tsx'
import { BothTexts } from './BothTexts.tsx'

interface LabReportEditorProps {
  report: LabReportForm | null
  translated: boolean
  disabled: boolean
  onChange: (report: LabReportForm | null) => void
}
const isPoints = (v: unknown): v is number =>
  typeof v === 'number' && Number.isInteger(v) && v >= 1 && v <= labLimits.points
const newLine = (): LabRubricLine => ({ id: newKey().slice(0, 12), text: '', text_other: '', points: 10 })

export function LabReportEditor({ report, translated, disabled, onChange }: LabReportEditorProps) {
  const id = useId()
  return (
    <section className="lab-edit-report" aria-labelledby={id}>
      <h3 id={id}>{t('course.lab_report')}</h3>
      <label className="kit-check">
        <input
          type="checkbox"
          disabled={disabled}
          checked={report !== null}
          onChange={(e) =>
            onChange(e.target.checked ? { template: '', template_other: '', rubric: [newLine()] } : null)
          }
        />
        <span>
          {t('course.lab_report_asked')} <span className="mg-faint">{t('course.lab_report_text')}</span>
        </span>
      </label>
      {report && (
        <>
          <BothTexts
            label={t('course.lab_template')}
            text={report.template}
            other={report.template_other}
            max={labLimits.report}
            rows={8}
            translated={translated}
            disabled={disabled}
            onChange={(template, template_other) => onChange({ ...report, template, template_other })}
          />
          <Instant
            label={t('homework.due_optional')}
            hint={t('homework.due_hint')}
            value={report.due_at ?? null}
            disabled={disabled}
            onChange={(due_at) => onChange({ ...report, due_at })}
          />
          <Rubric
            rubric={report.rubric}
            translated={translated}
            disabled={disabled}
            onChange={(rubric) => onChange({ ...report, rubric })}
          />
        </>
      )}
    </section>
  )
}

interface RubricProps {
  rubric: readonly LabRubricLine[]
  translated: boolean
  disabled: boolean
  onChange: (rubric: LabRubricLine[]) => void
}
function Rubric({ rubric, translated, disabled, onChange }: RubricProps) {
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const list = useItems(rubric, (next) => onChange([...next]), root)
  const put = (of: string, part: Partial<LabRubricLine>) =>
    onChange(rubric.map((l) => (l.id === of ? { ...l, ...part } : l)))
  return (
    <div ref={root} role="group" aria-labelledby={id}>
      <p id={id} className="mg-label">
        {t('course.lab_rubric')}
      </p>
      <ol className="lab-edit-rubric">
        {rubric.map((l, n) => (
          <li key={l.id} data-item={n} className={`lab-edit-line${translated ? ' lab-edit-both' : ''}`}>
            <TextField
              label={t('course.lab_line_n', { n: n + 1 })}
              value={l.text}
              maxLength={labLimits.line}
              disabled={disabled}
              error={l.text.trim() === '' ? t('rule.required') : undefined}
              onChange={(text) => put(l.id, { text })}
            />
            {translated && (
              <TextField
                label={t('course.lab_line_other', { n: n + 1 })}
                value={l.text_other}
                maxLength={labLimits.line}
                disabled={disabled}
                onChange={(text_other) => put(l.id, { text_other })}
              />
            )}
            <Figure
              label={t('course.lab_points')}
              hint={t('course.lab_line_points', { max: labLimits.points })}
              value={l.points}
              fits={isPoints}
              disabled={disabled}
              onChange={(points) => put(l.id, { points })}
            />
            <ItemButtons items={list} at={n} count={rubric.length} disabled={disabled} />
          </li>
        ))}
      </ol>
      <p className="lab-edit-foot">
        <Button
          data-add=""
          size="small"
          icon="plus"
          disabled={disabled || rubric.length >= labLimits.rubric}
          onClick={() => list.add(newLine())}
        >
          {t('course.lab_add_line')}
        </Button>
        <span className="mg-num mg-dim" role="status">
          {t('course.lab_rubric_sum', { n: rubric.reduce((s, l) => s + l.points, 0) })}
        </span>
      </p>
      <span className="mg-sr" role="status">
        {list.said}
      </span>
    </div>
  )
}
