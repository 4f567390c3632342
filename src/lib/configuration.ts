/** The runtime configuration, `public/config.json`: what the app reads first. */
import { timeouts } from '../contract/limits.ts'

export type Configuration = Record<string, unknown>
/** By address: read once for a page, however often the app is mounted. A failed read is tried again by the next mount. */
const known = new Map<string, Configuration>()

/** @param early the answer to a question the document has asked already, if it did */
export async function readConfiguration(
  url: string,
  early: () => Promise<Configuration | undefined>,
): Promise<Configuration> {
  const config = known.get(url) ?? (await early()) ?? (await ask(url))
  known.set(url, config)
  return config
}

async function ask(url: string): Promise<Configuration> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeouts.poll)
  try {
    const answer = await fetch(url, { cache: 'no-cache', signal: late.signal })
    if (!answer.ok) throw new Error(String(answer.status))
    const read: Configuration = await answer.json()
    return read
  } finally {
    clearTimeout(timer)
  }
}
