/** A table of what a page has at hand, drawn by Arco's. Lists of the server's rows, of any length, are `kit/list`. */
import './Table.css'
import { Table as ArcoTable } from '@arco-design/web-react'
import type { ComponentProps, ReactNode } from 'react'

export interface Column<R> {
  head: ReactNode
  /** Where the head is no text, or two columns have the same. */
  key?: string
  /** A figure: stands at the end, in digits of one width, in one line. */
  number?: true
  /** A word or a figure: makes no second line for want of room. */
  short?: true
  /** What names its row. */
  names?: true
  className?: string
  cell(row: R, index: number): ReactNode
}

export interface TableProps<R> {
  /** Said to whoever does not see it, and of the part that scrolls when the table is wider than its place. */
  name: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
  className?: string
  classOf?: (row: R) => string | undefined
  /** Stands below a row, over its whole width; nothing where there is nothing to say. */
  below?: (row: R) => ReactNode
  /** Rows are chosen by a box before them, all of them by the one in the head. */
  select?: {
    /** Says what the box of the head chooses. */
    all: string
    nameOf(row: R): string
    has: (row: R) => boolean
    /** It stands as it is. */
    fixed?(row: R): boolean
    onTurn(rows: readonly R[], on: boolean): void
  }
  /** Columns share the width instead of following what is in them. */
  even?: true
}

type CellProps = ComponentProps<'td'> & { names?: true }
/** What opens a row stands in a cell of its own words: Arco's column of plus signs, which say nothing to whoever does not see them, is left out. */
const operations = () => []
const components = {
  header: { th: (props: ComponentProps<'th'>) => <th scope="col" {...props} />, operations },
  body: {
    td: ({ names, ...props }: CellProps) => (names ? <th scope="row" {...props} /> : <td {...props} />),
    operations,
  },
}

export function Table<R>(props: TableProps<R>) {
  const { name, rows, keyOf, className, classOf, below, even, select } = props
  const columns = select ? [boxes(select, rows), ...props.columns] : props.columns
  return (
    <div className="mg-table-scroll" role="group" aria-label={name} tabIndex={0}>
      <ArcoTable<R>
        className={['mg-table', even && 'mg-table-even', className].filter(Boolean).join(' ')}
        size="small"
        border={false}
        pagination={false}
        hover={false}
        tableLayoutFixed={even === true}
        components={components}
        columns={columns.map((c, i) => ({
          key: c.key ?? (typeof c.head === 'string' ? c.head : i),
          dataIndex: String(i),
          title: c.head,
          className: [c.number && 'mg-num mg-end', c.short && 'mg-short', c.className].filter(Boolean).join(' '),
          render: (_: unknown, row: R, n: number) => ({ children: c.cell(row, n), props: { names: c.names } }),
        }))}
        data={[...rows]}
        rowKey={keyOf}
        {...(classOf && { rowClassName: (row: R) => classOf(row) ?? '' })}
        {...(below && {
          expandedRowRender: below,
          expandedRowKeys: rows.filter((r) => Boolean(below(r))).map(keyOf),
        })}
      />
    </div>
  )
}

function boxes<R>(of: NonNullable<TableProps<R>['select']>, rows: readonly R[]): Column<R> {
  const free = rows.filter((r) => !of.fixed?.(r))
  const whole = free.length > 0 && free.every(of.has)
  return {
    key: 'select',
    className: 'mg-table-box',
    head: (
      <input
        type="checkbox"
        className="kit-box"
        aria-label={of.all}
        disabled={free.length === 0}
        checked={whole}
        onChange={() => of.onTurn(free, !whole)}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        className="kit-box"
        aria-label={of.nameOf(row)}
        disabled={of.fixed?.(row)}
        checked={of.has(row)}
        onChange={(e) => of.onTurn([row], e.target.checked)}
      />
    ),
  }
}
