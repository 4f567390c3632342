/**
 * Who marks what is done in a course. All of it: whoever may change the course or lectures in it. What the members of a class do while they are in
 * it: its teachers and assistants, of themselves nothing. Publishing, weights and sets stay with whoever may change the course.
 */
import { resources } from '#src/contract/resources.ts'
import { seenText, sharedWith } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'

export const courseRows = tableOf('course')
const classRows = tableOf('class')

/** A condition on a course `t`: all of it is theirs to mark. */
export const looksAfter = (who: Caller, add: Add): string =>
  `((${sharedWith(resources.course.line, who, 'change')(add) ?? 'true'}) or t.data->'lecturers' @> jsonb_build_array(${add(who.id)}::text))`

const leads = (me: string): string => `(k.k_teachers || k.k_assistants) && array[${me}]::text[]`
/** A condition on a class by its id: it is theirs to teach. */
export const isOwnClass = (who: Pick<Caller, 'id'>, add: Add, id: string): string =>
  `exists (select 1 from ${classRows} k where k.id = ${id} and ${leads(add(who.id))})`
/** On a course `t`: some of it is theirs to mark. */
export const marksCourse = (who: Caller, add: Add): string =>
  `(${looksAfter(who, add)} or exists (select 1 from ${classRows} k where k.k_courses && array[t.id]::text[] and ${leads(add(who.id))}))`

/** What somebody did, in SQL. Without an instant: the person themselves. */
export interface DoneWork {
  course: string
  user: string
  at?: string
}
/** A condition on work: it was done in a class that the caller teaches. */
export function doneInOwnClass(who: Pick<Caller, 'id'>, add: Add, { course, user, at }: DoneWork): string {
  const me = add(who.id)
  const then =
    at === undefined
      ? ''
      : ` and km.since <= ${at} and (k.k_status not in ('ended', 'archived') or ${at} <= k.updated_at)`
  return `(${user} <> ${me} and exists (select 1 from class_member km join ${classRows} k on k.id = km.class_id
    where km.user_id = ${user} and km.left_at is null and k.k_courses && array[${course}]::text[] and ${leads(me)}${then}))`
}
/** A condition on work: the caller marks it. */
export const marksWork = (who: Caller, add: Add, work: DoneWork): string =>
  `(${work.course} in (select t.id from ${courseRows} t where ${looksAfter(who, add)}) or ${doneInOwnClass(who, add, work)})`

/** A condition on a class `t`. */
const seesClass = (who: Caller, add: Add): string =>
  `(${seenText(resources.class.line, who, add)} or (t.k_teachers || t.k_assistants) && array[${add(who.id)}]::text[])`
/** A condition on work: by a member of this class, as far as the caller sees it and it teaches the course. */
export const doneInClass = (who: Caller, add: Add, id: string, { course, user }: DoneWork): string =>
  `exists (select 1 from class_member km join ${classRows} t on t.id = km.class_id where t.id = ${add(id)} and km.user_id = ${user}
    and km.left_at is null and t.k_courses && array[${course}]::text[] and ${seesClass(who, add)})`

/** A condition on a course `t`: this class teaches it, as far as the caller sees it. */
export const isTaughtIn = (who: Caller, add: Add, id: string): string =>
  `t.id in (select unnest(t.k_courses) from ${classRows} t where t.id = ${add(id)} and ${seesClass(who, add)})`

export interface ClassName {
  id: string
  name: string
}
/** Classes in which people are taught a course, as far as the caller sees them. */
export async function classesOf(
  q: Queryable,
  who: Caller,
  pairs: readonly { course: string; user: string }[],
): Promise<(course: string, user: string) => ClassName[]> {
  if (!pairs.length) return () => []
  const params: unknown[] = []
  const add = (value: unknown) => `$${params.push(value)}`
  const { rows } = await q.query<ClassName & { course: string; user_id: string }>(
    `select p.course, p."user" as user_id, t.id, t.data->>'name' as name
     from (select distinct course, "user" from jsonb_to_recordset(${add(JSON.stringify(pairs))}::jsonb) as p(course text, "user" text)) p
       join class_member m on m.user_id = p."user" and m.left_at is null
       join ${classRows} t on t.id = m.class_id and t.k_courses && array[p.course]::text[]
     where ${seesClass(who, add)} order by t.k_name, t.id`,
    params,
  )
  const by = new Map<string, ClassName[]>()
  for (const { course, user_id, id, name } of rows) {
    const at = `${course} ${user_id}`
    by.set(at, [...(by.get(at) ?? []), { id, name }])
  }
  return (course, user) => by.get(`${course} ${user}`) ?? []
}
/** Classes that teach any of these courses, as far as the caller sees them. */
export async function classesTeaching(q: Queryable, who: Caller, courses: readonly string[]): Promise<ClassName[]> {
  if (!courses.length) return []
  const params: unknown[] = []
  const add = (value: unknown) => `$${params.push(value)}`
  const { rows } = await q.query<ClassName>(
    `select t.id, t.data->>'name' as name from ${classRows} t
     where t.k_courses && ${add([...courses])}::text[] and t.k_status <> 'planned' and ${seesClass(who, add)} order by t.k_name, t.id limit 200`,
    params,
  )
  return rows
}
