/** Everything a list screen knows and does, in one object that its parts read. */
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LogPage } from '../../contract/lib/keyset.ts'
import { limits } from '../../contract/limits.ts'
import type { ScreenName } from '../../contract/screens/index.ts'
import type { ListQuery, RowPage, RowBase } from '../../contract/lib/resource.ts'
import { format, type MessageKey, t, useLocale } from '../../i18n/index.ts'
import type { AppProblem } from '../../lib/problem.ts'
import { useWidth } from '../../ui/layout/useWidth.ts'
import { type Action, forPage, forRow, mayAct } from '../action/action.ts'
import { type Actions, useActions } from '../action/useActions.tsx'
import { mayOwn } from '../ownership/owning.ts'
import { useRows } from '../resource/calls.ts'
import { useLatest } from '../resource/useLatest.ts'
import type { AnyResource } from '../resource/words.ts'
import { useAccess, useWritable } from '../session/access.ts'
import {
  boxWidth,
  type ListColumn,
  fittingColumns,
  menuWidth,
  visibleColumns,
  spread,
  wanted,
} from './grid/columns.logic.ts'
import type { RowHandlers, RowWords } from './grid/GridRow.tsx'
import type { ListCommand } from './grid/keyboard.logic.ts'
import type { ListUi } from './list.tsx'
import { type Density, type ListLook, type Prefs, type PrefsChange, usePrefs } from './state/prefs.ts'
import { type ListSpec, listSpecOf } from './spec.ts'
import { isMine, type ListState, toQuery } from './state/state.logic.ts'
import { type SetListState, useLastPage, useListState } from './state/useListState.ts'
import { type Exported, type FileFormat, listFormats } from './useExport.ts'
import { useRowCursor } from './grid/useRowCursor.ts'
import { type ListSelection, useSelection } from './select/useSelection.ts'

export interface ListModel {
  ui: ListUi<AnyResource>
  spec: ListSpec
  title: string
  state: ListState
  setState: SetListState
  query: ListQuery
  /** The last good page; undefined until the first came. */
  data: (RowPage<RowBase> & Partial<Places>) | undefined
  error: AppProblem | undefined
  fetching: boolean
  refetch: () => void
  prefs: Prefs
  setPrefs: (part: PrefsChange) => void
  look: ListLook
  density: Density
  /** Columns in the viewer's order. */
  columns: ListColumn[]
  /** Columns that have no room beside them; none once the viewer chose columns. */
  left: ListColumn[]
  pageActions: Action<RowBase>[]
  doing: Actions<RowBase>
  /** What it may be downloaded as. */
  exports: (Exported & { formats: readonly FileFormat[]; note: string }) | undefined
  /** Something can be done to several rows at once. */
  bulk: boolean
  /** … and at least one row of the page allows it. */
  mayChoose: boolean
  chosen: ListSelection
  /** The viewer may have entries of such a kind, or sees a list of them now. */
  mayOwn: boolean
  /** Place of the row under the cursor; -1 is none. */
  at: number
  handlers: RowHandlers
  /** The row that is shown beside the list. */
  drawer: { id: string | undefined; close: () => void }
  help: { open: boolean; show: (now: boolean) => void }
  /** Where the list finds its own elements: to be passed as `ref`. */
  markRoot: (el: HTMLElement | null) => void
  main: RefObject<HTMLDivElement>
  markTable: (el: HTMLTableElement | null) => void
  markSearch: (el: HTMLInputElement | null) => void
}

/** What the answer of a log says besides its rows. */
type Places = Pick<LogPage<RowBase>, 'top' | 'newer' | 'older' | 'exact'>

/** A sentence with a name in it, as a function of the name. */
const naming = (key: MessageKey): ((name: string) => string) => {
  const [before = '', after = ''] = t(key, { name: '\u0000' }).split('\u0000')
  return (name) => before + name + after
}
const wordsOf = (actions: readonly Action<RowBase>[], _locale: string): RowWords => {
  const labels = new Map(actions.map((a) => [a.id, t(a.label)]))
  return {
    choose: naming('kit.list.select_row'),
    menu: naming('kit.list.row_menu'),
    action: (a) => labels.get(a.id) ?? '',
  }
}

/** Which row the address shows beside the list, and the addresses that show one and none. */
function drawerOf(address: string) {
  const search = new URLSearchParams(address)
  const id = search.get('open') ?? undefined
  search.delete('open')
  const closed = { search: search.toString() }
  const to = (row: RowBase): string => {
    const next = new URLSearchParams(search)
    next.set('open', row.id)
    return `?${next}`
  }
  return { id, to, closed }
}

