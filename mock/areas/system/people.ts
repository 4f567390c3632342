/** People to be chosen by name and organisation, and shown by name and picture. */
import { documents } from '#mock/crud/documents.ts'
import type { Add, Scope } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { orgNames } from './orgs.ts'
import { ofOrgs } from './userFilters.ts'

const users = documents('user')

/** Those who can be chosen have an open account; those who are named are told whatever became of it. */
export const findPeople: Handler<'GET /people'> = async ({ q, query }) => {
  const { page, page_size, ids, org_id } = query
  const scopes: Scope[] = [
    ...(ids ? [] : [() => `t.k_status = 'normal'`]),
    ...(org_id === undefined ? [] : [(add: Add) => ofOrgs(org_id, add)]),
  ]
  const { items, total } = await users.list(q, {
    page,
    page_size,
    q: query.q,
    ids,
    finds: ['username', 'name'],
    sort: 'name',
    scopes,
  })
  const orgs = await orgNames(
    q,
    items.map((u) => u.data.org_id),
  )
  const shown = items.map(({ id, data }) => ({
    id,
    name: data.name ?? '',
    username: data.username ?? '',
    avatar: data.avatar ?? '',
    org_name: orgs.get(data.org_id ?? '') ?? '',
  }))
  return { items: shown, total, page, page_size }
}
