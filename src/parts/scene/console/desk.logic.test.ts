import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lettersFor,
  activatePlace,
  showConsole,
  closeConsole,
  type ConsoleDeskState,
  emptyDesk,
  onlyPlace,
  readDesk,
  splitDesk,
} from './desk.logic.ts'
import { some } from '../../../../tests/support/some.ts'

const step = fc.oneof(
  fc.record({ do: fc.constant('choose' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('close' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('split' as const), key: fc.constant('') }),
  fc.record({ do: fc.constantFrom('left' as const, 'right' as const), key: fc.constant('') }),
)
const apply = (d: ConsoleDeskState, s: { do: string; key: string }): ConsoleDeskState =>
  s.do === 'choose'
    ? showConsole(d, s.key)
    : s.do === 'close'
      ? closeConsole(d, s.key)
      : s.do === 'split'
        ? splitDesk(d)
        : activatePlace(d, s.do === 'right' && d.split ? 1 : 0)

describe('the desk of consoles', () => {
  test('whatever people do, what is shown is open, once, and something is shown while something is open', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let d = emptyDesk
        for (const s of steps) {
          d = apply(d, s)
          const shown = d.shown.filter((k) => k !== undefined)
          for (const k of shown) expect(d.tabs).toContain(k)
          expect(new Set(shown).size).toBe(shown.length)
          expect(new Set(d.tabs).size).toBe(d.tabs.length)
          if (!d.split) expect(d.shown[1]).toBeUndefined()
          if (d.tabs.length && !d.split) expect(shown).toHaveLength(1)
        }
      }),
      { numRuns: some(300) },
    )
  })

  test('a chosen console is shown, beside the other one when the desk is split', () => {
    let d = showConsole(showConsole(emptyDesk, 'a'), 'b')
    expect(d.shown).toEqual(['b', undefined])
    d = splitDesk(d)
    expect(d.shown).toEqual(['b', 'a'])
    d = showConsole(d, 'c')
    expect(d.shown).toEqual(['b', 'c'])
    expect(showConsole(d, 'b').active).toBe(0)
    expect(closeConsole(d, 'c').shown).toEqual(['b', 'a'])
  })

  test('is read as it was kept', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const desk = steps.reduce(apply, emptyDesk)
        const kept = { desk, consoles: Object.fromEntries(desk.tabs.map((t) => [t, `id of ${t}`])) }
        expect(readDesk(JSON.stringify(kept))).toEqual(kept)
      }),
      { numRuns: some(200) },
    )
  })
  test.each([
    null,
    '',
    'null',
    '7',
    '{"desk":7}',
    '{"desk":{"tabs":[1,{}],"shown":["x","y"],"split":true,"active":5},"consoles":{"x":"y"}}',
  ])('%s is an empty desk', (text) => {
    const { desk, consoles } = readDesk(text)
    expect([desk.tabs, desk.shown, consoles]).toEqual([[], [undefined, undefined], {}])
  })
})

test.each([
  ['as large as the reader has them where there is room', { cols: 100, rows: 30, at: 14 }, 14],
  ['smaller in a lower place', { cols: 100, rows: 12, at: 14 }, 7],
  ['smaller in a narrower place', { cols: 60, rows: 30, at: 14 }, 10],
  ['larger again when the place has grown', { cols: 160, rows: 48, at: 7 }, 14],
  ['never too small to be read', { cols: 10, rows: 3, at: 14 }, 7],
])('letters of somebody else’s screen are %s', (_how, room, size) =>
  expect(lettersFor({ cols: 80, rows: 24 }, room, 14)).toBe(size),
)

test('the one workplace of a scene opens by itself, once nothing boots that could be another', () => {
  const node = (id: string, can: string[], status = 'on', consoles = ['terminal', 'desktop']) => ({
    id,
    can,
    status,
    consoles,
  })
  const only = (...nodes: object[]) => onlyPlace(nodes as never)
  const [pc, target] = [node('pc', ['console']), node('srv', [])]
  expect(only(pc, target, node('sw', [], 'on', []))).toEqual({ node: 'pc', kind: 'terminal' })
  expect(only(pc, node('late', [], 'booting'))).toBeUndefined()
  expect(only(pc, node('admin-pc', ['console']))).toBeUndefined()
  expect(only(target)).toBeUndefined()
})
