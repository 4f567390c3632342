/** PDF that somebody handed in before their marker, one of them shown, with what is said in it. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { NotedDocument } from '../../../contract/course/pdfNote.schema.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { type DraftNote, written } from '../learning/lesson/pdf/notes/notes.logic.ts'

const AnnotatedPdf = lazy(() => import('../learning/lesson/pdf/notes/AnnotatedPdf.tsx'))

/** Awaited before what the document belongs to is marked or returned: what was said last goes first. */
export type SaveNotes = () => Promise<void>
export type OnWriting = (save: SaveNotes | undefined) => void

interface NotePut {
  version: number
  notes: ReturnType<typeof written>
}
interface DocumentsToNoteProps<D extends NotedDocument> {
  of: readonly D[]
  title: string
  about: (document: D) => string
  /** Of the list, where there are several. */
  list: string
  nameOf?: (document: D) => string
  /** Whether something may be written in them now. */
  may: boolean
  put: (file: string, body: NotePut) => Promise<NotedDocument>
  onWriting: OnWriting
}

export function DocumentsToNote<D extends NotedDocument>(props: DocumentsToNoteProps<D>) {
  const { of, title, about, list, nameOf = (d: D) => d.name, may, put, onWriting } = props
  const [at, setAt] = useState<string>()
  const shown = of.find((d) => d.file === at) ?? of[0]
  if (!shown) return null
  return (
    <Panel title={title} description={about(shown)}>
      {of.length > 1 && (
        <Tabs
          label={list}
          active={shown.file}
          items={of.map((d) => ({ id: d.file, label: nameOf(d) }))}
          onChange={setAt}
        />
      )}
      {may ? (
        <Written key={shown.file} of={shown} put={(body) => put(shown.file, body)} onWriting={onWriting} />
      ) : (
        <Suspense fallback={<Loading kind="detail" />}>
          <AnnotatedPdf key={shown.file} of={shown} notes={shown.notes} />
        </Suspense>
      )}
    </Panel>
  )
}

/** Milliseconds between the last change and the save. */
const rest = 800

interface WrittenProps {
  of: NotedDocument
  put: (body: NotePut) => Promise<NotedDocument>
  onWriting: OnWriting
}
/** Notes that save themselves, one call after the other. */
function Written({ of, put, onWriting }: WrittenProps) {
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
        const stands = await put({ version, notes: written(sent) })
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
    const theirs = problemOf(problem).details?.['current'] as NotedDocument | undefined
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
