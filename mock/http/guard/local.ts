/** What only this machine reaches, and who is on it. */
import type { IncomingHttpHeaders } from 'node:http'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => loopback.test(host)

const forwards = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
/** Whether a proxy says that it handed the call on. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean => forwards.some((name) => name in headers)

/**
 * Whether a call was made to this machine by its own name and came straight here. A proxy in front says so in its headers, or hands on the
 * name that its own callers used.
 */
export const isLocal = (headers: IncomingHttpHeaders): boolean =>
  !isForwarded(headers) && isLoopback((headers.host ?? '').replace(/:\d+$/, ''))
