/** Who marks an exam: only people who can mark are offered. */
import { user } from '../../../contract/system/user.ts'
import { labelOf } from '../../../kit/resource/words.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { PickRows } from '../../../kit/pick/Pick.tsx'

const markers = { ...user, path: '/exams/markers' } as const

export function MarkersControl({
  id,
  resource,
  spec,
  value,
  problems,
  disabled,
  describedBy,
  onChange,
  onLeave,
}: ControlProps) {
  return (
    <PickRows
      id={id}
      aria-label={labelOf(resource, spec.of)}
      resource={markers}
      many
      clearable
      value={Array.isArray(value) ? value.map(String) : []}
      invalid={problems.length > 0}
      disabled={disabled}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      onBlur={onLeave}
      onChange={onChange}
    />
  )
}
