/**
 * The only place that makes requests (specification section 7): credentials, Accept-Language, arrays without indices, JSON when there is a
 * body, bodies for POST PUT PATCH DELETE and parameters for GET, upload progress, a time-out per class of call. A read that a busy server
 * turned away is made again quietly; whoever polls has a pace of their own.
 */
import axios, { type AxiosInstance } from 'axios'
import type { ApiCall, CallOptions, Send } from '../contract/lib/client.ts'
import { timeouts } from '../contract/limits.ts'
import type { Problem } from '../contract/problems.ts'
import { fullJitter } from './backoff.ts'
import { type AppProblem, ProblemError, problemOf } from './problem.ts'

export interface TransportOptions {
  /** API base, for instance `/api/oj/api`. */
  base: string
  locale(): string
  token(): string | undefined
  /** Name of a failure to ask the stand-in server for; read from session storage, absent from builds for a foreign API. */
  fault?(): string | undefined
  /** The session is over: called once per refused call. */
  onUnauthenticated?(call: ApiCall): void
  /** A right was missing: what the app believes of the user's rights may be out of date. */
  onForbidden?(call: ApiCall): void
  /** The platform is being restored and answers nothing else. */
  onRestoring?(): void
  http?: AxiosInstance
  /** Waits so many milliseconds, or until the caller gives up. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  random?: () => number
}

/** Bytes that browsers send for pages that are gone, with all others of the page: 64 KiB by the Fetch standard, section 4.6. */
const outliving = 60_000
const small = (body: unknown): boolean => new Blob([JSON.stringify(body ?? null)]).size < outliving

const classOf = (call: ApiCall, o: CallOptions): keyof typeof timeouts =>
  o.as ??
  (call.body instanceof Blob || call.body instanceof FormData ? 'upload' : call.method === 'GET' ? 'read' : 'write')

/** How often a read is made before its reader is told, and the waits between, ms. Who is to wait longer than `longest` is told at once. */
const tries = 4
const pace = { first: 300, longest: 5000 }

/** How long to wait before a read is made again; undefined where its reader is to be told. A server that names a time is given a little more, by chance. */
function waitBefore(made: number, { code, retry_after = 0 }: AppProblem, random: number): number | undefined {
  const asked = retry_after * 1000
  if ((code !== 'busy' && code !== 'too_many') || made >= tries || asked > pace.longest) return undefined
  return asked + fullJitter(made, random, pace)
}

const pauseFor = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })

export function createTransport(o: TransportOptions): Send {
  const once = sender(o)
  const { pause = pauseFor, random = Math.random } = o
  return async (call, options = {}) => {
    const quietly = call.method === 'GET' && options.as !== 'poll'
    for (let made = 1; ; made++) {
      try {
        return await once(call, options)
      } catch (e) {
        const wait = quietly ? waitBefore(made, problemOf(e), random()) : undefined
        if (wait === undefined) throw e
        await pause(wait, options.signal)
      }
    }
  }
}

function sender(o: TransportOptions): Send {
  const http = o.http ?? axios.create()
  return async (call, options = {}) => {
    const upload = call.body instanceof Blob || call.body instanceof FormData || call.body instanceof ArrayBuffer
    const headers: Record<string, string> = { 'Accept-Language': o.locale() }
    const token = o.token()
    if (token) headers['Authorization'] = `Bearer ${token}`
    if (call.body !== undefined && !upload) headers['Content-Type'] = 'application/json'
    if (upload && !(call.body instanceof FormData)) headers['Content-Type'] = 'application/octet-stream'
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
    if (import.meta.env.VITE_FAULTS) {
      const fault = o.fault?.()
      if (fault) headers['X-Fault'] = fault
    }
    try {
      const answer = await http.request({
        baseURL: o.base,
        method: call.method,
        url: call.path,
        params: call.query,
        data: call.method === 'GET' ? undefined : call.body,
        headers,
        withCredentials: true,
        paramsSerializer: { indexes: null },
        timeout: timeouts[classOf(call, options)],
        responseType: options.blob ? 'blob' : 'json',
        ...(options.lasting && small(call.body) ? { adapter: 'fetch', fetchOptions: { keepalive: true } } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.onProgress ? following(options.onProgress, call, options.blob === true) : {}),
      })
      return answer.data
    } catch (e) {
      const problem = await problemFrom(e)
      if (problem.code === 'unauthenticated') o.onUnauthenticated?.(call)
      if (problem.code === 'no_operation_permission') o.onForbidden?.(call)
      if (problem.code === 'restoring') o.onRestoring?.()
      throw new ProblemError(problem)
    }
  }
}

/** Bytes sent of an upload, bytes received of a file. */
function following(tell: NonNullable<CallOptions['onProgress']>, call: ApiCall, file: boolean) {
  const size = call.body instanceof Blob ? call.body.size : 0
  const listen = (e: { loaded: number; total?: number | undefined }) => tell(e.loaded, e.total ?? size)
  return file ? { onDownloadProgress: listen } : { onUploadProgress: listen }
}

/** What a proxy says without a word of ours. */
const byStatus: Readonly<Record<number, AppProblem['code']>> = {
  429: 'too_many',
  502: 'busy',
  503: 'busy',
  504: 'busy',
}

async function problemFrom(e: unknown): Promise<AppProblem> {
  const failed = axios.isAxiosError<Problem | Blob>(e) ? e : undefined
  const r = failed?.response
  if (!r) {
    const code = axios.isCancel(e)
      ? 'cancelled'
      : failed?.code === 'ECONNABORTED' || failed?.code === 'ETIMEDOUT'
        ? 'timeout'
        : 'network'
    return { code, status: 0, request_id: '' }
  }
  let data: Partial<Problem> | undefined
  try {
    data = r.data instanceof Blob ? JSON.parse(await r.data.text()) : r.data
  } catch {
    data = undefined
  }
  const wait = Number(r.headers['retry-after'])
  return {
    code: data?.code ?? byStatus[r.status] ?? 'unknown',
    status: r.status,
    request_id: data?.request_id ?? String(r.headers['x-request-id'] ?? ''),
    ...(data?.details ? { details: data.details } : {}),
    ...(Number.isFinite(wait) && wait > 0 ? { retry_after: wait } : {}),
  }
}
