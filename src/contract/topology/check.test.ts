import { describe, expect, it } from 'vitest'
import { check, checker, saveRefusals, startRefusals } from './check.ts'
import {
  consoleAccessOf,
  emptyDocument,
  type Link,
  type Network,
  type Node,
  type Port,
  type TopologyDocument,
} from './document.ts'
import { madeLink, madeNetwork, madeNode, madePort } from './made.ts'

const port = (id: string, more: Partial<Port> = {}): Port => ({ ...madePort(id, id), ...more })
const node = (name: string, { kind = 'machine', ...more }: Partial<Node> = {}): Node => ({
  ...madeNode(name, name, kind, { x: 0, y: 0 }),
  console: 'everybody',
  image_id: 'image',
  ...more,
})
const network = (name: string, cidr: string, more: Partial<Network> = {}): Network => ({
  ...madeNetwork(name, name, cidr),
  ...more,
})
const link = (id: string, from: string, to: string): Link => {
  const end = (text: string) => {
    const [node = '', port = ''] = text.split(':')
    return { node, port }
  }
  return madeLink(id, end(from), end(to))
}
const drawing = (more: Partial<TopologyDocument>): TopologyDocument => ({
  ...emptyDocument(),
  ...more,
})

/** A network with one port of a machine, plugged into a switch. */
const plugged = (net: Network, ...ports: Port[]): TopologyDocument =>
  drawing({
    networks: [net],
    nodes: [node('a', { ports }), node('sw', { kind: 'switch', ports: ports.map((p) => port(p.id)) })],
    links: ports.map((p, i) => link(`l${i}`, `a:${p.id}`, `sw:${p.id}`)),
  })
const lan = (more: Partial<Network> = {}) => network('lan', '10.1.0.0/24', more)
const at = (address: string, more: Partial<Port> = {}) => port('e0', { network_id: 'lan', address, ...more })

