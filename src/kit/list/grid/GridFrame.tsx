import '../list.css'
import './grid.css'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { useLatest } from '../../resource/useLatest.ts'
import { type AnyResource, labelOf } from '../../resource/words.ts'
import { boxWidth, type ListColumn, menuWidth } from './columns.logic.ts'
import { GridRow } from './GridRow.tsx'
import { pageMarkOf } from '../select/selection.logic.ts'
import { directionOf, type ListState, nextSort } from '../state/state.logic.ts'
import type { ListModel } from '../useList.ts'

export interface GridProps {
  list: ListModel
  /** Stand in the place of rows when there are none. */
  children: ReactNode
}
interface GridFrameProps extends GridProps {
  scroller: RefObject<HTMLDivElement>
  /** Places of the rows that are drawn, in order. */
  indexes: readonly number[]
  /** Room for the rows before and after them, in pixels. */
  before?: number
  after?: number
  /** Brings the row at a place into sight. */
  reveal: (at: number) => void
}

/** Rows as a table of the page. One tab stop; the cursor is told to readers by `aria-activedescendant`. */
export function GridFrame({ list, children, scroller, indexes, before = 0, after = 0, reveal }: GridFrameProps) {
  const { columns, state, density, at, handlers, fetching, data, markTable } = list
  const { resource } = list.spec
  const rows = data?.items ?? none
  const selection = list.mayChoose ? list.chosen.rows : undefined
  const withMenu = handlers.actions.length > 0

  const page = `${state.page} ${state.size}`
  const shownPage = useRef(page)
  useLayoutEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    // a new page begins at its first row
    scroller.current?.scrollTo({ top: 0 })
  }, [page, scroller])
  const show = useLatest(reveal)
  useEffect(() => {
    if (at >= 0) show.current(at)
  }, [at, show])

  const id = `${resource.name}-rows`
  const span = columns.length + (selection ? 1 : 0) + (withMenu ? 1 : 0)
  const width = columns.reduce((sum, c) => sum + c.width, (selection ? boxWidth : 0) + (withMenu ? menuWidth : 0))
  const grows = columns.some((c) => c.grow)
  return (
    <div ref={scroller} className={`kit-scroll${fetching && rows.length ? ' kit-stale' : ''}`}>
      <table
        ref={markTable}
        className={`kit-grid kit-dense kit-${density}`}
        role="grid"
        tabIndex={0}
        aria-label={list.title}
        aria-busy={fetching}
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
                <PageBox mark={pageMarkOf(selection, rows)} disabled={rows.length === 0} onToggle={list.chosen.page} />
              </th>
            )}
            {columns.map((c) => (
              <HeadCell
                key={c.name}
                column={c}
                resource={resource}
                state={state}
                onSort={(field) => list.setState(nextSort(state, resource, field))}
              />
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
              <td colSpan={span}>{data === undefined && !children ? <Loading kind="list" rows={10} /> : children}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const none: readonly RowBase[] = []

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="kit-gap">
    <td colSpan={span} style={{ height }} />
  </tr>
)

interface HeadCellProps {
  column: ListColumn
  resource: AnyResource
  state: ListState
  onSort: (field: string) => void
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

function PageBox({
  mark,
  disabled,
  onToggle,
}: {
  mark: 'all' | 'some' | 'none'
  disabled: boolean
  onToggle: () => void
}) {
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
