/** Nodes, links, notes and boxes as plain SVG elements. They carry classes and tokens only; what they look like is in `look.css`. */
import type { Drawing, Link, Node } from '../../../contract/topology/document.ts'
import { type IconName, icons } from '../../../ui/icons.ts'
import { figure, type Point } from '../figure.ts'
import { fitted, wrapped } from '../text.ts'
import type { Line, Spots } from '../layout.ts'

const ns = 'http://www.w3.org/2000/svg'
type Attributes = Record<string, string | number>

export function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const e = document.createElementNS(ns, tag)
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value))
  e.append(...children)
  return e
}

/** A token as a style: the only way a colour comes into a drawing. */
const tinted = <E extends SVGElement>(e: E, colour: string | undefined): E => {
  if (colour) e.style.setProperty('--tv-tint', colour)
  return e
}

/** What else a node shows: how it is in a running scene, what is wrong with it. */
export interface Marks {
  /** Tone of its state in a scene. */
  tone?: string | undefined
  /** The state in a word, for the tooltip and the screen reader. */
  state?: string | undefined
  errors?: number
  warnings?: number
}

export interface NodeLook {
  node: Node
  spots: Spots
  colours: ReadonlyMap<string, string>
  /** Names of networks. */
  networks: ReadonlyMap<string, string>
  marks: Marks | undefined
}

const icon = (name: IconName, x: number, y: number, size: number, cls: string) =>
  element('path', { class: cls, d: icons[name], transform: `translate(${x} ${y}) scale(${size / 20})` })

const { width, height } = figure
const left = -width / 2
const top = -height / 2

/** The second line: its first address with the colour of its network, and how many more it has. */
function addressLine({ node, colours, networks }: NodeLook): SVGElement[] {
  const withAddress = node.ports.filter((p) => p.address !== '')
  const shown = withAddress[0] ?? node.ports.find((p) => p.network_id !== null)
  if (!shown)
    return [
      element(
        'text',
        { class: 'tv-none', x: left + 58, y: top + 40 },
        `${node.ports.length} × ${node.ports[0]?.type === 'fiber' ? 'fiber' : 'eth'}`,
      ),
    ]
  // a switch passes on what others have; it shows where
  const network = shown.network_id === null ? undefined : networks.get(shown.network_id)
  const text = shown.address || (node.kind === 'switch' ? (network ?? '') : 'DHCP')
  const dot = element('circle', { class: 'tv-dot', cx: left + 62, cy: top + 36.5, r: 3.5 })
  const others = withAddress.length - 1
  const address = element(
    'text',
    { class: 'tv-address', x: left + 71, y: top + 40.5 },
    fitted(text, others > 0 ? 84 : 104, 11, true),
  )
  const out: SVGElement[] = [tinted(dot, shown.network_id ? colours.get(shown.network_id) : undefined), address]
  if (others > 0) out.push(element('text', { class: 'tv-more', x: left + width - 10, y: top + 40.5 }, `+${others}`))
  return out
}

function badges({ node, marks }: NodeLook): SVGElement[] {
  const out: SVGElement[] = []
  const errors = marks?.errors ?? 0
  const warnings = marks?.warnings ?? 0
  if (errors + warnings > 0) {
    const bad = errors > 0
    out.push(
      element(
        'g',
        {
          class: bad ? 'tv-badge tv-badge-bad' : 'tv-badge tv-badge-warn',
          transform: `translate(${width / 2 - 4} ${top + 3})`,
        },
        element('circle', { r: 8.5 }),
        element('text', { y: 3.8 }, bad ? String(Math.min(errors, 9)) : '!'),
      ),
    )
  }
  let x = width / 2 - 24
  const small = (name: IconName) => {
    out.push(icon(name, x, top + 8, 12, 'tv-mark'))
    x -= 16
  }
  if (errors + warnings > 0) x -= 4
  if (node.locked) small('lock')
  if (node.visibility !== 'everybody') small('eye-off')
  if (node.flags.length) small('flag-mark')
  return out
}

/** @param plugs whether its ports are drawn: half of a large drawing's elements, and from afar nobody sees them */
export function nodeElements(look: NodeLook, plugs = true): SVGElement[] {
  const { node, marks } = look
  const marksWidth = [node.locked, node.visibility !== 'everybody', node.flags.length > 0].filter(Boolean).length * 16
  const out: SVGElement[] = [
    element('rect', { class: 'tv-halo', x: left - 5, y: top - 5, width: width + 10, height: height + 10, rx: 14 }),
    element('rect', { class: 'tv-card', x: left, y: top, width, height, rx: 10 }),
    element('rect', { class: `tv-tile tv-kind-${node.kind}`, x: left + 8, y: top + 8, width: 40, height: 40, rx: 8 }),
    icon(node.kind, left + 17, top + 17, 22, `tv-icon tv-kind-${node.kind}`),
    element('text', { class: 'tv-name', x: left + 58, y: top + 23.5 }, fitted(node.name, width - 70 - marksWidth, 13)),
    ...addressLine(look),
  ]
  if (marks?.tone)
    out.push(element('circle', { class: `tv-state tv-state-${marks.tone}`, cx: left + 46, cy: top + 46, r: 5.5 }))
  if (plugs) out.push(...plugElements(look))
  out.push(...badges(look))
  if (node.name.length > 16 || marks?.state)
    out.push(element('title', {}, marks?.state ? `${node.name} · ${marks.state}` : node.name))
  return out
}

