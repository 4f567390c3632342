/** What a node boots: its image, or what its kind stands for where it has none. */
import type { Node, NodeKind } from '#src/contract/topology/document.ts'
import type { ImageFacts } from './driver.ts'

const usual: Partial<Record<NodeKind, Pick<ImageFacts, 'name' | 'os' | 'desktop'>>> = {
  machine: { name: 'Debian 12', os: 'linux', desktop: true },
  container: { name: 'alpine', os: 'linux', desktop: false },
  router: { name: 'RouterOS', os: 'network', desktop: false },
  firewall: { name: 'Firewall', os: 'network', desktop: false },
}

export function imageOf(
  n: Pick<Node, 'kind' | 'image_id'>,
  images: Readonly<Record<string, ImageFacts>>,
): Pick<ImageFacts, 'name' | 'os' | 'desktop'> {
  const own = n.image_id === null ? undefined : images[n.image_id]
  return own ?? usual[n.kind] ?? { name: '', os: 'other', desktop: false }
}
