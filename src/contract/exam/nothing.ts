/** Answers that were written and say nothing: a dash, a question mark, “don’t know”. A marker sees which before they are given no points. */
import type { Answer } from '../bank/answer.schema.ts'
import { examLimits } from './exam.ts'

/** Without spaces, marks and case; the same in full and half width. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const phrases = new Set(
  [
    '',
    'idk',
    'dontknow',
    'idontknow',
    'donotknow',
    'idonotknow',
    'noidea',
    'none',
    'nothing',
    'na',
    'nil',
    'no',
    'pass',
  ].concat([
    '不会',
    '不知道',
    '不清楚',
    '不懂',
    '不会做',
    '不会写',
    '无',
    '没有',
    '略',
    '空',
    '放弃',
    '忘了',
    '不记得',
  ]),
)

/** @returns the text of it where it says nothing, else undefined; files and several blanks always say something */
export function saysNothing(answer: Answer | null): string | undefined {
  const text =
    answer?.type === 'short'
      ? answer.text
      : answer?.type === 'completion'
        ? answer.blanks.join(' / ')
        : answer?.type === 'operation' && answer.files.length === 0
          ? answer.text
          : undefined
  if (text === undefined || text.length > examLimits.blank) return undefined
  const parts = answer?.type === 'completion' ? answer.blanks : [text]
  return parts.every((p) => phrases.has(bare(p))) ? text.trim() : undefined
}
