import { describe, expect, it } from 'vitest'
import { columnField, headingWords } from '#src/contract/system/userImport.ts'
import { nearest, readHeadings } from './headings.ts'
import { Unreadable } from './found.ts'

const rules = {
  columnOf: columnField,
  needed: ['username', 'name'] as const,
  words: headingWords,
  nameOf: (field: string) => field,
  passedOver: (heading: string) => heading === 'id',
}
const refusal = (...cells: string[]) => {
  try {
    readHeadings(cells, 1, rules)
  } catch (e) {
    if (e instanceof Unreadable) return [e.code, e.params]
  }
  return undefined
}

describe('headings of a table', () => {
  it('leave a column nobody knows unread, by its name, and pass over what is the server’s own', () => {
    expect(readHeadings(['id', 'User name', '姓名', ' e-mail ', ''], 1, rules)).toEqual({
      columns: [undefined, 'username', 'name', undefined, undefined],
      unread: [{ heading: 'e-mail' }],
    })
  })

  it('name the column that is probably meant, unless it is there', () => {
    expect(readHeadings(['username', 'name', 'phon', 'nane'], 1, rules).unread).toEqual([
      { heading: 'phon', meant: 'phone' },
      { heading: 'nane' },
    ])
  })

  it('are refused where one is missing, with what stands nearly for it', () => {
    expect(refusal('usrname', 'name', 'email')).toEqual([
      'csv_header',
      { line: 1, name: 'username', meant: 'usrname → username' },
    ])
    expect(refusal('name', 'email')).toEqual(['csv_header', { line: 1, name: 'username' }])
  })

  it('are refused where two give the same', () => {
    expect(refusal('username', 'name', 'mobile', 'phone')).toEqual([
      'csv_header_twice',
      { line: 1, name: 'mobile, phone' },
    ])
  })
})

it.each([
  ['phon', 'phone'],
  ['usrname', 'username'],
  ['addrses', 'address'],
  ['Organisaton', 'organisation'],
  ['email', undefined],
  ['pet', undefined],
  ['性别', undefined],
])('%s is taken for %s', (heading, column) => {
  expect(nearest(heading, headingWords)).toBe(column)
})
