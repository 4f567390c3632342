import { t, useLocale } from '../../../i18n/index.ts'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'

/** Results by rank as a file: where they are read and where they are analysed. */
export function ExportResults({ id, exam }: { id: string; exam: string }) {
  const language = useLocale()
  return (
    <ExportMenu
      name={`${exam} ${t('exam.results_file')}`}
      route="GET /exams/:id/results/file"
      params={{ id }}
      query={{ language }}
      label={t('exam.export_results')}
    />
  )
}
