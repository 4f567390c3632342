import type { LearnLesson } from '../../../../contract/course/learn.schema.ts'
import type { LearningPlace } from '../places.ts'
import type { CourseFile, CourseVideo } from '../../../../contract/course/media.schema.ts'
import { courseTextIn } from '../../../../contract/course/texts.ts'

export type LessonSection = LearnLesson['sections'][number]
export type ShownQuiz = Extract<LessonSection['content'], { kind: 'quiz' }>
/** A section as its page has it. */
export interface SectionViewProps<C extends LessonSection['content'] = LessonSection['content']> {
  /** The lesson it is in. */
  of: LearnLesson
  section: LessonSection
  content: C
  /** Where the course is learnt. */
  place: LearningPlace
  /** In which it is to be read. */
  language: 'en-US' | 'zh-CN'
  /** Where its reader was last. */
  start: number
  onPlace: (to: number) => void
  /** It was written anew meanwhile. */
  onStale: () => void
}
export type ShownText = Extract<LessonSection['content'], { kind: 'text' | 'slides' }>
/** What is written, in the language it is asked for or in the one it has. */
export const shownText = ({
  content,
  of,
  language,
}: Pick<SectionViewProps<ShownText>, 'content' | 'of' | 'language'>) =>
  courseTextIn(content.body, content.body_other, of.course.language, language)
/** Milliseconds for which the end of a section is in sight before it counts as read. */
export const dwell = 1500
export type ShownVideo = Extract<LessonSection['content'], { kind: 'video' }>
/** The film in the language it is asked for, where there is one. */
export function shownVideo({
  content,
  of,
  language,
}: Pick<SectionViewProps<ShownVideo>, 'content' | 'of' | 'language'>) {
  const has = (v: CourseVideo | null) => (v ? 'yes' : '')
  const { text, language: spoken } = courseTextIn(
    has(content.video),
    has(content.video_other),
    of.course.language,
    language,
  )
  const other = text !== '' && spoken !== of.course.language
  return { video: other ? content.video_other : content.video, language: spoken }
}

export type ShownDocument = Extract<LessonSection['content'], { kind: 'document' }>
type WithPdf = Extract<LessonSection['content'], { kind: 'document' | 'slides' }>
/** The document in the language it is asked for, where there is one. */
export function shownPdf({ content, of, language }: Pick<SectionViewProps<WithPdf>, 'content' | 'of' | 'language'>) {
  const has = (f: CourseFile | null) => (f ? 'yes' : '')
  const own = has(content.pdf)
  const { language: written } = courseTextIn(own, has(content.pdf_other), of.course.language, language)
  const other = content.pdf_other !== null && (content.pdf === null || written !== of.course.language)
  return { pdf: other ? content.pdf_other : content.pdf, language: written }
}
