/** The document's operations, alone and in a row: ids stay unique, names free, undo gives back exactly what was. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../../../../contract/topology/check.ts'
import { emptyDocument, nodeKinds, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { TopologyDocument as Schema } from '../../../../contract/topology/document.schema.ts'
import { align, axes, distribute, edges } from './arrange.ts'
import { addDrawing, boxAround, carried, resize } from './drawings.ts'
import { fragmentOf, placeFragment, fragmentText } from './fragment.ts'
import { newHistory, recordChange, redo, undo } from '../../../../lib/history.ts'
import { addBend, connectGrips, moveBend, whyNotLink, removeBend, straighten } from './links.ts'
import { freeName, stemOf } from './names.ts'
import { addNetwork, changeNetwork, joinAll, removeNetwork, wentAlong } from './networks.ts'
import { addNode, addPort, changeNode, freePlace, moveBy, removeParts, removePort } from './nodes.ts'
import { searchNodes } from './search.ts'
import { caught, everything, following, neighbour, readingOrder, existingIds } from './selection.ts'
import { some } from '../../../../../tests/support/some.ts'

const runs = Number(process.env.RUNS ?? some(120))

/** An act on a drawing, chosen by numbers so that it fits whatever the drawing holds by then. */
type Act = (doc: TopologyDocument, n: number, m: number) => TopologyDocument
const at = <T>(list: readonly T[], n: number): T | undefined => (list.length ? list[n % list.length] : undefined)
const acts: Record<string, Act> = {
  add: (d, n, m) => addNode(d, { kind: at(nodeKinds, n) ?? 'machine' }, { x: m, y: n }).doc,
  image: (d, n) =>
    addNode(d, { kind: 'machine', name: 'Debian 12 服务器', image_id: `i${n}` }, freePlace(d, { x: 0, y: 0 })).doc,
  connect: (d, n, m) => connectGrips(d, { node: at(d.nodes, n)?.id ?? '' }, { node: at(d.nodes, m)?.id ?? '' }).doc,
  move: (d, n, m) => moveBy(d, new Set([at(d.nodes, n)?.id ?? '']), m, n),
  remove: (d, n) => removeParts(d, new Set([at(everything(d), n) ?? ''])),
  port: (d, n) => addPort(d, at(d.nodes, n)?.id ?? ''),
  unport: (d, n, m) => {
    const node = at(d.nodes, n)
    return node ? removePort(d, node.id, at(node.ports, m)?.id ?? '') : d
  },
  lock: (d, n) => changeNode(d, at(d.nodes, n)?.id ?? '', { locked: true }),
  network: (d) => addNetwork(d).doc,
  rename: (d, n, m) => changeNetwork(d, at(d.networks, n)?.id ?? '', { name: `net ${m}` }),
  unnetwork: (d, n) => removeNetwork(d, at(d.networks, n)?.id ?? ''),
  join: (d, n, m) => {
    const node = at(d.nodes, n)
    const port = node && at(node.ports, m)
    return node && port ? joinAll(d, node.id, port.id, at(d.networks, m)?.id ?? null) : d
  },
  bend: (d, n, m) => addBend(d, at(d.links, n)?.id ?? '', 0, { x: m, y: n }),
  straighten: (d) => straighten(d, new Set(d.links.map((l) => l.id))),
  note: (d, n, m) => addDrawing(d, n % 2 ? 'note' : 'group', { x: n, y: m }).doc,
  box: (d) => boxAround(d, new Set(d.nodes.map((x) => x.id))).doc,
  resize: (d, n, m) => resize(d, at(d.drawings, n)?.id ?? '', { x: n, y: m, width: m, height: n }),
  align: (d, n) => align(d, everything(d), at(edges, n) ?? 'left'),
  distribute: (d, n) => distribute(d, everything(d), at(axes, n) ?? 'across'),
  paste: (d, n, m) => {
    const fragment = fragmentOf(d, everything(d).slice(0, 6))
    return fragment ? placeFragment(d, fragment, { x: n, y: m }).doc : d
  },
}
const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(200), fc.nat(200)), {
  minLength: 1,
  maxLength: 25,
})
const perform = (doc: TopologyDocument, [name, n, m]: [string, number, number]) => (acts[name] as Act)(doc, n, m)
const drawing = steps.map((list) => list.reduce(perform, emptyDocument()))

