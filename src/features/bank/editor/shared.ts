/** Fields that every bank's editor has. */
import { FileControl, FilesControl } from './FilesControl.tsx'
import { HintsControl } from './lists.tsx'
import { LanguageControl } from '../../../parts/question/LanguageControl.tsx'
import { MarkdownControl } from '../../../parts/markdown-editor/MarkdownControl.tsx'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { setNote } from './SetNote.tsx'
import { QuestionTranslationControl } from './TranslationControl.tsx'

export const afterWord = 'bank.group_after'
export const files = { of: 'attachments', control: FilesControl, across: true } as const
export const stem = [
  'title',
  { of: 'stem', control: MarkdownControl, rows: 6, across: true, hint: 'bank.markdown_hint' },
  files,
] as const
/** @param sets what the question is put into */
export const sorting = <R extends AnyResource>(sets: R) =>
  [
    { of: 'set_id', note: setNote(sets) },
    'score',
    'difficulty',
    { of: 'keywords', hint: 'kit.form.words_hint' },
    'knowledge',
    'skills',
    'cve_ids',
  ] as const satisfies readonly unknown[]
/** What the next question of a row has of the one before it. */
export const alikeNext = ['set_id', 'score', 'difficulty', 'language'] as const
export const afterwards = [
  { of: 'hints', control: HintsControl, across: true },
  { of: 'explanation', control: MarkdownControl, rows: 3, across: true },
  { of: 'writeup', control: MarkdownControl, rows: 3, across: true },
  { of: 'writeup_file', control: FileControl, across: true, hint: 'bank.writeup_hint' },
] as const
export const languagesWord = 'bank.group_languages'
export const languages = [
  { of: 'language', control: LanguageControl, hint: 'bank.language_hint' },
  { of: 'translation', control: QuestionTranslationControl, across: true },
] as const
