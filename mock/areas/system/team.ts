/** Teams. The first of the members leads; whoever is removed leaves his teams, and the next one leads. */
import { limits } from '#src/contract/limits.ts'
import { crud } from '#mock/crud/crud.ts'
import { type DataOf, documents, type Hand, type StoredDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { notify } from '../notice/notify.ts'
import { followTeam } from '../scene/teams.ts'
import { orgNames } from './orgs.ts'

const users = documents('user')
const teams = documents('team')
/** Members whose pictures a list shows. */
const facesShown = 5

interface Facts {
  users: ReadonlyMap<string, StoredDocument<DataOf<'user'>>>
  orgs: ReadonlyMap<string, string>
}

export const team = crud<'team', Facts>('team', {
  async facts(docs, { q }) {
    const first = docs.flatMap((d) => d.data.member_ids?.slice(0, facesShown) ?? [])
    const [known, orgs] = await Promise.all([
      users.byIds(q, [...new Set(first)]),
      orgNames(
        q,
        docs.map((d) => d.data.org_id),
      ),
    ])
    return { users: known, orgs }
  },
  along: [
    ['audience', 'target'],
    ['contest_team', 'team_id'],
  ],
  /** Whoever is a member now and was none before hears of it. */
  async wrote(after, before, { q, who, platform, returns }) {
    const were = new Set((returns ? after : before)?.data.member_ids ?? [])
    await followTeam(q, after.id, after.data.member_ids ?? [])
    const to = (after.data.member_ids ?? []).filter((id) => !were.has(id) && id !== who.id)
    if (to.length) await notify(q, platform, { to, kind: 'team_added', params: { team: after.data.name ?? '' } })
  },
  async removed(before, { q }) {
    await q.query(`delete from audience where kind = 'team' and target = $1`, [before.id])
    await q.query('delete from contest_team where team_id = $1', [before.id])
  },
  columns({ data }, { users: known, orgs }) {
    const ids = data.member_ids ?? []
    return {
      org_name: orgs.get(data.org_id ?? '') ?? '',
      leader_id: ids[0] ?? null,
      leader_name: known.get(ids[0] ?? '')?.data.name ?? '',
      member_count: ids.length,
      faces: ids.slice(0, facesShown).flatMap((id) => {
        const user = known.get(id)
        return user ? [{ id, name: user.data.name ?? '', avatar: user.data.avatar ?? '' }] : []
      }),
    }
  },
})

/** Takes somebody who is being removed out of every team. */
export async function leaveTeams(q: Queryable, userId: string, hand: Hand): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `select id from ${teams.table} where k_member_ids && array[$1]::text[] order by id for update`,
    [userId],
  )
  for (const { id } of rows) {
    const doc = await teams.get(q, id)
    if (!doc) continue
    const member_ids = doc.data.member_ids?.filter((m) => m !== userId) ?? []
    await teams.update(q, doc, { ...doc.data, member_ids }, hand)
    await followTeam(q, id, member_ids)
  }
}

/** Where somebody stands in a team, 0 for who leads it. */
export interface TeamPlace {
  team: string
  place: number
}
export const teamsOf = async (q: Queryable, userId: string): Promise<TeamPlace[]> =>
  (
    await q.query<TeamPlace>(
      `select id as team, array_position(k_member_ids, $1::text) - 1 as place from ${teams.table}
       where k_member_ids && array[$1]::text[] order by id`,
      [userId],
    )
  ).rows

/** Puts somebody who comes back where he stood, in those of his teams that are still there and have room. */
export async function joinTeams(q: Queryable, userId: string, places: readonly TeamPlace[], hand: Hand): Promise<void> {
  for (const { team: id, place } of places) {
    const doc = await teams.lock(q, id)
    const members = doc?.data.member_ids ?? []
    if (!doc || members.includes(userId) || members.length >= limits.teamMembers) continue
    const member_ids = members.toSpliced(place, 0, userId)
    await teams.update(q, doc, { ...doc.data, member_ids }, hand)
    await followTeam(q, id, member_ids)
  }
}
