import { expect, test } from 'vitest'
import { decodeName } from './decode.ts'

test('a name in Shift-JIS is read as Japanese, one in cp437 that looks a little like it is not', () => {
  const name = (hex: string) => decodeName(Buffer.from(hex, 'hex'), false, [])
  expect(name('836583588367')).toBe('テスト')
  expect(name('5083746550')).toBe('PâteP')
  expect(name('50728166756e67')).toBe('Prüfung')
})
