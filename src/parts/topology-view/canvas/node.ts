/** A node as it is drawn: its card, what it is, its first address, what is wrong with it. */
import './node.css'
import type { Node } from '../../../contract/topology/document.ts'
import { type IconName, icons } from '../../../ui/icon/icons.ts'
import { drawingSizes } from '../figure.ts'
import type { Spots } from '../layout.ts'
import { briefly, fitted } from '../text.ts'
import { svgElement, tinted } from './element.ts'
import { plugElements } from './plugs.ts'

/** What else a node shows: how it is in a running scene, what is wrong with it. */
export interface NodeMarks {
  /** Tone of its state in a scene. */
  tone?: string | undefined
  /** The state in a word, for the tooltip and the screen reader. */
  state?: string | undefined
  errors?: number
  warnings?: number
}

export interface NodeAppearance {
  node: Node
  spots: Spots
  colours: ReadonlyMap<string, string>
  /** Names of networks. */
  networks: ReadonlyMap<string, string>
  marks: NodeMarks | undefined
}

const icon = (name: IconName, x: number, y: number, size: number, cls: string) =>
  svgElement('path', { class: cls, d: icons[name], transform: `translate(${x} ${y}) scale(${size / 20})` })

const { width, height } = drawingSizes
const left = -width / 2
const top = -height / 2

/** The second line: its first address with the colour of its network, and how many more it has. */
function addressLine({ node, colours, networks }: NodeAppearance): SVGElement[] {
  const withAddress = node.ports.filter((p) => p.address !== '')
  const shown = withAddress[0] ?? node.ports.find((p) => p.network_id !== null)
  if (!shown)
    return [
      svgElement(
        'text',
        { class: 'tv-none', x: left + 58, y: top + 40 },
        `${node.ports.length} × ${node.ports[0]?.type === 'fiber' ? 'fiber' : 'eth'}`,
      ),
    ]
  // a switch passes on what others have; it shows where
  const network = shown.network_id === null ? undefined : networks.get(shown.network_id)
  const text = shown.address || (node.kind === 'switch' ? (network ?? '') : 'DHCP')
  const dot = svgElement('circle', { class: 'tv-dot', cx: left + 62, cy: top + 36.5, r: 3.5 })
  const others = withAddress.length - 1
  const address = svgElement(
    'text',
    { class: 'tv-address', x: left + 71, y: top + 40.5 },
    fitted(text, others > 0 ? 84 : 104, 11, true),
  )
  const out: SVGElement[] = [tinted(dot, shown.network_id ? colours.get(shown.network_id) : undefined), address]
  if (others > 0) out.push(svgElement('text', { class: 'tv-more', x: left + width - 10, y: top + 40.5 }, `+${others}`))
  return out
}

function badges({ node, marks }: NodeAppearance): SVGElement[] {
  const out: SVGElement[] = []
  const errors = marks?.errors ?? 0
  const warnings = marks?.warnings ?? 0
  if (errors + warnings > 0) {
    const bad = errors > 0
    out.push(
      svgElement(
        'g',
        {
          class: bad ? 'tv-badge tv-badge-bad' : 'tv-badge tv-badge-warn',
          transform: `translate(${width / 2 - 4} ${top + 3})`,
        },
        svgElement('circle', { r: 8.5 }),
        svgElement('text', { y: 3.8 }, bad ? String(Math.min(errors, 9)) : '!'),
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
export function nodeElements(look: NodeAppearance, plugs = true): SVGElement[] {
  const { node, marks } = look
  const marksWidth = [node.locked, node.visibility !== 'everybody', node.flags.length > 0].filter(Boolean).length * 16
  const out: SVGElement[] = [
    svgElement('rect', { class: 'tv-halo', x: left - 5, y: top - 5, width: width + 10, height: height + 10, rx: 14 }),
    svgElement('rect', { class: 'tv-card', x: left, y: top, width, height, rx: 10 }),
    svgElement('rect', {
      class: `tv-tile tv-kind-${node.kind}`,
      x: left + 8,
      y: top + 8,
      width: 40,
      height: 40,
      rx: 8,
    }),
    icon(node.kind, left + 17, top + 17, 22, `tv-icon tv-kind-${node.kind}`),
    svgElement(
      'text',
      { class: 'tv-name', x: left + 58, y: top + 23.5 },
      fitted(node.name, width - 70 - marksWidth, 13),
    ),
    svgElement('text', { class: 'tv-brief' }, briefly(node.name, width - 10, 30)),
    ...addressLine(look),
  ]
  if (marks?.tone)
    out.push(svgElement('circle', { class: `tv-state tv-state-${marks.tone}`, cx: left + 46, cy: top + 46, r: 5.5 }))
  if (plugs) out.push(...plugElements(look))
  out.push(...badges(look))
  if (node.name.length > 16 || marks?.state)
    out.push(svgElement('title', {}, marks?.state ? `${node.name} · ${marks.state}` : node.name))
  return out
}
