/** The PDF that goes with a report: its author's to choose while they write, and with what was said in it once that is told. */
import type { OwnLabReport } from '../../../../../contract/course/report.schema.ts'
import { format, t } from '../../../../../i18n/index.ts'
import { AttachFiles } from '../../../../../parts/question/AttachFiles.tsx'
import { FileLinks } from '../../../../../parts/question/FileLinks.tsx'
import { NotedDocuments } from '../pdf/notes/NotedDocuments.tsx'
import type { Reporting } from './useReport.ts'

export function ReportPdf({ report, own, place }: { report: Reporting; own: OwnLabReport; place: string }) {
  const current = own.documents.find((d) => d.current)
  if (!report.may && !own.documents.length) return null
  const list = current ? [current] : []
  return (
    <section aria-label={t('learn.report_pdf')}>
      <p className="lab-line">
        <strong>{t('learn.report_pdf')}</strong>
      </p>
      {report.may ? (
        <AttachFiles
          list={list}
          most={1}
          disabled={false}
          ends={['.pdf']}
          place={place}
          onChange={(next) => {
            const file = next.at(-1)?.file ?? null
            if (file !== (current?.file ?? null)) void report.choose(file)
          }}
        />
      ) : (
        <FileLinks files={list} />
      )}
      <NotedDocuments
        of={own.documents.filter((d) => d.handed_at !== null && (d.notes.length > 0 || !d.current))}
        beside={(d) =>
          !d.current &&
          d.handed_at !== null && (
            <span className="mg-faint">{t('learn.report_pdf_earlier', { time: format.dateTime(d.handed_at) })}</span>
          )
        }
      />
    </section>
  )
}
