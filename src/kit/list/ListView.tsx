import './list.css'
import { lazy, Suspense } from 'react'
import { t } from '../../i18n/index.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { BulkResult } from '../action/BulkResult.tsx'
import { PageActions } from '../action/PageActions.tsx'
import { type AnyResource, asRead } from '../resource/words.ts'
import { Cards } from './grid/Cards.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Grid } from './grid/Grid.tsx'
import type { ListUi } from './list.tsx'
import { ListBar } from './search/ListBar.tsx'
import { NothingThere } from './NothingThere.tsx'
import { Pager } from './pages/Pager.tsx'
import { News, PlacePager } from './pages/PlacePager.tsx'
import { Rail } from './search/Rail.tsx'
import { SelectionBar } from './select/SelectionBar.tsx'
import { commandsOf } from './spec.ts'
import { changedListState, withoutFilters, isMine, isNarrowed, withFilter } from './state/state.logic.ts'
import { type ListModel, useList } from './useList.ts'

const KeysDialog = lazy(() => import('./grid/KeysDialog.tsx'))

export function ListView({ ui }: { ui: ListUi<AnyResource> }) {
  const list = useList(ui)
  const { doing } = list
  const { head: Head, above: Above } = ui
  return (
    <Page
      fill
      title={list.title}
      description={ui.about && t(ui.about)}
      actions={
        <>
          {Head && <Head />}
          {list.exports && <ExportMenu {...list.exports} query={list.query} />}
          <PageActions
            actions={list.pageActions}
            busy={doing.busy}
            chosen={[...list.chosen.rows.values()]}
            query={list.query}
            onStart={doing.start}
          />
        </>
      }
    >
      {Above && <Above />}
      <ListBody list={list} />
    </Page>
  )
}

/** A list inside a page that has more to show: as high as its rows. */
export function ListPart<R extends AnyResource>({ ui }: { ui: ListUi<R> }) {
  const list = useList(asRead<ListUi<AnyResource>>(ui))
  return <ListBody list={list} part />
}

function ListBody({ list, part = false }: { list: ListModel; part?: boolean }) {
  const { ui, spec, state, setState, data, error, doing, markRoot } = list
  const { rail, drawer: Drawer } = ui
  return (
    <>
      <div className={`kit-list${rail ? ' kit-with-rail' : ''}${part ? ' kit-part' : ''}`} ref={markRoot}>
        {rail && <RailPlace list={list} rail={rail} />}
        <div className="kit-main" ref={list.main}>
          <ListBar list={list} />
          {list.bulk && <SelectionBar list={list} />}
          {doing.summary && <BulkResult of={spec.resource.name} summary={doing.summary} onClose={doing.putAway} />}
          {error && data && (
            <div className="kit-warning">
              <span>{t('kit.list.refetch_failed')}</span>
              <ProblemView compact problem={error} onRetry={list.refetch} />
            </div>
          )}
          {spec.resource.log && <News list={list} />}
          <Rows list={list} />
          {spec.resource.log ? (
            <PlacePager list={list} />
          ) : (
            <Pager
              counts={spec.resource.name}
              page={state.page}
              size={state.size}
              total={data?.total}
              onPage={(page) => setState({ ...state, page })}
              onSize={(size) => setState(changedListState(state, { size }))}
            />
          )}
        </div>
      </div>
      {Drawer && list.drawer.id !== undefined && <Drawer id={list.drawer.id} onClose={list.drawer.close} />}
      {doing.element}
      <Help list={list} />
    </>
  )
}

function RailPlace({ list, rail }: { list: ListModel; rail: NonNullable<ListUi<AnyResource>['rail']> }) {
  const { spec, state, setState } = list
  const place = {
    value: state.filters[rail.of] ?? [],
    mine: isMine(state),
    onChange: (values: readonly string[]) => setState(withFilter(state, rail.of, values)),
  }
  return rail.view ? (
    <rail.view {...place} />
  ) : (
    <Rail resource={spec.resource} field={rail.of} count={rail.count} options={rail.options} {...place} />
  )
}

/** Rows or cards, or why there are none. */
function Rows({ list }: { list: ListModel }) {
  const { ui, state, setState, data, error, doing } = list
  const blank =
    error && !data ? (
      <ProblemView problem={error} onRetry={list.refetch} />
    ) : data?.items.length === 0 ? (
      <NothingThere ui={ui} narrowed={isNarrowed(state)} onClear={() => setState(withoutFilters(state))}>
        <PageActions
          actions={list.pageActions.filter((a) => a.main)}
          busy={doing.busy}
          query={list.query}
          onStart={doing.start}
        />
      </NothingThere>
    ) : undefined
  if (list.look === 'list' || !ui.card) return <Grid list={list}>{blank}</Grid>
  return (
    <div className="kit-scroll">
      {data?.items.length ? <Cards list={list} card={ui.card} /> : (blank ?? <Loading kind="tiles" rows={12} />)}
    </div>
  )
}

function Help({ list }: { list: ListModel }) {
  const { ui, help, handlers, bulk } = list
  if (!help.open) return null
  const menu = handlers.actions.length > 0
  return (
    <Suspense fallback={null}>
      <KeysDialog
        actions={handlers.actions}
        commands={commandsOf(ui, { bulk, rows: list.look === 'list', menu })}
        onClose={() => help.show(false)}
      />
    </Suspense>
  )
}
