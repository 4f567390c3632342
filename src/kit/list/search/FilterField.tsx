import './bar.css'
import '../../../ui/input/Field.css'
import type { ComponentType, ReactNode } from 'react'
import type { Field } from '../../../contract/lib/resource.ts'
import { t } from '../../../i18n/index.ts'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { Pick, PickFixed } from '../../pick/Pick.tsx'
import { Pills } from '../../resource/input/Pills.tsx'
import { WordsInput } from '../../resource/input/WordsInput.tsx'
import { type AnyResource, fieldOf, labelOf, optionOf } from '../../resource/words.ts'
import { Settling, DatePresets } from './FilterInputs.tsx'
import type { FilterParam, ListState } from '../state/state.logic.ts'

export interface FilterSpec {
  field: string
  params: readonly FilterParam[]
  options?: readonly string[]
  /** A control of the screen's own, and how it names a value. */
  control?: ComponentType<FilterControlProps>
  textOf?: (value: string) => string
}
export interface FilterControlProps {
  value: readonly string[]
  onChange: (values: readonly string[]) => void
  'aria-label': string
}
interface FilterFieldProps {
  resource: AnyResource
  spec: FilterSpec
  state: ListState
  onChange: (param: string, values: readonly string[]) => void
}

/** More options than this are searched instead of shown. */
const manyOptions = 8

/** One filter, in the form its field kind asks for. */
export function FilterField({ resource, spec, state, onChange }: FilterFieldProps) {
  const f = fieldOf(resource, spec.field)
  const label = labelOf(resource, spec.field)
  const [first, last] = spec.params
  if (!first) return null
  const valuesOf = (p: FilterParam) => state.filters[p.param] ?? []
  const values = valuesOf(first)
  const set = (next: readonly string[]) => onChange(first.param, next)
  const options = f.kind === 'one' ? f.options : spec.options
  const Own = spec.control

  if (Own)
    return (
      <Group label={label}>
        <Own value={values} onChange={set} aria-label={label} />
      </Group>
    )
  if (first.kind === 'range')
    return (
      <Group label={label}>
        {f.kind === 'time' && <DatePresets value={values[0] ?? ''} onChange={(v) => set([v])} />}
        <div className="kit-range">
          <Bound
            f={f}
            label={t('kit.list.filter_from', { field: label })}
            param={first}
            value={values[0]}
            onChange={onChange}
          />
          <span aria-hidden="true">–</span>
          {last && (
            <Bound
              f={f}
              label={t('kit.list.filter_to', { field: label })}
              param={last}
              value={valuesOf(last)[0]}
              onChange={onChange}
            />
          )}
        </div>
      </Group>
    )
  if (first.kind === 'flag')
    return (
      <Group label={label}>
        <Pills
          single
          value={[values[0] ?? '']}
          onChange={([v]) => set(v ? [v] : [])}
          options={[
            { value: '', label: t('kit.list.filter_any') },
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]}
        />
      </Group>
    )
  if (options && options.length <= manyOptions)
    return (
      <Group label={label}>
        <Pills
          value={values}
          onChange={set}
          options={options.map((o) => ({ value: o, label: optionOf(resource, spec.field, o) }))}
        />
      </Group>
    )
  if (options)
    return (
      <Group label={label}>
        <PickFixed
          many
          value={values}
          onChange={set}
          aria-label={label}
          all={options.map((o) => ({ id: o, label: optionOf(resource, spec.field, o) }))}
        />
      </Group>
    )
  if (f.kind === 'ref')
    return (
      <Group label={label}>
        <Pick to={f.to} many value={values} onChange={set} aria-label={label} />
      </Group>
    )
  if (first.kind === 'contains')
    return (
      <Group label={label}>
        <Settling label={label} value={values[0] ?? ''} onSettled={(v) => set(v ? [v] : [])} />
      </Group>
    )
  return (
    <Group label={label}>
      <WordsInput value={values} onChange={set} placeholder={t('kit.list.filter_has')} aria-label={label} />
    </Group>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="kit-filter">
      <legend className="mg-label">{label}</legend>
      {children}
    </fieldset>
  )
}

interface BoundProps {
  f: Field
  label: string
  param: FilterParam
  value: string | undefined
  onChange: (param: string, values: readonly string[]) => void
}
function Bound({ f, label, param, value = '', onChange }: BoundProps) {
  const set = (v: string) => {
    if (v === '' || param.accepts(v)) onChange(param.param, v ? [v] : [])
  }
  if (f.kind === 'date' || f.kind === 'time')
    return <DateInput aria-label={label} value={value} time={f.kind === 'time' && 'optional'} onChange={set} />
  return <Settling label={label} value={value} numeric onSettled={set} />
}
