import { expect, it } from 'vitest'
import { slideFor } from './slides.logic.ts'

it.each([
  ['ArrowRight', 1, 2],
  ['PageDown', 4, 4],
  ['ArrowLeft', 0, 0],
  ['PageUp', 3, 2],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['a', 2, undefined],
])('%s on slide %s of five leads to %s', (key, at, to) => expect(slideFor(key, at, 4)).toBe(to))
