import './bar.css'
import type { ReactNode } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { PickedNames } from '../../pick/PickedNames.tsx'
import { isDay, textOfValue } from '../../resource/value.logic.ts'
import { type AnyResource, fieldOf, labelOf } from '../../resource/words.ts'
import type { FilterSpec } from './FilterField.tsx'
import {
  changedListState,
  withoutFilters,
  type FilterParam,
  isNarrowed,
  type ListState,
  withFilter,
} from '../state/state.logic.ts'

interface FilterChipsProps {
  resource: AnyResource
  params: readonly FilterParam[]
  filters: readonly FilterSpec[]
  state: ListState
  onChange: (next: ListState) => void
}

/** What narrows the list at present, each to be taken away by itself. */
export function FilterChips({ resource, params, filters, state, onChange }: FilterChipsProps) {
  if (!isNarrowed(state)) return null
  const set = params.filter((p) => state.filters[p.param])
  return (
    <div className="kit-chips">
      {state.q && (
        <Chip
          text={t('kit.list.chip_search', { text: state.q })}
          onRemove={() => onChange(changedListState(state, { q: '' }))}
        />
      )}
      {set.map((p) => (
        <ParamChip
          key={p.param}
          resource={resource}
          param={p}
          textOf={filters.find((f) => f.field === p.field)?.textOf}
          values={state.filters[p.param] ?? []}
          onRemove={() => onChange(withFilter(state, p.param, []))}
        />
      ))}
      <Button size="small" tone="quiet" onClick={() => onChange(withoutFilters(state))}>
        {t('kit.list.filters_clear')}
      </Button>
    </div>
  )
}

interface ParamChipProps {
  resource: AnyResource
  param: FilterParam
  textOf: ((value: string) => string) | undefined
  values: readonly string[]
  onRemove: () => void
}
function ParamChip({ resource, param, textOf, values, onRemove }: ParamChipProps) {
  const f = fieldOf(resource, param.field)
  const field = labelOf(resource, param.field)
  if (f.kind === 'ref')
    return (
      <Chip text={field} onRemove={onRemove}>
        {field}: <PickedNames to={f.to} ids={values} />
      </Chip>
    )
  const first = values[0] ?? ''
  const kind = f.kind === 'time' && isDay(first) ? ({ kind: 'date' } as const) : f
  const typed = f.kind === 'number' || f.kind === 'size' ? Number(first) : f.kind === 'flag' ? first === 'true' : first
  const one = (v: unknown) => textOf?.(String(v)) ?? textOfValue(resource, param.field, kind, v)
  if (param.side) {
    const key = param.side === 'from' ? 'kit.list.chip_from' : 'kit.list.chip_to'
    return <Chip text={t(key, { field, value: one(typed) })} onRemove={onRemove} />
  }
  const value = f.kind === 'flag' ? one(typed) : format.list(values.map(one))
  return <Chip text={t('kit.list.chip_one', { field, value })} onRemove={onRemove} />
}

interface ChipProps {
  text: string
  onRemove: () => void
  /** What is shown in the place of the text. */
  children?: ReactNode
}
function Chip({ text, onRemove, children }: ChipProps) {
  return (
    <span className="kit-chip">
      <span className="mg-ellipsis" title={text}>
        {children ?? text}
      </span>
      <IconButton icon="close" size="small" label={t('kit.list.filter_remove', { name: text })} onClick={onRemove} />
    </span>
  )
}
