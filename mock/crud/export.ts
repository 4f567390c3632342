import type { ResourceName } from '#src/contract/resources.ts'
import { limits } from '#src/contract/limits.ts'
import { type Download, Fail } from '../http/request/handler.ts'
import { type Cell, cellOf } from './cells.ts'
import { csv } from './csv.ts'
import type { DataOf, Documents } from './documents.ts'
import type { HookContext } from './hooks.ts'
import type { Presenter } from './rows.ts'
import type { RowQuery } from './where.ts'
import { xlsx } from './xlsx.ts'

const batch = 500
const left = new Set(['version', 'can', 'created_by', 'updated_by'])
export const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Names of the columns: the id, what people write, what the server adds, the times. */
function header(shown: readonly string[]): string[] {
  const first = ['id']
  const last = ['owner_id', 'owner_name', 'share_scope', 'share_level', 'created_at', 'updated_at']
  return [
    ...first,
    ...shown.filter((n) => !left.has(n) && !first.includes(n) && !last.includes(n)),
    ...last.filter((n) => n.endsWith('_at') || shown.includes(n)),
  ]
}

/**
 * The rows a list would show, all of them, as a file. Which rows they are is settled at the beginning; one that is removed while the file
 * is written is left out of it, none is written twice.
 */
export async function download<N extends ResourceName, F>(
  docs: Documents<DataOf<N>>,
  rows: Presenter<N, F>,
  spec: Omit<RowQuery, 'page' | 'page_size'>,
  format: keyof typeof types,
  at: HookContext,
): Promise<{ file: Download; count: number }> {
  const ids = await docs.ids(at.q, spec)
  if (ids.length > limits.exportRows) throw new Fail('too_large', { max: limits.exportRows, count: ids.length })
  const names = header(rows.shown)
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (let from = 0; from < ids.length; from += batch) {
      const some = ids.slice(from, from + batch)
      const found = await docs.byIds(at.q, some)
      const page = await rows.page(
        some.flatMap((id) => found.get(id) ?? []),
        at,
      )
      yield page.map((row) => names.map((n) => cellOf(rows.line.fields[n], (row as Record<string, unknown>)[n])))
    }
  }
  const body = format === 'csv' ? csv(names, batches()) : xlsx(names, batches())
  const day = at.now.toISOString().slice(0, 10)
  return { file: { name: `${rows.line.name}-${day}.${format}`, type: types[format], body }, count: ids.length }
}
