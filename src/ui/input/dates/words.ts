import { t } from '../../../i18n/index.ts'
import { readDate, type Wants } from '../../../contract/lib/typedDate.ts'

/** Why a text is no date, in a sentence; undefined for nothing and for what is one. */
export function dateWrong(text: string, wants: Wants): string | undefined {
  if (text.trim() === '') return undefined
  const read = readDate(text, wants)
  if (!('why' in read)) return undefined
  const [example = wants === 'time' ? '2026-11-22 21:20' : '2026-11-22', other = ''] = read.days ?? []
  return t(`kit.date.${read.why}`, { example, other })
}
