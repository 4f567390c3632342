/** Finding courses, and those the caller learns in. */
import { lengthBounds } from '#src/contract/course/learn.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { resources } from '#src/contract/resources.ts'
import { paged } from '#mock/crud/paged.ts'
import { roughTotalOf } from '#mock/crud/total.ts'
import { branchOf, setTree } from '#mock/crud/tree.ts'
import { orderBy, where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { courseCards } from './cards.ts'
import { isFound, isGiven, withOutline } from './seen.ts'

const byName = orderBy(resources.course.line, 'name')
/** Courses that somebody learns in at once: more of them stand among the others. */
const mostLearned = 1000
/** The same for as long as it is shown to nobody else: an instant of its own would have every count made again. */
const wholeMinute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)
/** How long a course `o` is by the edition that is shown. */
const hoursSql = `(select coalesce(sum(coalesce((l->>'theory')::double precision, 0) + coalesce((l->>'experiment')::double precision, 0)), 0)
  from jsonb_path_query(o.published, '$.chapters[*].lessons[*]') l)`
const lengthSql = `(select case when h <= ${lengthBounds.short} then 'short' when h <= ${lengthBounds.middle} then 'middle' else 'long' end from (select ${hoursSql} as h) x)`

export const listCatalogue: Handler<'GET /learning/courses'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const tree = query.direction_id && (await setTree(q, 'direction'))
  const asked = (at: Date) => {
    const w = where()
    const me = w.add(who.id)
    w.and(isFound(who, at, w.add))
    if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
    if (tree)
      w.and(
        `t.k_direction_id = any(${w.add((query.direction_id ?? []).flatMap((id) => [...branchOf(tree, id)]))}::text[])`,
      )
    if (query.difficulty) w.and(`t.k_difficulty = any(${w.add(query.difficulty)}::text[])`)
    if (query.kind) w.and(`t.k_kind = any(${w.add(query.kind)}::text[])`)
    if (query.hours) w.and(`${lengthSql} = any(${w.add(query.hours)}::text[])`)
    if (query.state) w.and(`coalesce(m.state, 'none') = any(${w.add(query.state)}::text[])`)
    return { w, from: `${withOutline} left join course_member m on m.course_id = t.id and m.user_id = ${me}` }
  }
  const { w, from } = asked(now)
  const counted = asked(wholeMinute(now))
  const { page, page_size } = query
  const part = async (which: string, limit: number, offset: number, ...more: unknown[]) => {
    const n = w.params.length + more.length
    const { rows } = await q.query<{ id: string }>(
      `select t.id from ${from} ${w.text()} and ${which} order by ${byName} limit $${n + 1} offset $${n + 2}`,
      [...w.params, ...more, limit, offset],
    )
    return rows.map((r) => r.id)
  }
  const start = (page - 1) * page_size
  const mine = await part(`m.state = 'learning'`, mostLearned, 0)
  const ids = mine.slice(start, start + page_size)
  if (ids.length < page_size) {
    // one sort over both would look at every course: without theirs, the others follow the index of names
    const rest = `t.id <> all($${w.params.length + 1}::text[])`
    ids.push(...(await part(rest, page_size - ids.length, Math.max(0, start - mine.length), mine)))
  }
  // a page that is not full says how many there are
  const counts = ids.length === page_size || (ids.length === 0 && start > 0)
  const [items, total] = await Promise.all([
    courseCards(q, who, ids, now),
    counts ? roughTotalOf(q, `from ${counted.from}`, counted.w, who.id) : start + ids.length,
  ])
  return { items, total, page, page_size }
}

export const listMine: Handler<'GET /learning/mine'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const w = where()
  const me = w.add(who.id)
  const states = `m.state = any(${w.add(query.state ?? ['learning', 'completed'])}::text[])`
  // what was given to them by name and stands in no catalogue of theirs is found here until they join it
  const given = () => `(m.user_id is null and ${isGiven(who, now, w.add)} and not ${isFound(who, now, w.add)})`
  w.and(
    `t.id in (select course_id from course_member where user_id = ${me}
       union all select entity_id from audience where resource = 'course' and kind = 'user' and target = ${me})`,
  )
  w.and(query.state ? states : `(${states} or ${given()})`)
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<{ id: string }>(q, {
    select: 't.id',
    from: `${withOutline} left join course_member m on m.course_id = t.id and m.user_id = ${me}`,
    w,
    order: 'coalesce(m.last_at, m.since) desc nulls first, t.id',
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
