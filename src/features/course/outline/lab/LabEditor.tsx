/** A lab where it is written: its machines, its steps with what is right in each, and the report it asks for. */
import './lab.css'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { labLimits } from '../../../../contract/course/lab.ts'
import type { LabContent, LabStep } from '../../../../contract/course/lab.schema.ts'
import type { LabDrawing } from '../../../../contract/course/report.schema.ts'
import { sceneLimits } from '../../../../contract/scene/node.ts'
import { href } from '../../../../contract/screens/index.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { useItems } from '../../../../kit/form/useItems.ts'
import { Pick as PickReference } from '../../../../kit/pick/Pick.tsx'
import { newKey } from '../../../../lib/id.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import type { ContentProps } from '../content.ts'
import { Figure } from '../Figure.tsx'
import { LabReportEditor } from './LabReportEditor.tsx'
import { LabStepEditor } from './LabStepEditor.tsx'

const newStep = (): LabStep => ({
  id: newKey().slice(0, 12),
  title: '',
  title_other: '',
  text: '',
  text_other: '',
  check: { kind: 'none' },
  points: 10,
  hints: [],
})
const isMinutes = (v: unknown): v is number =>
  typeof v === 'number' && Number.isInteger(v) && v >= sceneLimits.minutes.min && v <= sceneLimits.minutes.max
const nothing: Pick<LabDrawing, 'nodes' | 'flags'> = { nodes: [], flags: [] }

export function LabEditor({
  id: section,
  content,
  translated,
  disabled,
  onChange,
}: Omit<ContentProps<LabContent>, 'title'>) {
  const { course_id: course = '' } = useParams()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const { steps, report, topology_id } = content
  const drawing = useRead(
    'GET /courses/:id/sections/:section/drawing',
    { params: { id: course, section } },
    { skip: topology_id === null, fresh: true },
  )
  // what the server has drawn follows what was saved
  const { refetch } = drawing
  const { topology_version } = content
  useEffect(() => {
    if (topology_id !== null && topology_version > 0) refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each version that was saved
  }, [topology_id, topology_version])
  const drawn = drawing.data?.topology_id === topology_id ? drawing.data : undefined
  const [open, setOpen] = useState<string | undefined>(steps.length === 1 ? steps[0]?.id : undefined)
  const put = (next: readonly LabStep[]) => onChange({ ...content, steps: [...next] })
  const list = useItems(steps, put, root)
  const points = steps.filter((s) => s.check.kind !== 'none').reduce((n, s) => n + s.points, 0)
  return (
    <div className="lab-edit">
      <div className="lab-edit-top">
        <div className="mg-labelled">
          <span id={`${id}-topology`} className="mg-label">
            {t('course.lab_topology')}
          </span>
          <PickReference
            to="topology"
            clearable
            disabled={disabled}
            aria-label={t('course.lab_topology')}
            placeholder={t('course.lab_no_topology')}
            hintOf={(c) => (c.open_flags === undefined ? undefined : t('course.lab_open_flags', { n: c.open_flags }))}
            value={topology_id === null ? [] : [topology_id]}
            onChange={([to]) => onChange({ ...content, topology_id: to ?? null, topology_version: 0 })}
          />
          {topology_id !== null && drawn && (
            <DrawingLine
              of={drawn}
              disabled={disabled}
              onTake={() => onChange({ ...content, topology_version: drawn.current })}
            />
          )}
        </div>
        {topology_id !== null && (
          <Figure
            label={t('course.lab_minutes')}
            hint={t('course.lab_minutes_hint', {
              min: sceneLimits.minutes.min,
              max: format.number(sceneLimits.minutes.max),
            })}
            unit={t('course.lab_minutes_unit')}
            value={content.minutes}
            fits={isMinutes}
            disabled={disabled}
            onChange={(minutes) => onChange({ ...content, minutes })}
          />
        )}
      </div>
      <section ref={root} aria-labelledby={`${id}-steps`} className="lab-edit">
        <h3 id={`${id}-steps`}>{t('course.lab_steps')}</h3>
        {steps.length === 0 && <p className="mg-faint">{t('course.lab_steps_none')}</p>}
        <ol className="lab-edit-steps">
          {steps.map((step, i) => (
            <LabStepEditor
              key={step.id}
              step={step}
              at={i}
              count={steps.length}
              items={list}
              drawing={drawn ?? nothing}
              machines={topology_id !== null}
              translated={translated}
              disabled={disabled}
              open={open === step.id}
              onOpen={() => setOpen(open === step.id ? undefined : step.id)}
              onChange={(to) => put(steps.map((s) => (s.id === step.id ? to : s)))}
            />
          ))}
        </ol>
        <p className="lab-edit-foot">
          <Button
            data-add=""
            size="small"
            icon="plus"
            disabled={disabled || steps.length >= labLimits.steps}
            onClick={() => {
              const made = newStep()
              setOpen(made.id)
              list.add(made)
            }}
          >
            {t('course.lab_add_step')}
          </Button>
          <span className="mg-num mg-dim" role="status">
            {t('course.lab_sum', { n: steps.length, points })}
          </span>
        </p>
        <span className="mg-sr" role="status">
          {list.said}
        </span>
      </section>
      <LabReportEditor
        report={report}
        translated={translated}
        disabled={disabled}
        onChange={(to) => onChange({ ...content, report: to })}
      />
    </div>
  )
}

interface DrawingLineProps {
  of: LabDrawing
  disabled: boolean
  onTake: () => void
}
/** Learners get the drawing the lab was written with; a newer one is taken when its author says so. */
const DrawingLine = ({ of, disabled, onTake }: DrawingLineProps) => (
  <p className="lab-edit-foot mg-hint">
    {of.topology_id !== null && (
      <Link to={href('topology-edit', { id: of.topology_id })}>{t('course.lab_open_topology')}</Link>
    )}
    <span>{t('course.lab_drawing', { n: of.version })}</span>
    {of.current > of.version && (
      <Button size="small" disabled={disabled} onClick={onTake}>
        {t('course.lab_take_drawing', { n: of.current })}
      </Button>
    )}
  </p>
)
