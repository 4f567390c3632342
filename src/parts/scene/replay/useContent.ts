/** The content of a recording, loaded as long as it is looked at, with how far it has come. */
import { useEffect, useState } from 'react'
import { useAsk } from '../../../kit/resource/calls.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { callOf, type RecordingSource } from './source.ts'

export type Content =
  | { at: 'loading'; share: number | undefined }
  | { at: 'failed'; problem: AppProblem }
  | { at: 'here'; blob: Blob; url: string }

export function useContent(source: RecordingSource, bytes: number): Content {
  const name = JSON.stringify(source)
  const ask = useAsk()
  const [content, setContent] = useState<Content>({
    at: 'loading',
    share: undefined,
  })
  useEffect(() => {
    const ending = new AbortController()
    let url = ''
    const onProgress = (got: number) =>
      setContent({
        at: 'loading',
        share: bytes ? Math.min(1, got / bytes) : undefined,
      })
    const source: RecordingSource = JSON.parse(name)
    const { route, args } = callOf(source)
    ask<Blob>(route, args, {
      blob: true,
      as: 'upload',
      signal: ending.signal,
      onProgress,
    })
      .then((blob) => {
        if (ending.signal.aborted) return
        url = URL.createObjectURL(blob)
        setContent({ at: 'here', blob, url })
      })
      .catch((e: unknown) => {
        if (!ending.signal.aborted) setContent({ at: 'failed', problem: problemOf(e) })
      })
    return () => {
      ending.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [ask, name, bytes])
  return content
}
