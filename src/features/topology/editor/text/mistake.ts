/** The first mistake of a text, in words. Without the editor of the text: it is said beside the drawing too. */
import { t, tMade } from '../../../../i18n/index.ts'
import type { TextError } from '../../../../contract/topology/text/cursor.ts'
import type { Pending } from '../editor.state.ts'

/** What the YAML parser has against a text, as far as a writer can do something with it. */
const slips: ReadonlySet<unknown> = new Set([
  'BAD_INDENT',
  'TAB_AS_INDENT',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_AS_IMPLICIT_KEY',
  'BAD_SCALAR_START',
  'BAD_DQ_ESCAPE',
  'UNEXPECTED_TOKEN',
])

export function mistakeWord({ code, params }: Pick<TextError, 'code' | 'params'>): string {
  const reason = params?.['reason']
  const key = code === 'syntax' && slips.has(reason) ? `editor.text_syntax.${reason}` : `editor.text_error.${code}`
  return tMade(key, params ?? {})
}

/** Why a text is not drawn and not saved, in a sentence. */
export function pendingWord({ line, code, params, apart }: Pending): string {
  if (code !== null) return t('editor.text_wrong_line', { line, reason: mistakeWord({ code, params }) })
  return apart ? t('editor.text_apart') : t('editor.text_unread')
}
