/** Text in pieces: UTF-8 only, without its mark, and the line where it stops being UTF-8. */
import { Unreadable } from '../found.ts'
import type { SourceFile } from '../source.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export async function* utf8(source: SourceFile): AsyncGenerator<string, void, undefined> {
  let carried: Uint8Array = new Uint8Array(0)
  let line = 1
  let first = true
  for await (const chunk of source.open()) {
    const bytes = carried.length ? Buffer.concat([carried, chunk]) : chunk
    const whole = bytes.length - unfinished(bytes)
    carried = bytes.slice(whole)
    const text = decode(bytes.subarray(0, whole), line)
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) line++
    if (text === '') continue
    yield first && text.startsWith('\ufeff') ? text.slice(1) : text
    first = false
  }
  if (carried.length) throw new Unreadable('not_utf8', { line })
}

/** Bytes at the end that begin a character and do not finish it. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const b = bytes[bytes.length - back] ?? 0
    if ((b & 0xc0) === 0x80) continue
    const needs = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1
    return needs > back ? back : 0
  }
  return 0
}

function decode(bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch {
    let at = line
    for (let from = 0; from < bytes.length; at++) {
      const end = bytes.indexOf(0x0a, from)
      const to = end < 0 ? bytes.length : end + 1
      try {
        decoder.decode(bytes.subarray(from, to))
      } catch {
        break
      }
      from = to
    }
    throw new Unreadable('not_utf8', { line: at })
  }
}

/** Bytes of one line. */
export const lineLimit = 2 ** 20

/** Lines without their ends, numbered from 1. */
export async function* numberedLines(
  source: SourceFile,
): AsyncGenerator<{ text: string; line: number }, void, undefined> {
  let rest = ''
  let line = 1
  for await (const piece of utf8(source)) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield { text: part.endsWith('\r') ? part.slice(0, -1) : part, line: line++ }
    if (rest.length > lineLimit) throw new Unreadable('record_too_large', { line, limit: lineLimit })
  }
  if (rest !== '') yield { text: rest, line }
}
