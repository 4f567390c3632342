import './SafeHtml.css'
import { useContext, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { Loading } from '../feedback/Loading.tsx'
import { ProblemView } from '../feedback/ProblemView.tsx'
import { PicturesContext } from '../icon/pictures.ts'
import type { Sanitize } from './sanitize.ts'

interface SafeHtmlProps {
  html: string
  className?: string
}

/** The one place that puts foreign markup into the page. The cleaner comes with the first text that needs it. */
export function SafeHtml({ html, className = '' }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null)
  const [clean, setClean] = useState<{ run: Sanitize } | 'loading' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const pictures = useContext(PicturesContext)

  useEffect(() => {
    let gone = false
    import('./sanitize.ts')
      .then(({ sanitize }) => !gone && setClean({ run: sanitize }))
      .catch(() => !gone && setClean('failed'))
    return () => {
      gone = true
    }
  }, [tries])

  useEffect(() => {
    if (typeof clean === 'string' || !place.current) return
    place.current.replaceChildren(clean.run(html, { opensOutside: t('ui.opens_outside') }, pictures))
  }, [clean, html, pictures])

  if (clean === 'failed')
    return (
      <ProblemView compact problem={problemOf(undefined)} onRetry={() => (setClean('loading'), setTries(tries + 1))} />
    )
  if (clean === 'loading') return <Loading kind="text" />
  return <div ref={place} dir="auto" className={`mg-prose ${className}`} />
}
