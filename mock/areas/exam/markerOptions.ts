/** People who can mark exams, to be named for one. Who is chosen already is named whatever became of their rights. */
import { documents } from '#mock/crud/documents.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { maySetMarks } from './markedBy.ts'

const users = documents('user')

export const markerOptions: Handler<'GET /exams/markers/options'> = async ({ q: db, query }) => {
  const { page, page_size, q, ids } = query
  const { items, total } = await users.list(db, {
    page,
    page_size,
    q,
    ids,
    finds: ['name', 'username'],
    sort: 'name',
    scopes: ids ? [] : [maySetMarks],
  })
  return {
    items: items.map(({ id, data }) => ({ id, label: data.name || data.username || '', hint: data.username ?? '' })),
    total,
    page,
    page_size,
  }
}
