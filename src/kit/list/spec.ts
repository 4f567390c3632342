/** What follows from a list's declaration alone. */
import type { AnyResource } from '../resource/words.ts'
import { type ListColumn, columnsOf } from './grid/columns.logic.ts'
import type { FilterSpec } from './search/FilterField.tsx'
import type { ListCommand } from './grid/keyboard.logic.ts'
import type { ListUi } from './list.tsx'
import { keeperFilter } from '../ownership/KeeperFilter.tsx'
import { type FilterParam, filterParamsOf } from './state/state.logic.ts'

export interface ListSpec {
  resource: AnyResource
  columns: ListColumn[]
  params: FilterParam[]
  /** Filters of the panel; the rail's is not among them. */
  filters: FilterSpec[]
}

/** @param owns rows of the list can be the viewer's own */
export function listSpecOf(ui: ListUi<AnyResource>, owns: boolean): ListSpec {
  const { of: resource, rail } = ui
  const words = (ui.filters ?? []).map((w) =>
    typeof w === 'string' ? { of: w as string } : (w as { of: string } & Omit<FilterSpec, 'field' | 'params'>),
  )
  // whose it is and what is mine belong to every list of content, for those who manage it
  if (owns) words.push({ of: 'owner_id', control: keeperFilter(resource) })
  const names = [
    ...new Set([...words.map((w) => w.of), ...(rail ? [rail.of as string] : []), ...(resource.owned ? ['mine'] : [])]),
  ]
  const params = filterParamsOf(resource, names)
  const filters = words
    .filter((w) => w.of !== rail?.of)
    .map(({ of, ...looks }): FilterSpec => ({ ...looks, field: of, params: params.filter((p) => p.field === of) }))
  const owned = owns ? ['owner_id', { of: 'share_scope', spare: true as const }] : []
  const columns = columnsOf(resource, [...ui.columns, ...owned])
  return { resource, columns, params, filters }
}

const when = (on: boolean, ...commands: ListCommand[]): ListCommand[] => (on ? commands : [])

/** Commands that do something on this list, for the help. */
export function commandsOf(ui: ListUi<AnyResource>, o: { bulk: boolean; rows: boolean; menu: boolean }): ListCommand[] {
  return [
    'down',
    'up',
    ...when(o.rows, 'first', 'last'),
    ...when(o.rows && (ui.open ?? ui.drawer) !== undefined, 'open'),
    ...when(o.rows && o.bulk, 'select', 'clear'),
    ...when(o.rows && o.menu, 'menu'),
    ...when(ui.of.find.length > 0, 'search'),
    'help',
  ]
}
