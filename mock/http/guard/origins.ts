/**
 * Which pages may call: our own origin and the hosts that the configuration names, each compared whole. There are no cookies, so a foreign
 * page cannot act as anybody; these checks keep it from acting at all.
 */
export interface Origins {
  /** May a page of this origin read answers? `self` is the origin the request was sent to. */
  allows(origin: string, self: string): boolean
  /** The named hosts, for `frame-ancestors` and `connect-src`. */
  readonly hosts: readonly string[]
}

/**
 * The origin that a text names in its one canonical spelling, or undefined. `null`, a path, a wildcard, another scheme are none.
 */
export function canonicalOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\s\\*]+$/.test(text) || !URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  return origin === text ? origin : undefined
}

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * @param hosts origins as `https://host[:port]`; throws on one that is not spelt so
 * @param development also any port of this very machine
 * @param foreign origins that are never ours, whatever is on the list
 */
export function makeOrigins(
  hosts: readonly string[],
  development = false,
  foreign: (origin: string) => boolean = () => false,
): Origins {
  const listed = new Set<string>()
  for (const host of hosts) {
    const origin = canonicalOrigin(host)
    if (!origin) throw new Error(`'${host}' is not an origin; write https://host or https://host:port, without a path`)
    listed.add(origin)
  }
  return {
    hosts: [...listed],
    allows: (origin, self) =>
      !foreign(origin) &&
      (origin === self ||
        listed.has(origin) ||
        (development && loopback.test(origin) && canonicalOrigin(origin) === origin)),
  }
}

export interface RequestOrigin {
  origin: string | undefined
  /** `Sec-Fetch-Site`; older browsers and programs send none. */
  site: string | undefined
}

/** True for a call that changes something and comes from a page which is not on the list. */
export function crossSite(origins: Origins, { origin, site }: RequestOrigin, self: string): boolean {
  if (origin !== undefined) return !origins.allows(origin, self)
  // a browser that says the page is another site's but hides which
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
