/** Where what a line of evidence is about is seen again: the hand-in, the section, or the whole of it. */
import { href } from '../screens/index.ts'
import type { Evidence } from './record.routes.ts'

/** Path inside the app's base. A section that is in the course no more leads to the course. */
export function recordLink({
  kind,
  subject,
  part,
  part_kind,
  lesson,
}: Pick<Evidence, 'kind' | 'subject' | 'part' | 'part_kind' | 'lesson'>): string {
  if (kind === 'exam') return href('exam-guide', { exam_id: subject })
  if (kind === 'flag') return href('practice-capture-flag-exercise', { exercise_id: subject })
  if (part === null || lesson === null) return href('my-course-detail', { resource_id: subject })
  return part_kind === 'homework'
    ? href('homework-exercise', { resource_id: subject, lesson_id: lesson, exercise_id: part })
    : href('my-lesson', { resource_id: subject, lesson_id: lesson }, { section: part })
}