const cases: [what: string, document: TopologyDocument, findings: string[]][] = [
  ['nothing', emptyDocument(), []],
  ['a machine without a name', drawing({ nodes: [node('a', { name: '' })] }), ['name_missing a.name']],
  ['a name with a space', drawing({ nodes: [node('a', { name: 'web 1' })] }), ['name_form a.name']],
  ['a Chinese name of a node', drawing({ nodes: [node('a', { name: '网关' })] }), ['name_form a.name']],
  ['names of real files', drawing({ nodes: ['R1', '3750x', 'PE_1', 'a.b-c'].map((n) => node(n)) }), []],
  ['names that differ in capitals', drawing({ nodes: [node('web'), node('WEB')] }), ['name_taken WEB.name']],
  ['a machine without an image', drawing({ nodes: [node('a', { image_id: null })] }), ['image_missing a.image_id']],
  ['a switch without an image', drawing({ nodes: [node('a', { kind: 'switch', image_id: null })] }), []],
  ['a device that is none', drawing({ nodes: [node('a', { kind: 'device' })] }), ['device_missing a.device_id']],
  ['an id twice', drawing({ nodes: [node('a'), node('b', { id: 'a' })] }), ['id_taken a.']],

  ['a Chinese name of a network', drawing({ networks: [network('办公网', '10.0.0.0/8')] }), []],
  ['no network', drawing({ networks: [network('n', '10.0.0.0/33')] }), ['cidr_form n.cidr']],
  ['bits of a host', drawing({ networks: [network('n', '10.0.0.1/24')] }), ['cidr_base n.cidr']],
  [
    'version 6',
    drawing({
      networks: [network('n', '2001:db8::/64', { gateway: '2001:db8::1' })],
    }),
    [],
  ],
  ['a wire without addresses', drawing({ networks: [network('n', '')] }), []],
  ['DHCP of no addresses', drawing({ networks: [network('n', '', { dhcp: true })] }), ['cidr_missing n.cidr']],
  [
    'networks in one another',
    drawing({
      networks: [network('a', '10.0.0.0/8'), network('b', '10.1.0.0/16'), network('c', '10.9.0.0/16')],
    }),
    ['networks_overlap b.cidr', 'networks_overlap c.cidr'],
  ],
  [
    'neighbours',
    drawing({
      networks: [network('a', '10.0.0.0/25'), network('b', '10.0.0.128/25')],
    }),
    [],
  ],
  ['a gateway elsewhere', drawing({ networks: [lan({ gateway: '10.2.0.1' })] }), ['gateway_outside lan.gateway']],
  ['a gateway that is no address', drawing({ networks: [lan({ gateway: '10.1.0' })] }), ['gateway_form lan.gateway']],
  [
    'the broadcast address as a gateway',
    drawing({ networks: [lan({ gateway: '10.1.0.255' })] }),
    ['gateway_reserved lan.gateway'],
  ],

  ['an address inside', plugged(lan(), at('10.1.0.7')), []],
  ['an address outside', plugged(lan(), at('10.2.0.7')), ['address_outside e0.address']],
  ['the network’s own address', plugged(lan(), at('10.1.0.0')), ['address_reserved e0.address']],
  ['the broadcast address', plugged(lan(), at('10.1.0.255')), ['address_reserved e0.address']],
  [
    'both addresses of a link of two',
    plugged(network('lan', '10.1.0.0/31'), at('10.1.0.0'), at('10.1.0.1', { id: 'e1', name: 'e1' })),
    [],
  ],
  ['no address', plugged(lan(), at('10.1.0.256')), ['address_form e0.address']],
  ['the gateway’s address', plugged(lan({ gateway: '10.1.0.1' }), at('10.1.0.1')), ['address_gateway e0.address']],
  [
    'a router beside the gateway’s address',
    drawing({
      networks: [lan({ gateway: '10.1.0.1' })],
      nodes: [
        node('r', { kind: 'router', ports: [at('10.1.0.9')] }),
        node('sw', { kind: 'switch', ports: [port('e0')] }),
      ],
      links: [link('l', 'r:e0', 'sw:e0')],
    }),
    ['gateway_nobody lan.gateway'],
  ],
  [
    'an address twice',
    plugged(lan(), at('10.1.0.7'), at('10.1.0.7', { id: 'e1', name: 'e1' })),
    ['address_taken e1.address'],
  ],
  [
    'an address in no network',
    plugged(lan(), at('10.1.0.7', { network_id: null })),
    ['address_without_network e0.address'],
  ],
  ['a network that is gone', plugged(lan(), at('', { network_id: 'gone' })), ['network_unknown e0.network_id']],
  [
    'more ports than addresses',
    plugged(
      network('lan', '10.1.0.0/30', { dhcp: true }),
      at(''),
      at('', { id: 'e1', name: 'e1' }),
      at('', { id: 'e2', name: 'e2' }),
    ),
    ['network_full lan.cidr'],
  ],
  ['a group address of a card', plugged(lan(), at('', { mac: '01:00:5e:00:00:01' })), ['mac_form e0.mac']],

  ['a port without a name', plugged(lan(), at('', { name: '' })), ['port_incomplete e0.name']],
  [
    'two ports of one name',
    drawing({
      nodes: [node('a', { ports: [port('x'), port('y', { name: 'X' })] })],
    }),
    ['port_name_taken y.name'],
  ],
  [
    'a port in a network without a cable',
    drawing({ networks: [lan()], nodes: [node('a', { ports: [at('')] })] }),
    ['port_unplugged e0.'],
  ],
  [
    'a cable to itself',
    drawing({
      nodes: [node('a', { ports: [port('x'), port('y')] })],
      links: [link('l', 'a:x', 'a:y')],
    }),
    ['link_self l.'],
  ],
  [
    'a cable to nobody',
    drawing({
      nodes: [node('a', { ports: [port('x')] })],
      links: [link('l', 'a:x', 'b:y')],
    }),
    ['link_node_unknown l.to'],
  ],
  [
    'a cable to no port',
    drawing({
      nodes: [node('a', { ports: [port('x')] }), node('b')],
      links: [link('l', 'a:x', 'b:y')],
    }),
    ['link_port_unknown l.to'],
  ],
  [
    'two cables in one port',
    drawing({
      nodes: [node('a', { ports: [port('x')] }), node('b', { ports: [port('x')] }), node('c', { ports: [port('x')] })],
      links: [link('l', 'a:x', 'b:x'), link('m', 'a:x', 'c:x')],
    }),
    ['link_port_taken m.from'],
  ],
  [
    'a trunk on one side',
    drawing({
      nodes: [node('a', { ports: [port('x')] }), node('b', { ports: [port('x', { access: 'trunk' })] })],
      links: [link('l', 'a:x', 'b:x')],
    }),
    ['link_access l.'],
  ],
  [
    'glass on one side',
    drawing({
      nodes: [node('a', { ports: [port('x')] }), node('b', { ports: [port('x', { type: 'fiber' })] })],
      links: [link('l', 'a:x', 'b:x')],
    }),
    ['link_type l.'],
  ],

  ...['etc/motd', '/etc/', '/a/../b', '/a//b', '/', 'C:flag', '/a\nb'].map((path): (typeof cases)[number] => [
    `the path ${JSON.stringify(path)}`,
    drawing({
      nodes: [node('a', { files: [{ path, text: '', mode: '644' }] })],
    }),
    ['file_path a.files.0.path'],
  ]),
  [
    'paths of both worlds',
    drawing({
      nodes: [
        node('a', {
          files: ['/etc/motd', 'C:\\Users\\me\\a b.txt'].map((path) => ({
            path,
            text: '',
            mode: '0600',
          })),
        }),
      ],
    }),
    [],
  ],
  [
    'a mode that is none',
    drawing({
      nodes: [node('a', { files: [{ path: '/a', text: '', mode: '888' }] })],
    }),
    ['file_mode a.files.0.mode'],
  ],
  [
    'a flag over a file',
    drawing({
      nodes: [
        node('a', {
          files: [{ path: '/a', text: '', mode: '644' }],
          flags: [{ id: 'f', name: 'F', path: '/a', value: '', points: 1 }],
        }),
      ],
    }),
    ['flag_path_taken a.flags.0.path'],
  ],
  [
    'a flag nobody writes',
    drawing({
      nodes: [
        node('a', {
          flags: [{ id: 'f', name: 'F', path: '', value: '', points: 1 }],
        }),
      ],
    }),
    [],
  ],
]