function plugElements({ node, spots, colours }: NodeLook): SVGElement[] {
  const out: SVGElement[] = []
  const [ox, oy] = [node.x, node.y]
  for (const port of node.ports) {
    const spot = spots.get(port.id)
    if (!spot) continue
    const dot = element('circle', {
      class: `tv-port tv-port-${port.type}${port.access === 'trunk' ? ' tv-port-trunk' : ''}`,
      cx: spot.x - ox,
      cy: spot.y - oy,
      r: figure.port,
    })
    const beyond = { top: [0, -10], bottom: [0, 17], left: [-9, -6], right: [9, -6] }[spot.side] as [number, number]
    const label = element(
      'text',
      { class: `tv-port-name tv-at-${spot.side}`, x: spot.x - ox + beyond[0], y: spot.y - oy + beyond[1] },
      fitted(port.name, 90, 10, true),
    )
    const grip = element('circle', { class: 'tv-grip', cx: spot.x - ox, cy: spot.y - oy, r: 10 })
    const title = element('title', {}, `${port.name} · ${port.type}${port.access === 'trunk' ? ' · trunk' : ''}`)
    out.push(
      tinted(
        element('g', { 'data-port': port.id, class: 'tv-plug' }, grip, dot, label, title),
        port.network_id ? colours.get(port.network_id) : undefined,
      ),
    )
  }
  return out
}

export interface LinkLook {
  link: Link
  line: Line
  colour: string | undefined
  type: string
  errors: number
}

export function linkElements({ link, line, colour, type, errors }: LinkLook): SVGElement[] {
  const out: SVGElement[] = [
    element('path', { class: 'tv-reach', d: line.path }),
    tinted(element('path', { class: `tv-line tv-line-${type}${errors ? ' tv-line-bad' : ''}`, d: line.path }), colour),
  ]
  if (link.label !== '') {
    const text = fitted(link.label, 160, 11)
    const w = Math.max(24, text.length * 6.4 + 14)
    out.push(
      element(
        'g',
        { class: 'tv-link-label', transform: `translate(${Math.round(line.middle.x)} ${Math.round(line.middle.y)})` },
        element('rect', { x: -w / 2, y: -9, width: w, height: 18, rx: 9 }),
        element('text', { y: 4 }, text),
      ),
    )
  }
  return out
}

/** Handles of a selected link: its bends, and between them places where one can be made. */
export function bendElements(link: Link, points: readonly Point[]): SVGElement[] {
  const out: SVGElement[] = []
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) < 48) continue
    out.push(
      element('circle', {
        class: 'tv-bend tv-bend-fresh',
        'data-bend': `+${i}`,
        'data-of': link.id,
        cx: (a.x + b.x) / 2,
        cy: (a.y + b.y) / 2,
        r: 5,
      }),
    )
  }
  link.bends.forEach((p, i) => {
    out.push(
      element('circle', { class: 'tv-bend', 'data-bend': String(i), 'data-of': link.id, cx: p.x, cy: p.y, r: 6 }),
    )
  })
  return out
}

export function drawingElements(d: Drawing): SVGElement[] {
  const [x, y] = [-d.width / 2, -d.height / 2]
  const out: SVGElement[] = [
    element('rect', {
      class: `tv-${d.kind} tv-tone-${d.tone}`,
      x,
      y,
      width: d.width,
      height: d.height,
      rx: d.kind === 'note' ? 6 : 12,
    }),
  ]
  if (d.kind === 'group') {
    // a box is taken by its edge or its title, so that a rubber band can begin inside
    out.push(element('rect', { class: 'tv-group-bar', x, y, width: d.width, height: 34 }))
    if (d.text)
      out.push(
        element(
          'text',
          { class: `tv-group-title tv-tone-${d.tone}`, x: x + 14, y: y + 24 },
          fitted(d.text, d.width - 28, 13),
        ),
      )
  } else
    wrapped(d.text, d.width - 24, 13, Math.max(1, Math.floor((d.height - 16) / 19))).forEach((line, i) =>
      out.push(element('text', { class: 'tv-note-text', x: x + 12, y: y + 24 + i * 19 }, line)),
    )
  const inset = 4
  out.push(
    element('rect', {
      class: 'tv-halo',
      x: x - inset,
      y: y - inset,
      width: d.width + 2 * inset,
      height: d.height + 2 * inset,
      rx: 10,
    }),
  )
  for (const [name, cx, cy] of [
    ['nw', x, y],
    ['ne', -x, y],
    ['se', -x, -y],
    ['sw', x, -y],
  ] as const)
    out.push(
      element('rect', {
        class: `tv-corner tv-corner-${name}`,
        'data-corner': name,
        x: cx - 5,
        y: cy - 5,
        width: 10,
        height: 10,
        rx: 2,
      }),
    )
  return out
}
