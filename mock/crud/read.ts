import type { ResourceName } from '#src/contract/resources.ts'
import { download } from './export.ts'
import type { Call, Setting, Verb } from './setting.ts'

/** list, get, options, export */
export function reading<N extends ResourceName, F>(
  s: Setting<N, F>,
): Record<'list' | 'get' | 'options' | 'export', Verb> {
  const spec = (c: Call, verb: 'list' | 'options' = 'list') => {
    const at = s.at(c)
    const finds = s.hooks.finds?.(verb, at)
    const { page, page_size, q, sort, ids, ...filters } = c.query
    return { page, page_size, q, sort, ids, filters, finds, scopes: s.scopes(at), special: s.hooks.filters?.(at) ?? {} }
  }
  return {
    async list(c) {
      const { items, total } = await s.docs.list(c.q, spec(c))
      return { items: await s.rows.page(items, s.at(c)), total, page: c.query.page, page_size: c.query.page_size }
    },
    get: async (c) => s.rows.one(await s.see(c, c.params.id), s.at(c)),
    async options(c) {
      const { items, total } = await s.docs.list(c.q, { ...spec(c, 'options'), sort: s.line.label })
      const choices = items.map((doc) => {
        const hint = s.hooks.hint?.(doc)
        const { key, [s.line.label]: label = '' } = doc.data as Record<string, unknown>
        return {
          id: doc.id,
          label: String(label),
          ...(hint ? { hint } : {}),
          ...(typeof key === 'string' && key !== '' ? { key } : {}),
        }
      })
      return { items: choices, total, page: c.query.page, page_size: c.query.page_size }
    },
    async export(c) {
      const format = c.query.format ?? 'csv'
      const { file, count } = await download(s.docs, s.rows, spec(c), format, s.at(c))
      const { page: _page, page_size: _size, ...asked } = c.query
      c.audit({ entity: s.name, id: '', details: { rows: count, ...asked } })
      return file
    },
  }
}
