/** Who may sit an exam: right after it was added, and from its list of what is missing. */
import { useNavigate } from 'react-router-dom'
import { exam } from '../../../contract/exam/exam.ts'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { audienceDialog } from '../../../kit/audience/AudienceDialog.tsx'
import { candidatesWords } from './candidates.ts'
import { pasteList } from '../../../parts/people/PasteList.tsx'

const Dialog = audienceDialog(exam, pasteList('POST /exams/resolve'), candidatesWords)

export function CandidatesDialog({ row, onClose }: { row: Exam; onClose: () => void }) {
  return <Dialog rows={[row]} onClose={onClose} />
}

/** Of an exam that was just added: then one sees what is still missing. */
export default function FirstCandidates({ row }: { row: Exam }) {
  const go = useNavigate()
  return <CandidatesDialog row={row} onClose={() => void go(href('exam-edit', { id: row.id }), { replace: true })} />
}
