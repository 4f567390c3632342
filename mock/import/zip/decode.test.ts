import { expect, test } from 'vitest'
import { codePageOf, decodeName } from './decode.ts'

const of = (hex: string) => ({ raw: Buffer.from(hex, 'hex'), saysUtf8: false, extra: [] })
const read = (...hex: string[]) => {
  const names = hex.map(of)
  const page = codePageOf(names)
  return [page, ...names.map((n) => decodeName(n, page))]
}

test('a name in Shift-JIS is read as Japanese, one in cp437 that looks a little like it is not', () => {
  expect(read('836583588367')).toEqual(['shift_jis', 'テスト'])
  expect(read('5083746550')).toEqual(['cp437', 'PâteP'])
  expect(read('50728166756e67')).toEqual(['cp437', 'Prüfung'])
})

test('what an archive was packed with is decided once, from all of its names', () => {
  // 資料 alone could be anything, and beside テスト it is Japanese
  expect(read('8e9197bf')).toEqual(['cp437', 'Äæù┐'])
  expect(read('8e9197bf', '836583588367')).toEqual(['shift_jis', '資料', 'テスト'])
  // 网络安全 and a rare character that alone looks like German
  expect(read('cdf8c2e7b0b2c8ab', '8166')).toEqual(['gbk', '网络安全', '乫'])
  // one name of another system does not turn the others
  expect(read('836583588367', '836583588367', '5083746550').slice(0, 3)).toEqual(['shift_jis', 'テスト', 'テスト'])
  // plain ones need none
  expect(read('61', 'e7bd91')).toEqual([undefined, 'a', '网'])
})
