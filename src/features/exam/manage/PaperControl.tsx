/** The paper of an exam. Choosing one brings its time along, which may be changed afterwards. */
import type { Paper } from '../../../contract/bank/paper.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { useAsk } from '../../../kit/resource/calls.ts'
import { labelOf } from '../../../kit/resource/words.ts'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { toast } from '../../../ui/feedback/toast.ts'

export function PaperControl({
  id,
  resource,
  spec,
  value,
  form,
  problems,
  disabled,
  describedBy,
  onChange,
  onLeave,
}: ControlProps) {
  const ask = useAsk()
  const chosen = useLatest(value)
  const choose = async (paper: string | null) => {
    onChange(paper)
    if (paper === null) return
    try {
      const { duration } = await ask<Pick<Paper, 'duration'>>('GET /papers/:id', { params: { id: paper } })
      const minutes = Math.min(examLimits.duration, Math.max(1, Math.round(duration / 60)))
      if (chosen.current !== paper) return
      form?.set('duration', minutes)
      toast.ok(t('exam.paper_time', { time: format.span(minutes * 60) }))
    } catch {
      // the time stays as it was typed; the paper is looked at again when the exam is saved
    }
  }
  return (
    <Pick
      id={`${id}-pick`}
      aria-label={labelOf(resource, spec.of)}
      to="paper"
      many={false}
      clearable={false}
      value={typeof value === 'string' && value ? [value] : []}
      invalid={problems.length > 0}
      disabled={disabled}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      onBlur={onLeave}
      onChange={(ids) => void choose(ids[0] ?? null)}
    />
  )
}
