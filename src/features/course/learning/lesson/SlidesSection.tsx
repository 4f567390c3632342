/** Slides, one at a time: by arrows, by keys, over the whole screen. */
import { useEffect, useRef, useState } from 'react'
import { slidesOf } from '../../../../contract/course/outline.ts'
import { t } from '../../../../i18n/index.ts'
import { IconButton } from '../../../../ui/input/Button.tsx'
import { useFullScreen } from '../../../../ui/layout/useFullScreen.ts'
import { Markdown } from '../../../../ui/text/Markdown.tsx'
import { SectionEnd, useDone } from './SectionEnd.tsx'
import { OnePdf } from './pdf/DocumentSection.tsx'
import { dwell, type LessonSection, type SectionViewProps, shownPdf, shownText } from './section.ts'
import { slideFor } from './slides.logic.ts'
import { usePlace } from './usePlace.ts'

type ShownSlides = Extract<LessonSection['content'], { kind: 'slides' }>

export function SlidesSection(props: SectionViewProps<ShownSlides>) {
  const { file: pdf } = shownPdf(props)
  return pdf ? (
    <OnePdf key={pdf.file} single props={props} pdf={pdf} hint={t('learn.read_text.slides')} />
  ) : (
    <MarkdownSlides {...props} />
  )
}

function MarkdownSlides(props: SectionViewProps<ShownSlides>) {
  const { section: s, start, onPlace } = props
  const slides = slidesOf(shownText(props).text)
  const last = Math.max(0, slides.length - 1)
  const [chosen, setChosen] = useState(start)
  const at = Math.min(chosen, last)
  const stage = useRef<HTMLDivElement>(null)
  const { full, turn } = useFullScreen(() => stage.current)
  const moved = usePlace(props)
  const doing = useDone(props)
  const go = (to: number) => {
    const slide = Math.min(last, Math.max(0, to))
    setChosen(slide)
    onPlace(slide)
    moved(slide)
  }
  const keys = useRef<(e: KeyboardEvent) => void>(() => {})
  keys.current = (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return
    if (e.target instanceof Element && e.target.matches('input, textarea, select, [contenteditable]')) return
    const to = slideFor(e.key, at, last)
    if (to === undefined) return
    e.preventDefault()
    go(to)
  }
  useEffect(() => {
    const page = stage.current?.closest<HTMLElement>('.mg-page')
    const heard = (e: KeyboardEvent) => keys.current(e)
    page?.addEventListener('keydown', heard)
    // keys reach it without a click
    stage.current?.focus({ preventScroll: true })
    return () => page?.removeEventListener('keydown', heard)
  }, [])
  const finish = useRef(() => {})
  finish.current = () => void (s.rule === 'read' && doing.done())
  useEffect(() => {
    if (at !== last) return undefined
    const timer = setTimeout(() => finish.current(), dwell)
    return () => clearTimeout(timer)
  }, [at, last])
  const number = t('learn.slide_of', { n: at + 1, all: slides.length })
  return (
    <>
      <div
        ref={stage}
        tabIndex={-1}
        className="learn-slides"
        role="group"
        aria-roledescription={t('learn.slides')}
        aria-label={number}
      >
        <div className="learn-slide" aria-live="polite">
          <Markdown key={at} text={slides[at] ?? ''} />
        </div>
        <div className="learn-slides-bar">
          <IconButton
            icon="chevron-left"
            label={t('learn.slide_previous')}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          />
          <span className="mg-num">{number}</span>
          <IconButton
            icon="chevron-right"
            label={t('learn.slide_next')}
            disabled={at === last}
            onClick={() => go(at + 1)}
          />
          <span className="learn-slides-keys mg-faint">{t('learn.slide_keys')}</span>
          <IconButton
            icon={full ? 'shrink' : 'expand'}
            label={t(full ? 'learn.full_screen_end' : 'learn.full_screen')}
            onClick={() => void turn()}
          />
        </div>
      </div>
      <SectionEnd of={props} hint={t('learn.read_text.slides')} doing={doing} />
    </>
  )
}
