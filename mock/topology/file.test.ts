/** Files as topologies over the interface: what is kept comes back, and what is hostile is refused with its place. */
import { randomBytes } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { Parser } from 'yaml'
import { emptyDocument } from '#src/contract/topology/document.ts'
import { mermaid } from '#src/contract/topology/export/mermaid.ts'
import { topologyPackageFormat, topologyPackageVersion } from '#src/contract/topology/export/package.ts'
import { readTopology } from '#src/contract/topology/import/read.ts'
import { TopologyFileRefusal } from '#src/contract/topology/import/report.ts'
import { madeNode } from '#src/contract/topology/made.ts'
import { imageEntries } from '#mock/seed/images.ts'
import { documentOf, topologies } from '#mock/seed/topologies/lay.ts'
import { readFileAsTopology } from './file.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { some } from '../../tests/support/some.ts'

const runs = Number(process.env.RUNS ?? some(60))
const refusal = (text: string | Uint8Array, name = ''): string => {
  try {
    const { report } = readTopology(typeof text === 'string' ? Buffer.from(text) : text, { name })
    return `read ${report.taken.nodes} ${report.lines.map((l) => l.code).join(' ')}`.trim()
  } catch (e) {
    if (e instanceof TopologyFileRefusal) return `${e.code} ${e.place}`.trim()
    throw e
  }
}
const drawio = (xml: string) => {
  const packed = deflateRawSync(Buffer.from(encodeURIComponent(xml))).toString('base64')
  return `<mxfile><diagram name="p">${packed}</diagram></mxfile>`
}
const lab = (nodes: string, links = '') => `name: x\ntopology:\n  nodes:\n${nodes}\n  links:\n${links}`

describe('what a file says of names and addresses', () => {
  const read = (text: string, name = '') => readTopology(Buffer.from(text), { name }).report
  const pages = (...names: string[]) =>
    `<mxfile>${names.map((n) => `<diagram name="${n}"><mxGraphModel><root><mxCell id="a" vertex="1" value="r1" style="shape=mxgraph.cisco.routers.router"><mxGeometry width="10" height="10"/></mxCell></root></mxGraphModel></diagram>`).join('')}</mxfile>`

  it.each([
    ['Campus', ['Campus'], 'Office.drawio', 'Campus'],
    ['several pages', ['Campus', 'Branch'], 'Office.drawio', 'Office'],
    ['a page nobody named', ['Page-1'], 'a/Office.drawio.xml', 'Office'],
    ['a page nobody named, in Chinese', ['第 1 页'], 'Office.drawio', 'Office'],
    ['a page without a name', [''], 'Office.xml', 'Office'],
    ['a page nobody named of no file', ['Page-1'], '', 'Page-1'],
  ])('names a drawing by its page or its file: %s', (_, names, file, expected) => {
    expect(read(pages(...names), file).name).toBe(expected)
  })

  it('names every address of a containerlab file that has no place here, and where it stands', () => {
    const nodes = '    a: {kind: linux, mgmt-ipv4: 172.20.20.2}\n    b: {kind: linux}'
    const links =
      '    - endpoints: ["a:eth1", "b:eth1"]\n      ipv4: ["10.0.0.1/30", "10.0.0.2/30"]\n      vars: {asn: 65001}\n' +
      '    - type: veth\n      endpoints:\n        - {node: a, interface: eth2, ipv4: 10.0.1.1/24, ipv6: "fd00::1/64"}\n        - {node: b, interface: eth2, mac: 02:00:00:00:00:01}\n'
    const { lines, taken } = read(lab(nodes, links))
    expect(taken).toMatchObject({ nodes: 2, links: 2 })
    expect(lines.flatMap((l) => (l.code === 'address' ? [[l.place, l.params?.['address']]] : []))).toEqual([
      ['topology.nodes.a.mgmt-ipv4', '172.20.20.2'],
      ['topology.links[0].ipv4', '10.0.0.1/30'],
      ['topology.links[0].ipv4', '10.0.0.2/30'],
      ['topology.links[1].a.ipv4', '10.0.1.1/24'],
      ['topology.links[1].a.ipv6', 'fd00::1/64'],
    ])
    expect(lines).toContainEqual(
      expect.objectContaining({ code: 'setting', place: 'topology.links[0].vars', params: { field: 'vars' } }),
    )
  })
})

