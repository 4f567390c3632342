/** People as they are now, for what goes on without a call of theirs: who may use his account, and what his role opens. */
import { access } from '#src/contract/access.ts'
import { type ScreenName, screens } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { statusNow } from './account.ts'
import { grantsOf } from './people.ts'

type Account = Parameters<typeof statusNow>[0]
interface Row {
  id: string
  data: Account
  role_id: string | null
  role: (Parameters<typeof grantsOf>[0] & { is_admin?: boolean }) | null
  path: string | null
}
export type CurrentPerson = Pick<
  Caller,
  'id' | 'role_id' | 'role_key' | 'is_admin' | 'org_line' | 'granted' | 'changes'
>

/** Those of the people whose accounts are in use. */
export async function peopleNow(
  q: Queryable,
  { licence, now }: Pick<Platform, 'licence' | 'now'>,
  ids: readonly string[],
): Promise<CurrentPerson[]> {
  if (!ids.length) return []
  const { rows } = await q.query<Row>(
    `select u.id, u.data, r.id as role_id, r.data as role, o.path from r_user u
     left join r_role r on r.id = u.data ->> 'role_id' left join org o on o.id = u.data ->> 'org_id' where u.id = any($1::text[])`,
    [[...new Set(ids)]],
  )
  const open = new Set((await licence.current()).standing.open)
  return rows
    .filter((r) => statusNow(r.data, now()) === 'normal')
    .map((r) => ({
      id: r.id,
      role_id: r.role_id ?? '',
      role_key: r.role?.key ?? '',
      is_admin: r.role?.is_admin === true,
      org_line: r.path?.split('/').filter((id) => id !== '') ?? [],
      ...access(screens, grantsOf(r.role), open),
    }))
}

/** Roles whose holders open one of these pages, those of administrators left out: who opens every page is meant by none of them. */
export async function rolesThatOpen(
  q: Queryable,
  { licence }: Pick<Platform, 'licence'>,
  pages: readonly ScreenName[],
): Promise<string[]> {
  const open = new Set((await licence.current()).standing.open)
  const { rows } = await q.query<{ id: string; data: NonNullable<Row['role']> }>(
    'select id, data from r_role order by id',
  )
  return rows.flatMap(({ id, data }) => {
    const { granted } = access(screens, grantsOf(data), open)
    return data.is_admin !== true && pages.some((page) => granted.has(page)) ? id : []
  })
}
