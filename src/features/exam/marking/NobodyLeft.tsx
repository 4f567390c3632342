/** What none of its markers is left for: who decides, and the way to name another marker for whoever may. */
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { linkClass } from '../../../ui/input/Button.tsx'

interface NobodyLeftProps {
  exam: Exam
  /** Names of those who keep the exam; administrators decide as well. */
  deciders: readonly string[]
  /** What waits, as a sentence. */
  children: string
}
export const NobodyLeft = ({ exam, deciders, children }: NobodyLeftProps) => (
  <>
    {children}{' '}
    {deciders.length > 0 ? t('marking.decided_by', { names: format.list(deciders) }) : t('marking.decided_by_admin')}
    {exam.can.includes('update') && (
      <>
        {' '}
        <Link className={linkClass('plain', 'small')} to={href('exam-edit', { id: exam.id })}>
          {t('marking.name_another')}
        </Link>
      </>
    )}
  </>
)
