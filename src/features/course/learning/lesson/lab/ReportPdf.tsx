/** The PDF that goes with a report: its author's to choose while they write, and with what was said in it once that is told. */
import { lazy, Suspense, useState } from 'react'
import type { OwnLabReport } from '../../../../../contract/course/report.schema.ts'
import { format, t } from '../../../../../i18n/index.ts'
import { AttachFiles } from '../../../../../parts/question/AttachFiles.tsx'
import { FileLinks } from '../../../../../parts/question/FileLinks.tsx'
import { Loading } from '../../../../../ui/feedback/Loading.tsx'
import { Button } from '../../../../../ui/input/Button.tsx'
import type { Reporting } from './useReport.ts'

const AnnotatedPdf = lazy(() => import('../pdf/notes/AnnotatedPdf.tsx'))

export function ReportPdf({ report, own, place }: { report: Reporting; own: OwnLabReport; place: string }) {
  const [shown, show] = useState<string>()
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
      {own.documents
        .filter((d) => d.handed_at !== null && (d.notes.length > 0 || !d.current))
        .map((d) => (
          <div key={d.file}>
            <p className="lab-line">
              <Button
                size="small"
                aria-expanded={shown === d.file}
                onClick={() => show(shown === d.file ? undefined : d.file)}
              >
                {t('learn.report_pdf_notes', { n: d.notes.length, name: d.name })}
              </Button>
              {!d.current && d.handed_at !== null && (
                <span className="mg-faint">
                  {t('learn.report_pdf_earlier', { time: format.dateTime(d.handed_at) })}
                </span>
              )}
            </p>
            {shown === d.file && (
              <Suspense fallback={<Loading kind="detail" />}>
                <AnnotatedPdf of={d} notes={d.notes} />
              </Suspense>
            )}
          </div>
        ))}
    </section>
  )
}