/** What no act may ever bring about, whatever the drawing was. */
const impossible = new Set([
  'id_taken',
  'port_id_taken',
  'name_taken',
  'port_name_taken',
  'link_node_unknown',
  'link_port_unknown',
  'link_self',
  'link_port_taken',
  'network_unknown',
  'networks_overlap',
  'address_taken',
  'name_form',
])

test('whatever is done, ids and names are unique, every link has its ports, and the schema takes it', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let doc = emptyDocument()
      for (const step of list) {
        doc = perform(doc, step)
        expect(
          check(doc).filter((f) => impossible.has(f.code)),
          step[0],
        ).toEqual([])
      }
      expect(Schema.safeParse(doc).success).toBe(true)
    }),
    { numRuns: runs },
  )
})

test('undo after any acts gives back every state that was, and redo goes the same way again', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let h = newHistory(emptyDocument())
      const states = [h.now]
      for (const step of list) {
        h = recordChange(h, perform(h.now, step))
        if (h.now !== states.at(-1)) states.push(h.now)
      }
      for (const state of states.toReversed().slice(1)) expect((h = undo(h)).now).toBe(state)
      expect(undo(h)).toBe(h)
      for (const state of states.slice(1)) expect((h = redo(h)).now).toBe(state)
      expect(redo(h)).toBe(h)
    }),
    { numRuns: runs },
  )
})

test('changes with one mark are undone together, and a new change ends what could be redone', () => {
  const [a, b, c] = [1, 2, 3].map((n) => ({
    ...emptyDocument(),
    nodes: [],
    drawings: [],
    isolation: 'isolated' as const,
    n,
  }))
  let h = recordChange(recordChange(newHistory(a as never), b as never, 'name'), c as never, 'name')
  h = undo(h)
  expect(h.now).toBe(a)
  expect(recordChange(h, b as never).future).toBeNull()
})

test('what is pasted is as valid as what was copied, in the same drawing and in another', () => {
  fc.assert(
    fc.property(drawing, drawing, (one, other) => {
      const fragment = fragmentOf(one, everything(one))
      if (!fragment) return
      for (const target of [one, other]) {
        const { doc, select = [] } = placeFragment(target, fragment, { x: 0, y: 0 })
        expect(check(doc).filter((f) => impossible.has(f.code))).toEqual([])
        expect(doc.nodes.length).toBe(target.nodes.length + fragment.nodes.length)
        expect(doc.links.length).toBe(target.links.length + fragment.links.length)
        expect(new Set([...everything(target), ...select]).size).toBe(everything(target).length + select.length)
      }
    }),
    { numRuns: runs },
  )
})

test('copying says nothing of what was not selected', () => {
  const { doc } = [0, 1, 2].reduce((d, n) => addNode(d.doc, { kind: 'machine' }, { x: n * 300, y: 0 }), {
    doc: emptyDocument(),
  } as ReturnType<typeof addNode>)
  const [a, b, c] = doc.nodes.map((n) => n.id) as [string, string, string]
  const joined = connectGrips(connectGrips(doc, { node: a }, { node: b }).doc, { node: b }, { node: c }).doc
  const fragment = fragmentOf(joined, [a, b])
  expect(fragment?.nodes.map((n) => n.id)).toEqual([a, b])
  expect(fragment?.links).toHaveLength(1)
  expect(fragmentText(fragment as never)).not.toContain(c)
})

