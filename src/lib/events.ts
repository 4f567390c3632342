/**
 * Reads a stream of server-sent events. The browser's own EventSource cannot send the token in a header, so this reads the answer of a
 * `fetch` as it comes.
 */
import type { Problem } from '../contract/problems.ts'
import { type AppProblem, ProblemError } from './problem.ts'

export interface EventsAsked {
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  /** Data of each event. */
  heard: (data: string) => void
  /** Milliseconds without a byte before the stream counts as dead: at first, when a proxy may keep it back, and later. */
  patience?: { first: number; later: number }
}

/** The server gives a sign of life every 20 s. */
const usual = { first: 8_000, later: 50_000 }

async function refusal(answer: Response): Promise<AppProblem> {
  let problem: Partial<Problem> = {}
  try {
    problem = await answer.json()
  } catch {
    // a proxy's own words
  }
  const wait = Number(answer.headers.get('retry-after'))
  return {
    code: problem.code ?? (answer.status >= 500 ? 'busy' : 'unknown'),
    status: answer.status,
    request_id: problem.request_id ?? '',
    ...(wait > 0 ? { retry_after: wait } : {}),
  }
}

/** Cuts a growing text into events and hands over their data; fields but `data` are of no use here. */
export function eventReader(heard: (data: string) => void): (text: string) => void {
  let rest = ''
  let data: string[] = []
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length) heard(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
}

/** Settles when the server ended the stream; rejects with the problem when it was refused, broke, went silent or was given up: `network` where nobody answered at all. */
export async function readEventStream({ url, headers, signal, heard, patience = usual }: EventsAsked): Promise<void> {
  const own = new AbortController()
  const stop = () => own.abort()
  signal.addEventListener('abort', stop)
  let silence = setTimeout(stop, patience.first)
  let answered = false
  const fail = (code: AppProblem['code']) => new ProblemError({ code, status: 0, request_id: '' })
  try {
    if (signal.aborted) throw fail('cancelled')
    const answer = await fetch(url, {
      headers: { Accept: 'text/event-stream', ...headers },
      cache: 'no-store',
      credentials: 'include',
      signal: own.signal,
    })
    answered = true
    if (!answer.ok) throw new ProblemError(await refusal(answer))
    if (!answer.body || !/^text\/event-stream\b/.test(answer.headers.get('content-type') ?? '')) throw fail('unknown')
    const read = eventReader(heard)
    const text = new TextDecoder()
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(stop, patience.later)
      read(text.decode(value, { stream: true }))
    }
  } catch (e) {
    if (e instanceof ProblemError) throw e
    throw fail(signal.aborted ? 'cancelled' : own.signal.aborted ? 'timeout' : answered ? 'unknown' : 'network')
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    own.abort()
  }
}
