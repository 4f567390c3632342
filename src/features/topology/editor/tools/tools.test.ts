/** Tools as state machines: gestures of a pointer over a drawing, without a page. */
import { expect, test } from 'vitest'
import { emptyDocument, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { addDrawing } from '../model/drawings.ts'
import { addBend, connectGrips } from '../model/links.ts'
import { addNode } from '../model/nodes.ts'
import { down, moveGesture, up } from './tools.ts'
import type { Gesture, Hit, Pointed, Sight, ToolStep, ToolName } from './tool.ts'

let doc = addNode(emptyDocument(), { kind: 'machine' }, { x: 0, y: 0 }).doc
doc = addNode(doc, { kind: 'switch' }, { x: 400, y: 0 }).doc
const [a, b] = doc.nodes.map((n) => n.id) as [string, string]
const port = doc.nodes[0]?.ports[0]?.id ?? ''
const linked = connectGrips(doc, { node: a }, { node: b }).doc
const link = linked.links[0]?.id ?? ''

const point = (x: number, y: number, hit: Hit = { on: 'nothing' }, keys: Partial<Pointed> = {}): Pointed => ({
  x,
  y,
  screen: { x, y },
  hit,
  button: 'main',
  shift: false,
  alt: false,
  space: false,
  ...keys,
})
const sight = (d: TopologyDocument = doc, selection: readonly string[] = [], writable = true): Sight => ({
  doc: d,
  selection,
  writable,
  scale: 1,
  from: null,
})

/** Presses, moves along and lets go; what came of it, in order. */
function drag(tool: ToolName, s: Sight, first: Pointed, ...way: Pointed[]): ToolStep[] {
  let now = s
  const steps: ToolStep[] = []
  const took = (step: ToolStep): Gesture | null => {
    steps.push(step)
    // as the editor does: what was selected is selected for the next step
    if (step.select) now = { ...now, selection: step.select }
    return step.gesture
  }
  let gesture = took(down(tool, first, now))
  for (const p of way) if (gesture) gesture = took(moveGesture(gesture, p, now))
  if (gesture) took(up(gesture, way.at(-1) ?? first, now))
  return steps
}
const changes = (steps: ToolStep[]) => steps.filter((s) => s.change)
const selection = (steps: ToolStep[]) => steps.findLast((s) => s.select)?.select

test('a click selects, with Shift it adds and takes out, beside everything it lets go', () => {
  expect(selection(drag('select', sight(), point(0, 0, { on: 'node', id: a })))).toEqual([a])
  const shift = { shift: true }
  expect(selection(drag('select', sight(doc, [a]), point(400, 0, { on: 'node', id: b }, shift)))).toEqual([a, b])
  expect(selection(drag('select', sight(doc, [a, b]), point(0, 0, { on: 'node', id: a }, shift)))).toEqual([b])
  expect(selection(drag('select', sight(doc, [a]), point(200, 200)))).toEqual([])
})

test('a trembling hand moves nothing', () => {
  const steps = drag('select', sight(), point(0, 0, { on: 'node', id: a }), point(2, 1))
  expect(changes(steps)).toEqual([])
})

test('a drag moves the selection once, on the grid, and shows every step before', () => {
  const steps = drag('select', sight(), point(0, 0, { on: 'node', id: a }), point(30, 30), point(50, 100))
  expect(steps.filter((s) => s.draft)).toHaveLength(2)
  expect(changes(steps)).toHaveLength(1)
  const node = changes(steps)[0]?.change?.doc.nodes[0]
  expect([node?.x, node?.y]).toEqual([48, 104])
})

test('near another node it settles in line, with Alt it does not', () => {
  const near = drag('select', sight(), point(0, 0, { on: 'node', id: a }), point(100, 4), point(397, 4))
  expect(changes(near)[0]?.change?.doc.nodes[0]).toMatchObject({ x: 400, y: 0 })
  expect(near.at(-2)?.overlay).toEqual({ at: 'guides', lines: [{ x: 400 }, { y: 0 }] })
  const free = drag('select', sight(), point(0, 0, { on: 'node', id: a }), point(397, 5, undefined, { alt: true }))
  expect(changes(free)[0]?.change?.doc.nodes[0]).toMatchObject({ x: 397, y: 5 })
})

test('a rubber band selects what it touches', () => {
  const steps = drag('select', sight(), point(-300, -200), point(-100, -50), point(120, 60))
  expect(selection(steps)).toEqual([a])
})

test('a cable from a port to a body makes the port it needs', () => {
  const steps = drag(
    'select',
    sight(),
    point(92, 0, { on: 'port', node: a, id: port }),
    point(200, 0),
    point(400, 0, { on: 'node', id: b }),
  )
  expect(steps.at(-2)?.overlay).toMatchObject({ at: 'cable', target: b })
  const made = changes(steps)[0]?.change?.doc
  expect(made?.links).toHaveLength(1)
  expect(made?.links[0]).toMatchObject({ from: { node: a, port }, to: { node: b } })
})

test('a cable dropped on the ground is none, on its own node neither, from a taken port it is refused', () => {
  const from = point(92, 0, { on: 'port', node: a, id: port })
  expect(changes(drag('select', sight(), from, point(200, 200)))).toEqual([])
  expect(changes(drag('select', sight(), from, point(0, 0, { on: 'node', id: a })))).toEqual([])
  const steps = drag('select', sight(linked), from, point(400, 0, { on: 'node', id: b }))
  expect(changes(steps)).toEqual([])
  expect(steps.at(-1)?.refused).toBe('port_taken')
})

test('a dragged line bends where it was taken, and straightens when it is put back', () => {
  const steps = drag('select', sight(linked), point(200, 0, { on: 'link', id: link }), point(200, 40), point(200, 96))
  const bent = changes(steps)[0]?.change?.doc
  expect(bent?.links[0]?.bends).toEqual([{ x: 200, y: 96 }])
  const back = drag(
    'select',
    sight(bent),
    point(200, 96, { on: 'bend', link, index: 0 }),
    point(200, 40),
    point(200, 1, undefined, { alt: true }),
  )
  expect(changes(back)[0]?.change?.doc.links[0]?.bends).toEqual([])
})

test('Alt and a click take a bend out', () => {
  const bent = addBend(linked, link, 0, { x: 200, y: 80 })
  const [step] = drag('select', sight(bent), point(200, 80, { on: 'bend', link, index: 0 }, { alt: true }))
  expect(step?.change?.doc.links[0]?.bends).toEqual([])
})

test('a corner makes a box larger and never smaller than it may be', () => {
  const boxed = addDrawing(doc, 'group', { x: 0, y: 0 }, { width: 200, height: 200 }).doc
  const box = boxed.drawings[0]?.id ?? ''
  const grip = point(100, 100, { on: 'corner', drawing: box, corner: 'se' })
  const large = changes(drag('select', sight(boxed), grip, point(300, 204)))[0]?.change?.doc.drawings[0]
  expect(large).toMatchObject({ width: 404, height: 308 })
  const small = changes(drag('select', sight(boxed), grip, point(-900, -900)))[0]?.change?.doc.drawings[0]
  expect(small).toMatchObject({ width: 48, height: 48, x: -76, y: -76 })
})

test('space, the middle button and the hand move the view and change nothing', () => {
  for (const [tool, keys] of [
    ['select', { space: true }],
    ['connect', { button: 'middle' }],
    ['hand', {}],
  ] as const) {
    const steps = drag(tool, sight(), point(0, 0, { on: 'node', id: a }, keys as Partial<Pointed>), point(30, 10))
    expect(steps[1]?.pan).toEqual({ x: 30, y: 10 })
    expect(changes(steps)).toEqual([])
  }
})

test('whoever may only look selects and changes nothing', () => {
  const s = sight(linked, [], false)
  for (const hit of [
    { on: 'node', id: a },
    { on: 'port', node: a, id: port },
    { on: 'link', id: link },
  ] as const) {
    const steps = drag('connect', s, point(0, 0, hit), point(200, 90), point(400, 0, { on: 'node', id: b }))
    expect(changes(steps)).toEqual([])
  }
})

test('a link is drawn by two clicks as by a drag, and afterwards none is being drawn', () => {
  const on = (id: string) => point(0, 0, { on: 'node', id })
  const [first] = drag('connect', sight(), on(a)).slice(-1)
  expect(first).toMatchObject({ from: a, select: [a] })
  const begun = { ...sight(), from: a }
  expect(drag('connect', begun, on(b)).at(-1)).toMatchObject({ from: null, change: { doc: { links: [{}] } } })
  expect(drag('connect', begun, on(a), on(b)).at(-1)).toMatchObject({ from: null, change: { doc: { links: [{}] } } })
  expect(drag('select', sight(), point(0, 0, { on: 'port', node: a, id: port })).at(-1)).toEqual({ gesture: null })
})
