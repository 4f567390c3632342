/** Courses as their keepers have them. */
import { course as courseLine, courseMachine } from '#src/contract/course/course.ts'
import { sectionsOf } from '#src/contract/course/outline.ts'
import { limits } from '#src/contract/limits.ts'
import { crud } from '#mock/crud/crud.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { changeableAmong, sharedWith } from '#mock/crud/ownership.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { crudContext, rowAuditState } from '#mock/crud/setting.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import { inNodes } from '#mock/crud/tree.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { readAudience } from '#mock/crud/audience.ts'
import { namesOf } from '../bank/banks.ts'
import { notify } from '../notice/notify.ts'
import { copyPicture } from '../picture/hold.ts'
import { holdTextPictures, picturesIn, releasePictures } from '../bank/pictures.ts'
import { directions } from './direction.ts'
import { keepDraft, noteQuestions, storedOutline } from './store.ts'
import { finding, forgetFinders } from './finders.ts'
import { lookAtLearners } from './lab/lookAgain.ts'
import { copyCourseFiles, holdFilesAgain, letFilesGo } from './media/hold.ts'

interface Figures {
  id: string
  lessons: number
  theory: number
  experiment: number
  empty: number
  changed: boolean
  published_at: string | null
  members: number
  requests: number
  /** Somebody finds it in the catalogue; somebody may take it. */
  found: boolean
  authorised: boolean
}
interface Facts {
  directions: Labels
  people: ReadonlyMap<string, string>
  figures: ReadonlyMap<string, Figures>
  /** Those the caller may change. */
  mine: ReadonlySet<string>
}

async function figuresOfMany(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await q.query<Figures>(
    `select o.course_id as id, o.lessons, o.theory, o.experiment, o.empty, o.changed, o.published_at,
       (select count(*)::integer from course_member m where m.course_id = o.course_id and m.state <> 'withdrawn') as members,
       (select count(*)::integer from course_request r where r.course_id = o.course_id and r.state = 'waiting') as requests,
       o.visible_all or exists (select 1 from audience a where a.resource = '${finding}' and a.entity_id = o.course_id) as found,
       t.open or exists (select 1 from audience a where a.resource = 'course' and a.entity_id = o.course_id) as authorised
     from course_outline o join r_course t on t.id = o.course_id where o.course_id = any($1::text[])`,
    [ids],
  )
  return new Map(rows.map((r) => [r.id, r]))
}

const turn = 727160
/** Courses to have learnt before, and those before them: a course is not among them. */
async function refuseCircle(q: Queryable, id: string, before: readonly string[]): Promise<void> {
  // two changes at once could make a circle that neither of them sees
  await q.query('select pg_advisory_xact_lock($1)', [turn])
  const table = tableOf('course')
  const { rows } = await q.query<{ first: string }>(
    `with recursive line as (
       select id as first, id from unnest($1::text[]) as id
       union select l.first, p from line l join ${table} t on t.id = l.id cross join jsonb_array_elements_text(t.data->'prerequisites') p)
     select distinct first from line where id = $2`,
    [before, id],
  )
  if (!rows.length) return
  const circle = new Set(rows.map((r) => r.first))
  throw new Fail('validation', {
    fields: before.flatMap((p, n) =>
      circle.has(p) ? [{ path: `prerequisites.${n}`, rule: 'prerequisite_circle' }] : [],
    ),
  })
}

export const belongings = [
  'course_outline',
  'course_content',
  'course_question',
  'course_drawing',
  'course_practice_set',
  'course_import',
  'course_request',
] as const

const learnersOf = async (q: Queryable, id: string): Promise<number> =>
  (await q.query<{ n: number }>('select count(*)::integer as n from course_member where course_id = $1', [id])).rows[0]
    ?.n ?? 0

/** Condition on a course `t`: a draft is there to be named for those alone who may change it. */
export const notOthersDraft = (who: Caller, add: (value: unknown) => string): string =>
  `(t.k_status <> 'draft' or (${sharedWith(courseLine, who, 'change')(add) ?? 'true'}))`

/** Throws on courses that are newly named and are somebody else's drafts. */
export async function refuseDrafts(
  q: Queryable,
  who: Caller,
  { path, ids, had = [] }: { path: string; ids: readonly string[]; had?: readonly string[] | undefined },
): Promise<void> {
  const fresh = ids.filter((id) => !had.includes(id))
  if (!fresh.length) return
  const w = where()
  w.and(`t.id = any(${w.add(fresh)}::text[]) and not ${notOthersDraft(who, w.add)}`)
  const { rows } = await q.query<{ id: string }>(`select t.id from ${tableOf('course')} t ${w.text()}`, w.params)
  const drafts = new Set(rows.map((r) => r.id))
  const fields = ids.flatMap((id, n) => (drafts.has(id) ? [{ path: `${path}.${n}`, rule: 'course_draft' }] : []))
  if (fields.length) throw new Fail('validation', { fields })
}

