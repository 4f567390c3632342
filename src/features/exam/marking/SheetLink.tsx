import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'

interface SheetLinkProps {
  exam: Exam
  /** The person, or the sheet by its id. */
  of: string
  children: ReactNode
}
/** A candidate whose sheet opens for who marks; whoever keeps an exam that others mark reads the name alone. */
export const SheetLink = ({ exam, of, children }: SheetLinkProps) =>
  exam.can.includes('mark') ? (
    <Link to={href('exam-score-person', { examId: exam.id, userId: of })}>{children}</Link>
  ) : (
    children
  )
