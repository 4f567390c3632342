/** One step of a lab: what is asked, how it is checked, what it is worth, and its hints. */
import { useId, useRef } from 'react'
import { labLimits, stepChecks, type StepCheck } from '../../../../contract/course/lab.ts'
import type { LabStep } from '../../../../contract/course/lab.schema.ts'
import type { LabDrawing } from '../../../../contract/course/report.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { ItemButtons } from '../../../../kit/form/ItemButtons.tsx'
import { type EditableItems, useItems } from '../../../../kit/form/useItems.ts'
import { NativeSelect } from '../../../../kit/resource/input/Select.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { TextField } from '../../../../ui/input/TextField.tsx'
import { Figure } from '../Figure.tsx'
import { BothTexts } from './BothTexts.tsx'

interface LabStepEditorProps {
  step: LabStep
  at: number
  count: number
  items: EditableItems<LabStep>
  drawing: Pick<LabDrawing, 'nodes' | 'flags'>
  machines: boolean
  translated: boolean
  disabled: boolean
  open: boolean
  onOpen: () => void
  onChange: (step: LabStep) => void
}
const isPoints = (v: unknown): v is number =>
  typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= labLimits.points

const emptyCheck = (kind: StepCheck, drawing: Pick<LabDrawing, 'nodes' | 'flags'>): LabStep['check'] => {
  switch (kind) {
    case 'none':
      return { kind }
    case 'text':
      return { kind, value: '', ignore_case: false }
    case 'made':
      return { kind, flag: drawing.flags[0]?.id ?? '' }
    case 'state':
      return { kind, node: drawing.nodes[0]?.id ?? '', command: '' }
  }
}

export function LabStepEditor(props: LabStepEditorProps) {
  const { step, at, count, items, drawing, machines, translated, disabled, open, onOpen, onChange } = props
  const id = useId()
  const put = (part: Partial<LabStep>) => onChange({ ...step, ...part })
  const offered = stepChecks.filter((k) => machines || k === 'none' || k === 'text' || k === step.check.kind)
  return (
    <li data-item={at} className="lab-edit-step" onKeyDown={(e) => !disabled && items.onKeyDown(e, at)}>
      <header>
        <Button
          tone="quiet"
          size="small"
          icon={open ? 'chevron-up' : 'chevron-down'}
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={onOpen}
        >
          {t('course.lab_step_n', { n: at + 1, title: step.title || t('course.lab_untitled') })}
        </Button>
        <span className="mg-faint">{t(`course.lab_check.${step.check.kind}`)}</span>
        <ItemButtons items={items} at={at} count={count} disabled={disabled} />
      </header>
      {open && (
        <div id={`${id}-body`} className="lab-edit-body">
          <div className="lab-edit-two">
            <TextField
              label={t('course.title')}
              value={step.title}
              maxLength={100}
              disabled={disabled}
              error={step.title.trim() === '' ? t('rule.required') : undefined}
              onChange={(title) => put({ title })}
            />
            {translated && (
              <TextField
                label={t('course.title_other')}
                value={step.title_other}
                maxLength={100}
                disabled={disabled}
                onChange={(title_other) => put({ title_other })}
              />
            )}
          </div>
          <BothTexts
            label={t('course.lab_step_text')}
            text={step.text}
            other={step.text_other}
            max={labLimits.text}
            translated={translated}
            disabled={disabled}
            onChange={(text, text_other) => put({ text, text_other })}
          />
          <div className="lab-edit-two">
            <div className="mg-labelled">
              <label className="mg-label" htmlFor={`${id}-check`}>
                {t('course.lab_check')}
              </label>
              <NativeSelect<StepCheck>
                id={`${id}-check`}
                disabled={disabled}
                value={step.check.kind}
                options={offered.map((value) => ({ value, label: t(`course.lab_check.${value}`) }))}
                onChange={(kind) => put({ check: emptyCheck(kind, drawing) })}
              />
            </div>
            {step.check.kind !== 'none' && (
              <Figure
                label={t('course.lab_points')}
                hint={t('course.lab_points_hint', { max: labLimits.points })}
                value={step.points}
                fits={isPoints}
                disabled={disabled}
                onChange={(points) => put({ points })}
              />
            )}
          </div>
          <p className="mg-hint">{t(`course.lab_check_text.${step.check.kind}`)}</p>
          <CheckFields step={step} drawing={drawing} disabled={disabled} onCheck={(check) => put({ check })} />
          {step.check.kind !== 'none' && (
            <Hints step={step} translated={translated} disabled={disabled} onChange={(hints) => put({ hints })} />
          )}
        </div>
      )}
    </li>
  )
}

