/** People named for something: only those who can do it are offered. */
import type { ComponentType } from 'react'
import { user } from '../../contract/system/user.ts'
import { labelOf } from '../../kit/resource/words.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { PickRows } from '../../kit/pick/Pick.tsx'

/** @param path below which the server offers them, at `/options` */
export function ablePeople(path: `/${string}`): ComponentType<ControlProps> {
  const able = { ...user, path } as const
  return AbleControl

  function AbleControl({
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
        resource={able}
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
}
