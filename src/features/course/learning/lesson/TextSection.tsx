/** A text. Where its reader was comes back, and its end in sight makes it read. */
import { useEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Markdown } from '../../../../ui/text/Markdown.tsx'
import { SectionEnd, useDone } from './SectionEnd.tsx'
import { dwell, type SectionViewProps, type ShownText, shownText } from './section.ts'
import { usePlace } from './usePlace.ts'

/** Milliseconds in which pictures may still move what is below them. */
const settles = 2000

/** Share of a text that lies above the window. */
function scrolledOf(text: Element, frame: Element): number {
  const [t, f] = [text.getBoundingClientRect(), frame.getBoundingClientRect()]
  const room = t.height - f.height
  return room <= 0 ? 0 : Math.min(1, Math.max(0, (f.top - t.top) / room))
}
function scrollTo(text: Element, frame: Element, share: number): void {
  const [t, f] = [text.getBoundingClientRect(), frame.getBoundingClientRect()]
  frame.scrollTop += t.top - f.top + share * Math.max(0, t.height - f.height)
}

export function TextSection(props: SectionViewProps<ShownText>) {
  const { section: s, start, onPlace } = props
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const moved = usePlace(props)
  const doing = useDone(props)
  const tell = useRef<(share: number) => void>(() => {})
  tell.current = (share) => {
    onPlace(share)
    moved(share)
  }
  const finish = useRef(() => {})
  finish.current = () => void (s.rule === 'read' && doing.done())

  useEffect(() => {
    const [article, frame] = [box.current, box.current?.closest('.mg-main')]
    if (!article || !frame) return undefined
    // what the reader does counts more than where they were
    let returning = start > 0
    const stop = () => {
      returning = false
    }
    const heard = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const
    for (const kind of heard) frame.addEventListener(kind, stop, { passive: true })
    const timer = setTimeout(stop, settles)
    const sized = new ResizeObserver(() => returning && scrollTo(article, frame, start))
    sized.observe(article)
    const scrolled = () => {
      if (!returning) tell.current(scrolledOf(article, frame))
    }
    frame.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      for (const kind of heard) frame.removeEventListener(kind, stop)
      clearTimeout(timer)
      sized.disconnect()
      frame.removeEventListener('scroll', scrolled)
    }
    // it comes back once, to where they were when it was opened
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    const mark = end.current
    if (!mark) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = new IntersectionObserver(([entry]) => {
      clearTimeout(timer)
      // while the text still loads its end is in sight by itself
      if (entry?.isIntersecting && box.current?.querySelector('.mg-prose'))
        timer = setTimeout(() => finish.current(), dwell)
    })
    // its text comes a moment later, and then its end is looked at again
    const sized = new ResizeObserver(() => {
      seen.unobserve(mark)
      seen.observe(mark)
    })
    if (box.current) sized.observe(box.current)
    return () => {
      clearTimeout(timer)
      sized.disconnect()
      seen.disconnect()
    }
  }, [])
  return (
    <>
      <div ref={box} className="learn-text">
        <Markdown text={shownText(props).text} />
        <div ref={end} className="learn-text-end" />
      </div>
      <SectionEnd of={props} hint={t('learn.read_text.text')} doing={doing} />
    </>
  )
}
