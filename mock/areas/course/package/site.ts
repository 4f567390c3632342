/**
 * The origin of packages: another port of this server, or a name of its own in front of it. What strangers wrote runs there, and reaches nothing
 * of the app's; under a wildcard name each package has an origin that no other shares.
 */
import { createHash } from 'node:crypto'

export interface PackageSiteOptions {
  /** Where this server listens for them. */
  port?: number
  /** Their public address: `https://packages.example`, or `https://*.packages.example`. */
  origin?: string | undefined
}
export interface PackageSite {
  /** Where a package is played from. @param self origin of the app's own server as it was called; undefined: from nowhere */
  originOf: (self: string | undefined, file: string) => string | undefined
  /** What a page that was asked for at this origin may frame. */
  framed: (self: string) => string | undefined
  /** Whether a request may ask for this package by that host name. */
  fits: (host: string, file: string) => boolean
  /** Pages of this origin are packages. */
  is: (origin: string) => boolean
  /** Nobody listens. */
  off: () => void
}

/** Cookies know no ports, so on the machine itself packages have its other name. */
const otherName: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }

const label = (file: string): string => `p${createHash('sha256').update(file).digest('hex').slice(0, 30)}`
const wildcard = '*.'

/** `https://name[:port]` or `https://*.name[:port]`, in its one spelling; undefined for anything else. */
export function packageOrigin(text: string): string | undefined {
  const [, scheme = '', star = '', rest = ''] = /^(https?:\/\/)(\*\.)?([^/?#@\s\\*]+)$/.exec(text) ?? []
  const probe = `${scheme}${star ? 'x.' : ''}${rest}`
  if (rest === '' || !URL.canParse(probe)) return undefined
  return new URL(probe).origin === probe ? text : undefined
}

export function makePackageSite({ port, origin }: PackageSiteOptions = {}): PackageSite {
  let listens = port !== undefined
  const split = origin === undefined ? undefined : origin.split('://', 2)
  const host = split?.[1] ?? ''
  const many = host.startsWith(wildcard)
  const under = many ? host.slice(1) : host
  const nameOf = (file: string): string => (many ? label(file) + under : host)
  const beside = (self: string): string | undefined => {
    if (!URL.canParse(self)) return undefined
    const { protocol, hostname } = new URL(self)
    return `${protocol}//${otherName[hostname] ?? hostname}:${port}`
  }
  return {
    originOf(self, file) {
      if (!listens) return undefined
      if (split) return `${split[0]}://${nameOf(file)}`
      return self === undefined ? undefined : beside(self)
    },
    framed: (self) => (listens ? (origin ?? beside(self)) : undefined),
    fits: (asked, file) => listens && (!many || asked === nameOf(file)),
    is(of) {
      if (!listens || !URL.canParse(of)) return false
      if (!split) return new URL(of).port === String(port)
      return of.startsWith(`${split[0]}://`) && (many ? of.endsWith(under) : of === origin)
    },
    off() {
      listens = false
    },
  }
}
