import './list.css'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Page as PageOf, RowBase } from '../../contract/lib/resource.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { toast } from '../../ui/toast.ts'
import { forPage, forRow, may } from '../action/action.ts'
import { BulkResult } from '../action/BulkResult.tsx'
import { PageActions } from '../action/PageActions.tsx'
import { useActions } from '../action/useActions.tsx'
import { useAsk, useRows } from '../resource/calls.ts'
import type { AnyResource } from '../resource/words.ts'
import { useAccess } from '../session/use.ts'
import { Cards } from './Cards.tsx'
import { columnsOf, shown } from './columns.logic.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterField, type FilterSpec } from './FilterField.tsx'
import { Grid } from './Grid.tsx'
import type { RowHandlers } from './GridRow.tsx'
import type { ListCommand } from './keyboard.logic.ts'
import type { ListUi } from './list.tsx'
import { Pager } from './Pager.tsx'
import { usePrefs } from './prefs.ts'
import { Rail } from './Rail.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import {
  add,
  addRange,
  most,
  nothing,
  refreshed,
  type Selection,
  toggle,
  togglePage,
  without,
} from './selection.logic.ts'
import {
  changed,
  cleared,
  isNarrowed,
  type ListState,
  nextSort,
  pagesOf,
  paramsOf,
  toQuery,
  withFilter,
} from './state.logic.ts'
import { useListState } from './useListState.ts'
import { useRowCursor } from './useRowCursor.ts'
import { ViewMenu } from './ViewMenu.tsx'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** What follows from the declaration alone; the declaration is a constant. */
function specOf(ui: ListUi<AnyResource>) {
  const { of: resource, rail } = ui
  const words = (ui.filters ?? []).map((w) =>
    typeof w === 'string' ? { of: w as string } : (w as { of: string; options: readonly string[] }),
  )
  const names = [...new Set([...words.map((w) => w.of), ...(rail ? [rail.of as string] : [])])]
  const params = paramsOf(resource, names)
  const filters = words
    .filter((w) => w.of !== rail?.of)
    .map(
      (w): FilterSpec => ({
        field: w.of,
        params: params.filter((p) => p.field === w.of),
        ...('options' in w ? { options: w.options } : {}),
      }),
    )
  return { resource, columns: columnsOf(resource, ui.columns), params, filters }
}

