/**
 * Who publishes what. Administrators announce to everybody; whoever else holds the screen announces to his own organisation and those
 * below it, and keeps what is his own or addressed to nobody beyond them.
 */
import { announcementTargets } from '#src/contract/notice/announcement.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { orgsInTreeOrder } from '../system/orgs.ts'
import { type StoredAnnouncement, announcementAudience } from './audience.ts'

/** Path of the caller's organisation: those below it begin with it. */
const ownPath = (who: Caller): string | undefined => (who.org_line.length ? `/${who.org_line.join('/')}/` : undefined)

/** Announcements the caller keeps. */
export const keptBy =
  (who: Caller): Scope =>
  (add) => {
    if (who.is_admin) return undefined
    const path = ownPath(who)
    const within = path
      ? ` or (t.k_target = 'orgs' and t.k_org_ids <@ array(select id from org where path like ${add(`${path}%`)}))`
      : ''
    return `t.created_by = ${add(who.id)}${within}`
  }

/** What the caller may not announce to. */
export async function announcementTargetProblems(
  q: Queryable,
  who: Caller,
  a: StoredAnnouncement,
): Promise<FieldProblem[]> {
  const { target, org_ids } = announcementAudience(a)
  if (who.is_admin) return []
  if (target !== 'orgs') return [{ path: 'target', rule: 'target_not_yours' }]
  const { rows } = await q.query<{ id: string }>('select id from org where id = any($1::text[]) and path like $2', [
    org_ids,
    `${ownPath(who) ?? ' '}%`,
  ])
  const own = new Set(rows.map((r) => r.id))
  return org_ids.flatMap((id, n) => (own.has(id) ? [] : [{ path: `org_ids.${n}`, rule: 'org_not_yours' }]))
}

export async function announcementReach(q: Queryable, who: Caller) {
  // as many as will be addressed
  const tree = await orgsInTreeOrder(q, { open: true })
  if (who.is_admin) return { targets: [...announcementTargets], orgs: tree }
  if (!who.org_id) return { targets: [], orgs: [] }
  const below = new Set([who.org_id])
  const orgs = tree.filter((o) => {
    const inside = below.has(o.id) || (o.parent_id !== null && below.has(o.parent_id))
    if (inside) below.add(o.id)
    return inside
  })
  return { targets: ['orgs' as const], orgs: orgs.map((o) => (o.id === who.org_id ? { ...o, parent_id: null } : o)) }
}
