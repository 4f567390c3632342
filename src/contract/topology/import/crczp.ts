/** CyberRangeCZ: https://docs.platform.cyberrange.cz, sandbox topology definition; its networks are switches of ours. */
import { formatIp, parseCidr } from '../../lib/ip.ts'
import { TopologyFileRefusal } from './report.ts'
import { type Sketch, sketch, type Sketched } from './sketch.ts'
import { type Fields, foreignFieldsOf, listOf, stringOf } from './values.ts'

/** Processors and MiB of the flavours that its documentation names; others say both themselves: `csirtmu.small2x8`. */
const flavours: Readonly<Record<string, readonly [number, number]>> = {
  'standard.tiny': [1, 1024],
  'standard.small': [1, 2048],
  'standard.medium': [2, 4096],
  'standard.large': [4, 8192],
  'standard.xlarge': [8, 16_384],
}
function flavour(s: Sketch, name: string, place: string): { cpu?: number; memory?: number } {
  const said = /(\d+)x(\d+)$/.exec(name)
  const [cpu, memory] = flavours[name] ?? (said ? [Number(said[1]), Number(said[2]) * 1024] : [])
  if (cpu === undefined || memory === undefined) {
    if (name !== '') s.left('setting', `${place}.flavor`, { field: 'flavor' })
    return {}
  }
  s.changed('flavour_read', place, { flavour: name, cpu, memory })
  return { cpu, memory }
}

const wanKey = 'wan'
const unused = ['block_internet', 'extra', 'volumes', 'docker', 'containers', 'man_user'] as const

export function readCrczp(value: unknown, images: ReadonlyMap<string, string>): Sketched {
  const file = foreignFieldsOf(value)
  if (!Array.isArray(file['hosts']) || !Array.isArray(file['networks']))
    throw new TopologyFileRefusal('no_topology', 'hosts')
  const s = sketch('crczp', images)
  const list = (key: string): Fields[] => listOf(file[key]).map(foreignFieldsOf)
  const routerMappings = list('router_mappings')
  const gateways = new Map<string, string>()
  for (const m of routerMappings)
    if (!gateways.has(stringOf(m['network']))) gateways.set(stringOf(m['network']), stringOf(m['ip']))

  const wan = foreignFieldsOf(file['wan'])
  const routers = list('routers')
  const hasWan = routers.length > 0 && stringOf(wan['cidr']) !== ''
  if (hasWan) {
    const cidr = parseCidr(stringOf(wan['cidr']))
    s.network(wanKey, {
      name: stringOf(wan['name']) || 'wan',
      cidr: stringOf(wan['cidr']),
      place: 'wan',
      gateway: cidr ? formatIp({ version: cidr.version, value: cidr.first + 1n }) : '',
      dhcp: true,
    })
    s.node(wanKey, { name: stringOf(wan['name']) || 'wan', kind: 'internet', place: 'wan' })
    s.node('wan switch', { name: `${stringOf(wan['name']) || 'wan'}-switch`, kind: 'switch', place: 'wan' })
    s.link({ node: wanKey, port: '', network: wanKey }, { node: 'wan switch', port: '' }, 'wan')
  }
  list('networks').forEach((n, i) => {
    const [name, place] = [stringOf(n['name']), `networks[${i}]`]
    s.network(name, {
      name,
      cidr: stringOf(n['cidr']),
      place,
      gateway: gateways.get(name) ?? '',
      visibility: n['accessible_by_user'] === false ? 'leaders' : 'everybody',
    })
    s.node(`net ${name}`, { name, kind: 'switch', place })
    s.changed('network_as_switch', place, { name })
  })
  const machine = (n: Fields, kind: 'machine' | 'router', place: string) => {
    s.node(`${kind === 'router' ? 'router' : 'host'} ${stringOf(n['name'])}`, {
      name: stringOf(n['name']),
      kind,
      place,
      image: stringOf(foreignFieldsOf(n['base_box'])['image']),
      visibility: n['hidden'] === true ? 'nobody' : 'everybody',
      ...flavour(s, stringOf(n['flavor']), place),
    })
    for (const field of unused) if (n[field] !== undefined) s.left('setting', `${place}.${field}`, { field })
  }
  list('hosts').forEach((h, i) => machine(h, 'machine', `hosts[${i}]`))
  routers.forEach((r, i) => {
    machine(r, 'router', `routers[${i}]`)
    if (hasWan)
      s.link(
        { node: `router ${stringOf(r['name'])}`, port: '', network: wanKey },
        { node: 'wan switch', port: '' },
        'wan',
      )
  })
  const mapping = (m: Fields, node: string, place: string) => {
    const network = stringOf(m['network'])
    if (!s.has(node)) return s.left('link_end', place, { end: node.replace(/^\w+ /, '') })
    if (!s.has(`net ${network}`)) return s.left('link_end', place, { end: network })
    s.link({ node, port: '', network, address: stringOf(m['ip']) }, { node: `net ${network}`, port: '' }, place)
  }
  list('net_mappings').forEach((m, i) => mapping(m, `host ${stringOf(m['host'])}`, `net_mappings[${i}]`))
  routerMappings.forEach((m, i) => mapping(m, `router ${stringOf(m['router'])}`, `router_mappings[${i}]`))
  list('groups').forEach((_g, i) => s.left('group', `groups[${i}]`))
  return s.done(stringOf(file['name']), hasWan ? 'internet' : 'isolated')
}
