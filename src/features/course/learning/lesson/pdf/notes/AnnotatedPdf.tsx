/**
 * A PDF with what was highlighted and said in it. Whoever marks chooses text, draws a rectangle or sets one by keys, and writes beside it; others
 * read. A note and its line in the list lead to each other.
 */
import './notes.css'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { pdfNoteLimits } from '../../../../../../contract/course/pdfNote.ts'
import type { NotedDocument, PdfRect } from '../../../../../../contract/course/pdfNote.schema.ts'
import { format, t } from '../../../../../../i18n/index.ts'
import { useAsk } from '../../../../../../kit/resource/calls.ts'
import { newKey } from '../../../../../../lib/id.ts'
import { type AppProblem, problemOf } from '../../../../../../lib/problem.ts'
import { downloadFile } from '../../../../../../lib/save.ts'
import { Loading } from '../../../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../../../ui/feedback/toast.ts'
import { Button, IconButton } from '../../../../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../../../../ui/input/CountedTextArea.tsx'
import PdfViewer, { type PdfHandle } from '../PdfViewer.tsx'
import { type DraftNote, notesInOrder, highlightLines, movedByKey, rectBetween, rectOn } from './notes.logic.ts'

interface AnnotatedPdfProps {
  of: NotedDocument
  notes: readonly DraftNote[]
  /** Who marks; left out: it is read. */
  onNotes?: ((notes: readonly DraftNote[]) => void) | undefined
}

export default function AnnotatedPdf({ of, notes, onNotes }: AnnotatedPdfProps) {
  const ask = useAsk()
  const [bytes, setBytes] = useState<Uint8Array>()
  const [problem, setProblem] = useState<AppProblem>()
  const [tries, setTries] = useState(0)
  const { file } = of
  useEffect(() => {
    let over = false
    setProblem(undefined)
    ask<Blob>('GET /attachments/:id', { params: { id: file } }, { blob: true, as: 'upload' })
      .then((blob) => blob.arrayBuffer())
      .then((all) => {
        if (!over) setBytes(new Uint8Array(all))
      })
      .catch((e: unknown) => {
        if (!over) setProblem(problemOf(e))
      })
    return () => {
      over = true
    }
  }, [ask, file, tries])
  if (problem) return <ProblemView compact problem={problem} onRetry={() => setTries(tries + 1)} />
  if (!bytes) return <Loading kind="detail" />
  return (
    <Open of={of} bytes={bytes} notes={notes} onNotes={onNotes} onBroken={() => setProblem(problemOf(undefined))} />
  )
}

