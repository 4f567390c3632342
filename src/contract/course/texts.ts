/** Courses are written in one language, and may be in a second: which of the two a reader gets. */
import type { TextLanguage } from '../bank/shown.ts'

export interface TextIn {
  text: string
  /** It is in; empty where nobody said. */
  language: TextLanguage
}
const otherThan = (language: TextLanguage): TextLanguage =>
  language === '' ? '' : language === 'en-US' ? 'zh-CN' : 'en-US'

/**
 * The text in the language it is asked for, where it has it; else in the one it has.
 * @param language of `own`
 */
export function courseTextIn(own: string, other: string, language: TextLanguage, asked: TextLanguage): TextIn {
  const wanted = language !== '' && asked !== '' && language !== asked && other.trim() !== ''
  const missing = own.trim() === '' && other.trim() !== ''
  return wanted || missing ? { text: other, language: otherThan(language) } : { text: own, language }
}
/** It is not in the language that was asked for: whoever reads is told which it is in. */
export const isForeign = (shown: TextIn, asked: TextLanguage): boolean =>
  shown.language !== '' && shown.language !== asked