function exportsOf(
  { of: resource, files }: ListUi<AnyResource>,
  granted: ReadonlySet<ScreenName>,
): ListModel['exports'] {
  const name = resource.name
  if (files) return { name, route: files.route, formats: files.formats, note: t(files.note) }
  if (!resource.verbs.includes('export') || !resource.write.some((s) => granted.has(s))) return undefined
  const note = t('kit.export.note', { rows: format.number(limits.exportRows) })
  return { name, route: `GET ${resource.path}/export`, formats: listFormats, note }
}

/** Room for the frame of the table and for a scroll bar that takes some. */
const scrollBar = 18

export function useList(ui: ListUi<AnyResource>): ListModel {
  const locale = useLocale()
  const access = useAccess()
  const owns = mayOwn(ui.of, access.granted)
  // columns are as wide as their words
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const spec = useMemo(() => listSpecOf(ui, owns), [ui, owns, locale])
  const { resource, params } = spec
  const writable = useWritable()
  const [prefs, setPrefs] = usePrefs(ui.screen)
  const look = ui.card ? (prefs.look ?? ui.look ?? 'list') : 'list'
  const [state, setState] = useListState(resource, params)
  const usual = useMemo(() => ({ ...ui.only, ...(ui.rail?.options ? { [ui.rail.of]: ui.rail.options } : {}) }), [ui])
  const query = useMemo(() => ({ ...usual, ...toQuery(state, resource, params) }), [state, resource, params, usual])
  const { data, error, fetching, refetch } = useRows(resource, query, ui.every ? { every: ui.every } : {})
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

  const root = useRef<HTMLElement | null>(null)
  const table = useRef<HTMLTableElement | null>(null)
  const search = useRef<HTMLInputElement | null>(null)
  const mark = useMemo(
    (): Pick<ListModel, 'markRoot' | 'markTable' | 'markSearch'> => ({
      markRoot: (el) => {
        root.current = el
      },
      markTable: (el) => {
        table.current = el
      },
      markSearch: (el) => {
        search.current = el
      },
    }),
    [],
  )
  const [helpOpen, showHelp] = useState(false)
  const go = useNavigate()
  const { search: address } = useLocation()
  const { id: opened, to, closed } = useMemo(() => drawerOf(address), [address])
  const open = ui.drawer ? to : ui.opens && !access.visible.has(ui.opens) ? undefined : ui.open
  const inRow = (at: number, what: string) => root.current?.querySelector<HTMLElement>(`[data-row="${at}"] ${what}`)

  const openRow = (at: number) => {
    const row = rows?.[at]
    if (row && open) void go(open(row))
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
      help: () => showHelp(true),
      menu: () => inRow(at, '[aria-haspopup=menu]')?.click(),
    }
    // a card has no cursor of its own: the focus itself goes from link to link
    if (look === 'cards') acts.down = acts.up = () => inRow(at, 'h2 a')?.focus()
    acts[command]?.()
  }
  const cursor = useRowCursor(rows?.length ?? 0, table, root, does)

  const latest = useLatest({ openRow, start: doing.start, pick: chosen.pick, put: cursor.put })
  const handlers = useMemo(
    (): RowHandlers => ({
      actions: actions.filter((a) => a.needs !== 'none'),
      open,
      words: wordsOf(actions, locale),
      onStart: (action, of) => latest.current.start(action, of),
      onPoint: (at) => latest.current.put(at),
      onOpen: (at) => latest.current.openRow(at),
      onSelect: (at, range) => latest.current.pick(at, range),
    }),
    [actions, open, locale, latest],
  )

  const main = useRef<HTMLDivElement>(null)
  const width = useWidth(main)
  const { columns, left } = useMemo(() => {
    const all = visibleColumns(spec.columns, prefs.columns)
    if (width === undefined) return { columns: all, left: [] }
    const room = width - scrollBar - (bulk ? boxWidth : 0) - (actions.length > 0 ? menuWidth : 0)
    const fit = prefs.columns ? { columns: all, left: [] } : fittingColumns(all, room)
    return rows ? { ...fit, columns: spread(fit.columns, wanted(resource, fit.columns, rows), room) } : fit
  }, [spec, prefs.columns, width, bulk, actions, rows, resource])
  return {
    ui,
    spec,
    title: t(`screen.${ui.screen}` as MessageKey),
    state,
    setState,
    query,
    data,
    error,
    fetching,
    refetch,
    prefs,
    setPrefs,
    look,
    density: prefs.density ?? ui.density ?? 'comfortable',
    columns,
    left,
    main,
    pageActions: forPage(actions, access.visible, writable),
    doing,
    exports: exportsOf(ui, access.granted),
    bulk,
    mayChoose: bulk && rows?.some((r) => actions.some((a) => a.needs === 'many' && mayAct(a, r))) === true,
    chosen,
    mayOwn: owns || (resource.owned === true && isMine(state)),
    at: cursor.at,
    handlers,
    drawer: { id: ui.drawer && opened, close: () => void go(closed) },
    help: { open: helpOpen, show: showHelp },
    ...mark,
  }
}
