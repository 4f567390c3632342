import { describe, expect, it } from 'vitest'
import { adopt, difference, rowDraftOf, rowWithDefaults } from './draft.ts'
import { tool } from './importable/library.ts'

const all = new Set(['tool', 'tool-category', 'dork'])
const place = { file: 'a.json', index: 1 }
const found = (data: object, resource = 'tool') => ({ resource, place, data: { ...data } })
const nmap = { name: 'Nmap', category: 'networking', summary: 'Scans' }
const reasons = (data: object, resource?: string) => rowDraftOf(found(data, resource), all, 'f').reasons

describe('a draft', () => {
  it('holds what the package says, and leaves out what it does not speak of', () => {
    const d = rowDraftOf(found({ ...nmap, origin: 'rawsec' }), all, 'rawsec-tools')
    expect(d).toMatchObject({
      label: 'Nmap',
      data: { name: 'Nmap', summary: 'Scans' },
      extra: { origin: 'rawsec' },
      reasons: [],
    })
    expect(Object.keys(d.data)).toEqual(['name', 'summary'])
    expect(d.parent).toMatchObject({
      resource: 'tool-category',
      data: { name: 'Networking' },
      extra: { key: 'networking' },
    })
    expect(rowWithDefaults({ ...d, resource: 'tool' })).toMatchObject({
      name: 'Nmap',
      price: 'unknown',
      platforms: [],
      origin: 'rawsec',
    })
  })

  it('is refused with every rule it breaks', () => {
    expect(reasons({ ...nmap, name: '', website: 'ftp://x' })).toEqual([
      { path: 'name', rule: 'length', params: { min: 1, max: 120, at: 0 } },
      { path: 'website', rule: 'url' },
    ])
    expect(reasons({ ...nmap, category_id: 'x', is_admin: true })).toEqual([
      { path: 'is_admin', rule: 'unknown_field' },
    ])
    expect(reasons({ name: 'Nmap', summary: 'x' })).toEqual([{ path: 'category_id', rule: 'required' }])
    expect(reasons({ ...nmap, summary: 'a\0b' })).toEqual([{ path: 'summary', rule: 'text_characters' }])
    expect(reasons({}, 'role')).toEqual([{ path: '', rule: 'unknown_resource' }])
  })

  it('is refused before anything else where its planner may not write', () => {
    expect(rowDraftOf(found({}), new Set(['dork']), 'f').reasons).toEqual([
      { path: '', rule: 'no_operation_permission' },
    ])
  })

  it('never takes a category by its id from the package: that would be somebody else\u2019s', () => {
    const d = rowDraftOf(found({ ...nmap, category_id: 'theirs' }), all, 'f')
    expect(d.data['category_id']).toBeUndefined()
    adopt(d, { n: 1, label: 'Scanners', own: false, target_id: 'ours', reasons: [] })
    expect(d.data['category_id']).toBe('ours')
  })

  it('has a label and keys that the database takes', () => {
    const d = rowDraftOf(found({ ...nmap, name: `\ud800\0 ${'x'.repeat(5000)}` }), all, 'f')
    expect(d.label).toMatch(/^\ufffd x+$/)
    expect(d.label.length).toBeLessThanOrEqual(200)
    expect(rowDraftOf(found({ name: 'x'.repeat(5000) }, 'tool-category'), all, 'f').identity?.key).toMatch(/^sha256:/)
  })

  it('goes with the row it needs', () => {
    const d = rowDraftOf(found(nmap), all, 'f')
    const parent = { n: 4, label: 'Scanners', own: false, target_id: null }
    adopt(d, { ...parent, reasons: [{ path: 'name', rule: 'length', params: { max: 60 } }] })
    expect(d.reasons).toEqual([
      { path: 'category_id', rule: 'needed_row_refused', params: { row: 4 } },
      { path: 'category_id', rule: 'length', params: { max: 60 } },
    ])
  })
})

describe('the difference', () => {
  it('is that of the fields the package speaks of; a field that came after the row was written has its default', () => {
    expect(
      difference(tool, { name: 'Nmap', keywords: [], summary: 'new' }, { name: 'Nmap', summary: 'old', language: 'C' }),
    ).toEqual([{ field: 'summary', before: 'old', after: 'new' }])
  })
  it('does not see the order of names in an object, and sees that of a list', () => {
    const command = { command: 'a', os: 'b' }
    const turned = { os: 'b', command: 'a' }
    expect(difference(tool, { commands: [command] }, { commands: [turned] })).toEqual([])
    expect(difference(tool, { keywords: ['a', 'b'] }, { keywords: ['b', 'a'] })).toHaveLength(1)
  })
})
