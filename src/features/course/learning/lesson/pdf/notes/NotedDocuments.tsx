/** PDF with what markers said in them, each opened by its line. */
import '../../lab/lab.css'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NotedDocument } from '../../../../../../contract/course/pdfNote.schema.ts'
import { t } from '../../../../../../i18n/index.ts'
import { Loading } from '../../../../../../ui/feedback/Loading.tsx'
import { Button } from '../../../../../../ui/input/Button.tsx'

const AnnotatedPdf = lazy(() => import('./AnnotatedPdf.tsx'))

interface NotedDocumentsProps<D extends NotedDocument> {
  of: readonly D[]
  /** Beside its line. */
  beside?: (document: D) => ReactNode
}

export function NotedDocuments<D extends NotedDocument>({ of, beside }: NotedDocumentsProps<D>) {
  const [shown, show] = useState<string>()
  return (
    <>
      {of.map((d) => (
        <div key={d.file}>
          <p className="lab-line">
            <Button
              size="small"
              aria-expanded={shown === d.file}
              onClick={() => show(shown === d.file ? undefined : d.file)}
            >
              {t('learn.report_pdf_notes', { n: d.notes.length, name: d.name })}
            </Button>
            {beside?.(d)}
          </p>
          {shown === d.file && (
            <Suspense fallback={<Loading kind="detail" />}>
              <AnnotatedPdf of={d} notes={d.notes} />
            </Suspense>
          )}
        </div>
      ))}
    </>
  )
}
