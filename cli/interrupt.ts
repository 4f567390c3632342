/** Ctrl-C and SIGTERM while the server works: the tool ends at once, and says what goes on without it. */
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'

/** Rejects when the signal comes. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, give) => signal.addEventListener('abort', () => give(signal.reason), { once: true }))

/** Where the server has gone away in the middle, with what becomes of the work. */
export const unlessAway = (e: unknown, says: string): unknown =>
  e instanceof CliError && e.exit === exits.unreachable
    ? new CliError(e.code, `${e.message}\nOnce the server is back: ${says}`, e.exit, e.details)
    : e

/**
 * @param says what goes on at the server, how to look at it and how to stop it
 * @throws CliError interrupted, with that sentence; so does one of a server that does not answer any more
 */
export async function goingOn<T>(io: Io, says: string, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const release = io.onInterrupt(() => stop.abort())
  try {
    return await Promise.race([work(), aborted(stop.signal)])
  } catch (e) {
    if (!stop.signal.aborted) throw unlessAway(e, says)
    throw new CliError('interrupted', `Interrupted. ${says}`, exits.interrupted)
  } finally {
    release()
  }
}