describe('a file that means harm, or is none', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['prose', 'Dear reader, this: is not one.', 'unknown_format'],
    ['bytes', new Uint8Array([0, 1, 2, 255]), 'not_text'],
    ['another archive of one file', gzipSync('x'), 'not_text'],
    ['broken JSON', '{"type": "topology",\n "topology": {', 'syntax 2:'],
    ['JSON without end', '['.repeat(100_000), 'too_deep'],
    [
      'YAML that laughs',
      'topology: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]',
      'alias',
    ],
    ['YAML with a type', 'topology: !!js/function "function(){}"', 'tag 1:'],
    ['YAML of a million brackets', `topology: ${'['.repeat(50_000)}`, 'too_deep 1:111'],
    ['XML with entities', '<!DOCTYPE lab [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><lab>&c;</lab>', 'doctype'],
    ['XML that reads files', '<!DOCTYPE lab SYSTEM "file:///etc/passwd"><lab/>', 'doctype'],
    ['XML without end', '<lab><topology>', 'syntax'],
    ['XML in itself', '<lab>'.repeat(100), 'too_deep'],
    ['other XML', '<html/>', 'unknown_format html'],
    ['a diagram that cannot be unpacked', '<mxfile><diagram>AAAA</diagram></mxfile>', 'compressed line 1'],
    ['a diagram that grows without end', drawio('a'.repeat(40_000_000)), 'too_large diagram'],
    ['a diagram with a document type', drawio('<!DOCTYPE x><mxGraphModel/>'), 'doctype'],
    ['an appliance', '{"appliance_id": "x", "registry_version": 6, "category": "router"}', 'appliance appliance_id'],
    [
      'too many nodes',
      lab(Array.from({ length: 1001 }, (_, i) => `    n${i}: {kind: linux}`).join('\n')),
      'too_many_nodes topology.nodes.n1000',
    ],
    ['eleven megabytes', new Uint8Array(11 * 1024 * 1024).fill(32), 'too_large'],
  ])('is refused: %s', (_what, text, said) => {
    expect(refusal(text)).toMatch(new RegExp(`^${said}`))
  })

  it('is refused by counting when it has too much, before a parser has it', () => {
    const parsed = vi.spyOn(Parser.prototype, 'next')
    const cells = '<mxCell id="a" vertex="1"><mxGeometry/></mxCell>'
    const nodes = '<node id="1" name="a"/>'
    const said = [
      // a parser would stop at what is wrong in their first line
      `<mxfile>&wrong;\n${cells.repeat(20_001)}</mxfile>`,
      `<lab>&wrong;\n<nodes>${nodes.repeat(1001)}</nodes></lab>`,
      `<lab>&wrong;\n${'<a/>'.repeat(200_000)}</lab>`,
      lab(Array.from({ length: 60_000 }, (_, n) => `    n${n}: {kind: linux, image: x}`).join('\n')),
    ].map((text) => refusal(text))
    const places = [(20_000 * cells.length + 1).toString(), (1000 * nodes.length + 8).toString()]
    expect(said).toEqual([
      `too_many_parts 2:${places[0]}`,
      `too_many_nodes 2:${places[1]}`,
      expect.stringMatching(/^too_many_parts 2:/),
      expect.stringMatching(/^too_many_parts \d{5}:/),
    ])
    expect(parsed).not.toHaveBeenCalled()
    parsed.mockRestore()
    // what stands where no element can is none, however often
    expect(
      refusal(`<lab><!-- ${nodes.repeat(1001)} --><topology/><data><![CDATA[${nodes.repeat(1001)}]]></data></lab>`),
    ).toMatch(/^read 0/)
  })

  it('is refused when nobody could keep what it holds', async () => {
    const files = Array.from({ length: 40 }, (_, n) => ({
      path: `/f${n}`,
      text: randomBytes(30_000).toString('hex'),
      mode: '',
    }))
    const made = { ...madeNode('n0', 'a', 'machine', { x: 0, y: 0 }), files }
    const read = (count: number) => {
      const nodes = Array.from({ length: count }, (_, n) => ({ ...made, id: `n${n}`, name: `a${n}` }))
      const manifest = { format: topologyPackageFormat, version: topologyPackageVersion, name: 'a', images: {} }
      const entries = { 'manifest.json': manifest, 'topology.json': { ...emptyDocument(), nodes } }
      const json = Object.entries(entries).map(([name, value]) => [name, strToU8(JSON.stringify(value))])
      return readFileAsTopology(zipSync(Object.fromEntries(json)), 'a.zip', new Map())
    }
    expect((await read(3)).document.nodes.length).toBe(3)
    await expect(read(4)).rejects.toMatchObject({ code: 'too_large' })
  })

  it.each([
    [
      'names that collide and do not fit',
      lab('    "a b": {kind: linux}\n    "A-b": {kind: linux}\n    网关: {kind: linux}'),
      'read 3 name_changed name_changed name_made places_made',
    ],
    [
      'a link to nobody, and two in one port',
      lab(
        '    a: {kind: linux}\n    b: {kind: linux}\n    c: {kind: linux}',
        '    - endpoints: ["a:eth1", "b:eth1"]\n    - endpoints: ["a:eth1", "c:eth1"]\n    - endpoints: ["a:eth2", "z:eth1"]\n    - endpoints: ["a:eth3", "host:x"]',
      ),
      'read 4 port_in_use link_end host_link places_made',
    ],
    [
      'the short and the long form of links',
      lab(
        '    a: {kind: linux}\n    b: {kind: linux}',
        '    - type: veth\n      endpoints:\n        - {node: a, interface: eth1}\n        - {node: b, interface: eth1, mac: 02:00:00:00:00:01}\n    - type: vxlan\n      endpoint: {node: a, interface: eth2}\n      remote: 10.0.0.1',
      ),
      'read 2 link_kind places_made',
    ],
  ])('is read with a report: %s', (_what, text, said) => {
    expect(refusal(text)).toBe(said)
  })

  it('has a drawn line that several cables end on as a switch, and no other', () => {
    const box = (id: string, x: number) =>
      `<mxCell id="${id}" value="${id}" style="shape=mxgraph.networks.server" vertex="1" parent="1"><mxGeometry x="${x}" y="100" width="40" height="40"/></mxCell>`
    const edge = (id: string, ends: string, points: string) =>
      `<mxCell id="${id}" edge="1" parent="1" ${ends}><mxGeometry relative="1">${points}</mxGeometry></mxCell>`
    const at = (as: string, x: number, y: number) => `<mxPoint x="${x}" y="${y}" as="${as}"/>`
    const bus = edge('bus', '', at('sourcePoint', 0, 300) + at('targetPoint', 500, 300))
    const down = (id: string, of: string, x: number) => edge(id, `source="${of}"`, at('targetPoint', x, 304))
    const draw = (...cells: string[]) =>
      readTopology(Buffer.from(drawio(`<mxGraphModel><root>${cells.join('')}</root></mxGraphModel>`)))
    const { document, report } = draw(box('a', 0), box('b', 200), bus, down('x', 'a', 20), down('y', 'b', 220))
    expect(document.nodes.map((n) => n.kind)).toEqual(['machine', 'machine', 'switch'])
    expect([report.taken.links, report.lines.filter((l) => l.kind === 'left_out')]).toEqual([2, []])
    // a single one may as well have come loose
    const alone = draw(box('a', 0), box('b', 200), bus, down('x', 'a', 20))
    expect([alone.report.taken.nodes, alone.report.taken.links]).toEqual([2, 0])
  })

  it('says of a named network of EVE-NG between two nodes that it is a link, and nothing of one the editor named', () => {
    const node = (id: number) =>
      `<node id="${id}" name="n${id}" type="qemu" template="vios" left="${id * 100}" top="100"><interface id="0" name="e0" type="ethernet" network_id="1"/></node>`
    const read = (name: string) =>
      readTopology(
        Buffer.from(
          `<?xml version="1.0"?><lab name="x" version="1"><topology><nodes>${node(1)}${node(2)}</nodes><networks><network id="1" type="bridge" name="${name}"/></networks></topology></lab>`,
        ),
      ).report
    const { taken, lines } = read('DMZ')
    expect([taken.links, lines.filter((l) => l.code === 'network_as_link')]).toEqual([
      1,
      [expect.objectContaining({ kind: 'changed', params: { name: 'DMZ' } })],
    ])
    expect(read('Net-n1iface_0').lines.filter((l) => l.code === 'network_as_link')).toEqual([])
  })

  it('leaves nothing of the SVG and HTML that labels are made of', () => {
    const svg =
      '<svg width="10" height="10"><script>alert(1)</script><text onclick="x()">&lt;img src=x onerror=alert(1)&gt; hi</text></svg>'
    const gns3 = JSON.stringify({ type: 'topology', topology: { nodes: [], drawings: [{ svg, x: 0, y: 0 }] } })
    const { document } = readTopology(Buffer.from(gns3))
    expect(document.drawings.map((d) => d.text)).toEqual(['hi'])
    const cell =
      '<mxCell id="2" value="&lt;b&gt;web&lt;/b&gt;&lt;script&gt;x&lt;/script&gt;&lt;br&gt;10.0.0.1" style="shape=mxgraph.networks.server" vertex="1" parent="1"><mxGeometry width="50" height="50"/></mxCell>'
    const drawn = readTopology(Buffer.from(drawio(`<mxGraphModel><root>${cell}</root></mxGraphModel>`))).document
    expect(drawn.nodes).toMatchObject([{ name: 'web', kind: 'machine', note: expect.stringContaining('10.0.0.1') }])
  })

  it('is read or refused, whatever was damaged in it', () => {
    const good = [
      lab('    a: {kind: linux}\n    b: {kind: nokia_srlinux, image: x}', '    - endpoints: ["a:eth1", "b:e1-1"]'),
      JSON.stringify({
        type: 'topology',
        topology: {
          nodes: [{ node_id: 'x', node_type: 'qemu', name: 'a', x: 1, y: 2, properties: { ram: 64 } }],
          links: [],
          drawings: [],
        },
      }),
      '<lab name="l"><topology><nodes><node id="1" name="R" type="iol" left="1" top="2"><interface id="0" name="e0" type="ethernet" network_id="1"/></node></nodes><networks><network id="1" type="bridge" name="n"/></networks></topology></lab>',
      '<mxGraphModel><root><mxCell id="0"/><mxCell id="2" value="a" style="router" vertex="1" parent="0"><mxGeometry x="1" y="2" width="9" height="9"/></mxCell></root></mxGraphModel>',
      'name: c\nhosts: [{name: a, base_box: {image: x}, flavor: f}]\nnetworks: [{name: n, cidr: 10.0.0.0/24}]\nnet_mappings: [{host: a, network: n, ip: 10.0.0.5}]\nrouters: []',
    ]
    const values = [
      'null',
      '[]',
      '{}',
      '-1',
      '1e999',
      '"__proto__"',
      '""',
      '{"a":1}',
      '&x;',
      '<',
      '\u0000',
      '\ud83d',
      '../../x',
      'true',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...good),
        fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom(...values)), { minLength: 1, maxLength: 4 }),
        (text, cuts) => {
          let damaged = text
          for (const [at, length, put] of cuts) {
            const i = at % (damaged.length + 1)
            damaged = damaged.slice(0, i) + put + damaged.slice(i + length)
          }
          refusal(damaged)
        },
      ),
      { numRuns: runs * 5 },
    )
  })
})

