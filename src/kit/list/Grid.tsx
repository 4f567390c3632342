import './list.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { forwardRef, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { type AnyResource, labelOf } from '../resource/words.ts'
import type { Column } from './columns.logic.ts'
import { GridRow, type RowHandlers } from './GridRow.tsx'
import type { Density } from './prefs.ts'
import { markOf, type Selection } from './selection.logic.ts'
import { directionOf, type ListState } from './state.logic.ts'

interface GridProps {
  resource: AnyResource
  label: string
  columns: readonly Column[]
  rows: readonly RowBase[] | undefined
  state: ListState
  density: Density
  /** Left out where nothing can be done to several rows. */
  selection: Selection | undefined
  /** Whether rows have actions at all. */
  withMenu: boolean
  at: number
  fetching: boolean
  handlers: RowHandlers
  onSort(field: string): void
  onSelectPage(): void
  /** Shown in the place of rows when there are none. */
  children: ReactNode
}

/** Shorter pages are drawn whole: the browser's own search on the page then finds everything. */
const drawnWhole = 60
const boxWidth = 40
const menuWidth = 48

/** Rows as a table of the page. One tab stop; the cursor is told to readers by `aria-activedescendant`. */
export const Grid = forwardRef<HTMLTableElement, GridProps>(function Grid(props, ref) {
  const { resource, columns, rows = [], state, density, selection, withMenu, at, handlers } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(scroller, density)
  const virtual = rows.length > drawnWhole
  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtual ? virtualizer.getVirtualItems() : undefined
  const before = items?.[0]?.start ?? 0
  const after = virtual ? virtualizer.getTotalSize() - (items?.at(-1)?.end ?? 0) : 0
  const indexes = items ? items.map((i) => i.index) : rows.map((_, i) => i)

  const page = `${state.page} ${state.size}`
  useLayoutEffect(() => {
    // a new page begins at its first row
    void page
    scroller.current?.scrollTo({ top: 0 })
  }, [page])
  useEffect(() => {
    if (at < 0) return
    if (virtual) virtualizer.scrollToIndex(at)
    else scroller.current?.querySelector(`[data-row="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at, virtual, virtualizer])

  const id = `${resource.name}-rows`
  const span = columns.length + (selection ? 1 : 0) + (withMenu ? 1 : 0)
  const width = columns.reduce((sum, c) => sum + c.width, (selection ? boxWidth : 0) + (withMenu ? menuWidth : 0))
  const grows = columns.some((c) => c.grow)
  return (
    <div ref={scroller} className={`kit-scroll${props.fetching && rows.length ? ' kit-stale' : ''}`}>
      <table
        ref={ref}
        className={`kit-grid kit-dense kit-${density}`}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-busy={props.fetching}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={selection ? true : undefined}
        aria-activedescendant={at >= 0 && rows[at] ? `${id}-${at}` : undefined}
        style={{ minWidth: width }}
      >
        <colgroup>
          {selection && <col style={{ width: boxWidth }} />}
          {columns.map((c, i) => (
            <col key={c.name} style={c.grow || (!grows && i === columns.length - 1) ? undefined : { width: c.width }} />
          ))}
          {withMenu && <col style={{ width: menuWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th className="kit-cell-box">
                <PageBox mark={markOf(selection, rows)} disabled={rows.length === 0} onToggle={props.onSelectPage} />
              </th>
            )}
            {columns.map((c) => (
              <HeadCell key={c.name} column={c} resource={resource} state={state} onSort={props.onSort} />
            ))}
            {withMenu && (
              <th className="kit-cell-menu">
                <span className="mg-sr">{t('kit.list.row_actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} span={span} />}
          {indexes.map((i) => {
            const row = rows[i]
            return (
              row && (
                <GridRow
                  key={row.id}
                  id={`${id}-${i}`}
                  index={i}
                  row={row}
                  resource={resource}
                  columns={columns}
                  chosen={selection?.has(row.id)}
                  withMenu={withMenu}
                  current={i === at}
                  handlers={handlers}
                />
              )
            )
          })}
          {after > 0 && <Gap height={after} span={span} />}
          {rows.length === 0 && (
            <tr className="kit-blank">
              <td colSpan={span}>
                {props.rows === undefined && !props.children ? <Loading kind="list" rows={10} /> : props.children}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
})

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="kit-gap">
    <td colSpan={span} style={{ height }} />
  </tr>
)

/** Row height of the theme in pixels, which the virtual list has to know before a row is drawn. */
function useRowHeight(scroller: RefObject<HTMLElement | null>, density: Density): number {
  const name = density === 'compact' ? '--mg-row-dense' : '--mg-row'
  const [height, setHeight] = useState(density === 'compact' ? 28 : 36)
  useLayoutEffect(() => {
    const px = scroller.current
      ? Number.parseFloat(getComputedStyle(scroller.current).getPropertyValue(name))
      : Number.NaN
    if (px > 0) setHeight(px)
  }, [scroller, name])
  return height
}

interface HeadCellProps {
  column: Column
  resource: AnyResource
  state: ListState
  onSort(field: string): void
}
function HeadCell({ column, resource, state, onSort }: HeadCellProps) {
  const label = labelOf(resource, column.name)
  const way = column.sortable ? directionOf(state, resource, column.name) : undefined
  return (
    <th scope="col" aria-sort={column.sortable ? (way ?? 'none') : undefined} className={`kit-kind-${column.kind}`}>
      {column.sortable ? (
        <button
          type="button"
          className="kit-sort"
          title={t('kit.list.sort_by', { name: label })}
          onClick={() => onSort(column.name)}
        >
          <span className="mg-ellipsis">{label}</span>
          <Icon name={way === 'ascending' ? 'chevron-up' : way === 'descending' ? 'chevron-down' : 'sort'} />
        </button>
      ) : (
        <span className="mg-ellipsis">{label}</span>
      )}
    </th>
  )
}

function PageBox({ mark, disabled, onToggle }: { mark: 'all' | 'some' | 'none'; disabled: boolean; onToggle(): void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some'
  }, [mark])
  return (
    <input
      ref={box}
      type="checkbox"
      className="kit-box"
      aria-label={t('kit.list.select_page')}
      checked={mark === 'all'}
      disabled={disabled}
      onChange={onToggle}
    />
  )
}
