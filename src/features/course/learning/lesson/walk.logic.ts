/** The way through a course, section by section. */
import type { LearnCourse } from '../../../../contract/course/learn.schema.ts'
import type { LessonLine } from '../state.tsx'

export interface LessonStep {
  lesson: LessonLine
  /** Undefined of a lesson without sections. */
  section: LessonLine['sections'][number] | undefined
}
export const stepsOf = (course: Pick<LearnCourse, 'chapters'>): LessonStep[] =>
  course.chapters
    .flatMap((c) => c.lessons)
    .flatMap((lesson): LessonStep[] =>
      lesson.sections.length
        ? lesson.sections.map((section) => ({ lesson, section }))
        : [{ lesson, section: undefined }],
    )

export function stepNeighbours(
  steps: readonly LessonStep[],
  lesson: string,
  section: string | undefined,
): { previous: LessonStep | undefined; next: LessonStep | undefined } {
  const at = steps.findIndex((s) => s.lesson.id === lesson && s.section?.id === section)
  return at < 0 ? { previous: undefined, next: undefined } : { previous: steps[at - 1], next: steps[at + 1] }
}

/** Which section of a lesson is open: the one the address names, where one was last, the first to do, the first. */
export function currentSection<S extends { id: string; done_at: string | null; optional: boolean }>(
  { sections, at }: { sections: readonly S[]; at: string | null },
  named: string | null,
): S | undefined {
  const byId = (id: string | null) => sections.find((s) => s.id === id)
  return byId(named) ?? byId(at) ?? sections.find((s) => !s.optional && s.done_at === null) ?? sections[0]
}
