/** What stands above the rows: search, filters and what they narrow, how the list looks. */
import '../list.css'
import './bar.css'
import { useState } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { searchedIn } from '../../resource/words.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterField } from './FilterField.tsx'
import { SearchBox } from './SearchBox.tsx'
import { changedListState, isMine, withFilter } from '../state/state.logic.ts'
import type { ListModel } from '../useList.ts'
import { ViewMenu } from '../ViewMenu.tsx'

export function ListBar({ list }: { list: ListModel }) {
  const { state, setState, markSearch } = list
  const { resource, params, filters } = list.spec
  const [open, setOpen] = useState(false)
  const mine = isMine(state)
  const narrowed = filters.filter((f) => f.params.some((p) => state.filters[p.param])).length
  return (
    <>
      <div className="kit-bar">
        {resource.find.length > 0 && (
          <SearchBox
            ref={markSearch}
            label={t('kit.list.search_in', { fields: format.list(searchedIn(resource)) })}
            q={state.q}
            onSearch={(q, how) => setState(changedListState(state, { q }), how)}
          />
        )}
        {filters.length > 0 && (
          <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('kit.list.filters')}
            {narrowed > 0 && <span className="kit-count mg-num">{narrowed}</span>}
          </Button>
        )}
        {list.mayOwn && (
          <Button
            icon="user"
            aria-pressed={mine}
            {...(mine ? { tone: 'primary' as const } : {})}
            title={t('kit.own.mine_all')}
            onClick={() => setState(withFilter(state, 'mine', mine ? [] : ['true']))}
          >
            {t('kit.own.mine')}
          </Button>
        )}
        <span className="kit-space" />
        <IconButton icon="refresh" label={t('kit.list.refresh')} busy={list.fetching} onClick={list.refetch} />
        <ViewMenu list={list} />
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
      <FilterChips resource={resource} params={params} filters={filters} state={state} onChange={setState} />
    </>
  )
}
