import { describe, expect, it } from 'vitest'
import { wide } from '#src/contract/lib/text.ts'
import { limits } from '#src/contract/limits.ts'
import { categoryName, dork, tool, toolCategory } from './library.ts'

describe('the name of a category', () => {
  it.each([
    ['networking', 'Networking'],
    ['red_teaming', 'Red teaming'],
    ['intentionally_vulnerable_applications', 'Vulnerable apps'],
    ['Intentionally-Vulnerable Applications', 'Vulnerable apps'],
    ['deep_packet_inspection_engines', 'Deep packet'],
    ['c2', 'C2 tools'],
    ['supercalifragilisticexpialidocious', 'Supercalifragilistic'],
    ['constructor', 'Constructor'],
    ['无线电安全测试工具合集大全', '无线电安全测试工具合'],
    ['', ''],
  ])('of %j is %j', (given, name) => {
    expect(categoryName(given)).toBe(name)
    if (name) {
      expect(wide(name)).toBeLessThanOrEqual(limits.category.max)
      expect(wide(name)).toBeGreaterThanOrEqual(limits.category.min)
    }
  })

  it('keeps the whole word of the package as its key', () => {
    expect(tool.parent?.row('deep_packet_inspection_engines')).toEqual({
      name: 'Deep packet',
      key: 'deep-packet-inspection-engines',
    })
  })
})

describe('what tells rows apart', () => {
  it('is the name of a tool in its category, however it is written', () => {
    const key = (name: string, category: string) => tool.identity({ name }, category).key
    expect(key('Nmap', 'a')).toBe(key('ＮＭＡＰ', 'a'))
    expect(key('Nmap', 'a')).not.toBe(key('Nmap', 'b'))
    expect(toolCategory.identity({ name: 'Cloud' }, undefined)).toEqual(
      toolCategory.identity({ name: 'CLOUD' }, undefined),
    )
  })

  it('is the number of a query, or its text where it has none; spaces do not count, letters do', () => {
    const bare = (query: string) => dork.identity({ query, ghdb_id: null }, undefined)
    expect(dork.identity({ ghdb_id: 7, query: 'a  b' }, undefined)).toEqual({ key: 'ghdb:7', also: bare('a b').key })
    expect(bare(' a\tb ')).toEqual(bare('a b'))
    expect(bare('a OR b')).not.toEqual(bare('a or b'))
  })
})

describe('what a bare list says of a query', () => {
  const listed = { ghdb_id: null, title: 'inurl:x', query: 'inurl:x', category: 'footholds' }
  it('is nothing where the query stands under a number', () => {
    expect(dork.compared?.(listed, { ghdb_id: 7, title: 'Better' })).toEqual([])
  })
  it('is not the query once more as its title', () => {
    expect(dork.compared?.(listed, { ghdb_id: null })).toEqual(['ghdb_id', 'category'])
    expect(dork.compared?.({ ...listed, title: 'A title' }, { ghdb_id: null })).toContain('title')
  })
})
