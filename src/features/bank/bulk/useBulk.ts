/** A change of several questions: sent once, and how it went row by row. */
import type { BulkReply } from '../../../contract/lib/crud.ts'
import { counterOf } from '../../../kit/resource/counter.ts'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { type BulkSummary, summarise } from '../../../kit/action/bulk.logic.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { toast } from '../../../ui/feedback/toast.ts'

interface Bulk {
  busy: boolean
  problem: AppProblem | undefined
  summary: BulkSummary | undefined
  /** Says so and closes by itself when nothing was refused. */
  send: (route: string, body: object) => Promise<void>
}

export function useBulk(rows: readonly { id: string; title?: string }[], onClose: () => void): Bulk {
  const write = useWriteTo()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const [summary, setSummary] = useState<BulkSummary>()
  return {
    busy,
    problem,
    summary,
    async send(route, body) {
      setBusy(true)
      setProblem(undefined)
      try {
        const reply = await write<BulkReply>(route, { body: { ids: rows.map((r) => r.id), ...body } })
        const told = summarise(reply, new Map(rows.map((r) => [r.id, r.title ?? r.id])))
        if (told.failed) setSummary(told)
        else {
          toast.ok(t('kit.action.done_many', { n: rows.length, unit: counterOf('theory-question') }))
          onClose()
        }
      } catch (e) {
        setProblem(problemOf(e))
      } finally {
        setBusy(false)
      }
    },
  }
}
