/** Sheets to print, results and questions as files. */
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { ExportResults } from './ExportResults.tsx'
import type { ListQuery } from '../../../contract/lib/resource.ts'

interface FilesProps {
  id: string
  exam: string
  /** What the questions are narrowed to. */
  query: ListQuery
}
export const ResultFiles = ({ id, exam, query }: FilesProps) => (
  <>
    <Link className={linkClass()} to={href('exam-score-print', { examId: id, userId: 'all' })}>
      {t('result.print_all')}
    </Link>
    <ExportResults id={id} exam={exam} />
    <ExportMenu
      name={`${exam} ${t('result.items_file')}`}
      route="GET /exams/:id/analysis/file"
      params={{ id }}
      query={query}
      label={t('result.export_items')}
    />
  </>
)
