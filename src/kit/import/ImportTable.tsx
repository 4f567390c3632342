import '../../ui/table.css'
import type { ReactNode } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'

export interface Column<R> {
  head: string
  /** A figure: stands right, digits of one width. */
  number?: true
  className?: string
  cell(row: R): ReactNode
}

/** The small tables of an import: its files, its rows, the imports there were. */
export function ImportTable<R>({
  rows,
  keyOf,
  columns,
}: {
  rows: readonly R[]
  keyOf(row: R): string | number
  columns: readonly Column<R>[]
}) {
  return (
    <div className="import-scroll">
      <table className="mg-table import-table">
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.head} scope="col" className={c.number && 'number'}>
                {c.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((c) => (
                <td key={c.head} className={c.number ? 'number mg-num' : c.className}>
                  {c.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** From page to page of a longer table; nothing for one that fits. */
export function Pages({
  page,
  size,
  total,
  onTurn,
}: {
  page: number
  size: number
  total: number
  onTurn(page: number): void
}) {
  if (total <= size) return null
  return (
    <div className="import-pages">
      <span className="mg-faint mg-num">
        {t('import.page-of', {
          from: format.number((page - 1) * size + 1),
          to: format.number(Math.min(page * size, total)),
          total: format.number(total),
        })}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('import.previous')}
      </Button>
      <Button size="small" disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        {t('import.next')}
      </Button>
    </div>
  )
}
