import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotted, ipv4 } from '../lib/ip.ts'
import { keepsPlace, type PlatformNetwork, networkBreaks, networkFields, prefixOf, subnetOf } from './network.ts'
import { some } from '../../../tests/support/some.ts'

const runs = Number(process.env['RUNS'] ?? some(2000))
const good: PlatformNetwork = {
  web_ip: '10.20.0.10',
  mask: '255.255.255.0',
  gateway: '10.20.0.1',
  node_ip: '10.20.0.20',
  component_ip: '10.20.0.30',
  pool_start: '10.20.0.100',
  pool_end: '10.20.0.200',
}
const rules = (part: Partial<PlatformNetwork>) => networkBreaks({ ...good, ...part }).map((b) => `${b.path} ${b.rule}`)

/** The same rules once more, slowly: on texts of 32 bits, address by address. */
const bits = (text: string): string | undefined => {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  if (!parts.every((p) => [...p].every((c) => '0123456789'.includes(c)) && p === String(Number(p)) && Number(p) < 256))
    return undefined
  return parts.map((p) => Number(p).toString(2).padStart(8, '0')).join('')
}
function slow(n: PlatformNetwork): string[] {
  const out: string[] = []
  const kinds: [keyof PlatformNetwork, string][] = [
    ['web_ip', 'ip_web'],
    ['gateway', 'ip_gateway'],
    ['node_ip', 'ip_node'],
    ['component_ip', 'ip_component'],
    ['pool_start', 'ip_pool'],
    ['pool_end', 'ip_pool'],
  ]
  const mask = bits(n.mask)
  const ones = mask?.indexOf('0') ?? -1
  const fine = mask !== undefined && ones >= 8 && ones <= 28 && !mask.slice(ones).includes('1')
  if (!fine) out.push(n.mask.trim() === '' ? 'mask no_mask' : 'mask ip_mask')
  const at = new Map<string, string>()
  for (const [field, rule] of kinds) {
    const b = bits(n[field])
    const top = b === undefined ? 0 : parseInt(b.slice(0, 8), 2)
    if (b === undefined || top === 0 || top === 127 || top > 223) out.push(`${field} ${rule}`)
    else at.set(field, b)
  }
  const web = at.get('web_ip')
  const bad = new Set<string>()
  const say = (field: string, rule: string) => void (bad.has(field) || (bad.add(field), out.push(`${field} ${rule}`)))
  if (web && fine)
    for (const [field] of kinds) {
      const b = at.get(field)
      if (!b) continue
      const host = b.slice(ones)
      if (b.slice(0, ones) !== web.slice(0, ones)) say(field, 'not_same_network')
      else if (!host.includes('1') || !host.includes('0')) say(field, 'ip_reserved')
    }
  const four = ['web_ip', 'gateway', 'node_ip', 'component_ip']
  four.forEach((field, i) => {
    if (at.has(field) && four.slice(0, i).some((other) => at.get(other) === at.get(field))) say(field, 'ip_taken')
  })
  const [from, to] = [at.get('pool_start'), at.get('pool_end')]
  if (from && to) {
    // texts of equal length order as the numbers do
    if (from > to) say('pool_end', 'pool_order')
    else if (four.some((f) => at.has(f) && at.get(f)! >= from && at.get(f)! <= to)) say('pool_start', 'pool_holds')
  }
  return out.sort()
}

describe('the addresses of the platform', () => {
  it('are fine as they are delivered', () => expect(networkBreaks(good)).toEqual([]))

  it.each([
    [{ web_ip: '10.20.0' }, ['web_ip ip_web']],
    [{ gateway: '010.20.0.1' }, ['gateway ip_gateway']],
    [{ node_ip: '10.20.0.256' }, ['node_ip ip_node']],
    [{ component_ip: 'fe80::1' }, ['component_ip ip_component']],
    [{ pool_start: '' }, ['pool_start ip_pool']],
    [{ pool_end: '10.20.0.2O0' }, ['pool_end ip_pool']],
    [{ mask: '' }, ['mask no_mask']],
    [{ mask: '255.255.0.255' }, ['mask ip_mask']],
    [{ mask: '255.255.255.254' }, ['mask ip_mask']],
    [{ gateway: '10.21.0.1' }, ['gateway not_same_network']],
    [{ pool_start: '10.19.0.100' }, ['pool_start not_same_network', 'pool_start pool_holds'].slice(0, 1)],
    [{ gateway: '10.20.0.0' }, ['gateway ip_reserved']],
    [{ pool_end: '10.20.0.255' }, ['pool_end ip_reserved']],
    [{ node_ip: '10.20.0.10' }, ['node_ip ip_taken']],
    [{ pool_end: '10.20.0.99' }, ['pool_end pool_order']],
    [{ component_ip: '10.20.0.150' }, ['pool_start pool_holds']],
    [{ web_ip: '127.0.0.1' }, ['web_ip ip_web']],
  ] as [Partial<PlatformNetwork>, string[]][])('%j breaks %j', (part, found) => expect(rules(part)).toEqual(found))

  it('obey the same rules as a slow reading of them', () => {
    const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 10, 20, 127, 128, 224, 255))
    const near = fc.integer({ min: 0, max: 255 }).map((n) => `10.20.0.${n}`)
    const any = fc.tuple(byte, byte, byte, byte).map((b) => b.join('.'))
    const broken = fc.constantFrom(
      '',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '1.2.3.256',
      ' 1.2.3.4',
      '1.2.3.4 ',
      'x',
      '1..2.3',
    )
    const address = fc.oneof(
      { weight: 12, arbitrary: near },
      { weight: 2, arbitrary: any },
      { weight: 1, arbitrary: broken },
    )
    const mask = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 32 }).map((n) => dotted(2 ** 32 - 2 ** (32 - n))) },
      { weight: 1, arbitrary: any },
      { weight: 1, arbitrary: broken },
    )
    const network = fc.record(
      Object.fromEntries(networkFields.map((f) => [f, f === 'mask' ? mask : address])) as Record<
        keyof PlatformNetwork,
        fc.Arbitrary<string>
      >,
    )
    fc.assert(
      fc.property(network, (n) => {
        const found = networkBreaks(n).map((b) => `${b.path} ${b.rule}`)
        expect([...found].sort()).toEqual(slow(n))
      }),
      { numRuns: runs },
    )
  })

  it('are numbers and texts back and forth', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (n) => ipv4(dotted(n)) === n))
    expect(prefixOf('255.255.240.0')).toBe(20)
    expect(subnetOf('172.16.37.9', '255.255.240.0')).toEqual({
      first: ipv4('172.16.32.0'),
      last: ipv4('172.16.47.255'),
      prefix: 20,
    })
    expect(keepsPlace('10.20.0.77', good)).toBe(true)
    expect(keepsPlace('10.21.0.77', good)).toBe(false)
  })
})
