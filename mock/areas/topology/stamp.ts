/** Stamps: everybody's own, seen and used by nobody else. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { type TopologyStamp, stampLimits } from '#src/contract/topology/stamp.routes.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

type Row = Omit<TopologyStamp, 'document'> & { document: string }
const shown = (row: Row): TopologyStamp => ({ ...row, document: ownJson<TopologyDocument>(row.document) })

export const stampHandlers = area({
  async 'GET /stamps'({ q, who }) {
    const { rows } = await q.query<Row>(
      'select id, name, document, created_at from stamp where user_id = $1 order by id desc',
      [who.id],
    )
    return { items: rows.map(shown) }
  },
  async 'POST /stamps'({ q, who, body, platform, audit }) {
    // one person's stamps are kept one after the other: those kept at once would each be counted without the others
    await q.query('select 1 as one from account where user_id = $1 for update', [who.id])
    const { rows } = await q.query<{ n: number }>('select count(*) as n from stamp where user_id = $1', [who.id])
    if (Number(rows[0]?.n ?? 0) >= stampLimits.most) throw new Fail('too_many_stamps', { max: stampLimits.most })
    const stamp: TopologyStamp = { id: platform.newId(), ...body, created_at: platform.now().toISOString() }
    await q.query('insert into stamp (id, user_id, name, document, created_at) values ($1, $2, $3, $4, $5)', [
      stamp.id,
      who.id,
      stamp.name,
      JSON.stringify(stamp.document),
      stamp.created_at,
    ])
    audit({ entity: 'stamp', id: stamp.id, after: { name: stamp.name, nodes: stamp.document.nodes.length } })
    return stamp
  },
  async 'DELETE /stamps/:id'({ q, who, params, audit }) {
    const { rows } = await q.query<{ name: string }>(
      'delete from stamp where id = $1 and user_id = $2 returning name',
      [params.id, who.id],
    )
    const [gone] = rows
    if (!gone) throw new Fail('not_found')
    audit({ entity: 'stamp', id: params.id, before: { name: gone.name } })
    return { id: params.id }
  },
})
