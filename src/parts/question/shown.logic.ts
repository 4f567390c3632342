/** A question of a bank as a learner would have it: nothing of the key. For a preview; what learners get, the server makes. */
import type { ShownQuestion } from '../../contract/bank/answer.schema.ts'

interface Whole extends Omit<Partial<ShownQuestion>, 'upload' | 'blanks' | 'options' | 'hints'> {
  id: string
  version: number
  options?: readonly { id: string; text: string }[]
  blanks?: readonly unknown[]
  hints?: readonly { cost: number; text: string }[]
  upload?: { wanted: boolean; files: number; ends: readonly string[] }
  topology_id?: string | null
}

export function shownOf(row: object): ShownQuestion {
  const q = row as Whole
  const type = q.type ?? 'single'
  const chosen = type === 'single' || type === 'multiple'
  return {
    id: q.id,
    version: q.version,
    type,
    title: q.title ?? '',
    stem: q.stem ?? '',
    language: q.language ?? '',
    difficulty: q.difficulty ?? 'primary',
    score: q.score ?? 0,
    options: chosen ? (q.options ?? []).map(({ id, text }) => ({ id, text })) : [],
    blanks: type === 'completion' ? (q.blanks?.length ?? 0) : 0,
    keywords: q.keywords ?? [],
    attachments: q.attachments ?? [],
    hints: (q.hints ?? []).map(({ cost, text }) => ({ cost, text: cost > 0 ? null : text })),
    upload: q.upload ? { ...q.upload, ends: [...q.upload.ends] } : null,
    report: q.report ?? false,
    scene: (q.topology_id ?? null) !== null,
    connection: q.connection ?? '',
    author: q.author ?? '',
  }
}
