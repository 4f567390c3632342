/** What a chart shows, as a table. */
import { t } from '../../i18n/index.ts'
import { Table } from '../data/Table.tsx'
import type { ChartProps } from './Chart.tsx'

type FigureTableProps = Required<Pick<ChartProps, 'axis' | 'series' | 'text' | 'columns'>>

interface Place {
  x: number | string
  i: number
}

export default function FigureTable({ axis, series, text, columns }: FigureTableProps) {
  return (
    <Table
      name={t('ui.chart_table')}
      rows={axis.values.map((x, i) => ({ x, i }))}
      keyOf={(r) => r.x}
      columns={[
        { key: 'axis', head: axis.title, names: true, cell: (r) => axis.text(r.x) },
        ...series.map((s) => ({
          key: s.name,
          head: s.name,
          number: true as const,
          cell: (r: Place) => {
            const v = s.values[r.i] ?? null
            return v === null ? '—' : text(v)
          },
        })),
        ...columns.map((c) => ({
          key: c.title,
          head: c.title,
          number: true as const,
          cell: (r: Place) => c.texts[r.i],
        })),
      ]}
    />
  )
}
