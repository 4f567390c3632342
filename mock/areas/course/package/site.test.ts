import { describe, expect, it } from 'vitest'
import { appPolicy } from '#mock/http/reply/csp.ts'
import { makePackageSite, packageOrigin } from './site.ts'

describe('the origin of packages', () => {
  it('is the port beside, under the name by which the platform was called', () => {
    const site = makePackageSite({ port: 8081 })
    expect(site.originOf('http://range.example:8080', 'f')).toBe('http://range.example:8081')
    expect(site.originOf(undefined, 'f')).toBeUndefined()
    // cookies know no ports: a package may fill the jar of its own name only
    expect(site.originOf('http://127.0.0.1:8080', 'f')).toBe('http://localhost:8081')
    expect(site.originOf('http://localhost:8080', 'f')).toBe('http://127.0.0.1:8081')
    expect(site.framed('https://range.example')).toBe('https://range.example:8081')
    expect(site.fits('anything:8081', 'f')).toBe(true)
    expect(site.is('http://range.example:8081')).toBe(true)
    expect(site.is('http://range.example:8080')).toBe(false)
    site.off()
    expect(site.originOf('http://range.example:8080', 'f')).toBeUndefined()
    expect(site.framed('http://range.example:8080')).toBeUndefined()
  })
  it('under a wildcard name is another for each package, which opens no other', () => {
    const site = makePackageSite({ port: 8081, origin: 'https://*.packages.example' })
    const [one, two] = [
      site.originOf('http://range.example', 'one') ?? '',
      site.originOf('http://range.example', 'two') ?? '',
    ]
    expect(one).toMatch(/^https:\/\/p[0-9a-f]{30}\.packages\.example$/)
    expect(two).not.toBe(one)
    expect(site.framed('http://range.example')).toBe('https://*.packages.example')
    expect(site.fits(new URL(one).host, 'one')).toBe(true)
    expect(site.fits(new URL(two).host, 'one')).toBe(false)
    expect(site.fits('packages.example', 'one')).toBe(false)
    expect(site.is(one)).toBe(true)
    expect(site.is('https://range.example')).toBe(false)
    expect(site.is('https://notpackages.example')).toBe(false)
  })
  it('with one public name is that, whatever the platform was called', () => {
    const site = makePackageSite({ port: 8081, origin: 'https://packages.example' })
    expect(site.originOf('http://10.0.0.1:8080', 'f')).toBe('https://packages.example')
    expect(site.is('https://packages.example')).toBe(true)
  })
  it('is all that a page of the app may frame', () => {
    expect(appPolicy([], [], 'http://range.example:8081')).toContain('; frame-src http://range.example:8081; ')
    expect(appPolicy([], [])).toContain("; frame-src 'none'; ")
  })
  it('is none without a port', () => expect(makePackageSite().originOf('http://range.example', 'f')).toBeUndefined())
  it.each([
    ['https://packages.example', true],
    ['https://packages.example:8443', true],
    ['https://*.packages.example', true],
    ['http://127.0.0.1:8081', true],
    ['https://packages.example/', false],
    ['https://packages.example/x', false],
    ['packages.example', false],
    ['https://*', false],
    ['https://a.*.example', false],
    ['https://Packages.example', false],
    ['ftp://packages.example', false],
    ['https://a b', false],
  ])('is written as an origin: %s', (text, good) => expect(packageOrigin(text) !== undefined).toBe(good))
})
