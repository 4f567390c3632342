/** A document: its pages, words that are looked for in it, zoom and outline. Where its reader is, and that the end was reached, is its section's. */
import './pdf.css'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isOneOf } from '../../../../../contract/lib/typed.ts'
import { t } from '../../../../../i18n/index.ts'
import { Empty } from '../../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../../ui/feedback/Loading.tsx'
import { Button, IconButton } from '../../../../../ui/input/Button.tsx'
import { useFullScreen } from '../../../../../ui/layout/useFullScreen.ts'
import { mostPages, mostPixels, nextZoom, pageFor, pageNamed, type Zoom, zooms } from './pdf.logic.ts'
import { loadPdfjs, OwnFiles, type Pdfjs, startPdfWorker } from './pdfjs.ts'

export interface PdfHandle {
  page: () => number
  goTo: (page: number) => void
}
interface PdfViewerProps {
  /** Its address, or its bytes. */
  src: string | Uint8Array
  label: string
  /** Page, from 0, at which it opens. */
  start: number
  /** One page at a time: slides. */
  single?: boolean
  /** Beside its other tools. */
  tools?: ReactNode
  /** What lies over a page, from 0. */
  over?: (page: number) => ReactNode
  onReady: (handle: PdfHandle | undefined) => void
  onPage: (page: number, pages: number) => void
  /** It does not load, or not any more. */
  onBroken: () => void
}
type EventBus = InstanceType<Pdfjs['web']['EventBus']>
type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>
type Destination = Outline[number]['dest']
/** A page as documents point at it; others point by the number of it, from 0. */
type PageReference = Parameters<PDFDocumentProxy['getPageIndex']>[0]
const isPageReference = (at: unknown): at is PageReference => typeof at === 'object' && at !== null && 'num' in at

interface Open {
  bus: EventBus
  outline: Outline
  pages: number
  goTo: (page: number) => void
  follow: (destination: Destination) => void
  scale: () => number
  scaleTo: (zoom: Zoom) => void
}
type Phase = { at: 'loading' } | { at: 'open'; open: Open } | { at: 'refused'; why: 'damaged' | 'locked' | 'long' }

/** Its viewer asks for words of its own: a page is named by us. */
const words = {
  translate: async () => {},
  get: async () => '',
  pause: () => {},
  resume: () => {},
  destroy: async () => {},
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
}
/** Pages are no landmarks: a document may have thousands. */
function namePages(inner: Element): void {
  for (const page of inner.querySelectorAll<HTMLElement>('.page')) {
    page.setAttribute('role', 'group')
    page.setAttribute('aria-label', t('learn.page_n', { n: page.dataset['pageNumber'] ?? '' }))
  }
}

/** Moves a box until something in it is seen, some lines below its top, and nothing else. */
function showInside(frame: Element, seen: Element): void {
  const [f, s] = [frame.getBoundingClientRect(), seen.getBoundingClientRect()]
  frame.scrollTop += s.top - f.top - frame.clientHeight / 4
  if (s.left < f.left || s.right > f.left + frame.clientWidth)
    frame.scrollLeft += s.left - f.left - (frame.clientWidth - s.width) / 2
}

