/** The answer of a bulk call as something to read: how many were done and, reason by reason, which were not. */
import type { BulkReply } from '../../contract/lib/crud.ts'

export interface BulkReason {
  code: string
  details: Record<string, unknown> | undefined
  /** Names of the entries it held back. */
  names: string[]
}
export interface BulkSummary {
  done: number
  failed: number
  reasons: BulkReason[]
}

/** Groups failures with the same code and details, in the order they came; an id nobody can name stands for itself. */
export function summarise(reply: BulkReply, names: ReadonlyMap<string, string>): BulkSummary {
  const reasons = new Map<string, BulkReason>()
  for (const { id, code, details } of reply.failed) {
    const same = JSON.stringify([code, details ?? null])
    const reason = reasons.get(same) ?? { code, details, names: [] }
    reason.names.push(names.get(id) ?? id)
    reasons.set(same, reason)
  }
  return { done: reply.done.length, failed: reply.failed.length, reasons: [...reasons.values()] }
}

/** Several answers as one, for a set that was sent in parts. */
export const mergedReplies = (replies: readonly BulkReply[]): BulkReply => ({
  done: replies.flatMap((r) => r.done),
  failed: replies.flatMap((r) => r.failed),
})

/** What holds an entry back: `details.by` of an `in_use` answer, rows per resource, the most first; nothing where its sentence names them. */
export function blockingRowsOf(details: Record<string, unknown> | undefined): { resource: string; rows: number }[] {
  const by = details?.['by']
  const names = details?.['names']
  if (by === null || typeof by !== 'object' || (Array.isArray(names) && names.length > 0)) return []
  return Object.entries(by)
    .filter((e): e is [string, number] => typeof e[1] === 'number' && e[1] > 0)
    .map(([resource, rows]) => ({ resource, rows }))
    .sort((a, b) => b.rows - a.rows)
}