interface CheckFieldsProps {
  step: LabStep
  drawing: Pick<LabDrawing, 'nodes' | 'flags'>
  disabled: boolean
  onCheck: (check: LabStep['check']) => void
}
function CheckFields({ step: { check }, drawing, disabled, onCheck }: CheckFieldsProps) {
  const id = useId()
  switch (check.kind) {
    case 'none':
      return null
    case 'text':
      return (
        <div className="lab-edit-two">
          <TextField
            label={t('course.lab_flag_text')}
            className="mg-mono"
            value={check.value}
            maxLength={labLimits.flag}
            autoComplete="off"
            disabled={disabled}
            error={check.value.trim() === '' ? t('rule.required') : undefined}
            onChange={(value) => onCheck({ ...check, value })}
          />
          <label className="kit-check">
            <input
              type="checkbox"
              disabled={disabled}
              checked={check.ignore_case}
              onChange={(e) => onCheck({ ...check, ignore_case: e.target.checked })}
            />
            <span>{t('course.lab_ignore_case')}</span>
          </label>
        </div>
      )
    case 'made':
      return drawing.flags.length ? (
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {t('course.lab_flag_place')}
          </label>
          <NativeSelect
            id={id}
            disabled={disabled}
            value={check.flag}
            options={[
              ...(drawing.flags.some((f) => f.id === check.flag)
                ? []
                : [{ value: check.flag, label: t('course.lab_choose') }]),
              ...drawing.flags.map((f) => ({
                value: f.id,
                label: [f.node, f.name, f.path].filter(Boolean).join(' · '),
              })),
            ]}
            onChange={(flag) => onCheck({ ...check, flag })}
          />
        </div>
      ) : (
        <p className="mg-error">
          <Icon name="bad" /> {t('course.lab_no_flags')}
        </p>
      )
    case 'state':
      return (
        <div className="lab-edit-two">
          <div className="mg-labelled">
            <label className="mg-label" htmlFor={id}>
              {t('course.lab_node')}
            </label>
            <NativeSelect
              id={id}
              disabled={disabled}
              value={check.node}
              options={[
                ...(drawing.nodes.some((n) => n.id === check.node)
                  ? []
                  : [{ value: check.node, label: t('course.lab_choose') }]),
                ...drawing.nodes.map((n) => ({ value: n.id, label: n.name })),
              ]}
              onChange={(node) => onCheck({ ...check, node })}
            />
          </div>
          <TextField
            label={t('course.lab_command')}
            className="mg-mono"
            value={check.command}
            maxLength={labLimits.command}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            error={check.command.trim() === '' ? t('rule.required') : undefined}
            onChange={(command) => onCheck({ ...check, command })}
          />
        </div>
      )
  }
}

interface HintsProps {
  step: LabStep
  translated: boolean
  disabled: boolean
  onChange: (hints: LabStep['hints']) => void
}
function Hints({ step: { hints }, translated, disabled, onChange }: HintsProps) {
  const root = useRef<HTMLDivElement>(null)
  const list = useItems(hints, (next) => onChange([...next]), root)
  const put = (n: number, part: Partial<LabStep['hints'][number]>) =>
    onChange(hints.map((h, i) => (i === n ? { ...h, ...part } : h)))
  return (
    <div ref={root}>
      <ol className="lab-edit-hints">
        {hints.map((h, n) => (
          <li key={list.keys[n]} data-item={n} className={`lab-edit-line${translated ? ' lab-edit-both' : ''}`}>
            <TextField
              label={t('course.lab_hint_n', { n: n + 1 })}
              value={h.text}
              maxLength={labLimits.hint}
              disabled={disabled}
              error={h.text.trim() === '' ? t('rule.required') : undefined}
              onChange={(text) => put(n, { text })}
            />
            {translated && (
              <TextField
                label={t('course.lab_hint_other', { n: n + 1 })}
                value={h.text_other}
                maxLength={labLimits.hint}
                disabled={disabled}
                onChange={(text_other) => put(n, { text_other })}
              />
            )}
            <Figure
              label={t('course.lab_cost')}
              hint={t('course.lab_points_hint', { max: labLimits.points })}
              value={h.cost}
              fits={isPoints}
              disabled={disabled}
              onChange={(cost) => put(n, { cost })}
            />
            <ItemButtons items={list} at={n} count={hints.length} disabled={disabled} />
          </li>
        ))}
      </ol>
      <p className="lab-edit-foot">
        <Button
          data-add=""
          size="small"
          icon="plus"
          disabled={disabled || hints.length >= labLimits.hints}
          onClick={() => list.add({ text: '', text_other: '', cost: 2 })}
        >
          {t('course.lab_add_hint')}
        </Button>
        {hints.length > 0 && (
          <span className="mg-hint mg-num">
            {t('course.lab_hints_cost', { n: hints.reduce((s, h) => s + h.cost, 0) })}
          </span>
        )}
      </p>
    </div>
  )
}
