import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../check.ts'
import {
  documentLimits,
  type Drawing,
  drawingTones,
  isolations,
  type Network,
  type Node,
  nodeKinds,
  type Port,
  portAccesses,
  portTypes,
  type TopologyDocument,
  visibilities,
} from '../document.ts'
import { TopologyDocument as Schema } from '../document.schema.ts'
import { readTopologyText } from './read.ts'
import { writeText } from './write.ts'
import { some } from '../../../../tests/support/some.ts'

const runs = Number(process.env.RUNS ?? some(40))
const text = (max: number) =>
  fc
    .oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        'yes',
        '0x10',
        '1e3',
        'null',
        '~',
        '# no',
        'a: b',
        '- x',
        "it's",
        '',
        ' x',
        'a\nb\n',
        '\tz\n\n',
        'a\r\nb',
        '|',
        '中文',
        'x ',
      ),
    )
    .map((v) => v.slice(0, max))
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'web', 'R1', '10', '办公网') },
  { weight: 1, arbitrary: text(20) },
)
const coordinate = fc.oneof(
  fc.integer({ min: -500, max: 500 }),
  fc.double({ min: -1000, max: 1000, noNaN: true }).map((v) => v + 0),
)
const things = <T extends object>(prefix: string, max: number, of: fc.Arbitrary<T>) =>
  fc.array(of, { maxLength: max }).map((list) => list.map((t, i) => ({ ...t, id: `${prefix}${i + 1}` })))

const network = fc
  .record({
    name,
    cidr: fc.constantFrom('', '10.0.0.0/8', '2001:db8::/64', 'nonsense'),
    gateway: fc.constantFrom('', '10.0.0.1', '2001:db8::1'),
    dhcp: fc.boolean(),
    visibility: fc.constantFrom(...visibilities),
    colour: fc.constantFrom(undefined, 0, 7),
  })
  .map(({ colour, ...n }) => (colour === undefined ? n : { ...n, colour }))
const node = (networks: readonly Network[]) =>
  fc.record({
    name,
    kind: fc.constantFrom(...nodeKinds),
    x: coordinate,
    y: coordinate,
    image_id: fc.constantFrom(null, 'i1', 'i2', 'i3'),
    device_id: fc.constantFrom(null, 'd1'),
    cpu: fc.integer({ min: 1, max: documentLimits.cpu }),
    memory: fc.integer({ min: 16, max: documentLimits.memory }),
    disk: fc.integer({ min: 0, max: documentLimits.disk }),
    ports: things<Omit<Port, 'id'>>(
      'p',
      3,
      fc.record({
        name,
        type: fc.constantFrom(...portTypes),
        access: fc.constantFrom(...portAccesses),
        network_id: fc.constantFrom(null, ...networks.map((n) => n.id)),
        address: fc.constantFrom('', '10.0.0.7', '2001:db8::7', 'x'),
        mac: fc.constantFrom('', '02:00:00:00:00:01'),
      }),
    ),
    service_ids: fc.subarray(['s1', 's2']),
    files: fc.array(fc.record({ path: text(20), text: text(40), mode: fc.constantFrom('644', '600', '0755') }), {
      maxLength: 2,
    }),
    flags: things('f', 2, fc.record({ name, path: text(20), value: text(20), points: fc.nat(1000) })),
    visibility: fc.constantFrom(...visibilities),
    console: fc.constantFrom(...visibilities),
    locked: fc.boolean(),
    note: text(30),
  }) as fc.Arbitrary<Omit<Node, 'id'>>
const drawing: fc.Arbitrary<Omit<Drawing, 'id'>> = fc.record({
  kind: fc.constantFrom('note' as const, 'group' as const),
  text: text(20),
  x: coordinate,
  y: coordinate,
  width: fc.integer({ min: 1, max: 500 }),
  height: fc.integer({ min: 1, max: 500 }),
  tone: fc.constantFrom(...drawingTones),
})
/** Any drawing an editor may hold, finished or not; cables lead to ports there are. */
const documents: fc.Arbitrary<TopologyDocument> = things('net', 3, network).chain((networks) =>
  fc
    .record({
      isolation: fc.constantFrom(...isolations),
      networks: fc.constant(networks),
      nodes: things('n', 4, node(networks)),
      drawings: things('d', 2, drawing),
      links: fc.array(
        fc.tuple(fc.nat(), fc.nat(), text(10), fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 2 })),
        { maxLength: 4 },
      ),
    })
    .map(({ links, ...rest }) => {
      const ends = rest.nodes.flatMap((n) => n.ports.map((p) => ({ node: n.id, port: p.id })))
      return {
        ...rest,
        links: links.flatMap(([a, b, label, bends], i) => {
          const [from, to] = [ends[a % Math.max(1, ends.length)], ends[b % Math.max(1, ends.length)]]
          return from && to ? [{ id: `c${i + 1}`, from, to, label, bends }] : []
        }),
      }
    }),
)
const names = {
  images: new Map([
    ['i1', 'Kali'],
    ['i2', 'Same'],
    ['i3', 'Same'],
  ]),
}
/** Files have no ids, and -0 is 0 in text. */
const same = (d: TopologyDocument) => JSON.parse(JSON.stringify(d)) as TopologyDocument

