/** PDF of a report before its marker: the one that goes with it, and earlier ones with what was said in them. */
import type { ReportDocument } from '../../../contract/course/pdfNote.schema.ts'
import type { CourseReport } from '../../../contract/course/report.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { DocumentsToNote, type OnWriting } from './DocumentsToNote.tsx'

export function ReportDocuments({ of, onWriting }: { of: CourseReport; onWriting: OnWriting }) {
  const [put] = useCall('PUT /course-reports/:id/documents/:file/notes')
  return (
    <DocumentsToNote
      of={of.documents}
      title={t('report.document')}
      about={(d) => `${d.name} · ${format.size(d.size)}`}
      list={t('report.documents')}
      nameOf={documentName}
      may={of.can.includes('mark')}
      put={(file, body) => put({ params: { id: of.id, file }, body })}
      onWriting={onWriting}
    />
  )
}
const documentName = (d: ReportDocument): string =>
  d.current || d.handed_at === null
    ? d.name
    : t('report.document_earlier', { name: d.name, time: format.dateTime(d.handed_at) })
