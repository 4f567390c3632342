/** Questions whose keys a homework keeps from its learner: it asks them of them now. */
import { holdsKeys, homeworkPhase } from '#src/contract/course/homework.ts'
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import type { RowViewer } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { isAuthorised, withOutline } from '../learn/seen.ts'
import type { HandInRow } from './rows.ts'

interface Asking {
  course_id: string
  section_id: string
  content: HomeworkContent
  /** Of this person, the first first. */
  hand_ins: Pick<HandInRow, 'n' | 'state' | 'points' | 'score' | 'until'>[]
}

type Dated = Pick<Asking, 'course_id' | 'section_id' | 'content'>
/**
 * Homework with an end, while it is handed in: whoever is not in its course may join it still, or tell somebody who is, so its keys are kept from
 * everybody who learns.
 */
async function heldFromAll(q: Queryable, now: Date): Promise<Dated[]> {
  const rows = await remembered<Dated>(
    q,
    `select c.course_id, c.section_id, c.content from ${withOutline} join course_content c on c.course_id = t.id
     where t.k_status <> 'archived' and c.content->>'kind' = 'homework' and c.content->>'due_at' is not null
       and exists (select 1 from jsonb_path_query(o.published, '$.chapters[*].lessons[*].sections[*] ? (@.kind == "homework")') s
         where s->>'id' = c.section_id and (s->>'revision')::integer = c.revision)`,
    [],
  )
  return rows.filter(({ content }) => ['open', 'late'].includes(homeworkPhase(content, now)))
}

/** @param except a homework that is asked for itself: it has its own word on its keys */
export async function heldByHomework(
  q: Queryable,
  who: RowViewer,
  now: Date,
  except?: { course: string; section: string },
): Promise<ReadonlySet<string>> {
  const w = where()
  // of the courses somebody learns in, those that take hand-ins still; who leaves one for the key of what they have begun may come back
  const me = w.add(who.id)
  const dated = heldFromAll(q, now)
  const { rows } = await q.query<Asking>(
    `select c.course_id, c.section_id, c.content, coalesce((
       select jsonb_agg(jsonb_build_object('n', h.n, 'state', h.state, 'points', h.points, 'score', h.score, 'until', h.until) order by h.n)
       from course_hand_in h where h.course_id = c.course_id and h.section_id = c.section_id and h.user_id = ${me}), '[]') as hand_ins
     from ${withOutline} join course_member m on m.course_id = t.id
     cross join lateral jsonb_path_query(o.published, '$.chapters[*].lessons[*].sections[*] ? (@.kind == "homework")') s
     join course_content c on c.course_id = t.id and c.section_id = s->>'id' and c.revision = (s->>'revision')::integer
     where m.user_id = ${me} and (m.state <> 'withdrawn' or exists (
         select 1 from course_homework h where h.course_id = c.course_id and h.section_id = c.section_id and h.user_id = m.user_id))
       and t.k_status <> 'archived' and ${isAuthorised(who, w.add)}`,
    w.params,
  )
  const asking = rows.filter((r) => r.course_id !== except?.course || r.section_id !== except.section)
  const holding = asking.filter((a) =>
    holdsKeys(
      a.content,
      a.hand_ins.map((h) => ({ ...h, until: h.until === null ? null : new Date(h.until).toISOString() })),
      now,
    ),
  )
  const own = new Set(rows.map((r) => `${r.course_id} ${r.section_id}`))
  const others = (await dated).filter(
    (d) =>
      !own.has(`${d.course_id} ${d.section_id}`) && (d.course_id !== except?.course || d.section_id !== except.section),
  )
  return new Set([...holding, ...others].flatMap((a) => a.content.items.map((i) => i.question_id)))
}
