/** Pages on which files are put beside questions and answers, and those on which they are read as well. */
import { courseReporting, homeworkWriting, lessonReading } from '../course/screens.ts'
import { markingScreens } from '../exam/exam.ts'
import { toolScreens } from '../practice/keep.ts'
import { exerciseScreens, flagScreens, theoryScreens } from './banks.ts'

export const attachmentScreens = [
  ...theoryScreens,
  ...exerciseScreens,
  ...flagScreens,
  'exam-session',
  ...homeworkWriting,
  ...lessonReading,
  'flag-contest-play',
] as const
export const attachmentReaders = [
  ...attachmentScreens,
  'exam-review',
  ...markingScreens,
  ...toolScreens,
  'course-practice',
  ...courseReporting,
  'flag-detail',
] as const

/** The nearest name that keeps the rule: what is not a letter, a digit, a dot, a dash or an underscore becomes a dash. */
export function keptName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/-*\.-*/g, '.')
    .replace(/^[.-]+|-+$/g, '')
  const end = /\.[\p{L}\p{N}]{1,10}$/u.exec(plain)?.[0] ?? ''
  return (plain.slice(0, plain.length - end.length).slice(0, 120 - end.length) || 'file') + end
}

/** What holds the files of an answer: the attempt it belongs to. */
export const answerHolder = 'exam-attempt'
/** The same of a homework: the sheet of one learner. */
export const homeworkHolder = 'course-homework'
/** And of a report of a lab. */
export const reportHolder = 'course-report'
/** And of a write-up of a contest: the version that has it. */
export const writeUpHolder = 'contest-write-up'
