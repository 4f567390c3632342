/** Findings of the check as sentences; their words are the editor's (`loadMessages('editor')`). */
import type { Finding } from '../../contract/topology/finding.ts'
import { type MessageKey, t } from '../../i18n/index.ts'

export const findingWord = (f: Finding): string => t(`editor.finding.${f.code}` as MessageKey, f.params ?? {})
