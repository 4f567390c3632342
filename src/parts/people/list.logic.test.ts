import { expect, test } from 'vitest'
import { pastedLinesOf } from './list.logic.ts'

test('lines of any system are taken, without a byte-order mark and without empty ones', () => {
  expect(pastedLinesOf('\uFEFFusername,name\r\nlin_wei,林伟\r\n\r\n  grace_h  \rzhao_1\n')).toEqual([
    'username,name',
    'lin_wei,林伟',
    'grace_h',
    'zhao_1',
  ])
  expect(pastedLinesOf('\n \n')).toEqual([])
  expect(pastedLinesOf('x'.repeat(900))[0]).toHaveLength(500)
})
