/** PDF of a report before its marker: the one that goes with it, and earlier ones with what was said in them. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReportDocument } from '../../../contract/course/pdfNote.schema.ts'
import type { CourseReport } from '../../../contract/course/report.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { type DraftNote, written } from '../learning/lesson/pdf/notes/notes.logic.ts'

const AnnotatedPdf = lazy(() => import('../learning/lesson/pdf/notes/AnnotatedPdf.tsx'))

/** Awaited before the report is marked or returned: what was said last goes first. */
export type SaveNotes = () => Promise<void>
type OnWriting = (save: SaveNotes | undefined) => void

export function ReportDocuments({ of, onWriting }: { of: CourseReport; onWriting: OnWriting }) {
  const [first] = of.documents
  const [at, setAt] = useState(first?.file)
  const shown = of.documents.find((d) => d.file === at) ?? first
  if (!shown) return null
  return (
    <Panel title={t('report.document')} description={`${shown.name} · ${format.size(shown.size)}`}>
      {of.documents.length > 1 && (
        <Tabs
          label={t('report.documents')}
          active={shown.file}
          items={of.documents.map((d) => ({ id: d.file, label: documentName(d) }))}
          onChange={setAt}
        />
      )}
      {of.can.includes('mark') ? (
        <Written key={shown.file} of={shown} report={of.id} onWriting={onWriting} />
      ) : (
        <Suspense fallback={<Loading kind="detail" />}>
          <AnnotatedPdf key={shown.file} of={shown} notes={shown.notes} />
        </Suspense>
      )}
    </Panel>
  )
}
const documentName = (d: ReportDocument): string =>
  d.current || d.handed_at === null
    ? d.name
    : t('report.document_earlier', { name: d.name, time: format.dateTime(d.handed_at) })

/** Milliseconds between the last change and the save. */
const rest = 800

/** Notes that save themselves, one call after the other. */
function Written({ of, report, onWriting }: { of: ReportDocument; report: string; onWriting: OnWriting }) {
  const [put] = useCall('PUT /course-reports/:id/documents/:file/notes')
  const [known, setKnown] = useState(of)
  const [notes, setNotes] = useState<readonly DraftNote[]>(of.notes)
  const [problem, setProblem] = useState<unknown>()
  const now = useRef<{ version: number; notes: readonly DraftNote[]; owed: boolean; failed: unknown }>({
    version: of.version,
    notes,
    owed: false,
    failed: undefined,
  })
  const line = useRef<Promise<void>>(Promise.resolve())
  const save = () => {
    line.current = line.current.then(async () => {
      const { version, notes: sent, owed } = now.current
      if (!owed) return
      now.current.owed = false
      try {
        const stands = await put({ params: { id: report, file: of.file }, body: { version, notes: written(sent) } })
        now.current.version = stands.version
        setKnown(stands)
        setProblem(undefined)
      } catch (e) {
        now.current.owed = true
        now.current.failed = e
        setProblem(e)
      }
    })
    return line.current
  }
  const said = useRef(onWriting)
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const flush = () => latest.current()
    const { current: tell } = said
    tell(async () => {
      await flush()
      // what did not arrive is not left behind by a mark
      if (now.current.owed) throw now.current.failed
    })
    const hidden = () => document.visibilityState === 'hidden' && void flush()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      void flush()
      tell(undefined)
    }
  }, [])
  useEffect(() => {
    if (!now.current.owed) return undefined
    const timer = setTimeout(() => void latest.current(), rest)
    return () => clearTimeout(timer)
  }, [notes])
  const edit = (next: readonly DraftNote[]) => {
    now.current = { ...now.current, notes: next, owed: true }
    setNotes(next)
  }
  /** Somebody else wrote meanwhile: their notes and one's own stand beside each other. */
  const join = () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server tells the document as it stands
    const theirs = problemOf(problem).details?.['current'] as ReportDocument | undefined
    if (!theirs) return void save()
    const mine = new Map(now.current.notes.map((n) => [n.id, n]))
    now.current.version = theirs.version
    edit([...theirs.notes.filter((n) => !mine.has(n.id)), ...mine.values()])
    setProblem(undefined)
  }
  return (
    <>
      {problem !== undefined && <ProblemView compact problem={problem} onRetry={join} />}
      <Suspense fallback={<Loading kind="detail" />}>
        <AnnotatedPdf of={known} notes={notes} onNotes={edit} />
      </Suspense>
    </>
  )
}