type OpenProps = AnnotatedPdfProps & { bytes: Uint8Array; onBroken: () => void }
function Open({ of, bytes, notes, onNotes, onBroken }: OpenProps) {
  const viewer = useRef<PdfHandle>()
  const stage = useRef<HTMLDivElement>(null)
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const [draws, setDraws] = useState(false)
  const [saves, setSaves] = useState(false)
  const all = notesInOrder(notes)
  const full = notes.length >= pdfNoteLimits.notes && t('report.notes_full', { max: pdfNoteLimits.notes })
  const add = (page: number, kind: DraftNote['kind'], rects: PdfRect[]) => {
    const note: DraftNote = { id: newKey().slice(0, 12), page: page + 1, kind, rects, text: '' }
    onNotes?.([...notes, note])
    setChosen(note.id)
    return note
  }
  const change = (note: string, part: Partial<DraftNote>) =>
    onNotes?.(notes.map((n) => (n.id === note ? { ...n, ...part } : n)))
  const remove = (note: string) => {
    onNotes?.(notes.filter((n) => n.id !== note))
    setChosen(undefined)
    stage.current?.querySelector<HTMLElement>('.learn-pdf-pages')?.focus()
  }
  const focusOn = (where: string) =>
    requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(where)?.focus({ preventScroll: true }))
  const open = (note: DraftNote) => {
    setChosen(note.id)
    viewer.current?.goTo(note.page - 1)
  }
  /** What is selected in the text of the pages, a note for each page. */
  const highlight = () => {
    if (full) return toast.info(full)
    const root = stage.current?.getRootNode()
    // within a shadow root the document knows nothing of what is selected there
    const own = (root instanceof ShadowRoot ? selectedIn(root) : null) ?? document.getSelection()
    const pages = [...(stage.current?.querySelectorAll<HTMLElement>('.page') ?? [])]
    const boxes = Array.from({ length: own?.rangeCount ?? 0 }, (_, n) => own?.getRangeAt(n))
      .flatMap((r) =>
        r && stage.current?.contains(r.commonAncestorContainer) && !r.collapsed ? [...r.getClientRects()] : [],
      )
      .filter((b) => b.width > 0 && b.height > 0)
    const made = pages.flatMap((page): DraftNote[] => {
      const inside = page.querySelector('canvas')?.getBoundingClientRect()
      if (!inside) return []
      const found = boxes.flatMap((b) => {
        const middle = b.top + b.height / 2
        return middle >= inside.top && middle < inside.bottom ? (rectOn(inside, b) ?? []) : []
      })
      // the text layer itself is no text
      const rects = highlightLines(found.filter((r) => r.h < 0.2))
      const n = Number(page.dataset['pageNumber'])
      return rects.length ? [{ id: newKey().slice(0, 12), page: n, kind: 'highlight', rects, text: '' }] : []
    })
    const [first] = made
    if (!first) return toast.info(t('report.note_select'))
    onNotes?.([...notes, ...made].slice(0, pdfNoteLimits.notes))
    setChosen(first.id)
    own?.removeAllRanges()
    focusOn('.pdf-note-write textarea')
  }
  /** By keys alone: a rectangle on the page that is shown, to be moved to its place. */
  const place = () => {
    if (full) return toast.info(full)
    add(viewer.current?.page() ?? 0, 'area', [{ x: 0.1, y: 0.1, w: 0.3, h: 0.05 }])
    focusOn('.pdf-note[data-chosen=true]')
  }
  const keys = (e: KeyboardEvent) => {
    if (!onNotes || e.ctrlKey || e.altKey || e.metaKey) return
    if (e.target instanceof Element && e.target.closest('input, select, textarea')) return
    const act = { h: highlight, n: place }[e.key.toLowerCase()]
    if (!act) return
    e.preventDefault()
    act()
  }
  const save = async () => {
    setSaves(true)
    try {
      const { annotatedCopy } = await import('./copy.ts')
      downloadFile(
        await annotatedCopy(bytes, of.notes),
        of.name.replace(/(\.pdf)?$/i, `-${t('report.notes_file')}.pdf`),
      )
    } catch (e) {
      toast.problem(e)
    } finally {
      setSaves(false)
    }
  }
  return (
    <div ref={stage} className="pdf-notes" data-draws={draws} onKeyDown={keys}>
      <PdfViewer
        src={bytes}
        label={of.name}
        start={0}
        onReady={(handle) => {
          viewer.current = handle
        }}
        onPage={() => {}}
        onBroken={onBroken}
        tools={
          onNotes && (
            <>
              <Button
                size="small"
                icon="edit"
                aria-keyshortcuts="H"
                // what is selected stays so
                onMouseDown={(e) => e.preventDefault()}
                onClick={highlight}
              >
                {t('report.note_highlight')}
              </Button>
              <Button size="small" icon="pointer" aria-pressed={draws} off={full} onClick={() => setDraws(!draws)}>
                {t('report.note_area')}
              </Button>
              <IconButton icon="note" label={t('report.note_place')} aria-keyshortcuts="N" onClick={place} />
            </>
          )
        }
        over={(page) => (
          <Layer
            notes={all.filter((n) => n.page === page + 1)}
            all={all}
            chosen={chosen}
            draws={draws}
            onDrawn={(rect) => {
              setDraws(false)
              add(page, 'area', [rect])
              focusOn('.pdf-note-write textarea')
            }}
            onChoose={(n) => setChosen(n.id)}
            onMove={onNotes && ((n, rect) => change(n.id, { rects: [rect] }))}
            onRemove={onNotes && ((n) => remove(n.id))}
          />
        )}
      />
      <section className="pdf-notes-side" aria-labelledby={id}>
        <p className="pdf-notes-head">
          <strong id={id}>{t('report.notes_n', { n: format.number(all.length) })}</strong>
          {of.notes.length > 0 && (
            <Button size="small" icon="export" busy={saves} onClick={() => void save()}>
              {t('report.notes_download')}
            </Button>
          )}
        </p>
        {all.length === 0 && <p className="mg-faint">{t(onNotes ? 'report.notes_how' : 'report.notes_none')}</p>}
        <ol>
          {all.map((n, i) => (
            <li key={n.id} data-chosen={n.id === chosen}>
              <Button size="small" tone="quiet" aria-expanded={n.id === chosen} onClick={() => open(n)}>
                {t('report.note_at', { n: i + 1, page: n.page })}
              </Button>
              {n.by_name && <span className="mg-faint"> {n.by_name}</span>}
              {onNotes && n.id === chosen ? (
                <div className="pdf-note-write">
                  <CountedTextArea
                    aria-label={t('report.note_text', { n: i + 1 })}
                    placeholder={t('report.note_say')}
                    value={n.text}
                    max={pdfNoteLimits.text}
                    rows={3}
                    onChange={(text) => change(n.id, { text })}
                  />
                  <Button size="small" icon="trash" onClick={() => remove(n.id)}>
                    {t('report.note_remove')}
                  </Button>
                </div>
              ) : (
                <p className="pdf-note-words">
                  {n.text || <span className="mg-faint">{t(`report.note_kind.${n.kind}`)}</span>}
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** Browsers of one kind have it, and it is not in the types of their language. */
const selectedIn = (root: ShadowRoot & { getSelection?: () => Selection | null }): Selection | null =>
  root.getSelection?.() ?? null

interface LayerProps {
  notes: readonly DraftNote[]
  all: readonly DraftNote[]
  chosen: string | undefined
  draws: boolean
  onDrawn: (rect: PdfRect) => void
  onChoose: (note: DraftNote) => void
  onMove: ((note: DraftNote, rect: PdfRect) => void) | undefined
  onRemove: ((note: DraftNote) => void) | undefined
}
const share = (n: number) => `${n * 100}%`
const styleOf = (r: PdfRect) => ({ left: share(r.x), top: share(r.y), width: share(r.w), height: share(r.h) })
function Layer({ notes, all, chosen, draws, onDrawn, onChoose, onMove, onRemove }: LayerProps) {
  const box = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<{ x: number; y: number }>()
  const [to, setTo] = useState<{ x: number; y: number }>()
  const at = (e: PointerEvent) => {
    const b = box.current?.getBoundingClientRect()
    return b ? { x: (e.clientX - b.left) / b.width, y: (e.clientY - b.top) / b.height } : { x: 0, y: 0 }
  }
  const drawn = from && to && rectBetween(from, to)
  const press = (e: KeyboardEvent, n: DraftNote) => {
    const [rect] = n.rects
    if ((e.key === 'Delete' || e.key === 'Backspace') && onRemove) onRemove(n)
    else {
      const moved = n.kind === 'area' && rect && onMove && movedByKey(rect, e.key, e.shiftKey)
      if (!moved) return
      onMove(n, moved)
    }
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <div
      ref={box}
      className="pdf-note-layer"
      onPointerDown={(e) => {
        if (!draws || e.button !== 0) return
        e.currentTarget.setPointerCapture(e.pointerId)
        e.preventDefault()
        setFrom(at(e))
        setTo(undefined)
      }}
      onPointerMove={(e) => from && setTo(at(e))}
      onPointerCancel={() => setFrom(undefined)}
      onPointerUp={() => {
        if (drawn) onDrawn(drawn)
        setFrom(undefined)
        setTo(undefined)
      }}
    >
      {notes.flatMap((n) =>
        n.rects.map((r, i) => {
          const shown = {
            className: 'pdf-note',
            'data-kind': n.kind,
            'data-chosen': n.id === chosen,
            style: styleOf(r),
          }
          // one line of it is enough to be reached by keys
          return i === 0 ? (
            <button
              key={`${n.id} 0`}
              type="button"
              {...shown}
              aria-label={[t('report.note_at', { n: all.indexOf(n) + 1, page: n.page }), n.text]
                .filter(Boolean)
                .join(': ')}
              title={n.text || undefined}
              onClick={() => onChoose(n)}
              onKeyDown={(e) => press(e, n)}
            />
          ) : (
            <span key={`${n.id} ${i}`} {...shown} aria-hidden="true" onClick={() => onChoose(n)} />
          )
        }),
      )}
      {drawn && <span className="pdf-note" data-kind="area" data-chosen="true" style={styleOf(drawn)} />}
    </div>
  )
}
