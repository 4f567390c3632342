import type { ResourceName } from '#src/contract/resources.ts'
import { searchable } from './fold.ts'
import { seenBy } from './ownership.ts'
import { filterWords, type RowQuery } from './where.ts'
import { download } from './export.ts'
import type { CallerContext, ResourceCall, CrudContext, Verb } from './setting.ts'

/** Filters by owner. */
const ofOwner = (me: string): NonNullable<RowQuery['special']> => ({
  mine: (value, add) => `${value === true ? '' : 'not '}t.owner_id = ${add(me)}`,
  owner_id: (values, add) => `t.owner_id = any(${add(filterWords(values).map(searchable))}::text[])`,
})

/** What a list is asked for, with what this caller may see of it. */
export function scopedListQuery<N extends ResourceName, F>(
  s: CrudContext<N, F>,
  c: Pick<ResourceCall, 'query'> & CallerContext,
  verb: 'list' | 'options' | 'export' = 'list',
) {
  const at = s.at(c)
  const finds = s.hooks.finds?.(verb === 'options' ? verb : 'list', at)
  const { page, page_size, q, sort, ids, ...rest } = c.query
  const { level, ...filters } = verb === 'options' ? rest : { ...rest, level: undefined }
  // what is picked is built on and what is exported is taken along; names of what is chosen already are only read
  const scopes =
    s.line.owned && (verb === 'export' || (verb === 'options' && !ids))
      ? [...s.scopes(at), seenBy(s.line, at.who, level === 'change' ? level : 'use')]
      : s.scopes(at)
  const offered = verb === 'options' && !ids ? s.hooks.offered?.(at) : undefined
  const special = { ...s.hooks.filters?.(at), ...(s.line.owned ? ofOwner(at.who.id) : {}) }
  return { page, page_size, q, sort, ids, filters, finds, scopes: offered ? [...scopes, offered] : scopes, special }
}

/** list, get, options, export */
export function readVerbs<N extends ResourceName, F>(
  s: CrudContext<N, F>,
): Record<'list' | 'get' | 'options' | 'export', Verb> {
  return {
    async list(c) {
      const { items, total } = await s.docs.list(c.q, scopedListQuery(s, c))
      return { items: await s.rows.page(items, s.at(c)), total, page: c.query.page, page_size: c.query.page_size }
    },
    get: async (c) => s.rows.one(await s.see(c, c.params.id), s.at(c)),
    async options(c) {
      const { items, total } = await s.docs.list(c.q, { ...scopedListQuery(s, c, 'options'), sort: s.line.label })
      const choices = items.map((doc) => {
        const hint = s.hooks.hint?.(doc)
        const open_flags = s.hooks.openFlags?.(doc)
        const { key, [s.line.label]: label = '' } = doc.data as Record<string, unknown>
        return {
          id: doc.id,
          label: String(label),
          ...(hint ? { hint } : {}),
          ...(open_flags === undefined ? {} : { open_flags }),
          ...(typeof key === 'string' && key !== '' ? { key } : {}),
          ...(s.hooks.withheld?.(doc, s.at(c)) ? { withheld: true as const } : {}),
          ...(s.hooks.byHand?.(doc) ? { by_hand: true as const } : {}),
        }
      })
      return { items: choices, total, page: c.query.page, page_size: c.query.page_size }
    },
    async export(c) {
      const format = c.query.format ?? 'csv'
      const { file, count } = await download(s.docs, s.rows, scopedListQuery(s, c, 'export'), format, s.at(c))
      const { page: _page, page_size: _size, ...query } = c.query
      c.audit({ entity: s.name, id: '', details: { rows: count, ...query } })
      return file
    },
  }
}
