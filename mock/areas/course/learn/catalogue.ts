/** Finding courses, and those the caller learns in. */
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { branchOf, setTree } from '#mock/crud/tree.ts'
import { where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { courseCards } from './cards.ts'
import { isFound, withOutline } from './seen.ts'

export const listCatalogue: Handler<'GET /learning/courses'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const w = where()
  const me = w.add(who.id)
  w.and(isFound(who, now, w.add))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  if (query.direction_id) {
    const tree = await setTree(q, 'direction')
    w.and(`t.k_direction_id = any(${w.add(query.direction_id.flatMap((id) => [...branchOf(tree, id)]))}::text[])`)
  }
  if (query.difficulty) w.and(`t.k_difficulty = any(${w.add(query.difficulty)}::text[])`)
  if (query.kind) w.and(`t.k_kind = any(${w.add(query.kind)}::text[])`)
  if (query.state) w.and(`coalesce(m.state, 'none') = any(${w.add(query.state)}::text[])`)
  const { rows, ...rest } = await paged<{ id: string }>(q, {
    select: 't.id',
    from: `${withOutline} left join course_member m on m.course_id = t.id and m.user_id = ${me}`,
    w,
    order: `coalesce(m.state = 'learning', false) desc, t.k_name, t.id`,
    query,
    owner: who.id,
  })
  const ids = rows.map((r) => r.id)
  return { items: await courseCards(q, who, ids, now), ...rest }
}

export const listMine: Handler<'GET /learning/mine'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const w = where()
  w.and(`m.user_id = ${w.add(who.id)}`)
  w.and(`m.state = any(${w.add(query.state ?? ['learning', 'completed'])}::text[])`)
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<{ id: string }>(q, {
    select: 't.id',
    from: `course_member m join ${withOutline} on t.id = m.course_id`,
    w,
    order: 'coalesce(m.last_at, m.since) desc, t.id',
    query,
    owner: who.id,
  })
  const ids = rows.map((r) => r.id)
  return { items: await courseCards(q, who, ids, now), ...rest }
}

export const listDirections: Handler<'GET /learning/directions'> = async ({ q, who, platform }) => {
  const w = where()
  w.and(isFound(who, platform.now(), w.add))
  const [{ rows }, tree] = await Promise.all([
    q.query<{ id: string; n: number }>(
      `select t.k_direction_id as id, count(*)::integer as n from ${withOutline} ${w.text()} group by 1`,
      w.params,
    ),
    setTree(q, 'direction'),
  ])
  const sums = new Map<string, number>()
  for (const { id, n } of rows) for (const above of tree.line(id)) sums.set(above, (sums.get(above) ?? 0) + n)
  return {
    items: tree.ordered.flatMap(({ id, name, parent_id }) => {
      const n = sums.get(id)
      return n === undefined ? [] : [{ id, name, parent_id, n }]
    }),
  }
}
