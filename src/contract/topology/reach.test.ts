import { describe, expect, it } from 'vitest'
import { documentOf, topologies } from '#mock/seed/topologies/lay.ts'
import { addressesOf, portKey } from './addresses.ts'
import type { TopologyDocument } from './document.ts'
import { reachOf } from './reach.ts'

const demo = (key: string): TopologyDocument => {
  const entry = topologies.find((t) => t.key === key)
  if (!entry) throw new Error(`no topology ${key}`)
  return documentOf(entry)
}
const idOf = (d: TopologyDocument, name: string) => d.nodes.find((n) => n.name === name)?.id ?? name
const nameOf = (d: TopologyDocument, id: string) => d.nodes.find((n) => n.id === id)?.name ?? id
/** `ok` with the names on the way, or why not. */
function ping(d: TopologyDocument, from: string, to: string): string {
  const target = reachOf(d).interfaces(idOf(d, to))[0]?.address ?? to
  const path = reachOf(d).ping(idOf(d, from), target)
  const way = path.hops.map((h) => nameOf(d, h.node)).join(' ')
  return path.ok ? `ok ${way}`.trim() : `${path.why} ${nameOf(d, path.at)}`
}
const change = (d: TopologyDocument, name: string, to: Partial<TopologyDocument['nodes'][number]>) => ({
  ...d,
  nodes: d.nodes.map((n) => (n.name === name ? { ...n, ...to } : n)),
})

describe('who reaches whom', () => {
  it.each([
    ['flat', 'kali', 'ubuntu-a', 'ok ubuntu-a'],
    ['flat', 'kali', 'win10', 'ok win10'],
    ['flat', 'kali', '192.168.56.77', 'host_unreachable kali'],
    ['flat', 'kali', '8.8.8.8', 'network_unreachable kali'],
    ['dmz', 'attacker', 'web-shop', 'network_unreachable internet'],
    ['dmz', 'pc-anna', 'web-shop', 'ok edge-fw web-shop'],
    ['dmz', 'pc-anna', '10.10.0.1', 'ok edge-fw'],
    ['box-pair', 'kali', 'web', 'ok web'],
    ['box-pair', 'kali', 'db', 'network_unreachable kali'],
    ['box-pair', 'web', 'db', 'ok db'],
    ['enterprise', 'pc-06', 'www', 'ok fw-inner fw-outer www'],
    ['enterprise', 'pc-01', 'dc01', 'ok fw-inner dc01'],
    ['enterprise', 'pc-01', '1.1.1.1', 'network_unreachable internet'],
    ['campus', 'pc-a1-1', 'pc-b2-2', 'ok pc-b2-2'],
    ['campus', 'pc-a1-1', 'pc-c1-1', 'ok border pc-c1-1'],
    ['campus', 'pc-c2-2', 'grades', 'ok border grades'],
    ['campus', 'pc-a1-1', '1.1.1.1', 'ok border internet'],
    ['attack-defense', 'team1-kali', 'team4-service', 'ok game-router team4-service'],
    ['wan', 'chengdu-pc', 'rotterdam-app', 'ok chengdu-r rotterdam-r rotterdam-app'],
  ])('in %s: %s pings %s: %s', (key, from, to, found) => {
    expect(ping(demo(key), from, to)).toBe(found)
  })

  it('goes another way round when a line is cut', () => {
    const d = demo('wan')
    const cut = { ...d, links: d.links.filter((l) => !l.label.includes('backup')) }
    expect(ping(cut, 'chengdu-pc', 'rotterdam-app')).toBe('ok chengdu-r beijing-r rotterdam-r rotterdam-app')
    const alone = { ...d, links: d.links.filter((l) => l.label === '') }
    expect(ping(alone, 'chengdu-pc', 'rotterdam-app')).toBe('network_unreachable chengdu-r')
  })

  it('ends where a cable is pulled', () => {
    const d = demo('flat')
    const kali = idOf(d, 'kali')
    const pulled = { ...d, links: d.links.filter((l) => l.from.node !== kali) }
    expect(ping(pulled, 'kali', 'ubuntu-a')).toBe('host_unreachable kali')
  })

  it('keeps the networks of a switch apart, and lets a trunk carry them', () => {
    const d = demo('campus')
    const cut = {
      ...d,
      nodes: d.nodes.map((n) => ({ ...n, ports: n.ports.map((p) => ({ ...p, access: 'access' as const })) })),
    }
    expect(ping(cut, 'pc-a1-1', 'pc-b2-2')).toBe('host_unreachable pc-a1-1')
    expect(ping(cut, 'pc-a1-1', 'pc-a1-2')).toBe('ok pc-a1-2')
  })

  it('needs a way back', () => {
    const d = demo('dmz')
    const noGateway = { ...d, networks: d.networks.map((n) => (n.name === 'DMZ' ? { ...n, gateway: '' } : n)) }
    expect(ping(noGateway, 'pc-anna', 'web-shop')).toBe('no_answer web-shop')
  })

  it('does not go through a machine with two cards', () => {
    const d = demo('box-pair')
    const gateway = {
      ...d,
      networks: d.networks.map((n) => (n.name === 'front' ? { ...n, gateway: '10.66.1.20' } : n)),
    }
    expect(ping(gateway, 'kali', 'db')).toBe('network_unreachable kali')
    expect(ping(change(gateway, 'web', { kind: 'router' }), 'kali', '10.66.2.20')).toBe('no_answer db')
  })
})

describe('addresses', () => {
  it('are given by DHCP from the hundredth on, and are the same each time', () => {
    const d = demo('flat')
    expect([...addressesOf(d)].map(([, a]) => a)).toEqual([
      '192.168.56.10',
      '192.168.56.11',
      '192.168.56.100',
      '192.168.56.101',
    ])
    expect([...addressesOf(structuredClone(d))]).toEqual([...addressesOf(d)])
  })

  it('are inside their network and nobody’s twice, in every topology of the demonstration', () => {
    for (const entry of topologies) {
      const d = documentOf(entry)
      const addresses = addressesOf(d)
      const given = d.nodes.flatMap((n) =>
        n.kind === 'switch' ? [] : n.ports.map((p) => addresses.get(portKey(n.id, p.id))),
      )
      expect(
        given.every((a) => a !== undefined),
        entry.key,
      ).toBe(true)
      expect(new Set(given).size, entry.key).toBe(given.length)
    }
  })

  it('end with the network', () => {
    const d = demo('flat')
    const small = { ...d, networks: d.networks.map((n) => ({ ...n, cidr: '192.168.56.8/30' })) }
    // one is left between those that were given
    expect([...addressesOf(small).values()].at(-1)).toBe('192.168.56.9')
    expect(addressesOf(small).size).toBe(3)
  })

  it('of a gateway is its first router’s', () => {
    const d = demo('wan')
    const empty = { ...d, nodes: d.nodes.map((n) => ({ ...n, ports: n.ports.map((p) => ({ ...p, address: '' })) })) }
    const router = empty.nodes.find((n) => n.name === 'beijing-r')
    expect(router?.ports.map((p) => addressesOf(empty).get(portKey(router.id, p.id)))).toContain('172.21.0.1')
  })
})