test('a link is refused where it could not be', () => {
  let { doc } = addNode(emptyDocument(), { kind: 'machine' }, { x: 0, y: 0 })
  doc = addNode(doc, { kind: 'switch' }, { x: 300, y: 0 }).doc
  doc = addNode(doc, { kind: 'machine' }, { x: 600, y: 0 }).doc
  const [a, b, c] = doc.nodes as [
    TopologyDocument['nodes'][number],
    TopologyDocument['nodes'][number],
    TopologyDocument['nodes'][number],
  ]
  expect(whyNotLink(doc, { node: a.id }, { node: a.id })).toBe('same_node')
  doc = connectGrips(doc, { node: a.id }, { node: b.id }).doc
  expect(whyNotLink(doc, { node: c.id }, { node: b.id, port: b.ports[0]?.id })).toBe('port_taken')
  expect(whyNotLink(doc, { node: c.id }, { node: b.id })).toBeUndefined()
  const locked = changeNode(doc, b.id, { locked: true })
  expect(whyNotLink(locked, { node: c.id }, { node: b.id })).toBe('locked')
  const trunk = changeNode(doc, c.id, (n) => ({
    ...n,
    ports: n.ports.map((p) => ({ ...p, access: 'trunk' as const })),
  }))
  const added = addPort(trunk, b.id)
  const free = added.nodes[1]?.ports[1]?.id
  expect(whyNotLink(added, { node: c.id, port: c.ports[0]?.id }, { node: b.id, port: free })).toBe('access_differs')
})

test('a locked node is moved and plugged in, and neither removed nor changed', () => {
  const { doc } = addNode(emptyDocument(), { kind: 'machine' }, { x: 0, y: 0 })
  const locked = changeNode(doc, doc.nodes[0]?.id ?? '', { locked: true })
  const id = locked.nodes[0]?.id ?? ''
  expect(removeParts(locked, new Set([id]))).toBe(locked)
  expect(moveBy(locked, new Set([id]), 8, 0).nodes[0]?.x).toBe(8)
})

test('a bend can be added, moved and taken out again', () => {
  let doc = addNode(
    addNode(emptyDocument(), { kind: 'switch' }, { x: 0, y: 0 }).doc,
    { kind: 'switch' },
    { x: 400, y: 0 },
  ).doc
  doc = connectGrips(doc, { node: doc.nodes[0]?.id ?? '' }, { node: doc.nodes[1]?.id ?? '' }).doc
  const id = doc.links[0]?.id ?? ''
  const bent = moveBend(addBend(doc, id, 0, { x: 1, y: 2 }), id, 0, { x: 200, y: 80 })
  expect(bent.links[0]?.bends).toEqual([{ x: 200, y: 80 }])
  expect(removeBend(bent, id, 0).links[0]?.bends).toEqual([])
})

test('aligned things share the edge, distributed ones the gap', () => {
  fc.assert(
    fc.property(drawing, (doc) => {
      const ids = doc.nodes.map((n) => n.id)
      if (ids.length < 3) return
      expect(new Set(align(doc, ids, 'top').nodes.map((n) => n.y)).size).toBe(1)
      const xs = distribute(doc, ids, 'across')
        .nodes.map((n) => n.x)
        .sort((a, b) => a - b)
      const gaps = xs.slice(1).map((x, i) => x - (xs[i] ?? 0))
      for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? 0, 5)
    }),
    { numRuns: some(40) },
  )
})

test('the keyboard reaches every node, and goes to the nearest in a direction', () => {
  fc.assert(
    fc.property(drawing, (doc) => {
      const seen = new Set<string>()
      let id: string | undefined
      for (const _ of doc.nodes) {
        id = following(doc, id, 1)
        if (id) seen.add(id)
      }
      expect(seen.size).toBe(doc.nodes.length)
      expect(readingOrder(doc)).toHaveLength(doc.nodes.length)
      const [first] = doc.nodes
      const right = first && neighbour(doc, first, 'right')
      if (first && right) expect(doc.nodes.find((n) => n.id === right)?.x).toBeGreaterThan(first.x)
    }),
    { numRuns: some(60) },
  )
})

