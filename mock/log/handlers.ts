/** The handlers of a log: page, news, export. An area says what its table is (`table.ts`). */
import { limits } from '#src/contract/limits.ts'
import type { LogPage } from '#src/contract/lib/keyset.ts'
import { csv } from '../crud/csv.ts'
import type { Cell } from '../crud/cells.ts'
import { xlsx } from '../crud/xlsx.ts'
import type { Queryable } from '../db/db.ts'
import { type AuditEvent, type Download, Fail, type Platform } from '../http/request/handler.ts'
import { countOf } from './count.ts'
import { batchesOf, newsOf, logPageOf } from './page.ts'
import { type LogTable, narrow } from './table.ts'
import type { LogLanguage } from './words.ts'

interface Call {
  q: Queryable
  who: { language?: LogLanguage }
  query: Record<string, unknown>
  platform: Platform
  audit: (entry: AuditEvent) => void
}

const batch = 500
const filterText = ({ format: _format, ...by }: Record<string, unknown>): string[] =>
  Object.entries(by).flatMap(([name, v]) => (typeof v === 'string' && v !== '' ? [`${name}: ${v}`] : []))
/** News beyond this are “many”. */
const mostNews = 999
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export function logHandlers<Raw extends object, Row>(log: LogTable<Raw, Row>) {
  return {
    list: async ({ q, who, query }: Call): Promise<LogPage<Row>> => {
      const narrowed = await narrow(q, log, query, who.language)
      const place = {
        page_size: Number(query.page_size),
        after: typeof query.after === 'string' ? query.after : undefined,
        before: typeof query.before === 'string' ? query.before : undefined,
        oldest: query.oldest === 'true',
      }
      const { rows, ...places } = await logPageOf<Raw>(q, log, narrowed, place)
      return { items: await log.show(q, rows), ...places, ...(await countOf(q, log.table, narrowed)) }
    },

    news: async ({ q, who, query }: Call): Promise<{ count: number; more: boolean }> => {
      return newsOf(q, log, await narrow(q, log, query, who.language), String(query.since), mostNews)
    },

    export: async ({ q, who, query, platform, audit }: Call): Promise<Download> => {
      const format = query.format === 'xlsx' ? 'xlsx' : 'csv'
      const narrowed = await narrow(q, log, query, who.language)
      const { total, exact } = await countOf(q, log.table, narrowed, limits.exportRows)
      if (!exact) throw new Fail('too_large', { max: limits.exportRows, count: total })
      audit({ entity: log.name, id: '', details: { rows: total, format, filter: filterText(query) } })
      async function* batches(): AsyncGenerator<Cell[][]> {
        for await (const rows of batchesOf<Raw>(q, log, narrowed, batch)) yield (await log.show(q, rows)).map(log.cells)
      }
      const body = format === 'csv' ? csv(log.header, batches()) : xlsx(log.header, batches())
      return {
        name: `${log.name}-${platform.now().toISOString().slice(0, 10)}.${format}`,
        type: types[format],
        body,
      }
    },
  }
}
