import { crud } from '#mock/crud/crud.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'

/** Learners see the tools of their audience; whoever may open `tool-manage` keeps all of them. */
export const tool = crud<'tool', Labels>('tool', {
  facts: (docs, at) =>
    labelsOf(
      at,
      'tool-category',
      docs.map((d) => d.data.category_id),
    ),
  columns: (doc, names) => ({ category_name: names.get(doc.data.category_id ?? '') ?? '' }),
  starts: () => ({ origin: 'manual' }),
  hint: (doc) => doc.data.language || undefined,
})