/** Whoever was let in by name hears of it. */
export async function tellGiven(
  q: Queryable,
  platform: Platform,
  { id, data }: { id: string; data: { name?: string } },
  to: readonly string[],
): Promise<void> {
  if (!to.length) return
  await notify(q, platform, {
    to: [...to],
    kind: 'course_opened',
    params: { course: data.name ?? '' },
    link: { screen: 'course-detail', params: { resource_id: id } },
  })
  await publish(q, 'courses', { users: [...to] })
}

const hooks: Hooks<'course', Facts> = {
  async facts(docs, at) {
    const [of, people, figures, mine] = await Promise.all([
      labelsOf(
        at,
        'direction',
        docs.map((d) => d.data.direction_id),
      ),
      namesOf(
        at.q,
        docs.map((d) => d.updated_by),
      ),
      figuresOfMany(
        at.q,
        docs.map((d) => d.id),
      ),
      changeableAmong(at.q, courseLine, docs, at.who),
    ])
    return { directions: of, people, figures, mine }
  },
  columns(doc, facts) {
    const f = facts.figures.get(doc.id)
    return {
      direction_name: facts.directions.get(doc.data.direction_id ?? '') ?? '',
      lessons: f?.lessons ?? 0,
      theory_hours: f?.theory ?? 0,
      experiment_hours: f?.experiment ?? 0,
      members: f?.members ?? 0,
      requests: f?.requests ?? 0,
      published_at: f?.published_at ? new Date(f.published_at).toISOString() : null,
      changed: f?.changed ?? false,
      updated_by_name: facts.people.get(doc.updated_by) ?? '',
    }
  },
  filters: () => ({ direction_id: (values, add) => inNodes(directions, values, add) }),
  starts: () => ({ status: 'draft' }),
  // nobody learns in what is archived, nor is it taught
  offered:
    ({ who }) =>
    (add) =>
      `t.k_status <> 'archived' and ${notOthersDraft(who, add)}`,
  moves: { field: 'status', table: courseMachine },
  async check(data, before, { q, who }) {
    const wanted = data.prerequisites ?? []
    await refuseDrafts(q, who, { path: 'prerequisites', ids: wanted, had: before?.data.prerequisites })
    if (before && wanted.length && String(wanted) !== String(before.data.prerequisites ?? []))
      await refuseCircle(q, before.id, wanted)
  },
  async wrote(after, before, { q, now }) {
    await holdTextPictures(q, after.data, { at: now })
    if (before) await lookAtLearners(q)
    if (!before)
      await q.query('insert into course_outline (course_id, updated_at) values ($1, $2) on conflict do nothing', [
        after.id,
        now.toISOString(),
      ])
  },
  async chosen(doc, { q, platform, who }, before) {
    await lookAtLearners(q)
    if (doc.data.status !== 'published') return
    const { users } = await readAudience(q, 'course', doc)
    const fresh = users.filter((id) => id !== who.id && !before.users.includes(id))
    if (!before.all) await tellGiven(q, platform, doc, fresh)
  },
  refuse(action, row, { figures, mine }) {
    if (action === 'copy' || action === 'export')
      return row.status === 'draft' && !mine.has(row.id) ? 'not_shared' : undefined
    if (action === 'update') return row.status === 'archived' ? 'not_allowed_in_state' : undefined
    // nobody has completed what was never shown
    if (action === 'certify') return row.status === 'draft' ? 'not_allowed_in_state' : undefined
    const moves: Partial<Record<string, string>> = courseMachine[row.status]
    const f = figures.get(row.id)
    if ((action !== 'publish' && action !== 'show') || !moves[action] || !f) return undefined
    if (f.lessons === 0) return 'course_without_lessons'
    if (f.found && !f.authorised) return 'course_not_authorised'
    return action === 'publish' && f.empty > 0 ? 'course_incomplete' : undefined
  },
  tells: (code, row, { figures }) =>
    code === 'not_allowed_in_state'
      ? { status: row.status }
      : code === 'course_incomplete'
        ? { n: figures.get(row.id)?.empty ?? 0 }
        : undefined,
  /** Somebody's record of learning is theirs: an archived course keeps it, a removed one would take it away. */
  async unused(doc, { q }) {
    const n = await learnersOf(q, doc.id)
    if (n) throw new Fail('course_learnt', { n })
  },
  along: [...belongings.map((table) => [table, 'course_id'] as const), ['audience', 'entity_id']],
  async removed(before, { q, now }) {
    const { rows } = await q.query<{ content: object }>(
      `select content from course_content where course_id = $1 and strpos(content::text, '/pictures/') > 0`,
      [before.id],
    )
    for (const table of belongings) await q.query(`delete from ${table} where course_id = $1`, [before.id])
    await forgetFinders(q, before.id)
    await letFilesGo(q, before.id, now)
    await releasePictures(q, picturesIn([before.data, ...rows.map((r) => r.content)]), { at: now })
  },
  async back(after, _left, { q, now }) {
    const { rows } = await q.query<{ content: object }>('select content from course_content where course_id = $1', [
      after.id,
    ])
    await holdTextPictures(q, rows, { at: now })
    await holdFilesAgain(q, after.id)
  },
  audience: 'nobody',
}
export const courses = crudContext('course', hooks)
export const courseCrud = crud<'course', Facts>('course', hooks)

