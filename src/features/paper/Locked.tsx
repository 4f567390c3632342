import type { Paper } from '../../contract/bank/paper.schema.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Why the page cannot be changed, before anybody tries. */
export function Locked({ row }: { row: Paper }) {
  if (row.exams === 0) return null
  return (
    <p className="kit-note-warn" role="status">
      <Icon name="lock" /> {t('problem.paper_locked', { n: row.exams, names: '' })}
    </p>
  )
}