describe('the text of a drawing', () => {
  it('says the drawing, all of it: what is written is what is read', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const written = writeText(document, { names })
        const { document: read, errors } = readTopologyText(written, { before: document, names })
        expect(errors, written).toEqual([])
        expect(read, written).toEqual(same(document))
        expect(Schema.safeParse(read).error).toBeUndefined()
      }),
      { numRuns: runs },
    )
  })

  it('says it over another text, too, and says the same twice', () => {
    fc.assert(
      fc.property(documents, documents, (document, other) => {
        const over = writeText(document, { names, previous: writeText(other, { names }) })
        expect(readTopologyText(over, { before: document, names }).document, over).toEqual(same(document))
        expect(writeText(document, { names, previous: over })).toBe(over)
      }),
      { numRuns: runs },
    )
  })

  const written = `# the range of Tuesday
isolation: isolated

# who is where
networks:
  - { name: lan, cidr: 10.1.0.0/24 } # first floor
nodes:
  # the attacker
  - name: kali
    kind: machine
    at: [ 0, 0 ]
    cpu: 4 # enough
    ports:
      - { name: eth0, network: lan, address: 10.1.0.5 }
  - name: sw
    kind: switch
    at: [ 100, 0 ]
    ports:
      - { name: p1 }
links:
  - { ends: [ kali:eth0, sw:p1 ] }
`
  const read = (source: string, before?: TopologyDocument) => {
    const { document, errors } = readTopologyText(source, { before })
    if (!document) throw new Error(JSON.stringify(errors))
    return document
  }

  it('writes anew over a text that names a thing twice, where either would speak for the other', () => {
    const drawn = readTopologyText('nodes:\n  - { name: one }\n  - { name: two }\n').document
    if (!drawn) throw new Error('no drawing')
    const written = writeText(drawn)
    for (const previous of [
      'nodes:\n  - { name: one }\nnodes:\n  - { name: two }\n',
      'nodes:\n  - { name: one, name: three }\n',
    ])
      expect(writeText(drawn, { previous }), previous).toBe(written)
    expect(readTopologyText(written, { before: drawn })).toMatchObject({ errors: [], document: drawn })
  })

  it('takes time by the length of the text before it, whatever that is', () => {
    const document = read(written)
    const before = process.cpuUsage()
    for (const previous of [
      `nodes:\n${'- a\n'.repeat(some(120_000))}`,
      `nodes: ${'['.repeat(some(50_000))}`,
      `${'? '.repeat(some(50_000))}\n`,
    ])
      expect(writeText(document, { previous })).toContain('kali')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(15_000)
  })

  it('keeps what people wrote around it', () => {
    const document = read(written)
    expect(writeText(document, { previous: written })).toBe(written)
    const moved = {
      ...document,
      nodes: document.nodes.map((n) => ({ ...n, x: n.x + 10, cpu: n.kind === 'switch' ? 2 : 8 })),
    }
    const after = writeText(moved, { previous: written })
    for (const comment of [
      '# the range of Tuesday',
      '# who is where',
      '# first floor',
      '# the attacker',
      'cpu: 8 # enough',
    ])
      expect(after).toContain(comment)
    const less = { ...document, nodes: document.nodes.slice(1), links: [] }
    expect(writeText(less, { previous: written })).not.toContain('kali')
  })

  it('keeps ids when things are moved in the list, and when one is renamed', () => {
    const document = read(written)
    const [kali, sw] = document.nodes
    const turned = read(written.replace(/kali/g, 'parrot'), document)
    expect(turned.nodes.map((n) => n.id)).toEqual([kali?.id, sw?.id])
    expect(turned.links).toEqual(document.links)
    const swapped = { ...document, nodes: [...document.nodes].reverse() }
    expect(read(writeText(swapped), document).nodes.map((n) => n.id)).toEqual([sw?.id, kali?.id])
  })

  it('finds places for what has none', () => {
    const document = read(written.replace(/ +at: .*\n/g, ''))
    expect(new Set(document.nodes.map((n) => `${n.x} ${n.y}`)).size).toBe(2)
    const before = read(written)
    const more = read(written.replace('links:', '  - name: pc\n    kind: machine\nlinks:'), before)
    expect(more.nodes.slice(0, 2)).toEqual(before.nodes)
    expect(more.nodes[2]).toMatchObject({ name: 'pc' })
  })

  it('says where in the text a finding is', () => {
    const { document, place } = readTopologyText(written.replace('10.1.0.5', '10.9.0.5'))
    if (!document) throw new Error('not read')
    const [finding] = check(document).filter((f) => f.level === 'error')
    expect(finding?.code).toBe('address_outside')
    expect(finding && place(finding.at)).toMatchObject({ line: 14, column: 46 })
  })

  it('says one slip of YAML once, with its reason, whatever the parser makes of the lines behind it', () => {
    const { errors } = readTopologyText(
      'nodes:\n  - name: a\n    at: [1, 2\n    kind: pc\n  - name: b\n    at: [1, 2]\n',
    )
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ code: 'syntax', line: 4, params: { reason: 'BAD_INDENT' } })
  })

  it.each([
    ['not yaml', 'nodes: [', 'syntax', 1],
    ['a tab', 'nodes:\n\t- name: a', 'syntax', 2],
    ['a key twice', 'nodes: []\nnodes: []', 'repeated_key', 2],
    ['an alias', 'nodes: &x []\nlinks: *x', 'alias', 2],
    ['laughs', `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]`, 'alias', 2],
    ['a tag', 'nodes: !!js/function "x"', 'tag', 1],
    ['a list', '- a', 'no_map', 1],
    ['nothing', '', 'no_map', 1],
    ['a word too much', 'nodes:\n  - name: a\n    colour: red', 'unknown_key', 3],
    ['a nameless node', 'nodes:\n  - kind: machine', 'missing_key', 2],
    ['a kind there is not', 'nodes:\n  - name: a\n    kind: toaster', 'one_of', 3],
    ['half a processor', 'nodes:\n  - name: a\n    cpu: 0.5', 'no_number', 3],
    ['too much memory', 'nodes:\n  - name: a\n    memory: 99999999', 'range', 3],
    ['a place with one figure', 'nodes:\n  - name: a\n    at: [1]', 'no_place', 3],
    ['a cable to nobody', 'nodes:\n  - name: a\nlinks:\n  - ends: [a:x, b:y]', 'unknown_port', 4],
    [
      'a network nobody drew',
      'nodes:\n  - name: a\n    ports:\n      - { name: e, network: lan }',
      'unknown_network',
      4,
    ],
    ['depth', `nodes: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'too_deep', 1],
  ])('refuses %s and says where', (_what, source, code, line) => {
    const { document, errors } = readTopologyText(source)
    expect(document).toBeUndefined()
    expect(errors[0]).toMatchObject({ code, line })
  })

  it('takes numbers for names, and keeps their zeros', () => {
    const document = read('nodes:\n  - name: 3750\n    files:\n      - { path: /a, mode: 0600, text: 1 }')
    expect(document.nodes[0]).toMatchObject({ name: '3750', files: [{ mode: '0600', text: '1' }] })
  })
})

describe('what is renamed in the text takes its references along', () => {
  const wired = (): TopologyDocument => {
    const text = `
networks:
  - { name: lan, cidr: 10.0.0.0/24 }
nodes:
  - name: web
    kind: machine
    at: [0, 0]
    ports: [{ name: eth0, network: lan, address: 10.0.0.2 }]
    flags: [{ name: root, path: /root/flag, points: 10 }]
  - name: db
    kind: machine
    at: [200, 0]
    ports: [{ name: eth0, network: lan }]
  - name: sw
    kind: switch
    at: [100, 100]
    ports: [{ name: p1, network: lan }, { name: p2, network: lan }]
links:
  - { ends: [web:eth0, sw:p1], label: uplink }
  - { ends: [db:eth0, sw:p2] }
`
    const read = readTopologyText(text)
    if (!read.document) throw new Error(JSON.stringify(read.errors))
    return read.document
  }
  const written = (doc: TopologyDocument) => writeText(doc)
  const links = (doc: TopologyDocument) => doc.links.map((l) => [l.id, l.from, l.to])

  it.each([
    ['a node', '- name: web', '- name: www'],
    ['a port', '{ name: p1,', '{ name: uplink1,'],
    ['a network', '{ name: lan, cidr', '{ name: office, cidr'],
  ])('%s', (_, from, to) => {
    const before = wired()
    const read = readTopologyText(written(before).replace(from, to), { before })
    expect(read.errors).toEqual([])
    expect(read.renamed).toBe(true)
    expect(links(read.document as TopologyDocument)).toEqual(links(before))
    expect(read.document?.nodes.map((n) => n.ports)).toEqual(
      before.nodes.map((n) =>
        n.ports.map((p) => (from.includes('p1') && p.name === 'p1' ? { ...p, name: 'uplink1' } : p)),
      ),
    )
    expect(read.document?.nodes[0]?.flags).toEqual(before.nodes[0]?.flags)
  })

  it('on its way through the name of another node none of the two loses its links', () => {
    const before = wired()
    const on = readTopologyText(written(before).replace('- name: web', '- name: db'), { before })
    expect(links(on.document as TopologyDocument)).toEqual(links(before))
    const after = readTopologyText(writeText(on.document as TopologyDocument).replace('- name: db', '- name: dbx'), {
      before: on.document,
    })
    expect(links(after.document as TopologyDocument)).toEqual(links(before))
  })

  it('what never had the name is still a mistake', () => {
    const before = wired()
    const read = readTopologyText(written(before).replace('[ web:eth0', '[ ghost:eth0'), { before })
    expect(read.errors[0]).toMatchObject({ code: 'unknown_node' })
  })
})
