/** The first mistake of a text, in words. Without the editor of the text: it is said beside the drawing too. */
import { type MessageKey, t } from '../../../../i18n/index.ts'
import type { TextError } from '../../../../contract/topology/text/cursor.ts'
import type { Pending } from '../editor.state.ts'

export const mistakeWord = ({ code, params }: Pick<TextError, 'code' | 'params'>): string =>
  t(`editor.text_error.${code}` as MessageKey, params ?? {})

/** Why a text is not drawn and not saved, in a sentence. */
export function pendingWord({ line, code, params, apart }: Pending): string {
  if (code !== null) return t('editor.text_wrong_line', { line, reason: mistakeWord({ code, params }) })
  return apart ? t('editor.text_apart') : t('editor.text_unread')
}
