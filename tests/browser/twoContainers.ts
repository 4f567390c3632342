/** A drawing for browser suites: two containers and the line between them, which boot within seconds. */
import { emptyDocument, type Node, type TopologyDocument } from '#src/contract/topology/document.ts'
import { call } from './support.ts'

const container = (name: string, image_id: string, address: string): Node => ({
  id: name,
  name,
  kind: 'container',
  x: 0,
  y: 0,
  image_id,
  device_id: null,
  cpu: 1,
  memory: 256,
  disk: 1,
  ports: [{ id: 'p', name: 'eth0', type: 'ethernet', access: 'access', network_id: 'lan', address, mac: '' }],
  service_ids: [],
  files: [],
  flags: [],
  visibility: 'everybody',
  locked: false,
  note: '',
})

/** `desk` at 10.7.0.11, `web` at 10.7.0.12. */
export async function twoContainers(token: string): Promise<TopologyDocument> {
  const images = await call<{ items: { id: string }[] }>(
    'GET',
    '/images?type=container&status=saved&page_size=1',
    token,
  )
  const image = images.items[0]?.id ?? ''
  return {
    ...emptyDocument(),
    networks: [{ id: 'lan', name: 'lan', cidr: '10.7.0.0/24', gateway: '', dhcp: false, visibility: 'everybody' }],
    nodes: [container('desk', image, '10.7.0.11'), { ...container('web', image, '10.7.0.12'), x: 240 }],
    links: [{ id: 'l', from: { node: 'desk', port: 'p' }, to: { node: 'web', port: 'p' }, bends: [], label: '' }],
  }
}

/** The same of machines without an image. */
export async function twoMachines(token: string): Promise<TopologyDocument> {
  const drawing = await twoContainers(token)
  const nodes = drawing.nodes.map((n) => ({ ...n, kind: 'machine' as const, image_id: null, memory: 128 }))
  return { ...drawing, nodes }
}
