/** What keeps a course from being published, or should be looked at before it is. */
import { lessonsOf, sectionsOf } from './outline.ts'
import type { Outline, OutlineSection } from './outline.schema.ts'

/** The first five keep it back; the others are said. */
export const checklistLines = [
  'no_lessons',
  'not_authorised',
  'empty_sections',
  'score_by_person',
  'homework_dates',
  'exam_asks',
  'exam_marks',
  'not_found',
  'empty_lessons',
  'untranslated',
  'no_description',
  'nothing_counts',
] as const
type ChecklistLine = (typeof checklistLines)[number]
const blocking: ReadonlySet<ChecklistLine> = new Set([
  'no_lessons',
  'not_authorised',
  'empty_sections',
  'score_by_person',
  'homework_dates',
])

export interface CourseCheck {
  line: ChecklistLine
  blocks: boolean
  /** Those it is said of, where it is of single ones; lessons too. */
  sections: { id: string; title: string }[]
}

/**
 * @param found somebody may find it in the catalogue
 * @param authorised somebody may take it
 * @param translated it is written in two languages
 */
export function courseChecklist(
  outline: Outline,
  o: {
    found: boolean
    authorised: boolean
    translated: boolean
    /** What it is about is written, in each language it is written in. */
    described: boolean
    empty: (s: OutlineSection) => boolean
    /** It wants a score of questions that only a person can judge, and nobody marks it. */
    byPerson: (s: OutlineSection) => boolean
    /** Its dates contradict each other. */
    contradicts: (s: OutlineSection) => boolean
    /** An exam asks some of its questions now, so that its learners are not asked them. */
    withheld: (s: OutlineSection) => boolean
    /** Answers to some of its questions wait for a mark in an exam. */
    marked: (s: OutlineSection) => boolean
  },
): CourseCheck[] {
  const lessons = lessonsOf(outline)
  const sections = sectionsOf(outline)
  const said = (line: ChecklistLine, of: readonly { id: string; title: string }[] = []): CourseCheck => ({
    line,
    blocks: blocking.has(line),
    sections: of.map(({ id, title }) => ({ id, title })),
  })
  const some = (line: ChecklistLine, of: readonly { id: string; title: string }[]) =>
    of.length ? [said(line, of)] : []
  return [
    ...(lessons.length ? [] : [said('no_lessons')]),
    ...(o.found && !o.authorised ? [said('not_authorised')] : []),
    ...(o.found ? [] : [said('not_found')]),
    ...some('empty_sections', sections.filter(o.empty)),
    ...some('score_by_person', sections.filter(o.byPerson)),
    ...some('homework_dates', sections.filter(o.contradicts)),
    ...some('exam_asks', sections.filter(o.withheld)),
    ...some('exam_marks', sections.filter(o.marked)),
    ...some(
      'empty_lessons',
      lessons.filter((l) => l.sections.length === 0),
    ),
    ...(o.translated
      ? some(
          'untranslated',
          [...outline.chapters, ...lessons, ...sections].filter((s) => s.title_other === ''),
        )
      : []),
    ...(o.described ? [] : [said('no_description')]),
    ...(lessons.length && sections.every((s) => s.optional) ? [said('nothing_counts')] : []),
  ]
}
