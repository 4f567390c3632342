/** Downloads what the list shows as a file: asked for once, can be given up, hands the file to the browser under a name of its own. */
import { useEffect, useRef, useState } from 'react'
import { type MessageKey, t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { downloadFile } from '../../lib/save.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useAsk } from '../resource/calls.ts'
import { fileNameOf } from '../../contract/lib/fileName.ts'
import type { ListQuery } from '../../contract/lib/resource.ts'

/** A format a list may be had in. */
export interface FileFormat {
  /** As the route calls it. */
  format: string
  /** End of the file's name. */
  ends: string
  label: MessageKey
}
export const listFormats: readonly FileFormat[] = (['csv', 'xlsx'] as const).map((format) => ({
  format,
  ends: format,
  label: `kit.export.${format}`,
}))
/** Of lists that come as CSV alone. */
export const csvFormat: readonly FileFormat[] = listFormats.filter((f) => f.format === 'csv')
export interface ExportRun {
  /** Bytes that arrived, and of how many when the server says. */
  received: number
  total: number
}

const two = (n: number) => String(n).padStart(2, '0')

/** `tool-2024-03-05.csv`, by the viewer's calendar. */
function fileName(resource: { name: string }, at: Date, ends: string): string {
  return `${fileNameOf(resource.name)}-${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}.${ends}`
}

/** What is downloaded: a route that answers a file, and the name the file is given. */
export interface Exported {
  name: string
  route: string
  params?: Record<string, string>
}

export function useExport({ name, route, params }: Exported): {
  run: ExportRun | undefined
  start: (query: ListQuery, format: FileFormat) => void
  stop: () => void
} {
  const ask = useAsk()
  const [run, setRun] = useState<ExportRun>()
  const abort = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (
    { page: _p, page_size: _s, ...query }: ListQuery,
    { format, ends }: FileFormat,
  ): Promise<void> => {
    if (abort.current) return
    const mine = new AbortController()
    abort.current = mine
    setRun({ received: 0, total: 0 })
    try {
      const file = await ask<Blob>(
        route,
        { ...(params ? { params } : {}), query: { ...query, format } },
        {
          blob: true,
          // a long list takes longer than a read may
          as: 'upload',
          signal: mine.signal,
          onProgress: (received, total) => setRun({ received, total }),
        },
      )
      downloadFile(file, fileName({ name }, new Date(), ends))
      toast.ok(t('kit.export.done'))
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code !== 'cancelled') toast.problem(problem)
    } finally {
      if (abort.current === mine) abort.current = undefined
      if (!mine.signal.aborted) setRun(undefined)
    }
  }
  return {
    run,
    start: (query, format) => void start(query, format),
    stop: () => {
      abort.current?.abort()
      setRun(undefined)
    },
  }
}
