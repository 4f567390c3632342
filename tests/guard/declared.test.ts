/** A resource and a screen have all that belongs to them; each sentence says what is missing and where it goes. */
import { expect, test } from 'vitest'
import { undeclared } from './declared.ts'

test('nothing that is declared lacks its other halves', async () => {
  expect(await undeclared()).toEqual([])
})