test('a rubber band takes what it touches, and a selection forgets what is gone', () => {
  const doc = addNode(
    addNode(emptyDocument(), { kind: 'switch' }, { x: 0, y: 0 }).doc,
    { kind: 'switch' },
    { x: 400, y: 0 },
  ).doc
  const [a, b] = doc.nodes.map((n) => n.id) as [string, string]
  expect(caught(doc, { x: -200, y: -100, width: 150, height: 200 })).toEqual([a])
  expect(existingIds(removeParts(doc, new Set([a])), [a, b])).toEqual([b])
})

test('a box carries what stands in it', () => {
  const doc = addNode(emptyDocument(), { kind: 'switch' }, { x: 0, y: 0 }).doc
  const boxed = boxAround(doc, new Set(everything(doc))).doc
  const box = boxed.drawings[0]?.id ?? ''
  expect(carried(boxed, [box])).toEqual(new Set([box, doc.nodes[0]?.id]))
})

test('names are made of what an image is called, and count on', () => {
  expect(stemOf('machine', 'Ubuntu 22.04 Server')).toBe('ubuntu-22-04-server')
  expect(stemOf('machine', '办公终端')).toBe('machine')
  expect(freeName(new Set(['web-1', 'web-2']), 'web-1')).toBe('web-3')
})

test('a node is found by its name, an address or its note', () => {
  let { doc } = addNode(emptyDocument(), { kind: 'machine', name: 'Mail' }, { x: 0, y: 0 })
  const id = doc.nodes[0]?.id ?? ''
  doc = changeNode(doc, id, (n) => ({ ...n, note: '邮件', ports: n.ports.map((p) => ({ ...p, address: '10.1.1.9' })) }))
  for (const q of ['mai', '10.1.1', '邮件']) expect(searchNodes(doc, q).map((n) => n.id)).toEqual([id])
  expect(searchNodes(doc, ' ')).toEqual([])
})

test('a new network shares no address with one that is there, however wide that is', () => {
  const having = (...cidrs: string[]) => {
    let doc = emptyDocument()
    for (const cidr of cidrs) {
      const made = addNetwork(doc)
      doc = changeNetwork(made.doc, made.id ?? '', { cidr, gateway: '', dhcp: false })
    }
    return addNetwork(doc).doc
  }
  for (const doc of [having('10.1.0.0/16'), having('10.0.0.0/8', '192.168.0.0/23'), having('10.1.1.128/25')])
    expect(check(doc).filter((f) => f.at.kind === 'network')).toEqual([])
  expect(having('10.0.0.0/8', '192.168.0.0/23').networks.at(-1)?.cidr).toBe('192.168.2.0/24')
})

test('a new node comes to stand where it is seen, as long as there is room', () => {
  const seen = (p: { x: number; y: number }) => Math.abs(p.x) <= 300 && Math.abs(p.y) <= 150
  let doc = emptyDocument()
  for (let n = 0; n < 9; n++) {
    const place = freePlace(doc, { x: 0, y: 0 }, seen)
    expect(seen(place), `${n}: ${place.x} ${place.y}`).toBe(true)
    doc = addNode(doc, { kind: 'machine' }, place).doc
  }
  expect(doc.nodes.filter((n) => seen(n))).toHaveLength(9)
  expect(seen(freePlace(doc, { x: 0, y: 0 }, seen))).toBe(false)
})

test('whose ports go along into another network is said by their names, and nobody else’s', () => {
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), (list, n, m) => {
      const doc = list.reduce(perform, emptyDocument())
      const node = at(doc.nodes, n)
      const port = node && at(node.ports, m)
      if (!node || !port) return
      const after = joinAll(doc, node.id, port.id, at(doc.networks, m)?.id ?? null)
      const networks = (d: TopologyDocument) =>
        new Map(d.nodes.map((x) => [x.name, x.ports.map((p) => p.network_id)] as const))
      const [was, is] = [networks(doc), networks(after)]
      const changed = [...is].flatMap(([name, of]) =>
        name !== node.name && JSON.stringify(of) !== JSON.stringify(was.get(name)) ? [name] : [],
      )
      expect(wentAlong(doc, after, [node.id])).toEqual(changed)
    }),
    { numRuns: runs },
  )
})
