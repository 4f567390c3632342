import { expect, test } from 'vitest'
import { libraries } from '../../../contract/dashboard/blocks.ts'
import { has, loadMessages, setLocale } from '../../../i18n/index.ts'
import { configViews } from '../config/views.ts'
import { tableDifferences, resourceIn } from './restore.logic.ts'

test('the largest differences come first, what is alike is only counted', () => {
  const tables = [
    { name: 'a', was: 1, now: 1 },
    { name: 'b', was: 5, now: 1 },
    { name: 'c', was: 0, now: 90 },
  ]
  expect(tableDifferences({ tables })).toEqual({ first: [tables[2], tables[1]], differ: 2, more: 0, same: 1 })
})

test('a long list is cut, and says how much', () => {
  const tables = Array.from({ length: 12 }, (_, n) => ({ name: `t${n}`, was: n + 1, now: 0 }))
  expect(tableDifferences({ tables })).toMatchObject({ differ: 12, more: 4, same: 0 })
})

test.each(libraries)('the table of %s is called what its library is called', async (name) => {
  await setLocale('en-US')
  await Promise.all(configViews['system-config'].messages.map(loadMessages))
  const table = `r_${name.replaceAll('-', '_')}`
  expect(has(`backup.table.${table}`) || has(`dashboard.resource.${resourceIn(table)}`)).toBe(true)
})
