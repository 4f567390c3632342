/** Lines of evidence, written with what they are evidence of. */
import { type EvidenceKind, evidenceRule } from '#src/contract/record/evidence.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'

export interface EvidenceLine {
  user_id: string
  kind: EvidenceKind
  /** The course, the exam or the challenge, as it is called now. */
  subject: string
  title: string
  /** A section of a course. */
  part?: { id: string; kind: string; title: string }
  /** Of the edition, the paper or the question. */
  version: number
  /** 0 to 1. */
  result: number
  /** Words of the skills it speaks for. */
  points: readonly string[]
  /** Ids of the questions that were asked. */
  asked?: readonly string[]
  /** When it was not now. */
  at?: Date
}

export async function writeEvidence(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  lines: readonly EvidenceLine[],
): Promise<void> {
  if (!lines.length) return
  const now = platform.now()
  const rows = lines.map(({ part, asked = [], at = now, ...line }) => ({
    ...line,
    id: platform.newId(),
    at: at.toISOString(),
    part: part?.id ?? null,
    part_kind: part?.kind ?? null,
    part_title: part?.title ?? '',
    asked,
    rule: evidenceRule,
  }))
  await q.query('insert into evidence select * from jsonb_populate_recordset(null::evidence, $1::jsonb)', [
    JSON.stringify(rows),
  ])
}
