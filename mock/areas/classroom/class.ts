/** Classes as their keepers have them. */
import { classMachine, courseClass } from '#src/contract/classroom/class.ts'
import { classTeaching } from '#src/contract/classroom/screens.ts'
import { crud } from '#mock/crud/crud.ts'
import { holdsAnyScreen } from '#mock/crud/keeps.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Hooks, ResourceDocument } from '#mock/crud/hooks.ts'
import { type RowViewer, sharedWith } from '#mock/crud/ownership.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { crudContext, type CallerContext } from '#mock/crud/setting.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { CurrentPerson } from '../session/peopleNow.ts'
import { ableAmong, mayChange } from '../system/ablePeople.ts'
import { refuseDrafts } from '../course/course.ts'
import { leaveCourses, settleLater, settleMembers, withdrawIdle } from './members.ts'
import { courseNames } from './names.ts'
import { tellHours } from './tell.ts'

interface Figures {
  id: string
  members: number
  hours: number
  taught: number
  next_at: string | null
}
interface Facts {
  figures: ReadonlyMap<string, Figures>
  courses: Awaited<ReturnType<typeof courseNames>>
  teachers: Labels
  /** Classes that are shared with the caller for changing. */
  changes: ReadonlySet<string>
}

async function figuresOf(q: Queryable, ids: readonly string[], now: Date): Promise<Facts['figures']> {
  const { rows } = await q.query<Figures>(
    `select c.id, (select count(*)::integer from class_member m where m.class_id = c.id and m.left_at is null) as members,
       h.hours, h.taught, h.next_at
     from unnest($1::text[]) as c(id) left join lateral (
       select (count(*) filter (where cancelled_at is null))::integer as hours, (count(began_at))::integer as taught,
         min(starts_at) filter (where starts_at > $2 and cancelled_at is null and began_at is null) as next_at
       from class_hour where class_id = c.id) h on true`,
    [ids, now.toISOString()],
  )
  return new Map(rows.map((r) => [r.id, r]))
}

async function changedBy(q: Queryable, ids: readonly string[], who: RowViewer): Promise<ReadonlySet<string>> {
  const w = where()
  const shared = sharedWith(courseClass, who, 'change')(w.add)
  w.and(`t.id = any(${w.add(ids)}::text[])`)
  if (shared) w.and(`(${shared})`)
  const { rows } = await q.query<{ id: string }>(`select t.id from r_class t ${w.text()}`, w.params)
  return new Set(rows.map((r) => r.id))
}

export const teaches = (
  who: Pick<Caller, 'id'>,
  row: { teachers?: readonly string[]; assistants?: readonly string[] },
): boolean => [...(row.teachers ?? []), ...(row.assistants ?? [])].includes(who.id)

const isTeacher = (who: Pick<Caller, 'id'>, row: { teachers?: readonly string[] }): boolean =>
  (row.teachers ?? []).includes(who.id)

const along = [
  ['class_timetable', 'class_id'],
  ['class_hour', 'class_id'],
  ['class_member', 'class_id'],
] as const

/** A condition on people: their account is in use, and their role opens the pages on which classes are led. */
export const mayLead = mayChange(classTeaching)

