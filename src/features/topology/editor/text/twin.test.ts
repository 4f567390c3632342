/** The drawing and its text as one value, and what undo and saving make of the text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { emptyDocument, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { deepEqual } from '../../../../contract/lib/equal.ts'
import { readTopologyText } from '../../../../contract/topology/text/read.ts'
import { addNode, changeNode, removeParts } from '../model/nodes.ts'
import { lineSpansOf, partAt } from './places.ts'
import { structurallyShared } from './shared.ts'
import { initialTextSync, afterDrawingChange, rested, resolvedTextSync, type Twin, afterTextChange } from './twin.ts'

const names = {}
const two = (): TopologyDocument => {
  const one = addNode(emptyDocument(), { kind: 'machine' }, { x: 0, y: 0 }).doc
  return addNode(one, { kind: 'switch' }, { x: 200, y: 0 }).doc
}

test('what is typed is drawn once it rests, and the parts it does not speak of stay the same objects', () => {
  const doc = two()
  const t = initialTextSync(doc, names)
  const after = rested(afterTextChange(t, t.text.replace('switch-1', 'core')), doc, names)
  expect(after.at).toBe('even')
  expect(after.said.nodes.map((n) => n.name)).toEqual(['machine-1', 'core'])
  expect(after.said.nodes[0]).toBe(doc.nodes[0])
  expect(after.said.networks).toBe(doc.networks)
})

test('a comment is an act of its own: another drawing that says the same, so that it is undone and saved', () => {
  const doc = two()
  const t = initialTextSync(doc, names)
  const noted = rested(afterTextChange(t, `# who knows\n${t.text}`), doc, names)
  expect(noted.said).not.toBe(doc)
  expect(deepEqual(noted.said, doc)).toBe(true)
  const moved = changeNode(noted.said, doc.nodes[0]?.id ?? '', { x: 40 })
  expect(afterDrawingChange(noted, moved, names).text).toMatch(/^# who knows\n/)
  // and typing it away again is none at all
  expect(rested(afterTextChange(afterTextChange(t, `${t.text} `), t.text), doc, names).said).toBe(doc)
})

test('undo brings back the very text the drawing had', () => {
  const doc = two()
  const t = initialTextSync(doc, names)
  const odd = t.text.replace('kind: machine', 'kind:   "machine"')
  const again = rested(afterTextChange(t, odd), doc, names)
  const moved = changeNode(again.said, doc.nodes[0]?.id ?? '', { x: 40 })
  expect(afterDrawingChange(afterDrawingChange(again, moved, names), again.said, names, odd).text).toBe(odd)
})

test('a text with mistakes leaves the drawing, and is not written over by what is drawn meanwhile', () => {
  const doc = two()
  const t = initialTextSync(doc, names)
  const broken = t.text.replace('kind: machine', 'kind: toaster')
  const wrong = rested(afterTextChange(t, broken), doc, names)
  expect(wrong).toMatchObject({ at: 'wrong', text: broken, said: doc })
  expect(wrong.read.errors[0]).toMatchObject({ code: 'one_of' })
  const now = changeNode(doc, doc.nodes[1]?.id ?? '', { x: 500 })
  const apart = afterDrawingChange(wrong, now, names)
  expect(apart).toMatchObject({ at: 'apart', text: broken })
  const whole = rested(afterTextChange(apart, t.text), now, names)
  expect(whole).toMatchObject({ at: 'apart', text: t.text })
  expect(resolvedTextSync(apart, 'text', now, names)).toBe(apart)
  expect(resolvedTextSync(whole, 'text', now, names).said.nodes[1]?.x).toBe(200)
  const left = resolvedTextSync(apart, 'drawing', now, names)
  expect(left.said).toBe(now)
  expect(left.text).toContain('500')
  // when the drawing is undone to what both said, it is a text with mistakes again
  expect(afterDrawingChange(apart, doc, names).at).toBe('wrong')
})

test('the lines of a part are found from both sides', () => {
  const doc = two()
  const { read, text } = initialTextSync(doc, names)
  const lines = lineSpansOf(read, doc)
  const at = text.split('\n').findIndex((l) => l.includes('switch-1')) + 1
  expect(partAt(lines, at)).toBe(doc.nodes[1]?.id)
  expect(partAt(lines, 1)).toBeUndefined()
  expect(lines.every((l, i) => l.from <= l.to && (lines[i - 1]?.to ?? 0) < l.from)).toBe(true)
})

test('whatever is done on either side: when they are even, the text says the drawing', () => {
  const act = fc.oneof(
    fc.record({ do: fc.constant('draw' as const), x: fc.integer({ min: -90, max: 90 }) }),
    fc.record({ do: fc.constant('add' as const), x: fc.integer({ min: -90, max: 90 }) }),
    fc.record({ do: fc.constant('remove' as const) }),
    fc.record({ do: fc.constant('rename' as const), to: fc.constantFrom('a', 'b-1', 'R2') }),
    fc.record({ do: fc.constant('note' as const) }),
    fc.record({ do: fc.constant('break' as const) }),
    fc.record({ do: fc.constant('mend' as const) }),
    fc.record({ do: fc.constantFrom('rest' as const, 'undo' as const) }),
    fc.record({ do: fc.constant('settle' as const), way: fc.constantFrom('text' as const, 'drawing' as const) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
      let now = two()
      const past: TopologyDocument[] = []
      const known = new WeakMap<TopologyDocument, string>()
      let t: Twin = initialTextSync(now, names)
      const change = (doc: TopologyDocument) => {
        if (doc === now) return
        past.push(now)
        now = doc
        t = afterDrawingChange(t, now, names)
      }
      const took = () => {
        if (t.at === 'even' && t.said !== now) {
          past.push(now)
          now = t.said
        }
      }
      for (const a of acts) {
        const last = now.nodes.at(-1)
        const { text, at } = t
        if (a.do === 'draw' && last) change(changeNode(now, last.id, { x: a.x }))
        else if (a.do === 'add') change(addNode(now, { kind: 'router' }, { x: a.x, y: 300 }).doc)
        else if (a.do === 'remove' && last) change(removeParts(now, new Set([last.id])))
        else if (a.do === 'rename') t = afterTextChange(t, text.replace(/name: [\w-]+/, `name: ${a.to}`))
        else if (a.do === 'note') t = afterTextChange(t, `${text}# noted\n`)
        else if (a.do === 'break') t = afterTextChange(t, `${text}nodes: [\n`)
        else if (a.do === 'mend') t = afterTextChange(t, text.replaceAll('nodes: [\n', ''))
        else if (a.do === 'rest') {
          t = rested(t, now, names)
          took()
        } else if (a.do === 'settle' && at === 'apart') {
          t = resolvedTextSync(t, a.way, now, names)
          took()
        } else if (a.do === 'undo' && past.length && at === 'even') {
          now = past.pop() ?? now
          t = afterDrawingChange(t, now, names, known.get(now))
        }
        if (t.at !== 'even') {
          // nobody's words are lost
          if (at !== 'even' && ['draw', 'add', 'remove'].includes(a.do)) expect(t.text).toBe(text)
          continue
        }
        known.set(now, t.text)
        expect(t.said).toBe(now)
        const read = readTopologyText(t.text, { before: now, names }).document
        expect(read && structurallyShared(now, read), t.text).toBe(now)
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? (env.whole ? 60 : 8)) },
  )
})

test('a node renamed in the text keeps its links, and the text says them by the new name', () => {
  const doc = two()
  const [machine, hub] = doc.nodes
  if (!machine || !hub) throw new Error('no nodes')
  const ends = {
    from: { node: machine.id, port: machine.ports[0]?.id ?? '' },
    to: { node: hub.id, port: hub.ports[0]?.id ?? '' },
  }
  const wired: TopologyDocument = { ...doc, links: [{ id: 'c1', ...ends, bends: [], label: '' }] }
  const t = initialTextSync(wired, names)
  const after = rested(afterTextChange(t, t.text.replace('name: switch-1', 'name: core')), wired, names)
  expect(after.at).toBe('even')
  expect(after.said.links).toBe(wired.links)
  expect(after.text).toContain('core:')
  expect(after.text).not.toContain('switch-1')
  expect(readTopologyText(after.text, { before: after.said, names }).errors).toEqual([])
})
