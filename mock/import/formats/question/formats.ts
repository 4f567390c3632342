/** The formats that questions and flag challenges come in. */
import type { Format } from '../format.ts'
import { folderOf, type SourceFile } from '../source.ts'
import { aiken } from './aiken.ts'
import { openQuestions } from './exercise/open.ts'
import { exerciseSheet, exerciseTable } from './exercise/table.ts'
import { cmgr } from './flag/cmgr.ts'
import { ctfcli } from './flag/ctfcli.ts'
import { ctfd } from './flag/ctfd.ts'
import { gzctf } from './flag/gzctf.ts'
import { juiceShop } from './flag/juiceShop.ts'
import { rcds } from './flag/rcds.ts'
import { gift } from './gift/gift.ts'
import { markdownQuiz } from './markdownQuiz.ts'
import { moodleXml } from './moodle.ts'
import { qti } from './qti/qti.ts'
import type { Detected } from '../registry.ts'
import { questionSheet, questionTable } from './table.ts'
import { typedQuestions } from './typed.ts'

export const questionImportFormats: readonly Format[] = [
  typedQuestions(moodleXml),
  typedQuestions(qti),
  gift,
  aiken,
  markdownQuiz,
  questionTable,
  ctfcli,
  rcds,
  gzctf,
  ctfd,
  cmgr,
  juiceShop,
]
/** The same files, dropped at the bank of exercises. */
export const exerciseImportFormats: readonly Format[] = [
  exerciseTable,
  ...[moodleXml, qti, gift, markdownQuiz, questionTable].map(openQuestions),
]
export const isQuestionFormat = (format: Format | null): format is Format =>
  format !== null && (questionImportFormats.includes(format) || exerciseImportFormats.includes(format))
export const isChallengeFormat = (format: Format | null): format is Format =>
  isQuestionFormat(format) && format.resources.includes('flag-challenge')

/** A workbook is one table of its name; its parts are the files beside it. */
export const workbookOf = (name: string, sources: readonly SourceFile[], exercises: boolean): Detected[] => {
  const book = sources.find((s) => /(^|\/)workbook\.xml$/i.test(s.name)) ?? sources[0]
  return book ? [{ source: { ...book, name }, format: exercises ? exerciseSheet : questionSheet, confidence: 1 }] : []
}

/** The folder whose other files belong to a file of questions; an export of CTFd has its tables in a folder below. */
export const questionRoot = (name: string, format: string): string =>
  format === 'ctfd' ? folderOf(folderOf(name).slice(0, -1)) : folderOf(name)