export function ListView({ ui }: { ui: ListUi<AnyResource> }) {
  const { resource, columns, params, filters } = useMemo(() => specOf(ui), [ui])
  const actions = useMemo(() => ui.actions ?? [], [ui])
  const access = useAccess()
  const [prefs, setPrefs] = usePrefs(ui.screen)
  const look = ui.card ? (prefs.look ?? ui.look ?? 'list') : 'list'
  const density = prefs.density ?? ui.density ?? 'comfortable'
  const [state, setState] = useListState(resource, params)
  const query = useMemo(() => toQuery(state, resource, params), [state, resource, params])
  const { data, error, fetching, refetch } = useRows(resource, query)
  const rows = data?.items
  useLastPage(data, state, setState)

  const bulk = actions.some((a) => a.needs === 'many')
  const selection = useSelection(rows, bulk, `${query.q} ${JSON.stringify(query)}`)
  const doing = useActions<RowBase>(resource, {
    done: (action, ids) => {
      if (action.needs === 'many') selection.set((s) => without(s, ids))
    },
  })

  const root = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [keysOpen, setKeysOpen] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const go = useNavigate()

  const openRow = (at: number) => {
    const row = rows?.[at]
    if (row && ui.open) void go(ui.open(row))
  }
  const does = (command: ListCommand | { key: string }, at: number, shift: boolean) => {
    const row = rows?.[at]
    if (typeof command === 'object') {
      const action = row && forRow(actions, row).find((a) => a.key === command.key)
      if (action && row) doing.start(action, [row])
    } else if (command === 'open') openRow(at)
    else if (command === 'select' && bulk) selection.pick(at, shift)
    else if (command === 'clear') selection.set(() => nothing)
    else if (command === 'search') search.current?.focus()
    else if (command === 'help') setKeysOpen(true)
    else if (command === 'menu')
      table.current?.querySelector<HTMLElement>(`[data-row="${at}"] [aria-haspopup=menu]`)?.click()
  }
  const cursor = useRowCursor(rows?.length ?? 0, table, root, does)

  const latest = useRef({ openRow, start: doing.start, pick: selection.pick, put: cursor.put })
  latest.current = { openRow, start: doing.start, pick: selection.pick, put: cursor.put }
  const handlers = useMemo(
    (): RowHandlers => ({
      actions: actions.filter((a) => a.needs !== 'none'),
      open: ui.open,
      onStart: (action, of) => latest.current.start(action, of),
      onPoint: (at) => latest.current.put(at),
      onOpen: (at) => latest.current.openRow(at),
      onSelect: (at, range) => latest.current.pick(at, range),
    }),
    [actions, ui],
  )

  const title = t(`screen.${ui.screen}` as MessageKey)
  const pageActions = forPage(actions, access.visible)
  const mayExport = resource.verbs.includes('export') && resource.write.some((s) => access.granted.has(s))
  const rail = ui.rail
  const narrowed = filters.filter((f) => f.params.some((p) => state.filters[p.param])).length
  const blank =
    error && !rows ? (
      <ProblemView problem={error} onRetry={refetch} />
    ) : rows?.length === 0 ? (
      <NothingThere ui={ui} narrowed={isNarrowed(state)} onClear={() => setState(cleared(state))}>
        <PageActions actions={pageActions.filter((a) => a.main)} busy={doing.busy} onStart={doing.start} />
      </NothingThere>
    ) : undefined

  return (
    <Page
      fill
      title={title}
      description={ui.about && t(ui.about)}
      actions={
        <>
          {mayExport && <ExportMenu resource={resource} query={query} />}
          <PageActions actions={pageActions} busy={doing.busy} onStart={doing.start} />
        </>
      }
    >
      <div className={rail ? 'kit-list kit-with-rail' : 'kit-list'} ref={root}>
        {rail && (
          <Rail
            resource={resource}
            field={rail.of}
            count={rail.count}
            value={state.filters[rail.of] ?? []}
            onChange={(values) => setState(withFilter(state, rail.of, values))}
          />
        )}
        <div className="kit-main">
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
              <Button icon="filter" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
                {t('kit.list.filters')}
                {narrowed > 0 && <span className="kit-count mg-num">{narrowed}</span>}
              </Button>
            )}
            <span className="kit-space" />
            <IconButton icon="refresh" label={t('kit.list.refresh')} busy={fetching} onClick={refetch} />
            <ViewMenu
              resource={resource}
              columns={columns}
              prefs={prefs}
              look={look}
              density={density}
              withCards={ui.card !== undefined}
              onPrefs={(part) => setPrefs({ ...prefs, ...part })}
              onKeys={() => setKeysOpen(true)}
            />
          </div>
          {filtersOpen && (
            <div className="kit-filters">
              {filters.map((spec) => (
                <FilterField
                  key={spec.field}
                  resource={resource}
                  spec={spec}
                  state={state}
                  onChange={(param, values) => setState(withFilter(state, param, values))}
                />
              ))}
            </div>
          )}
          <FilterChips resource={resource} params={params} state={state} onChange={setState} />
          {bulk && (
            <SelectionBar
              selection={selection.chosen}
              rows={rows ?? []}
              total={data?.total ?? 0}
              actions={actions}
              busy={doing.busy}
              asking={selection.asking}
              onAll={() => selection.all(resource, query)}
              onClear={() => selection.set(() => nothing)}
              onStart={doing.start}
            />
          )}
          {doing.summary && <BulkResult summary={doing.summary} onClose={doing.putAway} />}
          {error && rows && (
            <div className="kit-warning">
              <span>{t('kit.list.refetch_failed')}</span>
              <ProblemView compact problem={error} onRetry={refetch} />
            </div>
          )}
          {look === 'cards' && ui.card ? (
            <div className="kit-scroll">
              {rows?.length ? (
                <Cards
                  resource={resource}
                  label={title}
                  rows={rows}
                  card={ui.card}
                  at={cursor.at}
                  chosen={bulk ? (row) => selection.chosen.has(row.id) : undefined}
                  fetching={fetching}
                  handlers={handlers}
                />
              ) : (
                (blank ?? <Loading kind="tiles" rows={12} />)
              )}
            </div>
          ) : (
            <Grid
              ref={table}
              resource={resource}
              label={title}
              columns={shown(columns, prefs.columns)}
              rows={rows}
              state={state}
              density={density}
              selection={
                bulk && rows?.some((r) => actions.some((a) => a.needs === 'many' && may(a, r)))
                  ? selection.chosen
                  : undefined
              }
              withMenu={handlers.actions.length > 0}
              at={cursor.at}
              fetching={fetching}
              handlers={handlers}
              onSort={(field) => setState(nextSort(state, resource, field))}
              onSelectPage={() => selection.set((s) => togglePage(s, rows ?? []))}
            >
              {blank}
            </Grid>
          )}
          <Pager
            page={state.page}
            size={state.size}
            total={data?.total}
            onPage={(page) => setState({ ...state, page })}
            onSize={(size) => setState(changed(state, { size }))}
          />
        </div>
      </div>
      {doing.element}
      {keysOpen && (
        <Suspense fallback={null}>
          <KeysDialog
            actions={handlers.actions}
            commands={commandsOf(ui, bulk, look === 'list')}
            onClose={() => setKeysOpen(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Commands that do something on this list. */
function commandsOf(ui: ListUi<AnyResource>, bulk: boolean, rows: boolean): ListCommand[] {
  const walk: ListCommand[] = ['down', 'up']
  const inRows: ListCommand[] = [
    'first',
    'last',
    ...(ui.open ? (['open'] as const) : []),
    ...(bulk ? (['select', 'clear'] as const) : []),
  ]
  return [...walk, ...(rows ? inRows : []), ...(ui.of.find.length ? (['search'] as const) : []), 'help']
}

interface NothingThereProps {
  ui: ListUi<AnyResource>
  narrowed: boolean
  onClear(): void
  /** How to make the first one. */
  children: ReactNode
}
function NothingThere({ ui, narrowed, onClear, children }: NothingThereProps) {
  if (narrowed)
    return (
      <Empty
        icon="search"
        title={t('kit.list.no_match')}
        action={<Button onClick={onClear}>{t('kit.list.filters_clear')}</Button>}
      >
        {t('kit.list.no_match_text')}
      </Empty>
    )
  return (
    <Empty icon="library" title={t(ui.empty?.title ?? 'kit.list.empty')} action={children}>
      {t(ui.empty?.text ?? 'kit.list.empty_text')}
    </Empty>
  )
}

/** A page that lies behind the end, because rows were removed, gives way to the last one. */
function useLastPage(
  data: PageOf<RowBase> | undefined,
  state: ListState,
  setState: (next: ListState, how: 'replace') => void,
): void {
  const past =
    data !== undefined && data.items.length === 0 && data.total > 0 && data.page === state.page && state.page > 1
  const total = data?.total ?? 0
  useEffect(() => {
    if (past) setState({ ...state, page: Math.min(state.page - 1, pagesOf(total, state.size)) }, 'replace')
  }, [past, total, state, setState])
}

/** Rows chosen over pages, and where the last one was chosen for a range. */
function useSelection(rows: readonly RowBase[] | undefined, on: boolean, page: string) {
  const [chosen, setChosen] = useState<Selection>(nothing)
  const [asking, setAsking] = useState(false)
  const anchor = useRef(-1)
  const ask = useAsk()
  useEffect(() => {
    void page
    anchor.current = -1
  }, [page])
  useEffect(() => {
    if (on && rows) setChosen((s) => refreshed(s, rows))
  }, [on, rows])
  return {
    chosen,
    asking,
    set: (next: (s: Selection) => Selection) => setChosen(next),
    pick: (at: number, range: boolean) => {
      const row = rows?.[at]
      if (!row || !rows) return
      const from = anchor.current
      anchor.current = at
      setChosen((s) => (range && from >= 0 ? addRange(s, rows, from, at) : toggle(s, row)))
    },
    /** Every row that matches, when one bulk call can take them all. */
    all: (resource: AnyResource, query: object) => {
      setAsking(true)
      ask(`GET ${resource.path}`, { query: { ...query, page: 1, page_size: most } })
        .then((page) => setChosen((s) => add(s, (page as PageOf<RowBase>).items)))
        .catch((e: unknown) => toast.problem(problemOf(e)))
        .finally(() => setAsking(false))
    },
  }
}