const hooks: Hooks<'class', Facts> = {
  async facts(docs, { q, who, now }) {
    const ids = docs.map((d) => d.id)
    const named = (of: 'courses' | 'teachers') => [...new Set(docs.flatMap((d) => d.data[of] ?? []))]
    const [figures, courses, teachers, changes] = await Promise.all([
      figuresOf(q, ids, now),
      courseNames(q, named('courses')),
      labelsOf({ q }, 'user', named('teachers')),
      changedBy(q, ids, who),
    ])
    return { figures, courses, teachers, changes }
  },
  columns(doc, { figures, courses, teachers }) {
    const f = figures.get(doc.id)
    return {
      course_names: (doc.data.courses ?? []).flatMap((id) => {
        const course = courses.get(id)
        return course ? [{ name: course.name, language: course.language, translation: course.translation }] : []
      }),
      teacher_names: (doc.data.teachers ?? []).flatMap((id) => teachers.get(id) ?? []),
      members: f?.members ?? 0,
      hours: f?.hours ?? 0,
      next_at: f?.next_at ? new Date(f.next_at).toISOString() : null,
    }
  },
  starts: () => ({ status: 'planned' }),
  /** Who is newly named can lead it; nobody is taught out of somebody else's draft. */
  async check(data, before, { q, who }) {
    await refuseDrafts(q, who, { path: 'courses', ids: data.courses ?? [], had: before?.data.courses })
    const fields: FieldProblem[] = []
    for (const list of ['teachers', 'assistants'] as const) {
      const had = new Set(before?.data[list])
      const fresh = (data[list] ?? []).filter((id) => !had.has(id))
      const able = new Set(await ableAmong(q, fresh, mayLead))
      const names = fresh.length > able.size ? await labelsOf({ q }, 'user', fresh) : undefined
      for (const [n, id] of (data[list] ?? []).entries())
        if (!had.has(id) && !able.has(id))
          fields.push({ path: `${list}.${n}`, rule: 'cannot_lead', params: { name: names?.get(id) ?? '' } })
    }
    if (fields.length) throw new Fail('validation', { fields })
  },
  moves: { field: 'status', table: classMachine },
  async wrote(after, before, { q, platform, now, returns }) {
    if (!before && !returns)
      await q.query('insert into class_timetable (class_id, updated_at) values ($1, $2) on conflict do nothing', [
        after.id,
        now.toISOString(),
      ])
    // one that comes back has its members with what went along
    if (returns) return
    await settleMembers(q, platform, after.id)
    await settleLater(q, after.id, now)
  },
  async chosen(doc, { q, platform }) {
    await settleMembers(q, platform, doc.id)
    await tellHours(q, doc.id)
  },
  async back(after, _left, { q, platform, now }) {
    await settleMembers(q, platform, after.id)
    await settleLater(q, after.id, now)
  },
  refuse(action, row, { changes }, { who }) {
    if (action === 'plan') return changes.has(row.id) || isTeacher(who, row) ? undefined : 'not_shared'
    if (action === 'teach' || action === 'look')
      return changes.has(row.id) || teaches(who, row) ? undefined : 'not_shared'
    if ((action === 'update' || action === 'audience') && row.status === 'archived') return 'not_allowed_in_state'
    return undefined
  },
  tells: (code, row) =>
    code === 'not_allowed_in_state'
      ? { status: row.status }
      : code === 'not_shared'
        ? { owner: row.owner_name ?? '' }
        : undefined,
  /** What was taught stays on record: such a class is archived instead. */
  async unused(doc, { q, now }) {
    const n = (await figuresOf(q, [doc.id], now)).get(doc.id)?.taught ?? 0
    if (n) throw new Fail('class_taught', { n })
  },
  along,
  async removed(before, { q }) {
    await q.query('update class_member set left_at = coalesce(left_at, since) where class_id = $1', [before.id])
    await leaveCourses(q, before.id)
    await withdrawIdle(q, before.id, before.data.courses ?? [])
    for (const [table] of along) await q.query(`delete from ${table} where class_id = $1`, [before.id])
  },
  /** Who teaches a class sees it, whoever it belongs to. */
  shows:
    ({ who }) =>
    (add) => {
      const me = add([who.id])
      return `t.k_teachers && ${me}::text[] or t.k_assistants && ${me}::text[]`
    },
  audience: 'nobody',
}
const classes = crudContext('class', hooks)
export const classCrud = crud<'class', Facts>('class', hooks)
export const classDocs = documents('class')
export type ClassDocument = ResourceDocument<'class'>

/** Whether the caller leads the class, asked in one statement: what `allow` says with all that a row shows. */
export const leadsClass = async ({ q, who }: CallerContext, doc: ClassDocument): Promise<boolean> =>
  holdsAnyScreen(who.writable, classTeaching) &&
  (teaches(who, doc.data) || (await changedBy(q, [doc.id], who)).has(doc.id))

/** The same of its plan: its teachers, without its assistants. */
export const plansClass = async ({ q, who }: CallerContext, doc: ClassDocument): Promise<boolean> =>
  holdsAnyScreen(who.writable, classTeaching) &&
  (isTeacher(who, doc.data) || (await changedBy(q, [doc.id], who)).has(doc.id))
/** Of somebody whose call is over. */
export const leadsNow = async (q: Queryable, who: CurrentPerson, doc: ClassDocument): Promise<boolean> =>
  holdsAnyScreen(who.changes, classTeaching) &&
  (teaches(who, doc.data) || (await changedBy(q, [doc.id], who)).has(doc.id))

/** The class, when the caller sees it and may do this to it. Throws. */
export async function classFor(
  c: CallerContext,
  id: string,
  action: 'read' | 'look' | 'teach' | 'plan' | 'update',
  lock?: 'lock',
): Promise<ClassDocument> {
  const doc = await classes.see(c, id, lock)
  if (action !== 'read') await classes.rows.allow(action, doc, classes.at(c))
  return doc
}
/** The same for changing its hours: an archived class has no more. */
export async function livingClass(c: CallerContext, id: string): Promise<ClassDocument> {
  const doc = await classFor(c, id, 'plan', 'lock')
  if (doc.data.status === 'archived') throw new Fail('not_allowed_in_state', { status: 'archived' })
  return doc
}
