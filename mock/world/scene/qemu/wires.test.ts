import { describe, expect, test } from 'vitest'
import { emptyDocument, type Link, type Node, type NodeKind, type Port } from '#src/contract/topology/document.ts'
import { segments, wiring } from './wires.ts'

const port = (id: string, network_id: string | null, access: Port['access'] = 'access'): Port => ({
  id,
  name: id,
  type: 'ethernet',
  access,
  network_id,
  address: '',
  mac: '',
})
const node = (id: string, kind: NodeKind, ports: Port[]): Node => ({
  id,
  name: id,
  kind,
  x: 0,
  y: 0,
  image_id: null,
  device_id: null,
  cpu: 1,
  memory: 96,
  disk: 1,
  ports,
  service_ids: [],
  files: [],
  flags: [],
  visibility: 'everybody',
  locked: false,
  note: '',
})
const link = (from: string, to: string): Link => {
  const [a, b] = [from.split('/'), to.split('/')]
  return {
    id: `${from} ${to}`,
    from: { node: a[0] ?? '', port: a[1] ?? '' },
    to: { node: b[0] ?? '', port: b[1] ?? '' },
    bends: [],
    label: '',
  }
}
const heard = (nodes: Node[], links: Link[], isolation: 'isolated' | 'internet' = 'isolated') =>
  segments({ ...emptyDocument(), isolation, nodes, links })
    .map((s) => `${s.cards.map((c) => `${c.node}/${c.port}`).join(' ')}${s.internet ? ' out' : ''}`)
    .sort()
const host = (id: string, network = 'n') => node(id, 'machine', [port('0', network)])

describe('what hears what', () => {
  test('two nodes on a cable, and a third on none', () =>
    expect(heard([host('a'), host('b'), host('c')], [link('a/0', 'b/0')])).toEqual(['a/0 b/0', 'c/0']))

  test('networks of one switch are apart, a trunk carries each to its own', () => {
    const left = node('l', 'switch', [port('1', 'red'), port('2', 'blue'), port('t', null, 'trunk')])
    const right = node('r', 'switch', [port('1', 'red'), port('2', 'blue'), port('t', null, 'trunk')])
    const hosts = ['a', 'b', 'c', 'd'].map((id) => host(id))
    const cables = [link('a/0', 'l/1'), link('b/0', 'l/2'), link('c/0', 'r/1'), link('d/0', 'r/2')]
    expect(heard([...hosts, left, right], cables)).toEqual(['a/0', 'b/0', 'c/0', 'd/0'])
    expect(heard([...hosts, left, right], [...cables, link('l/t', 'r/t')])).toEqual(['a/0 c/0', 'b/0 d/0'])
  })

  test('the internet only where the drawing allows it', () => {
    const world = node('w', 'internet', [port('0', null)])
    expect(heard([host('a'), world], [link('a/0', 'w/0')])).toEqual(['a/0'])
    expect(heard([host('a'), world], [link('a/0', 'w/0')], 'internet')).toEqual(['a/0 out'])
  })
})

test('every socket of a card is answered by exactly one other', () => {
  const s = node('s', 'switch', [port('0', null), port('1', null), port('2', null)])
  const nodes = [host('a'), host('b'), host('c'), host('d'), host('e'), s]
  const links = [link('a/0', 's/0'), link('b/0', 's/1'), link('c/0', 's/2'), link('d/0', 'e/0')]
  const { cards, hubs } = wiring({ ...emptyDocument(), nodes, links })
  const ends = [...cards.values(), ...hubs.flatMap((h) => h.ports)]
  expect(ends).toHaveLength(8)
  for (const { local, remote } of ends)
    expect(ends.filter((e) => e.local === remote && e.remote === local)).toHaveLength(1)
})