export default function PdfViewer({
  src,
  label,
  start,
  single = false,
  tools,
  over,
  onReady,
  onPage,
  onBroken,
}: PdfViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>({ at: 'loading' })
  const [page, setPage] = useState(start)
  const [zoom, setZoom] = useState<string>(single ? 'page-fit' : 'page-width')
  const [side, setSide] = useState(false)
  const [layers, setLayers] = useState<ReadonlyMap<number, HTMLElement>>(new Map())
  const lays = over !== undefined
  const said = useRef({ onReady, onPage, onBroken })
  said.current = { onReady, onPage, onBroken }
  const { full, turn } = useFullScreen(() => stage.current)
  const opened = useRef(start)

  useEffect(() => {
    const frame = box.current
    const inner = frame?.firstElementChild
    if (!frame || !(inner instanceof HTMLDivElement)) return undefined
    const gone = new AbortController()
    const { port, ready, end } = startPdfWorker()
    let close = () => {}
    const open = async () => {
      const [{ lib, web }] = await Promise.all([loadPdfjs(), ready])
      if (gone.signal.aborted) return
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types say that there is no port, its documents that there may be
      const worker = new lib.PDFWorker({ port: port as never })
      const task = lib.getDocument({
        // the worker takes what it is given
        ...(typeof src === 'string' ? { url: src } : { data: src.slice() }),
        worker,
        // nothing in a document runs
        isEvalSupported: false,
        enableXfa: false,
        maxImageSize: mostPixels,
        canvasMaxAreaInBytes: mostPixels * 4,
        BinaryDataFactory: OwnFiles,
        useWorkerFetch: false,
        cMapUrl: 'own/',
        standardFontDataUrl: 'own/',
        wasmUrl: 'own/',
        // what is not looked at is not fetched
        disableAutoFetch: true,
        disableStream: true,
      } as Parameters<typeof lib.getDocument>[0])
      close = () => {
        void task.destroy().finally(() => worker.destroy())
      }
      const document_ = await task.promise
      if (gone.signal.aborted) return
      if (document_.numPages > mostPages) {
        setPhase({ at: 'refused', why: 'long' })
        return
      }
      const bus = new web.EventBus()
      const links = new web.PDFLinkService({ eventBus: bus, externalLinkTarget: web.LinkTarget.BLANK })
      const find = new web.PDFFindController({ eventBus: bus, linkService: links })
      const moved = find.scrollMatchIntoView.bind(find)
      // it would move whatever can be moved, up to the page of a host: only the pages do
      find.scrollMatchIntoView = ({ element, ...at }) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks nothing else of it
        const own = { scrollIntoView: () => showInside(frame, element) } as HTMLElement
        moved({ ...at, element: own })
      }
      const Shown = single ? web.PDFSinglePageViewer : web.PDFViewer
      const asked = {
        container: frame,
        viewer: inner,
        eventBus: bus,
        linkService: links,
        findController: find,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks for these and no others
        l10n: words as never,
        annotationMode: lib.AnnotationMode.DISABLE,
        maxCanvasPixels: mostPixels,
        removePageBorders: true,
        supportsPinchToZoom: false,
        enableAutoLinking: false,
        abortSignal: gone.signal,
      }
      const viewer = new Shown(asked)
      links.setViewer(viewer)
      if (lays)
        bus.on('pagerendered', ({ pageNumber, source }: { pageNumber: number; source: { div: HTMLElement } }) =>
          setLayers((had) => {
            const layer = had.get(pageNumber - 1) ?? document.createElement('div')
            layer.className = 'learn-pdf-over'
            // drawn anew, a page has lost what lay over it
            source.div.append(layer)
            return had.has(pageNumber - 1) ? had : new Map(had).set(pageNumber - 1, layer)
          }),
        )
      for (const laid of ['pagesinit', 'pagesloaded', 'pagerendered']) bus.on(laid, () => namePages(inner))
      bus.on('pagesinit', () => {
        viewer.currentScaleValue = single ? 'page-fit' : 'page-width'
        viewer.currentPageNumber = Math.min(document_.numPages, opened.current + 1)
      })
      bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => {
        setPage(pageNumber - 1)
        opened.current = pageNumber - 1
        said.current.onPage(pageNumber - 1, document_.numPages)
      })
      bus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
        setZoom(presetValue ?? String(scale)),
      )
      // as wide as its room, also when that changes
      const fitted = new ResizeObserver(() => {
        const { currentScaleValue: fit } = viewer
        if (frame.clientWidth > 0 && (fit === 'page-width' || fit === 'page-fit')) viewer.currentScaleValue = fit
        viewer.update()
      })
      bus.on('pagesinit', () => fitted.observe(frame.parentElement ?? frame))
      gone.signal.addEventListener('abort', () => fitted.disconnect())
      viewer.setDocument(document_)
      links.setDocument(document_)
      const outline = await document_.getOutline().catch(() => null)
      if (gone.signal.aborted) return
      const goTo = (to: number) => {
        viewer.currentPageNumber = to + 1
      }
      // the library's own way there takes the focus whenever that page is drawn next, and with it its reader back to it
      const follow = async (to: Destination) => {
        const spot = typeof to === 'string' ? await document_.getDestination(to) : to
        if (!spot || gone.signal.aborted) return
        const at: unknown = spot[0]
        const index = isPageReference(at) ? await document_.getPageIndex(at) : Number(at)
        if (!gone.signal.aborted) viewer.scrollPageIntoView({ pageNumber: index + 1, destArray: spot })
      }
      setPhase({
        at: 'open',
        open: {
          bus,
          outline: outline ?? [],
          pages: document_.numPages,
          goTo,
          // an entry that leads nowhere stays where its reader is
          follow: (to) => void follow(to).catch(() => {}),
          scale: () => viewer.currentScale,
          scaleTo: (to) => {
            viewer.currentScaleValue = to
          },
        },
      })
      said.current.onReady({ page: () => viewer.currentPageNumber - 1, goTo })
      said.current.onPage(Math.min(document_.numPages - 1, opened.current), document_.numPages)
    }
    open().catch((e: unknown) => {
      if (gone.signal.aborted) return
      const name = e instanceof Error ? e.name : ''
      if (name === 'PasswordException') setPhase({ at: 'refused', why: 'locked' })
      else if (name === 'InvalidPDFException') setPhase({ at: 'refused', why: 'damaged' })
      else said.current.onBroken()
    })
    return () => {
      gone.abort()
      said.current.onReady(undefined)
      close()
      end()
      inner.replaceChildren()
      setLayers(new Map())
    }
  }, [src, single, lays])

  const open = phase.at === 'open' ? phase.open : undefined
  const last = Math.max(0, (open?.pages ?? 1) - 1)
  const goTo = (to: number | undefined) => {
    if (to !== undefined) open?.goTo(to)
  }
  return (
    <div
      ref={stage}
      className={`learn-pdf${single ? ' learn-pdf-single' : ''}`}
      role="group"
      aria-label={label}
      onKeyDown={(e) => {
        if (
          e.ctrlKey ||
          e.altKey ||
          e.metaKey ||
          (e.target instanceof Element && e.target.matches('input, select, textarea'))
        )
          return
        const to = pageFor(e.key, page, last)
        if (to === undefined || !open) return
        e.preventDefault()
        goTo(to)
      }}
    >
      {open && (
        <div className="learn-pdf-bar" role="toolbar" aria-label={t('learn.pdf_tools')}>
          {open.outline.length > 0 && (
            <IconButton
              icon="sidebar"
              label={t('learn.pdf_outline')}
              aria-expanded={side}
              onClick={() => setSide(!side)}
            />
          )}
          <IconButton
            icon="chevron-left"
            label={t('learn.page_previous')}
            disabled={page === 0}
            onClick={() => goTo(page - 1)}
          />
          <PageNumber page={page} pages={open.pages} onGo={goTo} />
          <IconButton
            icon="chevron-right"
            label={t('learn.page_next')}
            disabled={page >= last}
            onClick={() => goTo(page + 1)}
          />
          <span className="learn-pdf-gap" />
          <IconButton
            icon="zoom-out"
            label={t('learn.zoom_out')}
            onClick={() => open.scaleTo(nextZoom(open.scale(), -1))}
          />
          <select
            className="mg-field learn-pdf-zoom"
            aria-label={t('learn.zoom')}
            value={isOneOf(zooms, zoom) ? zoom : ''}
            onChange={(e) => isOneOf(zooms, e.target.value) && open.scaleTo(e.target.value)}
          >
            {!isOneOf(zooms, zoom) && <option value="">{Math.round(Number(zoom) * 100)}%</option>}
            {zooms.map((z) => (
              <option key={z} value={z}>
                {z === 'page-width' || z === 'page-fit'
                  ? t(`learn.zoom_${z === 'page-fit' ? 'page' : 'width'}`)
                  : `${Number(z) * 100}%`}
              </option>
            ))}
          </select>
          <IconButton
            icon="zoom-in"
            label={t('learn.zoom_in')}
            onClick={() => open.scaleTo(nextZoom(open.scale(), 1))}
          />
          {tools}
          <Search bus={open.bus} />
          <IconButton
            icon={full ? 'shrink' : 'expand'}
            label={t(full ? 'learn.full_screen_end' : 'learn.full_screen')}
            onClick={() => void turn()}
          />
        </div>
      )}
      <div className="learn-pdf-desk">
        {open && side && (
          <nav className="learn-pdf-side" aria-label={t('learn.pdf_outline')}>
            <OutlineList of={open.outline} onGo={open.follow} />
          </nav>
        )}
        <div className="learn-pdf-frame">
          <div ref={box} className="learn-pdf-pages" tabIndex={0} role="group" aria-label={label}>
            <div className="pdfViewer" />
          </div>
          {over && [...layers].map(([n, layer]) => createPortal(over(n), layer, String(n)))}
          {phase.at === 'loading' && <Loading kind="detail" />}
          {phase.at === 'refused' && <Empty icon="warn" title={t(`learn.pdf_${phase.why}`)} />}
        </div>
      </div>
    </div>
  )
}