export type CourseAction = 'read' | 'update' | 'audience' | keyof (typeof courseLine)['actions']
/** The course, when the caller sees it and may do this to it. Throws. */
export async function courseFor(c: Parameters<typeof courses.see>[0], id: string, action: CourseAction, lock?: 'lock') {
  const doc = await courses.see(c, id, lock)
  if (action !== 'read') await courses.rows.allow(action, doc, courses.at(c))
  return doc
}

/**
 * What is taken of a course: by who may change it its draft, by others the edition that is shown.
 */
export const takesDraft = async (
  c: Pick<Parameters<typeof courses.see>[0], 'q' | 'who'>,
  doc: Parameters<typeof changeableAmong>[2][number],
): Promise<boolean> => (await changeableAmong(c.q, courseLine, [doc], c.who)).has(doc.id)

/** All a course says, under a name of its own; nobody finds it, may take it or learns in it. */
export const copyCourse: Handler<'POST /courses/:id/copy'> = async (c) => {
  const { q, who, platform, params } = c
  const from = await courseFor(c, params.id, 'copy')
  const now = platform.now()
  const id = platform.newId()
  const data = {
    ...from.data,
    name: await freeRowName(isTaken(courses.docs, q), from.data.name ?? '', limits.name.max),
    status: 'draft' as const,
    cover: await copyPicture(q, from.data.cover ?? '', {
      holder: `course:${id}:cover`,
      id: platform.newId(),
      by: who.id,
      at: now,
    }),
  }
  const after = await courses.docs.insert(q, { id, data, open: false }, { at: now, by: who.id })
  await q.query(
    `insert into course_outline (course_id, draft, lessons, theory, experiment, empty, weights, updated_at)
     select $2, draft, lessons, theory, experiment, empty, weights, $3 from course_outline where course_id = $1`,
    [from.id, after.id, now.toISOString()],
  )
  const { published } = await storedOutline(q, from.id)
  const shown = published && !(await takesDraft(c, from)) ? published : undefined
  await q.query(
    `insert into course_content (course_id, section_id, revision, version, content, written, updated_at, updated_by)
     select distinct on (section_id) $2, section_id, revision, version, content, written, $3::timestamptz, $4 from course_content
     where course_id = $1 and ($5::jsonb is null or (section_id, revision) in (select w.id, w.revision from jsonb_to_recordset($5::jsonb) as w(id text, revision integer)))
     order by section_id, revision desc`,
    [
      from.id,
      after.id,
      now.toISOString(),
      who.id,
      shown ? JSON.stringify(sectionsOf(shown).map(({ id: section, revision }) => ({ id: section, revision }))) : null,
    ],
  )
  if (shown) await keepDraft(q, after.id, shown, false, now)
  await q.query(
    `insert into course_drawing (course_id, section_id, revision, topology_id, topology_version, name, document)
     select $2, d.section_id, d.revision, d.topology_id, d.topology_version, d.name, d.document
     from course_drawing d join course_content c on c.course_id = $2 and c.section_id = d.section_id and c.revision = d.revision
     where d.course_id = $1`,
    [from.id, after.id],
  )
  await q.query(
    `insert into course_practice_set (course_id, bank, set_id, place) select $2, bank, set_id, place from course_practice_set where course_id = $1`,
    [from.id, after.id],
  )
  await noteQuestions(q, after.id)
  await copyCourseFiles(q, from.id, after.id)
  c.audit({ entity: 'course', id: after.id, after: rowAuditState(after), details: { copy_of: from.id } })
  return { id: after.id }
}
