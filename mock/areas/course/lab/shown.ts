/** A lab as its learner gets it: of what is right in a step, of hints that were not taken and of lines that look at nodes there is nothing in it. */
import { shownCheckOf } from '#src/contract/course/lab.ts'
import type { LabContent } from '#src/contract/course/lab.schema.ts'
import type { LearnLesson } from '#src/contract/course/learn.schema.ts'
import type { ReportStatus } from '#src/contract/course/report.ts'
import { labUntil } from '../../classroom/labs.ts'
import { flagAllowanceOf } from '../../practice/flagLimit.ts'
import type { AskedSection, LearnReading } from '../learn/quiz.ts'
import { hourEndsOf } from '../../scene/hourEnd.ts'
import { findScene } from '../../scene/row.ts'
import { sectionInOutline } from '../learn/seen.ts'
import { labScene, standingOf, type StepRows, stepRowsOf } from './open.ts'

type ShownLab = Extract<LearnLesson['sections'][number]['content'], { kind: 'lab' }>
const nothing: StepRows = new Map()

/** When machines of a class hour end: those there are, or those that would be started now. */
async function untilOf(
  { q, who, now }: Pick<LearnReading, 'q' | 'who' | 'now'>,
  scene: string | null,
  { course, section, content }: Pick<AskedSection<LabContent>, 'course' | 'section' | 'content'>,
): Promise<string | null> {
  if (scene !== null) {
    const ends = (await hourEndsOf(q, [scene], now)).get(scene)
    return ends === undefined ? null : ((await findScene(q, scene))?.ends_at ?? ends)
  }
  const lesson = sectionInOutline(course.outline, section.id)?.lesson.id
  const until = lesson && (await labUntil(q, who.id, { course: course.id, lesson, section: section.id }, now))
  // those that run for a shorter time do that in an hour, too
  return until && Date.parse(until) < now.getTime() + content.minutes * 60_000 ? until : null
}

export async function shownLab(
  { q, who, now }: LearnReading,
  { course, section, content }: AskedSection<LabContent>,
): Promise<ShownLab> {
  const { preview } = course
  const rows = preview ? nothing : await stepRowsOf(q, course.id, section.id, who.id)
  const { points, score } = standingOf(content, rows)
  const { rows: reports } = await q.query<{ status: ReportStatus; share: number | null }>(
    'select status, share from course_report where course_id = $1 and section_id = $2 and user_id = $3',
    [course.id, section.id, who.id],
  )
  const report = preview ? undefined : reports[0]
  const scene = preview ? null : await labScene(q, course.id, section.id, who.id)
  return {
    kind: 'lab',
    machines: content.topology_id !== null,
    minutes: content.minutes,
    steps: content.steps.map((s) => {
      const done = rows.get(s.id)
      return {
        id: s.id,
        title: s.title,
        title_other: s.title_other,
        text: s.text,
        text_other: s.text_other,
        check: shownCheckOf(s.check.kind),
        points: s.points,
        passed_at: done?.passed_at ?? null,
        hints: s.hints.map((h, n) => {
          const told = n < (done?.hints ?? 0)
          return { cost: h.cost, text: told ? h.text : null, text_other: told ? h.text_other : null }
        }),
      }
    }),
    points,
    score,
    ...(await flagAllowanceOf(q, who.id, now)),
    scene_id: scene,
    until: preview ? null : await untilOf({ q, who, now }, scene, { course, section, content }),
    report:
      content.report === null
        ? null
        : {
            status: report?.status ?? null,
            share: report?.status === 'marked' ? report.share : null,
            due_at: content.report.due_at ?? null,
          },
  }
}
