/** EVE-NG and UNetLab: a lab is XML, its networks join any number of interfaces, its texts are HTML in base64. */
import type { NodeKind } from '../document.ts'
import { TopologyFileRefusal } from './report.ts'
import { type EndFacts, type Sketch, sketch, type Sketched } from './sketch.ts'
import { child, children, type Element, htmlText } from './xml.ts'

const light = new Set(['vpcs', 'docker'])
const machineTemplates = /^(?:linux|win|server|kali|ubuntu|centos|debian|esxi|osx|freebsd|desktop)/
const firewallTemplates =
  /asa|firepower|ftd|fortinet|fortigate|paloalto|pfsense|checkpoint|cpsg|vsrx|sophos|opnsense|watchguard|csr-fw|f5|bigip/

function kindOf(type: string, template: string, icon: string, image: string): NodeKind {
  if (light.has(type)) return 'container'
  if (firewallTemplates.test(template) || /firewall|\basa\b/i.test(icon)) return 'firewall'
  if (/switch|l2\b|-l2-|nexus/i.test(icon) || /l2-|_l2|viosl2|l2linux|linuxl2/i.test(`${template} ${image}`))
    return 'switch'
  if (machineTemplates.test(template)) return 'machine'
  return 'router'
}

/** UTF-8 text of base64; undefined for anything else. */
function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s+/g, '')), (c) => c.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}
const pixels = (style: string, name: 'left' | 'top' | 'width' | 'height'): number | undefined => {
  const m = {
    left: /\bleft:\s*(-?[\d.]+)px/,
    top: /\btop:\s*(-?[\d.]+)px/,
    width: /\bwidth:\s*([\d.]+)px/,
    height: /\bheight:\s*([\d.]+)px/,
  }[name].exec(style)
  return m ? Number(m[1]) : undefined
}

function readText(s: Sketch, object: Element, place: string): void {
  const html = decoded(child(object, 'data')?.text ?? '')
  const style = /style="([^"]*)"/.exec(html ?? '')?.[1] ?? ''
  const [x, y] = [pixels(style, 'left'), pixels(style, 'top')]
  if (html === undefined || x === undefined || y === undefined) return s.left('shape', place)
  const text = htmlText(html)
  const [width, height] = [pixels(style, 'width') ?? Math.min(320, 24 + text.length * 7), pixels(style, 'height') ?? 40]
  const box = { x: x + width / 2, y: y + height / 2, width, height }
  if (text) s.drawing('note', text, box)
  else if (/square|circle/.test(object.attributes['type'] ?? '')) s.drawing('group', '', box)
  else s.left('shape', place)
}

/** In pixels, or in percent of a page in older files. */
const coordinate = (text: string | undefined): number | undefined => {
  const m = /^(-?[\d.]+)(%?)$/.exec((text ?? '').trim())
  return m ? Number(m[1]) * (m[2] ? 12 : 1) : undefined
}
const at = (e: Element) => {
  const [x, y] = [coordinate(e.attributes['left']), coordinate(e.attributes['top'])]
  return x === undefined || y === undefined ? undefined : { x, y }
}

/** What the editor calls the network that a cable between two nodes is for it. */
const nameOfItself = /^\s*(?:Net(?:-.*)?)?\s*$/i

export function readEve(lab: Element, images: ReadonlyMap<string, string>): Sketched {
  if (lab.name !== 'lab') throw new TopologyFileRefusal('no_topology', lab.name.slice(0, 40))
  const s = sketch('eve', images)
  const topology = child(lab, 'topology')
  const members = new Map<string, EndFacts[]>()
  const serial: { from: EndFacts; node: string; remote: string; place: string }[] = []
  const interfaces = new Map<string, string>()
  for (const node of children(child(topology, 'nodes'), 'node')) {
    const { id = '', name = '', type = '', template = '', icon = '', image = '', cpu, ram } = node.attributes
    const place = `line ${node.line}`
    s.node(`node ${id}`, {
      name,
      kind: kindOf(type, template, icon, image),
      place,
      at: at(node),
      cpu,
      memory: ram,
      image,
    })
    for (const i of children(node, 'interface')) {
      const { id: number = '', name: port = '', type: kind = '', network_id, remote_id, remote_if } = i.attributes
      interfaces.set(`${id}:${number}`, port)
      const end: EndFacts = { node: `node ${id}`, port, type: kind === 'serial' ? 'serial' : 'ethernet' }
      if (kind === 'serial' && remote_id !== undefined && remote_id !== '0')
        serial.push({ from: end, node: remote_id, remote: remote_if ?? '', place: `line ${i.line}` })
      else if (network_id !== undefined && network_id !== '0')
        members.set(network_id, [...(members.get(network_id) ?? []), end])
    }
  }
  for (const network of children(child(topology, 'networks'), 'network')) {
    const { id = '', name = '', type = '' } = network.attributes
    const place = `line ${network.line}`
    const ends = members.get(id) ?? []
    members.delete(id)
    const outside = /^(?:pnet|nat|cloud)/.test(type)
    const [from, to] = ends
    if (!outside && ends.length === 2 && from && to && network.attributes['visibility'] !== '1') {
      s.link(from, to, place)
      if (!nameOfItself.test(name)) s.changed('network_as_link', place, { name })
    } else if (ends.length || outside) {
      s.node(`network ${id}`, { name, kind: outside ? 'internet' : 'switch', place, at: at(network) })
      if (!outside) s.changed('network_as_switch', place, { name })
      for (const end of ends) s.link(end, { node: `network ${id}`, port: '' }, place)
    }
  }
  for (const [id, ends] of members) s.left('link_end', `network_id ${id}`, { end: ends[0]?.port ?? '' })
  // a serial cable is told of at both its ends
  const joined = new Set<string>()
  for (const { from, node, remote, place } of serial) {
    const key = [`${from.node}:${from.port}`, `node ${node}:${interfaces.get(`${node}:${remote}`) ?? remote}`]
      .sort()
      .join(' ')
    if (joined.has(key)) continue
    joined.add(key)
    s.link(from, { node: `node ${node}`, port: interfaces.get(`${node}:${remote}`) ?? '', type: 'serial' }, place)
  }
  const objects = child(lab, 'objects')
  for (const c of children(child(objects, 'configs'), 'config')) s.left('config', `line ${c.line}`)
  for (const p of children(child(objects, 'pictures'), 'picture')) s.left('picture', `line ${p.line}`)
  for (const t of children(child(objects, 'textobjects'), 'textobject')) readText(s, t, `line ${t.line}`)
  if (child(lab, 'body')) s.left('setting', 'body', { field: 'body' })
  return s.done(lab.attributes['name'] ?? '')
}