/** The number of the page, which may be typed. */
function PageNumber({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number | undefined) => void }) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    if (typed !== undefined) onGo(pageNamed(typed, pages))
    setTyped(undefined)
  }
  return (
    <span className="learn-pdf-page mg-num">
      <input
        className="mg-field"
        inputMode="numeric"
        aria-label={t('learn.page_of', { all: pages })}
        value={typed ?? String(page + 1)}
        onChange={(e) => setTyped(e.target.value)}
        onBlur={go}
        onKeyDown={(e) => e.key === 'Enter' && go()}
      />
      / {pages}
    </span>
  )
}

/** Words that are looked for: all are marked, Enter leads from one to the next. */
function Search({ bus }: { bus: EventBus }) {
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ current: number; total: number }>()
  useEffect(() => {
    const counted = ({ matchesCount }: { matchesCount: { current: number; total: number } }) => setFound(matchesCount)
    bus.on('updatefindmatchescount', counted)
    bus.on('updatefindcontrolstate', counted)
    return () => {
      bus.off('updatefindmatchescount', counted)
      bus.off('updatefindcontrolstate', counted)
    }
  }, [bus])
  const look = (type: '' | 'again', query: string, previous = false) =>
    bus.dispatch('find', {
      source: id,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: previous,
      matchDiacritics: false,
    })
  return (
    <span className="learn-pdf-search" role="search">
      <input
        type="search"
        className="mg-field"
        aria-label={t('learn.pdf_search')}
        placeholder={t('learn.pdf_search')}
        value={text}
        onChange={(e) => {
          setText(e.target.value)
          look('', e.target.value)
        }}
        onKeyDown={(e) => e.key === 'Enter' && text !== '' && look('again', text, e.shiftKey)}
      />
      <span className="mg-num mg-faint" role="status">
        {text !== '' && found && t('learn.pdf_found', { n: found.current, all: found.total })}
      </span>
    </span>
  )
}

function OutlineList({ of, onGo }: { of: Outline; onGo: (to: Destination) => void }) {
  return (
    <ul>
      {of.map((item, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- an outline does not change
        <li key={n}>
          <Button size="small" tone="quiet" disabled={item.dest === null} onClick={() => onGo(item.dest)}>
            {item.title}
          </Button>
          {item.items.length > 0 && <OutlineList of={item.items} onGo={onGo} />}
        </li>
      ))}
    </ul>
  )
}
