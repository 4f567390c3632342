/** The codes imported people begin with: made when they are asked for and told once, so that none is ever kept in the open. */
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { issueFirstCodes } from '../session/codes.ts'
import { noPassword } from '../session/account.ts'
import { mayGive } from '../system/authority.ts'
import { rolesOf } from '../system/grants.ts'
import { packageFor } from './kinds.ts'
import { resourcesClosedTo, shownPackage } from './present.ts'

/** Who fetched them, as the audit trail has it. */
async function fetchedBy(q: Queryable, id: string): Promise<string> {
  const { rows } = await q.query<{ username: string }>(
    `select username from audit where entity = 'import' and entity_id = $1 and action = 'import.codes' and result = 'done'
     order by seq desc limit 1`,
    [id],
  )
  return `@${rows[0]?.username ?? '?'}`
}

export const codeHandlers = area({
  'POST /imports/:id/codes': async ({ q, params, body, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    if (resourcesClosedTo(p, who).length) throw new Fail('no_operation_permission')
    if (p.state === 'applied' && p.handed_out_at !== null)
      throw new Fail('codes_fetched', { at: p.handed_out_at, by: await fetchedBy(q, p.id) })
    if (p.kind !== 'users' || p.state !== 'applied')
      throw new Fail('not_allowed_in_state', { state: p.state, action: 'codes' })
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    const { rows: people } = await q.query<{ id: string; username: string; name: string; role_id: string }>(
      `select u.id, u.data->>'role_id' as role_id, u.data->>'username' as username, u.data->>'name' as name
       from import_row i join r_user u on u.id = i.target_id join account a on a.user_id = u.id
       where i.package_id = $1 and i.verdict = 'new' and i.choice = 'take' and a.hash = $2 order by i.n`,
      [p.id, noPassword],
    )
    // somebody may have become more since he was imported
    const roles = await rolesOf(
      q,
      people.map((r) => r.role_id),
    )
    const rows = people.filter((r) => mayGive(roles.get(r.role_id), who))
    const { codes, expires_at } = await issueFirstCodes(
      q,
      platform,
      rows.map((r) => r.id),
    )
    await q.query('update import_package set handed_out_at = $2, version = version + 1 where id = $1', [
      p.id,
      platform.now().toISOString(),
    ])
    audit({ entity: 'import', id: p.id, details: { people: rows.length, expires_at } })
    return { items: rows.map(({ id, username, name }) => ({ username, name, code: codes.get(id) ?? '' })), expires_at }
  },
})
