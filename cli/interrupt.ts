/** Ctrl-C and SIGTERM while the server works: the tool ends at once, and says what goes on without it. */
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'

/** Rejects when the signal comes. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, give) => signal.addEventListener('abort', () => give(signal.reason), { once: true }))

/**
 * @param says what goes on at the server, how to look at it and how to stop it
 * @throws CliError interrupted, with that sentence
 */
export async function goingOn<T>(io: Io, says: string, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const release = io.onInterrupt(() => stop.abort())
  try {
    return await Promise.race([work(), aborted(stop.signal)])
  } catch (e) {
    if (!stop.signal.aborted) throw e
    throw new CliError('interrupted', `Interrupted. ${says}`, exits.interrupted)
  } finally {
    release()
  }
}
