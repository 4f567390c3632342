/** What stands above the rows: search, filters and what they narrow, how the list looks. */
import { forwardRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterField } from './FilterField.tsx'
import type { Density, ListLook, Prefs, PrefsChange } from './prefs.ts'
import { SearchBox } from './SearchBox.tsx'
import type { ListSpec } from './spec.ts'
import { changed, type ListState, withFilter } from './state.logic.ts'
import type { SetListState } from './useListState.ts'
import { ViewMenu } from './ViewMenu.tsx'

interface ListBarProps {
  spec: ListSpec
  state: ListState
  setState: SetListState
  fetching: boolean
  prefs: Prefs
  setPrefs(part: PrefsChange): void
  look: ListLook
  density: Density
  withCards: boolean
  onRefresh(): void
  onKeys(): void
}

export const ListBar = forwardRef<HTMLInputElement, ListBarProps>(function ListBar(props, search) {
  const { spec, state, setState, prefs } = props
  const { resource, params, filters } = spec
  const [open, setOpen] = useState(false)
  const narrowed = filters.filter((f) => f.params.some((p) => state.filters[p.param])).length
  return (
    <>
      <div className="kit-bar">
        {resource.find.length > 0 && (
          <SearchBox
            ref={search}
            resource={resource}
            q={state.q}
            onSearch={(q, how) => setState(changed(state, { q }), how)}
          />
        )}
        {filters.length > 0 && (
          <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('kit.list.filters')}
            {narrowed > 0 && <span className="kit-count mg-num">{narrowed}</span>}
          </Button>
        )}
        <span className="kit-space" />
        <IconButton icon="refresh" label={t('kit.list.refresh')} busy={props.fetching} onClick={props.onRefresh} />
        <ViewMenu
          resource={resource}
          columns={spec.columns}
          prefs={prefs}
          look={props.look}
          density={props.density}
          withCards={props.withCards}
          onPrefs={props.setPrefs}
          onKeys={props.onKeys}
        />
      </div>
      {open && (
        <div className="kit-filters">
          {filters.map((filter) => (
            <FilterField
              key={filter.field}
              resource={resource}
              spec={filter}
              state={state}
              onChange={(param, values) => setState(withFilter(state, param, values))}
            />
          ))}
        </div>
      )}
      <FilterChips resource={resource} params={params} state={state} onChange={setState} />
    </>
  )
})