describe('over the interface', () => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer()
  })
  afterAll(() => s.close())
  const read = (name: string, payload: Buffer) =>
    s.call('POST /topologies/read', { query: { name } } as never, 'teacher', {
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const exported = async (id: string, format: string) =>
    (await s.send('GET /topologies/:id/export', { params: { id }, query: { format } }, 'teacher')).raw.rawPayload
  const enterprise = topologies.find((t) => t.key === 'enterprise')

  it('a package holds all of a topology, and images come back by their names', async () => {
    if (!enterprise) throw new Error('no enterprise')
    const images = new Map<string, string>()
    for (const { name, category, description } of imageEntries) {
      const made = await s.ok('POST /images', { body: { name, category, description } }, 'super')
      images.set(name, made.id)
      await s.ok(
        'PUT /images/:id/audience',
        { params: { id: made.id }, body: { all: true, orgs: [], roles: [], users: [], version: made.version } },
        'super',
      )
    }
    const document = documentOf(enterprise, images)
    const row = await s.ok('POST /topologies/import', { body: { name: 'Whole', document } }, 'teacher')
    const zip = await exported(row.id, 'package')
    const back = await read('whole.zip', zip)
    expect(back.body.document).toEqual(document)
    expect(back.body.report).toMatchObject({ format: 'package', name: 'Whole', lines: [] })
    expect(await exported(row.id, 'package')).toEqual(zip)
    const text = await read('whole.yml', await exported(row.id, 'text'))
    expect({ ...text.body.document, drawings: [] }).toMatchObject({
      nodes: document.nodes.map((n) => ({ name: n.name, image_id: n.image_id })),
    })
    expect(String(await exported(row.id, 'mermaid'))).toMatch(/^flowchart TD\n {2}n1/)
    const clab = await read('whole.clab.yml', await exported(row.id, 'containerlab'))
    expect(clab.body.report.taken).toMatchObject({ nodes: document.nodes.length, links: document.links.length })
  })

  it('Mermaid is told every name as plain words', () => {
    const document = structuredClone(documentOf(topologies[0] as (typeof topologies)[number]))
    const [node] = document.nodes
    if (node) node.name = '`a` $$b$$ \\n "c"'
    expect(mermaid(document)).toContain('"#96;a#96; #36;#36;b#36;#36; #92;n #34;c#34;"')
  })

  it('a refusal names the reason and the place, and nothing is kept', async () => {
    const before = await s.ok('GET /topologies', {}, 'teacher')
    const r = await read('x.gns3', Buffer.from('{"type": "topology", "topology": {'))
    expect([r.status, r.problem.code, r.problem.details]).toMatchObject([422, 'topology_refused', { reason: 'syntax' }])
    const zip = zipSync({ '../evil': strToU8('x') })
    expect((await read('x.zip', Buffer.from(zip))).problem.code).toBe('archive_refused')
    const other = zipSync({ 'manifest.json': strToU8('{"format":"other"}') })
    expect((await read('x.zip', Buffer.from(other))).problem.details).toMatchObject({
      reason: 'package',
      place: 'manifest.json',
    })
    expect((await s.ok('GET /topologies', {}, 'teacher')).total).toBe(before.total)
  })
})
