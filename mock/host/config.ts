import type { Locale } from '#src/contract/host.ts'

/** Where the range is and what the host lists of it; `host.json` beside the page. */
export interface HostConfig {
  /** Absolute address of the app's page. */
  entry: string
  /** Absolute address of its API. */
  api: string
  menu: readonly MenuEntry[]
  /** Account that the sign-in form offers to fill in. */
  demonstration: DemoCredentials | undefined
  /** qiankun rewrites the app's style rules to match inside its element only (`experimentalStyleIsolation`). */
  styleIsolation: boolean
}

export interface DemoCredentials {
  username: string
  password: string
}

/** A path inside the app with the host's own word for it. */
export interface MenuEntry {
  path: string
  label: Record<Locale, string>
}

interface HostFile {
  entry: string
  api: string
  /** Other addresses that `?entry=` may name. */
  allowedEntries: string[]
  menu: MenuEntry[]
  demonstration?: DemoCredentials
  styleIsolation?: boolean
}

const chosen = 'fairhaven.entry'

/** Reads `host.json`; `?entry=` chooses another copy of the app for this tab. */
export async function readConfig(page: URL): Promise<HostConfig> {
  const answer = await fetch(new URL('host.json', new URL(import.meta.env.BASE_URL, page)))
  if (!answer.ok) throw new Error(`host.json: ${answer.status}`)
  const file: HostFile = await answer.json()
  const asked = page.searchParams.get('entry')
  if (asked !== null) sessionStorage.setItem(chosen, asked)
  const entry = allowedEntryUrl(sessionStorage.getItem(chosen), page, file.allowedEntries) ?? new URL(file.entry, page)
  return {
    entry: entry.href,
    api: new URL(file.api, entry).href,
    menu: file.menu,
    demonstration: file.demonstration,
    styleIsolation: file.styleIsolation ?? false,
  }
}

/**
 * An entry runs with the rights of this page, so a link must not be able to bring in any address: it is ours, or listed in `host.json`,
 * or both ends are on this very machine.
 */
export function allowedEntryUrl(asked: string | null, page: URL, listed: readonly string[]): URL | undefined {
  if (asked === null || !URL.canParse(asked, page.href)) return undefined
  const entry = new URL(asked, page)
  const loopback = (u: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(u.hostname)
  const ours = entry.origin === page.origin || listed.includes(entry.href) || (loopback(entry) && loopback(page))
  return ours && /^https?:$/.test(entry.protocol) ? entry : undefined
}
