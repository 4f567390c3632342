/** Tells the platform of errors nobody expected: each once, a few of a page's life, never words that came from an answer of the server. */
import { ProblemError } from './problem.ts'

export interface ErrorReport {
  error: string
  message: string
  /** Where in the app's files. */
  at: string
}
const most = 10
const one = (text: string, length: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, length)

/** What is told of anything thrown; undefined for what the server itself answered. */
export function errorReportOf(e: unknown): ErrorReport | undefined {
  if (e instanceof ProblemError) return undefined
  const { name, message, stack } = e instanceof Error ? e : { name: 'Error', message: String(e), stack: '' }
  const frame = /[^/\s(@]+\.(?:js|tsx?):\d+:\d+/.exec(stack ?? '')?.[0] ?? ''
  return { error: one(name, 60), message: one(message, 200), at: one(frame, 100) }
}

/** @returns tells of an error, unless it was told before or enough was told */
export function telling(tell: (told: ErrorReport) => Promise<unknown>): (e: unknown) => void {
  const said = new Set<string>()
  return (e) => {
    const told = errorReportOf(e)
    const key = told && JSON.stringify(told)
    if (!told || !key || said.size >= most || said.has(key)) return
    said.add(key)
    // an error that cannot be told of is none to tell of
    tell(told).catch(() => {})
  }
}
