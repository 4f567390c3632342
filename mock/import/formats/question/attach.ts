/**
 * Files that a foreign question brings become its attachments, under the nearest name that attachments may have; what is too large or one too
 * many is named.
 */
import { keptName } from '#src/contract/bank/attachment.ts'
import { mostAttached } from '#src/contract/bank/question.ts'
import { limits } from '#src/contract/limits.ts'
import type { SourceFile } from '../source.ts'
import type { Foreign } from './question.ts'

export interface There {
  source: SourceFile
  /** As the file calls it. */
  name: string
}
interface Named {
  file: string
  name: string
  size: number
}

/** @param taken names in lower case, as two files of one question differ by them */
function freeName(name: string, taken: Set<string>): string {
  const kept = keptName(name)
  const [end = ''] = /(?:\.[\p{L}\p{N}]{1,10}){0,2}$/u.exec(kept) ?? []
  const stem = kept.slice(0, kept.length - end.length).slice(0, 90)
  let free = kept
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${end}`
  taken.add(free.toLowerCase())
  return free
}

export function attach(q: Foreign, there: readonly There[]): { attachments?: Named[] } {
  const attachments: Named[] = []
  const taken = new Set<string>()
  const seen = new Set<string>()
  for (const { source, name } of there) {
    if (seen.has(source.name)) continue
    seen.add(source.name)
    if (source.size > limits.upload)
      q.note('note_file_large', { name: name.slice(0, 200), max: Math.floor(limits.upload / 2 ** 20) })
    else if (attachments.length >= mostAttached)
      q.note('note_file_many', { name: name.slice(0, 200), max: mostAttached })
    else {
      const kept = freeName(name, taken)
      if (kept !== name) q.note('note_file_name', { name: name.slice(0, 200), kept })
      const mark = `@${q.files.length}`
      q.files.push({ mark, name: kept, source })
      attachments.push({ file: mark, name: kept, size: source.size })
    }
  }
  // a file that brings none leaves alone those that a challenge has
  return attachments.length ? { attachments } : {}
}
