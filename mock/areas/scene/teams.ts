/** Scenes that are shared with teams: who is in them follows the team. */
import type { Queryable } from '#mock/db/db.ts'
import { publishSceneChange, wake } from './write.ts'

/** After the members of a team changed: whoever left it leaves its scenes, unless he is in them by himself or by another team. */
export async function followTeam(q: Queryable, team: string, members: readonly string[]): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `select id from scene where status <> 'deleted' and team_ids @> to_jsonb(array[$1::text]) order by id for update`,
    [team],
  )
  if (!rows.length) return
  const ids = rows.map((r) => r.id)
  await q.query(
    `delete from scene_person p using scene s
     where p.scene_id = s.id and s.id = any($1::text[]) and p.part = 'member' and not p.user_id = any($3::text[])
       and not s.member_ids @> to_jsonb(array[p.user_id])
       and not exists (select 1 from r_team t where t.id <> $2 and s.team_ids @> to_jsonb(array[t.id::text])
         and t.k_member_ids && array[p.user_id]::text[])`,
    [ids, team, [...members]],
  )
  await q.query(
    `insert into scene_person (scene_id, user_id, part)
     select s, u, 'member' from unnest($1::text[]) s cross join unnest($2::text[]) u on conflict do nothing`,
    [ids, [...members]],
  )
  for (const id of ids) await publishSceneChange(q, { id })
  await wake(q)
}
