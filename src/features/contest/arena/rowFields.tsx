import type { ReactNode } from 'react'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'

interface LineProps {
  id: string
  label: string
  disabled: boolean
  onLeave: () => void
}
/** A field of a row under its label. */
export const RowField = ({
  id,
  label,
  wide = false,
  children,
}: {
  id: string
  label: string
  wide?: boolean
  children: ReactNode
}) => (
  <div className={`contest-edit-field${wide ? ' contest-edit-wide' : ''}`}>
    <label className="mg-label" htmlFor={id}>
      {label}
    </label>
    {children}
  </div>
)
export const RowNumber = ({
  id,
  label,
  value,
  disabled,
  none,
  onChange,
  onLeave,
}: LineProps & { value: unknown; none?: string; onChange: (value: number) => void }) => (
  <RowField id={id} label={label}>
    <NumberInput
      id={id}
      className="mg-field"
      value={value}
      disabled={disabled}
      placeholder={none}
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is typed and no number yet is refused by the rules, in its own words
      onChange={(v) => onChange(v as number)}
      onBlur={onLeave}
    />
  </RowField>
)
export const RowTime = ({
  id,
  label,
  value,
  disabled,
  onChange,
  onLeave,
}: LineProps & { value: string | null; onChange: (value: string | null) => void }) => (
  <RowField id={id} label={label} wide>
    <DateInput
      id={id}
      time
      value={value ?? ''}
      disabled={disabled}
      onChange={(v) => onChange(v || null)}
      onBlur={onLeave}
    />
  </RowField>
)
export const RowText = ({
  id,
  label,
  value,
  most,
  disabled,
  onChange,
  onLeave,
}: LineProps & { value: string; most: number; onChange: (value: string) => void }) => (
  <RowField id={id} label={label}>
    <input
      id={id}
      className="mg-field"
      autoComplete="off"
      value={value}
      maxLength={most}
      disabled={disabled}
      onChange={(e) => onChange(e.target.value)}
      onBlur={onLeave}
    />
  </RowField>
)
