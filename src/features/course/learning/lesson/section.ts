import type { LearnLesson } from '../../../../contract/course/learn.schema.ts'
import type { LearningPlace } from '../places.ts'
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
/** Of two files the one in the language that is asked for, where there is one. */
function inEither<T>(own: T | null, other: T | null, { of, language }: Pick<SectionViewProps, 'of' | 'language'>) {
  const has = (file: T | null) => (file === null ? '' : 'yes')
  const { language: spoken } = courseTextIn(has(own), has(other), of.course.language, language)
  return { file: other !== null && (own === null || spoken !== of.course.language) ? other : own, language: spoken }
}
type Asked<C extends LessonSection['content']> = Pick<SectionViewProps<C>, 'content' | 'of' | 'language'>
export const shownVideo = (asked: Asked<ShownVideo>) => inEither(asked.content.video, asked.content.video_other, asked)
export type LearnedPackage = Extract<LessonSection['content'], { kind: 'package' }>
export const shownPack = (asked: Asked<LearnedPackage>) => inEither(asked.content.pack, asked.content.pack_other, asked)
export type ShownDocument = Extract<LessonSection['content'], { kind: 'document' }>
type WithPdf = Extract<LessonSection['content'], { kind: 'document' | 'slides' }>
export const shownPdf = (asked: Asked<WithPdf>) => inEither(asked.content.pdf, asked.content.pdf_other, asked)
