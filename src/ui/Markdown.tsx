/** Text in Markdown as its readers see it. The reader of Markdown comes with the first text; what it makes goes through the cleaner. */
import { useEffect, useState } from 'react'
import { problemOf } from '../lib/problem.ts'
import { Loading } from './Loading.tsx'
import { ProblemView } from './ProblemView.tsx'
import { SafeHtml } from './SafeHtml.tsx'

export function Markdown({ text }: { text: string }) {
  const [read, setRead] = useState<{ toHtml: (text: string) => string } | 'loading' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    import('./markdown.ts')
      .then(({ markdownToHtml }) => !gone && setRead({ toHtml: markdownToHtml }))
      .catch(() => !gone && setRead('failed'))
    return () => {
      gone = true
    }
  }, [tries])
  if (read === 'failed')
    return (
      <ProblemView compact problem={problemOf(undefined)} onRetry={() => (setRead('loading'), setTries(tries + 1))} />
    )
  if (read === 'loading') return <Loading kind="text" />
  return <SafeHtml html={read.toHtml(text)} />
}
