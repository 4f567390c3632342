/** One JSON line per event on a stream. Nothing a caller sends can end a line, colour a terminal or put a secret into it. */
import type { Logger } from './request/handler.ts'

const secret = /token|password|passwd|secret|authorization|cookie|code_hash|^code$|^hash$|jwt|credential/i
/** What JSON leaves as it is and terminals or viewers act on: DEL, C1 controls, line separators, bidirectional marks. */
const loose = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const longest = 4096

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Error)
    return {
      name: value.name,
      message: plain(value.message, depth),
      stack: plain(value.stack?.split('\n').slice(1, 8).join('\n'), depth),
    }
  if (value instanceof Date) return value
  if (depth > 5) return '…'
  if (Array.isArray(value)) return value.slice(0, 100).map((v) => plain(v, depth + 1))
  return redact(value, depth + 1)
}

/** The fields without the values of those whose names speak of secrets. */
function redact(fields: object, depth = 0): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) out[name] = secret.test(name) ? '[redacted]' : plain(value, depth)
  return out
}

/** A logger over anything that takes text. A sink that fails is not the server's end. */
export function jsonLog(write: (line: string) => void, now: () => Date = () => new Date()): Logger {
  const line = (level: string) => (fields: object, message: string) => {
    let text: string
    try {
      text = JSON.stringify({ at: now(), level, message, ...redact(fields) })
    } catch {
      text = JSON.stringify({ at: now(), level, message, problem: 'fields could not be written' })
    }
    try {
      write(`${text.replace(loose, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`)
    } catch {
      // a closed pipe: there is nobody left to tell
    }
  }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

export const silentLog: Logger = { info: () => {}, warn: () => {}, error: () => {} }
