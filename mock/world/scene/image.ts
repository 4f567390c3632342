/** What a node boots: its image, or what its kind stands for where it has none. */
import type { Node, NodeKind } from '#src/contract/topology/document.ts'
import type { ImageFacts } from './driver.ts'

type Told = Pick<ImageFacts, 'name' | 'os' | 'desktop'>

const usual: Partial<Record<NodeKind, Told>> = {
  machine: { name: 'Debian 12', os: 'linux', desktop: true },
  container: { name: 'alpine', os: 'linux', desktop: false },
  router: { name: 'RouterOS', os: 'network', desktop: false },
  firewall: { name: 'Firewall', os: 'network', desktop: false },
}

/** What a real machine without an image boots, whatever it stands for. */
const small: Told = { name: 'BusyBox Linux', os: 'linux', desktop: true }

export function bootImageOf(
  n: Pick<Node, 'kind' | 'image_id'>,
  images: Readonly<Record<string, ImageFacts>>,
  driver = 'simulated',
): Told {
  const own = n.image_id === null ? undefined : images[n.image_id]
  if (own) return own
  const stands = usual[n.kind]
  return (stands && driver === 'qemu' ? small : stands) ?? { name: '', os: 'other', desktop: false }
}
