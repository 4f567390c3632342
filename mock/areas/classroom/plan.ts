/** What a class hour asks of machines: its lab, and one scene for each of its targets. */
import type { ScenePlan } from '#src/contract/classroom/hour.ts'
import { isOfKind } from '#src/contract/course/outline.ts'
import type { LabContent } from '#src/contract/course/lab.schema.ts'
import type { OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents, type DataOf } from '#mock/crud/documents.ts'
import { shownContents } from '../course/learn/progress.ts'
import type { HourRow } from './hours.ts'
import { lessonOfHour } from './run.ts'

export interface HourLab {
  course: { id: string; data: DataOf<'course'> }
  lesson: OutlineLesson
  section: OutlineSection
  content: LabContent
}
/** The lab of an hour: the one it names, else the first of its lesson that has machines. */
export async function labOfHour(
  q: Queryable,
  hour: Pick<HourRow, 'course_id' | 'lesson_id' | 'lab_id'>,
): Promise<HourLab | undefined> {
  const lesson = await lessonOfHour(q, hour)
  const labs = lesson?.sections.filter((s) => s.kind === 'lab' && (hour.lab_id === null || s.id === hour.lab_id)) ?? []
  if (!lesson || !labs.length || hour.course_id === null) return undefined
  const contents = await shownContents(q, hour.course_id, labs)
  for (const section of labs) {
    const content = contents.get(section.id)
    if (!isOfKind(content, 'lab') || content.topology_id === null) continue
    const doc = await documents('course').get(q, hour.course_id)
    if (doc) return { course: doc, lesson, section, content }
  }
  return undefined
}

/** Machines of hours none are chosen for. */
export const timetabledPlan = async (q: Queryable, classId: string): Promise<ScenePlan> =>
  (
    await q.query<{ plan: ScenePlan | null }>(
      `select plan->>'scene_plan' as plan from class_timetable where class_id = $1`,
      [classId],
    )
  ).rows[0]?.plan ?? 'none'

export interface ClassMemberRow {
  user_id: string
  name: string
  group_no: number | null
}
export const membersOfClass = async (q: Queryable, classId: string): Promise<ClassMemberRow[]> =>
  (
    await q.query<ClassMemberRow>(
      `select m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, m.group_no
       from class_member m join r_user u on u.id = m.user_id where m.class_id = $1 and m.left_at is null order by u.k_name, m.user_id`,
      [classId],
    )
  ).rows

export interface SceneTarget {
  key: string
  group: number | null
  people: readonly string[]
}
/** Who shares a scene. Of those who are in no group, groups know nothing. */
export function targetsOf(
  plan: ScenePlan,
  members: readonly Pick<ClassMemberRow, 'user_id' | 'group_no'>[],
): SceneTarget[] {
  switch (plan) {
    case 'none':
      return []
    case 'own':
      return members.map((m) => ({ key: `u:${m.user_id}`, group: null, people: [m.user_id] }))
    case 'shared':
      return members.length ? [{ key: 'all', group: null, people: members.map((m) => m.user_id) }] : []
    case 'groups': {
      const groups = new Map<number, string[]>()
      for (const m of members)
        if (m.group_no !== null) groups.set(m.group_no, [...(groups.get(m.group_no) ?? []), m.user_id])
      return [...groups].toSorted(([a], [b]) => a - b).map(([n, people]) => ({ key: `g:${n}`, group: n, people }))
    }
  }
}
