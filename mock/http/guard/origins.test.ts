import { describe, expect, it } from 'vitest'
import { canonicalOrigin, crossSite, makeOrigins } from './origins.ts'

const self = 'https://range.example'
const origins = makeOrigins(['https://host.example', 'https://host.example:8443', 'http://intranet'])

describe('the list of hosts', () => {
  it.each(['https://host.example', 'https://host.example:8443', 'http://intranet', self])('lets %s in', (o) => {
    expect(origins.allows(o, self)).toBe(true)
  })

  it.each([
    'null',
    '',
    '*',
    'https://host.example.evil.org',
    'https://evilhost.example',
    'https://sub.host.example',
    'http://host.example',
    'https://host.example:443',
    'https://host.example:8444',
    'https://host.example/',
    'https://user@host.example',
    'https://HOST.example',
    'https://host.example\n',
    'https://host%2eexample',
    'http://localhost:5174',
  ])('keeps %j out', (o) => {
    expect(origins.allows(o, self)).toBe(false)
  })

  it('takes any port of this machine in development, and nothing that only looks like it', () => {
    const dev = makeOrigins([], true)
    for (const o of ['http://localhost:5174', 'http://127.0.0.1:3', 'http://localhost'])
      expect(dev.allows(o, self)).toBe(true)
    for (const o of [
      'https://localhost:1',
      'http://localhost.evil.org',
      'http://localhost:99999',
      'http://localhost:1/x',
      'http://127.0.0.10',
    ])
      expect(dev.allows(o, self)).toBe(false)
  })

  it.each(['host.example', 'https://host.example/app', '*', 'https://*.example', 'ftp://x', 'https://u:p@x'])(
    'refuses to be given %s',
    (h) => {
      expect(() => makeOrigins([h])).toThrow(/not an origin/)
    },
  )

  it('knows one spelling of an origin only', () => {
    expect(canonicalOrigin('https://host.example')).toBe('https://host.example')
    expect(canonicalOrigin('https://Host.example')).toBeUndefined()
    expect(canonicalOrigin('https://host.example:443')).toBeUndefined()
  })
})

describe('a call that changes something', () => {
  it('is refused from a foreign page, from one that hides where it is, and let in from programs', () => {
    expect(crossSite(origins, { origin: 'https://evil.org', site: undefined }, self)).toBe(true)
    expect(crossSite(origins, { origin: 'null', site: 'same-origin' }, self)).toBe(true)
    expect(crossSite(origins, { origin: undefined, site: 'cross-site' }, self)).toBe(true)
    expect(crossSite(origins, { origin: undefined, site: 'same-site' }, self)).toBe(true)
    expect(crossSite(origins, { origin: undefined, site: undefined }, self)).toBe(false)
    expect(crossSite(origins, { origin: self, site: 'same-origin' }, self)).toBe(false)
    expect(crossSite(origins, { origin: 'https://host.example', site: 'cross-site' }, self)).toBe(false)
  })
})
