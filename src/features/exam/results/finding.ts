/** Findings about a question in words. */
import type { ItemReport } from '../../../contract/exam/analysis.schema.ts'
import type { QuestionFinding } from '../../../contract/exam/reading.ts'
import { format, t } from '../../../i18n/index.ts'
import { optionLetter } from '../../../parts/question/letter.ts'

/** A, B … by the place of an option on the paper; the words of true and false. */
export function optionName({ type, choices }: Pick<ItemReport, 'type' | 'choices'>, id: string): string {
  if (type === 'true-false') return t(id === 'true' ? 'bank.true' : 'bank.false')
  return optionLetter(choices.findIndex((c) => c.id === id))
}

export function findingText(f: QuestionFinding, item: Pick<ItemReport, 'type' | 'choices'>): string {
  if (f.says !== 'wrong_key' && f.says !== 'dead') return t(`result.finding.${f.says}`)
  return t(`result.finding.${f.says}`, {
    options: format.list(f.options.map((id) => optionName(item, id))),
    n: f.options.length,
  })
}
