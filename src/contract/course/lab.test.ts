import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmptyLab, labStanding } from './lab.ts'
import { LabContent } from './lab.schema.ts'

const step = (id: string, more: object = {}) => ({
  id,
  title: id,
  check: { kind: 'text' as const, value: 'x' },
  points: 10,
  ...more,
})
const lab = (more: object = {}) => LabContent.parse({ kind: 'lab', steps: [step('a')], ...more })

describe('a lab', () => {
  it.each([
    ['nothing to do', { steps: [] }],
    ['a step without a title', { steps: [step('a', { title: ' ' })] }],
    ['a flag that is not written', { steps: [step('a', { check: { kind: 'text', value: ' ' } })] }],
    [
      'a check of a node without machines',
      { steps: [step('a', { check: { kind: 'state', node: 'n', command: 'true' } })] },
    ],
    ['a made flag without a place', { topology_id: 't', steps: [step('a', { check: { kind: 'made', flag: '' } })] }],
    ['a hint that says nothing', { steps: [step('a', { hints: [{ text: '' }] })] }],
    ['a report without a rubric', { report: { rubric: [] } }],
    ['a criterion worth nothing', { report: { rubric: [{ id: 'r', text: 'Good', points: 0 }] } }],
  ])('is not whole with %s', (_what, more) => expect(isEmptyLab(lab(more))).toBe(true))

  it('is whole with a step that is checked, or with a report alone', () => {
    expect(isEmptyLab(lab())).toBe(false)
    expect(isEmptyLab(lab({ steps: [], report: { rubric: [{ id: 'r', text: 'Good', points: 5 }] } }))).toBe(false)
  })

  it('is passed when every step that is checked was, and one that nobody checks counts for nothing', () => {
    const steps = lab({ steps: [step('a'), step('b'), step('c', { check: { kind: 'none' } })] }).steps
    const done = (...ids: string[]) => new Map(ids.map((id) => [id, { passed: true, spent: 0 }]))
    expect(labStanding(steps, done('a', 'c'))).toMatchObject({ points: 10, score: 20, share: 0.5, passed: false })
    expect(labStanding(steps, done('a', 'b'))).toMatchObject({ points: 20, share: 1, passed: true })
    expect(labStanding(steps.slice(2), done('c'))).toMatchObject({ share: null, passed: false })
  })

  it('never gives fewer than no points, nor more than there are, whatever hints cost', () => {
    const arb = fc.array(fc.record({ passed: fc.boolean(), spent: fc.integer({ min: 0, max: 50 }) }), { maxLength: 8 })
    fc.assert(
      fc.property(arb, (of) => {
        const steps = of.map((_, n) => ({ id: `s${n}`, points: n * 3, check: { kind: 'text' as const } }))
        const { points, score } = labStanding(steps, new Map(of.map((d, n) => [`s${n}`, d])))
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(score)
      }),
    )
  })
})
