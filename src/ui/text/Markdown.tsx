/** Text in Markdown as its readers see it. The reader of Markdown comes with the first text; what it makes goes through the cleaner. */
import { useEffect, useState } from 'react'
import { problemOf } from '../../lib/problem.ts'
import { Loading } from '../feedback/Loading.tsx'
import { ProblemView } from '../feedback/ProblemView.tsx'
import { SafeHtml } from './SafeHtml.tsx'

type Reader = { toHtml: (text: string) => string }
/** The reader, once it has come: texts after the first are there at once. */
let known: Reader | undefined

/** Brings the reader of Markdown, for who is about to show or print texts. Rejects when it cannot be loaded. */
export async function loadMarkdown(): Promise<Reader> {
  const { markdownToHtml } = await import('./markdown.ts')
  return (known ??= { toHtml: markdownToHtml })
}

export function Markdown({ text }: { text: string }) {
  const [read, setRead] = useState<Reader | 'loading' | 'failed'>(known ?? 'loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    loadMarkdown()
      .then((reader) => !gone && setRead(reader))
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
