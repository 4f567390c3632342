import { expect, test } from 'vitest'
import { pictureMark, withPicture } from './markdown.logic.ts'

test.each([
  ['', 0, 'M'],
  ['Look:', 5, 'Look: M'],
  ['Look:\n', 6, 'Look:\n\nM'],
  ['Look here now', 5, 'Look M here now'],
  ['A\n\nB', 3, 'A\n\nM B'],
])('a picture in %j after %i makes %j', (text, at, made) => {
  expect(withPicture(text, at, 'M')).toBe(made)
})
test('the name of the file says what the picture is, without what would end its mark', () => {
  expect(pictureMark('net [1].png', 'x.png')).toBe('![net  1](/pictures/x.png)')
})
