import { describe, expect, test } from 'vitest'
import { emptyDocument, type Link, type Node, type NodeKind, type Port } from '#src/contract/topology/document.ts'
import { madeLink, madeNode, madePort } from '#src/contract/topology/made.ts'
import { wiring } from './wires.ts'

const port = (id: string, network_id: string | null, access: Port['access'] = 'access'): Port => ({
  ...madePort(id, id),
  access,
  network_id,
})
const node = (id: string, kind: NodeKind, ports: Port[]): Node => ({ ...madeNode(id, id, kind, { x: 0, y: 0 }), ports })
const link = (from: string, to: string): Link => {
  const end = (text: string) => ({ node: text.split('/')[0] ?? '', port: text.split('/')[1] ?? '' })
  return madeLink(`${from} ${to}`, end(from), end(to))
}
/** What the sockets join, as the cards that hear each other. */
function heard(nodes: Node[], links: Link[], isolation: 'isolated' | 'internet' = 'isolated'): string[] {
  const { cards, hubs } = wiring({ ...emptyDocument(), isolation, nodes, links })
  const at = new Map([...cards].map(([key, c]) => [c.local, key]))
  const groups = hubs.map((h) => `${h.ports.map((p) => at.get(p.remote)).join(' ')}${h.internet ? ' out' : ''}`)
  for (const [key, { to }] of cards) {
    const other = to === null ? undefined : at.get(to)
    if (to === null) groups.push(key)
    else if (other !== undefined && key < other) groups.push(`${key} ${other}`)
  }
  return groups.sort()
}
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

const s = node('s', 'switch', [port('0', null), port('1', null), port('2', null)])
const hosts = [host('a'), host('b'), host('c'), host('d'), host('e')]
const cables = [link('a/0', 's/0'), link('b/0', 's/1'), link('c/0', 's/2'), link('d/0', 'e/0')]

test('every socket of a card is answered by exactly one other', () => {
  const { cards, hubs } = wiring({ ...emptyDocument(), nodes: [...hosts, s], links: cables })
  const ends = [...[...cards.values()].map((c) => ({ local: c.local, remote: c.to })), ...hubs.flatMap((h) => h.ports)]
  expect(ends).toHaveLength(8)
  for (const { local, remote } of ends)
    expect(ends.filter((e) => e.local === remote && e.remote === local)).toHaveLength(1)
})

test('a card keeps its sockets whatever else is drawn, and only what its cable leads to changes', () => {
  const before = wiring({ ...emptyDocument(), nodes: [...hosts, s], links: cables })
  const after = wiring({ ...emptyDocument(), nodes: [s, ...hosts.slice(1)], links: cables.slice(1) })
  const kept = after.cards.get('b/0')
  expect(kept).toMatchObject({ local: before.cards.get('b/0')?.local, remote: before.cards.get('b/0')?.remote })
  expect(kept?.to).toBe(after.cards.get('c/0')?.local)
  expect(before.cards.get('b/0')?.to).toMatch(/^h/)
  expect(after.cards.get('d/0')).toEqual(before.cards.get('d/0'))
})
