/**
 * GNS3 project files: revisions 5 to 10 (2.0 to 3.0, gns3server/schemas of GNS3/gns3-server) and what came before, which its own loader
 * upgrades (gns3server/controller/topology.py) and we read as that would leave it.
 */
import { gns3KindOf, gns3MemoryOf, nameOfPort, typeOf, wireKinds } from './gns3Nodes.ts'
import { TopologyFileRefusal } from './report.ts'
import { type EndFacts, type Sketch, sketch, type Sketched } from './sketch.ts'
import { type Fields, foreignFieldsOf, listOf, numberOf, stringOf } from './values.ts'
import { walkElements, htmlText, xmlTree } from './xml.ts'

const whole = (v: unknown): number => Math.trunc(numberOf(v) ?? 0)

/** The text of a label that is SVG; boxes and ellipses as a frame. Nothing of the SVG itself is kept. */
function readDrawing(s: Sketch, d: Fields, place: string): void {
  const [x, y] = [whole(d['x']), whole(d['y'])]
  let tree: ReturnType<typeof xmlTree>
  try {
    tree = xmlTree(stringOf(d['svg']))
  } catch (e) {
    if (!(e instanceof TopologyFileRefusal)) throw e
    return s.left('shape', place)
  }
  const [width, height] = [numberOf(tree.attributes['width']) ?? 100, numberOf(tree.attributes['height']) ?? 40]
  const box = { x: x + width / 2, y: y + height / 2, width, height }
  const text = [...walkElements(tree)]
    .filter((e) => e.name === 'text' || e.name === 'tspan')
    .map((e) => e.text)
    .join('\n')
  if (text.trim()) s.drawing('note', htmlText(text), box)
  else if ([...walkElements(tree)].some((e) => e.name === 'rect' || e.name === 'ellipse')) s.drawing('group', '', box)
  else s.left([...walkElements(tree)].some((e) => e.name === 'image') ? 'picture' : 'shape', place)
}

function readLinks(
  s: Sketch,
  links: readonly unknown[],
  nodes: ReadonlyMap<string, { node: Fields; type: string }>,
): void {
  links.forEach((l, i) => {
    const link = foreignFieldsOf(l)
    const place = `topology.links[${i}]`
    const said = listOf(link['nodes']).map(foreignFieldsOf)
    const ends = said.length
      ? said.map((e) => ({
          id: stringOf(e['node_id']),
          adapter: whole(e['adapter_number']),
          port: whole(e['port_number']),
        }))
      : ['source', 'destination'].map((side) => {
          const id = stringOf(link[`${side}_node_id`])
          const port = listOf(nodes.get(id)?.node['ports'])
            .map(foreignFieldsOf)
            .find((p) => numberOf(p['id']) === numberOf(link[`${side}_port_id`]))
          return {
            id,
            adapter: whole(port?.['adapter_number'] ?? port?.['slot_number']),
            port: whole(port?.['port_number']),
          }
        })
    const [from, to] = ends.map(({ id, adapter, port }): EndFacts => {
      const found = nodes.get(id)
      const name = found ? nameOfPort(found.node, found.type, adapter, port) : ''
      return {
        node: id,
        port: name,
        type: name.startsWith('Serial') || stringOf(link['link_type']) === 'serial' ? 'serial' : 'ethernet',
      }
    })
    if (!from || !to) return s.left('link_end', place, { end: '' })
    if (Object.keys(foreignFieldsOf(link['filters'])).length)
      s.left('setting', `${place}.filters`, { field: 'filters' })
    if (link['suspend'] === true) s.left('setting', `${place}.suspend`, { field: 'suspend' })
    s.link(from, to, place)
  })
}

export function readGns3(value: unknown, images: ReadonlyMap<string, string>): Sketched {
  const project = foreignFieldsOf(value)
  if (stringOf(project['type']) !== 'topology') throw new TopologyFileRefusal('no_topology', 'type')
  const topology = foreignFieldsOf(project['topology'])
  const s = sketch('gns3', images)
  const nodes = new Map<string, { node: Fields; type: string }>()
  listOf(topology['nodes']).forEach((n, i) => {
    const node = foreignFieldsOf(n)
    const properties = foreignFieldsOf(node['properties'])
    const place = `topology.nodes[${i}]`
    const type = typeOf(node)
    const kind = gns3KindOf(type, stringOf(node['symbol']))
    const name = stringOf(node['name'] ?? properties['name'] ?? foreignFieldsOf(node['label'])['text'])
    if (!kind) s.changed('kind_guessed', place, { was: type || '?', kind: 'machine' })
    const disk = stringOf(properties['hda_disk_image'])
    const wire = kind !== undefined && wireKinds.has(kind)
    s.node(stringOf(node['node_id']) || stringOf(node['id']), {
      name,
      kind: kind ?? 'machine',
      place,
      at: { x: whole(node['x']), y: whole(node['y']) },
      cpu: wire ? undefined : properties['cpus'],
      memory: wire ? undefined : gns3MemoryOf(node, type),
      image: wire && type !== 'qemu' ? '' : stringOf(properties['image']) || disk || stringOf(properties['path']),
    })
    nodes.set(stringOf(node['node_id']) || stringOf(node['id']), { node, type })
    for (const field of [
      'startup_config',
      'startup_config_content',
      'startup_script',
      'environment',
      'options',
      'extra_hosts',
    ])
      if (stringOf(properties[field])) s.left('setting', `${place}.${field}`, { field })
  })
  readLinks(s, listOf(topology['links']), nodes)
  listOf(topology['drawings']).forEach((d, i) => readDrawing(s, foreignFieldsOf(d), `topology.drawings[${i}]`))
  listOf(topology['notes']).forEach((n) => {
    const note = foreignFieldsOf(n)
    const text = stringOf(note['text'])
    const [width, height] = [Math.min(320, 12 + text.length * 7), 40]
    if (text.trim())
      s.drawing('note', text, { x: whole(note['x']) + width / 2, y: whole(note['y']) + height / 2, width, height })
  })
  for (const key of ['rectangles', 'ellipses'])
    listOf(topology[key]).forEach((r) => {
      const box = foreignFieldsOf(r)
      const [width, height] = [numberOf(box['width']) ?? 100, numberOf(box['height']) ?? 100]
      s.drawing('group', '', { x: whole(box['x']) + width / 2, y: whole(box['y']) + height / 2, width, height })
    })
  listOf(topology['images']).forEach((_i, i) => s.left('picture', `topology.images[${i}]`))
  return s.done(stringOf(project['name']))
}
