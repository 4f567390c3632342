import type { ContestCase } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'

/** What was seen, in a sentence. */
export function caseSeen(c: ContestCase): string {
  const { n = 0, seconds = 0, address = '' } = c.facts
  switch (c.detector) {
    case 'shared-flag':
      return t('judging.seen.shared-flag', { a: c.entries[0]?.name ?? '', b: c.entries[1]?.name ?? '', n })
    case 'same-address':
      return t('judging.seen.same-address', { address })
    case 'too-fast':
      return t('judging.seen.too-fast', { seconds })
    case 'alike':
      return t('judging.seen.alike', { n })
    case 'equal-write-up':
      return t('judging.seen.equal-write-up')
  }
}
