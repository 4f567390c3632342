/** A document of a lesson: opened at the page its reader was on; its last page in sight makes it read. */
import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import type { CourseFile } from '../../../../../contract/course/media.schema.ts'
import { t } from '../../../../../i18n/index.ts'
import { useCourseText } from '../../../../../parts/course/words.ts'
import { Empty } from '../../../../../ui/feedback/Empty.tsx'
import { LessonFiles } from '../LessonFiles.tsx'
import { beginsAt } from '../media/media.state.ts'
import { useMedia, useMediaAddress, useMediaState } from '../media/useMedia.ts'
import { useNamedPlace, useSectionPlace } from '../place.ts'
import { breaksAllowed, MediaFrame } from '../media/MediaFrame.tsx'
import { SectionEnd, useDone } from '../SectionEnd.tsx'
import { dwell, type SectionViewProps, type ShownDocument, shownPdf } from '../section.ts'
import { usePlace } from '../usePlace.ts'
import type { PdfHandle } from './PdfViewer.tsx'

const PdfViewer = lazy(() => import('./PdfViewer.tsx'))

export function DocumentSection(props: SectionViewProps<ShownDocument>) {
  const { file: pdf } = shownPdf(props)
  if (!pdf) return <Empty icon="file" title={t('learn.pdf_empty')} />
  return (
    <>
      <OnePdf key={pdf.file} props={props} pdf={pdf} hint={t('learn.read_text.document')} />
      {props.content.download && <LessonFiles course={props.of.course.id} preview={props.of.preview} files={[pdf]} />}
    </>
  )
}

interface OnePdfProps {
  props: SectionViewProps
  pdf: CourseFile
  hint: string
  /** A page at a time. */
  single?: boolean
}
const nowhere = beginsAt(0)
export function OnePdf({ props, pdf, hint, single = false }: OnePdfProps) {
  const { of, section: s, onPlace } = props
  const { titleOf } = useCourseText()
  const addressOf = useMediaAddress()
  const named = useNamedPlace()
  const [start] = useState(named ?? props.start)
  const media = useMedia({
    course: of.course.id,
    section: s.id,
    file: pdf.file,
    preview: of.preview,
    watches: false,
    place: 0,
  })
  const { source } = useMediaState(media, nowhere)
  const moved = usePlace(props)
  const doing = useDone(props)
  const place = useSectionPlace()
  const ready = useCallback(
    (handle: PdfHandle | undefined) => {
      place.tell(handle && { now: handle.page, goTo: handle.goTo })
    },
    [place],
  )
  const [atEnd, setAtEnd] = useState(false)
  const [breaks, setBreaks] = useState(0)
  const finish = useRef(() => {})
  finish.current = () => void (s.rule === 'read' && doing.done())
  useEffect(() => {
    if (!atEnd) return undefined
    const timer = setTimeout(() => finish.current(), dwell)
    return () => clearTimeout(timer)
  }, [atEnd])
  return (
    <>
      <MediaFrame
        source={source}
        breaks={breaks}
        broken={t('learn.pdf_broken')}
        onOpen={() => media?.dispatch({ type: 'ask/open' })}
        onAgain={() => {
          setBreaks(0)
          media?.dispatch({ type: 'ask/open' })
        }}
      >
        {(address) => (
          <PdfViewer
            src={addressOf(address)}
            label={titleOf(s, of.course)}
            start={start}
            single={single}
            onReady={ready}
            onPage={(page, pages) => {
              onPlace(page)
              moved(page)
              setAtEnd(page >= pages - 1)
            }}
            onBroken={() => {
              setBreaks(breaks + 1)
              if (breaks < breaksAllowed) media?.dispatch({ type: 'ask/open' })
            }}
          />
        )}
      </MediaFrame>
      <SectionEnd of={props} hint={hint} doing={doing} />
    </>
  )
}
