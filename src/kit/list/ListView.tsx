import './list.css'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RowBase } from '../../contract/lib/resource.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { forPage, forRow, may } from '../action/action.ts'
import { BulkResult } from '../action/BulkResult.tsx'
import { PageActions } from '../action/PageActions.tsx'
import { useActions } from '../action/useActions.tsx'
import { useRows } from '../resource/calls.ts'
import type { AnyResource } from '../resource/words.ts'
import { useAccess } from '../session/use.ts'
import { Cards } from './Cards.tsx'
import { shown } from './columns.logic.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { Grid } from './Grid.tsx'
import type { RowHandlers } from './GridRow.tsx'
import type { ListCommand } from './keyboard.logic.ts'
import type { ListUi } from './list.tsx'
import { ListBar } from './ListBar.tsx'
import { NothingThere } from './NothingThere.tsx'
import { Pager } from './Pager.tsx'
import { usePrefs } from './prefs.ts'
import { Rail } from './Rail.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { commandsOf, specOf } from './spec.ts'
import { changed, cleared, isNarrowed, nextSort, toQuery, withFilter } from './state.logic.ts'
import { useLastPage, useListState } from './useListState.ts'
import { useRowCursor } from './useRowCursor.ts'
import { useSelection } from './useSelection.ts'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

export function ListView({ ui }: { ui: ListUi<AnyResource> }) {
  const spec = useMemo(() => specOf(ui), [ui])
  const { resource, params } = spec
  const access = useAccess()
  const [prefs, setPrefs] = usePrefs(ui.screen)
  const look = ui.card ? (prefs.look ?? ui.look ?? 'list') : 'list'
  const density = prefs.density ?? ui.density ?? 'comfortable'
  const [state, setState] = useListState(resource, params)
  const query = useMemo(() => toQuery(state, resource, params), [state, resource, params])
  const { data, error, fetching, refetch } = useRows(resource, query)
  const rows = data?.items
  useLastPage(data, state, setState)

  const actions = useMemo(() => ui.actions ?? [], [ui])
  const bulk = actions.some((a) => a.needs === 'many')
  const chosen = useSelection(resource, rows, query)
  const doing = useActions<RowBase>(resource, {
    done: (action, ids) => {
      if (action.needs === 'many') chosen.drop(ids)
    },
  })

  const root = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [keysOpen, setKeysOpen] = useState(false)
  const go = useNavigate()
  const inRow = (at: number, what: string) => root.current?.querySelector<HTMLElement>(`[data-row="${at}"] ${what}`)

  const openRow = (at: number) => {
    const row = rows?.[at]
    if (row && ui.open) void go(ui.open(row))
  }
  const does = (command: ListCommand | { key: string }, at: number, shift: boolean) => {
    const row = rows?.[at]
    if (typeof command === 'object') {
      const action = row && forRow(actions, row).find((a) => a.key === command.key)
      if (action && row) doing.start(action, [row])
      return
    }
    const acts: Partial<Record<ListCommand, () => void>> = {
      open: () => openRow(at),
      select: () => bulk && chosen.pick(at, shift),
      clear: chosen.clear,
      search: () => search.current?.focus(),
      help: () => setKeysOpen(true),
      menu: () => inRow(at, '[aria-haspopup=menu]')?.click(),
    }
    // a card has no cursor of its own: the focus itself goes from link to link
    if (look === 'cards') acts.down = acts.up = () => inRow(at, 'h2 a')?.focus()
    acts[command]?.()
  }
  const cursor = useRowCursor(rows?.length ?? 0, table, root, does)

  const calls = { openRow, start: doing.start, pick: chosen.pick, put: cursor.put }
  const latest = useRef(calls)
  latest.current = calls
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
  const mayChoose = bulk && rows?.some((r) => actions.some((a) => a.needs === 'many' && may(a, r))) === true
  const { rail } = ui
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
          <ListBar
            ref={search}
            spec={spec}
            state={state}
            setState={setState}
            fetching={fetching}
            prefs={prefs}
            setPrefs={setPrefs}
            look={look}
            density={density}
            withCards={ui.card !== undefined}
            onRefresh={refetch}
            onKeys={() => setKeysOpen(true)}
          />
          {bulk && (
            <SelectionBar
              selection={chosen.rows}
              rows={rows ?? []}
              total={data?.total ?? 0}
              actions={actions}
              busy={doing.busy}
              asking={chosen.asking}
              onAll={chosen.all}
              onClear={chosen.clear}
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
                  chosen={mayChoose ? (row) => chosen.rows.has(row.id) : undefined}
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
              columns={shown(spec.columns, prefs.columns)}
              rows={rows}
              state={state}
              density={density}
              selection={mayChoose ? chosen.rows : undefined}
              withMenu={handlers.actions.length > 0}
              at={cursor.at}
              fetching={fetching}
              handlers={handlers}
              onSort={(field) => setState(nextSort(state, resource, field))}
              onSelectPage={chosen.page}
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
            commands={commandsOf(ui, { bulk, rows: look === 'list', menu: handlers.actions.length > 0 })}
            onClose={() => setKeysOpen(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
