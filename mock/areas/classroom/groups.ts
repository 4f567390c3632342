/** Groups of a class, kept from hour to hour. */
import { randomGroups } from '#src/contract/classroom/groups.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { livingClass } from './class.ts'
import { membersOfClass } from './plan.ts'
import { membersAmong } from './run.ts'
import { tellHours } from './tell.ts'

export const writeGroups: Handler<'PUT /classes/:id/groups'> = async (c) => {
  const { q, platform, params, body } = c
  const doc = await livingClass(c, params.id)
  // those of an hour that goes on share machines by them
  const { rows } = await q.query(
    `select 1 from class_scene s join class_hour h on h.id = s.hour_id left join scene x on x.id = s.scene_id
     where h.class_id = $1 and h.scene_plan = 'groups' and h.ended_at is null and s.problem is null
       and (x.id is null or not x.status in ('complete', 'deleting', 'deleted')) limit 1`,
    [doc.id],
  )
  if (rows.length) throw new Fail('not_allowed_in_state', { action: 'groups' })
  const random = () => platform.random(4).readUInt32BE(0) / 2 ** 32
  const chosen =
    'size' in body
      ? randomGroups(await membersOfClass(q, doc.id), body.size, random).flatMap((g, n) =>
          g.map((m) => ({ user_id: m.user_id, group: n + 1 })),
        )
      : body.groups
  await membersAmong(
    q,
    doc.id,
    chosen.map((g) => g.user_id),
  )
  await q.query(
    `update class_member m set group_no = g.group_no from jsonb_to_recordset($2::jsonb) as g(user_id text, group_no integer)
     where m.class_id = $1 and m.user_id = g.user_id`,
    [doc.id, JSON.stringify(chosen.map((g) => ({ user_id: g.user_id, group_no: g.group })))],
  )
  const { rows: counted } = await q.query<{ n: number }>(
    'select count(distinct group_no)::integer as n from class_member where class_id = $1 and left_at is null',
    [doc.id],
  )
  await tellHours(q, doc.id)
  c.audit({ entity: 'class', id: doc.id, details: { count: chosen.length, n: counted[0]?.n ?? 0 } })
  return { groups: counted[0]?.n ?? 0 }
}