const shown = (document: TopologyDocument, context?: Parameters<typeof check>[1]) =>
  check(document, context).map((f) => `${f.code} ${f.at.id}.${f.at.field ?? ''}`)

describe('the check of a drawing', () => {
  it.each(cases)('says of %s what is wrong with it', (_what, document, findings) => {
    expect(shown(document)).toEqual(findings)
  })

  it('tells cards of one address apart, and cables between two networks', () => {
    const mac = '02:00:00:00:00:01'
    const two = drawing({
      networks: [lan(), network('wan', '10.9.0.0/24')],
      nodes: [
        node('a', { ports: [port('x', { mac, network_id: 'lan' })] }),
        node('b', { ports: [port('x', { mac: mac.toUpperCase(), network_id: 'wan' })] }),
      ],
      links: [link('l', 'a:x', 'b:x')],
    })
    expect(shown(two)).toEqual(['mac_taken x.mac', 'link_network l.'])
  })

  it('warns of linked ports in no network, where there is a network they could be in', () => {
    const apart = (networks: Parameters<typeof network>[]) =>
      drawing({
        networks: networks.map((n) => network(...n)),
        nodes: [
          node('a', { ports: [port('x')] }),
          node('b', { ports: [port('x', { network_id: networks.length ? 'lan' : null })] }),
          node('c', { kind: 'switch', ports: [port('x'), port('y')] }),
          node('d', { ports: [port('x')] }),
        ],
        links: [link('l', 'a:x', 'b:x'), link('m', 'c:x', 'd:x')],
      })
    const warned = (doc: ReturnType<typeof drawing>) =>
      check(doc).flatMap((f) => (f.code === 'port_no_network' ? [f.at.node] : []))
    expect(warned(apart([['lan', '10.1.0.0/24']]))).toEqual(['a', 'd'])
    expect(warned(apart([]))).toEqual([])
  })

  it('warns of a machine that nothing reaches, where there are others', () => {
    const [a, b, alone] = [
      node('a', { ports: [port('x', { network_id: 'lan' })] }),
      node('b', { ports: [port('x')] }),
      node('c'),
    ]
    const warned = (nodes: Node[], links = [link('l', 'a:x', 'b:x')]) =>
      check(drawing({ networks: [lan()], nodes, links })).flatMap((f) => (f.code === 'node_alone' ? [f.at.id] : []))
    expect(warned([a, b, alone])).toEqual([alone.id])
    expect(warned([a, b])).toEqual([])
    expect(warned([alone], [])).toEqual([])
  })

  it('lets a router have the gateway’s address, and then somebody has it', () => {
    const document = plugged(lan({ gateway: '10.1.0.1' }), at('10.1.0.1'))
    const router = {
      ...document,
      nodes: document.nodes.map((n) => (n.name === 'a' ? { ...n, kind: 'router' as const } : n)),
    }
    expect(shown(router)).toEqual([])
  })

  it('refuses changes of locked nodes to those who may not, but for their place and their cables', () => {
    const before = drawing({
      nodes: [node('a', { locked: true, ports: [port('x')] }), node('b', { ports: [port('x')] })],
    })
    const moved = {
      ...before,
      nodes: before.nodes.map((n) => ({ ...n, x: 50 })),
      links: [link('l', 'a:x', 'b:x')],
    }
    expect(shown(moved, { before })).toEqual(['no_networks .'])
    for (const nodes of [
      before.nodes.slice(1),
      before.nodes.map((n) => ({ ...n, locked: false })),
      before.nodes.map((n) => ({ ...n, cpu: 4 })),
    ]) {
      const findings = check({ ...before, nodes }, { before })
      expect(findings.map((f) => f.code)).toEqual(['node_locked'])
      expect(saveRefusals(findings)).toHaveLength(1)
    }
  })

  it('warns of a drawing in which learners can open no console', () => {
    const codes = (...nodes: Node[]) => check(drawing({ nodes })).map((f) => `${f.level} ${f.code}`)
    const found = ['warning no_workplace']
    expect(codes(node('a', { console: 'leaders' }), node('sw', { kind: 'switch' }))).toEqual(found)
    // one that nobody sees, nobody opens
    expect(codes(node('a', { visibility: 'leaders' }))).toEqual(found)
    expect(codes(node('a', { console: 'leaders' }), node('b'))).toEqual([])
    expect(codes(node('sw', { kind: 'switch', console: undefined }))).toEqual([])
  })

  it('warns of nodes that are linked and get no address, because there is no network', () => {
    const nodes = ['a', 'b'].map((name) => node(name, { ports: [port('x')] }))
    const drawn = (more: Partial<TopologyDocument>) =>
      check(drawing({ nodes, ...more })).map((f) => `${f.level} ${f.code}`)
    expect(drawn({})).toEqual([])
    expect(drawn({ links: [link('l', 'a:x', 'b:x')] })).toEqual(['warning no_networks'])
    expect(drawn({ links: [link('l', 'a:x', 'b:x')], networks: [lan()] })).toEqual([
      'warning port_no_network',
      'warning port_no_network',
    ])
    // what is wrong otherwise comes first
    expect(drawn({ links: [link('l', 'a:x', 'a:x')] })).not.toContain('warning no_networks')
  })

  it('reads who opens a node of an older drawing: what holds something to find is its leaders’, what people work at everybody’s', () => {
    const old = (more: Partial<Node>) => {
      const { console: _left, ...rest } = node('a', more)
      return consoleAccessOf(rest)
    }
    const flags = [{ id: 'f', name: 'f', path: '/flag', value: '', points: 1 }]
    expect(old({})).toBe('everybody')
    expect(old({ kind: 'container' })).toBe('everybody')
    expect(old({ flags })).toBe('leaders')
    expect(old({ service_ids: ['web'] })).toBe('leaders')
    expect(old({ kind: 'router' })).toBe('leaders')
    expect(old({ visibility: 'leaders' })).toBe('leaders')
    expect(consoleAccessOf(node('a', { flags, console: 'everybody' }))).toBe('everybody')
  })

  it('lets a locked node of an older drawing say who opens it, as it was read before, and nothing else', () => {
    const was = node('a', { locked: true, console: undefined })
    const saved = (console: Node['console']) =>
      check(drawing({ nodes: [{ ...was, console }] }), { before: drawing({ nodes: [was] }) }).map((f) => f.code)
    expect(saved('everybody')).toEqual([])
    expect(saved('leaders')).toContain('node_locked')
  })

  it('warns of the licence while it is drawn, and refuses the start', () => {
    const findings = check(drawing({ nodes: [node('a'), node('b')] }), {
      editableNodes: 1,
    })
    expect(findings).toMatchObject([{ level: 'warning', code: 'editable_nodes', params: { used: 2, max: 1 } }])
    expect(saveRefusals(findings)).toEqual([])
    expect(startRefusals(findings)).toEqual(findings)
  })

  it('finds the same when it remembers what did not change', () => {
    const remembers = checker()
    for (const [, document] of cases) {
      remembers(document)
      expect(remembers({ ...document })).toEqual(check(document))
    }
  })
})
