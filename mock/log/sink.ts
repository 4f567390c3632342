/**
 * The system log's way into its table: events wait in a bounded queue and are written in batches beside the calls, so that a storm of them
 * slows nobody down. What finds no room is counted, and the count is an event itself.
 */
import { AsyncResource } from 'node:async_hooks'
import os from 'node:os'
import { type LogLevel, type SystemEvent, systemEvents } from '#src/contract/system/systemLog.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from '../http/request/handler.ts'
import { mended } from '../http/reply/json.ts'

const longestQueue = 2000
const batch = 500
/** Milliseconds until what has come is written, and until a failed writing is tried again. */
const pause = 250
const rest = 5000
const longestText = 300
const mostParams = 12

/** Names whose values reach no log. */
const secret = /token|password|passwd|secret|authorization|cookie|hash|jwt|credential/i

type Value = string | number | boolean | null
interface Entry {
  at: string
  level: LogLevel
  source: string
  code: string
  params: Record<string, Value>
  request_id: string | null
  host: string
  pid: number
}

const short = (text: string): string => mended(text.length > longestText ? `${text.slice(0, longestText)}…` : text)

function valueOf(v: unknown): Value | undefined {
  if (typeof v === 'string') return short(v)
  if (typeof v === 'number') return Number.isFinite(v) ? v : null
  return typeof v === 'boolean' || v === null ? v : undefined
}

/** Figures and names of an event: plain values only. Of an error its name and message; its stack is for the process's own log. */
export function eventParamsOf(fields: object): Record<string, Value> {
  const out: Record<string, Value> = {}
  for (const [name, v] of Object.entries(fields)) {
    if (name === 'event' || name === 'request_id' || secret.test(name) || Object.keys(out).length >= mostParams)
      continue
    if (v instanceof Error) {
      out.error = short(v.name)
      out.message = short(v.message)
    } else {
      const value = valueOf(v)
      if (value !== undefined) out[name] = value
    }
  }
  return out
}

const isEvent = (v: unknown): v is SystemEvent => typeof v === 'string' && Object.hasOwn(systemEvents, v)

export interface LogSink {
  /** The logger that also tells the system log what bears an event's name, and every error whatever it bears. */
  over(log: Logger): Logger
  /** Writes what waits. */
  flush(): Promise<void>
  /** Writes what waits and takes nothing more. */
  close(): Promise<void>
}

export function makeLogSink(db: Pick<Db, 'query'>, now: () => Date): LogSink {
  const waiting: Entry[] = []
  const host = os.hostname().slice(0, 100)
  // whoever logs inside a transaction must not have the log written in it
  const outside = new AsyncResource('system log')
  let dropped = 0
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined

  const entryOf = (level: LogLevel, code: SystemEvent, fields: object): Entry => {
    const { request_id } = fields as { request_id?: unknown }
    const id = typeof request_id === 'string' && request_id !== '' ? request_id : null
    const source = systemEvents[code]
    return {
      at: now().toISOString(),
      level,
      source,
      code,
      params: eventParamsOf(fields),
      request_id: id,
      host,
      pid: process.pid,
    }
  }

  async function write(): Promise<void> {
    try {
      while (waiting.length || dropped) {
        const count = dropped
        dropped = 0
        if (count) waiting.push(entryOf('warn', 'log-dropped', { count }))
        const some = waiting.slice(0, batch)
        await db.query(
          `insert into system_log (at, level, source, code, params, request_id, host, pid)
           select at, level, source, code, params, request_id, host, pid from jsonb_to_recordset($1::jsonb)
             as r(at timestamptz, level text, source text, code text, params jsonb, request_id text, host text, pid integer)`,
          [JSON.stringify(some)],
        )
        waiting.splice(0, some.length)
      }
    } catch {
      // the database is away: what waits is kept as far as there is room
      later(rest)
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= outside.runInAsyncScope(write).finally(() => {
      writing = undefined
    })
    return writing
  }
  function later(ms: number): void {
    if (timer !== undefined || closed) return
    timer = outside.runInAsyncScope(() => setTimeout(() => void flush(), ms))
    timer.unref()
  }

  function take(level: LogLevel, fields: object, message: string): void {
    const { event } = fields as { event?: unknown }
    if (closed || !(isEvent(event) || level === 'error')) return
    if (waiting.length >= longestQueue) dropped++
    else
      waiting.push(
        isEvent(event) ? entryOf(level, event, fields) : entryOf(level, 'log-other', { ...fields, text: message }),
      )
    later(pause)
  }

  const over =
    (log: Logger) =>
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      log[level](fields, message)
      take(level, fields, message)
    }
  return {
    over: (log) => {
      const line = over(log)
      return { info: line('info'), warn: line('warn'), error: line('error') }
    },
    flush,
    async close() {
      await flush()
      closed = true
      clearTimeout(timer)
    },
  }
}
