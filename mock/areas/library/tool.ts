import { crud } from '#mock/crud/crud.ts'
import { documents } from '#mock/crud/documents.ts'

const categories = documents('tool-category')

/** Learners see the tools of their audience; whoever may open `tool-manage` keeps all of them. */
export const tool = crud<'tool', ReadonlyMap<string, string>>('tool', {
  async facts(docs, { q }) {
    const found = await categories.byIds(q, [...new Set(docs.map((d) => d.data.category_id ?? ''))])
    return new Map([...found.values()].map((c) => [c.id, c.data.name ?? '']))
  },
  columns: (doc, names) => ({ category_name: names.get(doc.data.category_id ?? '') ?? '' }),
  starts: () => ({ origin: 'manual' }),
  hint: (doc) => doc.data.language || undefined,
})
