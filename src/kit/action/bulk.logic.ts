/** The answer of a bulk call as something to read: how many were done and, reason by reason, which were not. */
import type { BulkReply } from '../resource/calls.ts'

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
export const joined = (replies: readonly BulkReply[]): BulkReply => ({
  done: replies.flatMap((r) => r.done),
  failed: replies.flatMap((r) => r.failed),
})

/** What holds an entry: `details.by` of an `in_use` answer, as names to show. */
export function usersOf(details: Record<string, unknown> | undefined): string[] {
  const by = details?.['by']
  const nameOf = (v: unknown): string[] => {
    if (typeof v === 'string') return [v]
    if (v === null || typeof v !== 'object') return []
    const { name, label, resource, id, count } = v as Record<string, unknown>
    const text = name ?? label ?? (typeof resource === 'string' ? resource : id)
    if (typeof text !== 'string') return []
    return [typeof count === 'number' ? `${text} (${count})` : text]
  }
  return Array.isArray(by) ? by.flatMap(nameOf) : nameOf(by)
}
