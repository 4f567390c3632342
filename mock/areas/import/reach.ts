/** Whom what is new by an import reaches: who is named, who of them cannot open it, and what is not practised yet. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { access } from '#src/contract/access.ts'
import { courseCatalogue } from '#src/contract/course/screens.ts'
import { exercisePage } from '#src/contract/practice/keep.ts'
import { banks, resourceOf } from '#src/contract/bank/question.ts'
import { resourceSpecOf } from '#mock/import/plan/may.ts'
import { type ScreenName, screens as allScreens } from '#src/contract/screens/index.ts'
import { kinds } from '#mock/crud/audience.ts'
import { labelsOf } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { audienceOf, shownTo } from '#mock/import/plan/audience.ts'
import { closedSets } from '#mock/import/plan/practice.ts'
import { rolesOf } from '../system/grants.ts'
import { packageFor } from './kinds.ts'
import { entriesOf, keysOf } from '#src/contract/lib/typed.ts'

/** Names that are told; the others are counted. */
const named = 5

/** Screens that show a row of the resource, to those who keep it and to those who practise it. */
function shows(resource: string): readonly ScreenName[] {
  const bank = banks.find((b) => resourceOf[b] === resource)
  return [
    ...(resource === 'course' ? courseCatalogue : resourceSpecOf(resource).read),
    ...(bank ? [exercisePage(bank)] : []),
  ]
}

interface Target {
  kind: (typeof kinds)[keyof typeof kinds]
  id: string
  name: string
}
const key = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind} ${id}`

/** Ids of the roles that the people of each target hold. */
async function rolesBy(q: Queryable, { orgs, roles, teams, users }: Audience): Promise<Map<string, Set<string>>> {
  const { rows } = await q.query<{ kind: Target['kind']; id: string; role: string }>(
    `select 'role' as kind, w.id, w.id as role from unnest($1::text[]) w(id)
     union select 'user', u.id, u.k_role_id from r_user u where u.id = any($2::text[])
     union select 'team', m.id, u.k_role_id from r_team m join r_user u on u.id = any(m.k_member_ids) where m.id = any($3::text[])
     union select 'org', w.id, u.k_role_id from unnest($4::text[]) w(id) join org o on strpos(o.path, '/' || w.id || '/') > 0
       join r_user u on u.k_org_id = o.id`,
    [roles, users, teams, orgs],
  )
  const out = new Map<string, Set<string>>()
  for (const r of rows) out.set(key(r), (out.get(key(r)) ?? new Set()).add(r.role))
  return out
}

/** Those of the targets nobody of whom has a screen that shows one of these rows. */
async function blind(q: Queryable, targets: readonly Target[], chosen: Audience, of: readonly string[]) {
  const held = await rolesBy(q, chosen)
  const roles = await rolesOf(
    q,
    [...held.values()].flatMap((ids) => [...ids]),
  )
  const screens = new Set(of.flatMap(shows))
  const opens = new Set(
    [...roles.values()]
      .filter((r) => [...access(allScreens, r.grants).granted].some((s) => screens.has(s)))
      .map((r) => r.id),
  )
  return targets.filter((t) => {
    const ids = [...(held.get(key(t)) ?? [])]
    return ids.length > 0 && !ids.some((id) => opens.has(id))
  })
}

export const reachHandlers = area({
  'GET /imports/:id/reach': async ({ q, params, query, who }) => {
    const p = await packageFor(q, params.id, who)
    const usual = audienceOf(p)
    if (!usual) throw new Fail('not_allowed_in_state', { state: p.state, action: 'audience' })
    const asked = keysOf(kinds).some((list) => query[list] !== undefined)
    const { orgs = [], roles = [], teams = [], users = [] } = query
    const chosen = asked ? { all: false, orgs, roles, teams, users } : usual
    const targets: Target[] = []
    for (const [list, kind] of entriesOf(kinds))
      for (const [id, name] of await labelsOf({ q }, kind, chosen[list])) targets.push({ kind, id, name })
    const unseen = chosen.all ? [] : await blind(q, targets, chosen, shownTo(p))
    return {
      names: targets.slice(0, named),
      total: targets.length,
      blind: unseen.slice(0, named),
      blind_total: unseen.length,
      closed: (await closedSets(q, p)).slice(0, named),
    }
  },
})
