import { describe, expect, it } from 'vitest'
import { pathTree } from './paths.ts'

const at = pathTree(
  [
    '/tools',
    '/tools/import',
    '/tools/:id',
    '/tools/:id/share',
    '/:kind/newest/list',
    '/tools/:id/notes/:note',
    '/tools/import/rows/:row',
  ].map((path) => [path, path] as const),
)

describe('a path of the interface', () => {
  it.each([
    ['/tools', '/tools', {}],
    ['/tools/7', '/tools/:id', { id: '7' }],
    ['/tools/import', '/tools/import', {}],
    // the word leads nowhere here, so it is a parameter
    ['/tools/import/share', '/tools/:id/share', { id: 'import' }],
    ['/tools/import/rows/2', '/tools/import/rows/:row', { row: '2' }],
    ['/tools/7/notes/n', '/tools/:id/notes/:note', { id: '7', note: 'n' }],
    ['/tools/newest/list', '/:kind/newest/list', { kind: 'tools' }],
    ['/tools/a%2Fb%20c', '/tools/:id', { id: 'a/b c' }],
    ['/t%6Fols', '/tools', {}],
    ['/tools/__proto__', '/tools/:id', { id: '__proto__' }],
  ])('%s is at %s', (path, value, params) => {
    expect(at(path)).toEqual({ value, params })
  })

  it.each([
    '',
    '/',
    '/tool',
    '/Tools',
    '/tools/',
    '//tools',
    '/tools//share',
    '/tools/7/share/',
    '/tools/%',
    '/constructor',
  ])('%s is nowhere', (path) => {
    expect(at(path)).toBeUndefined()
  })

  it('stands once', () => {
    expect(() =>
      pathTree([
        ['/a/:x', 1],
        ['/a/:y', 2],
      ]),
    ).toThrow('/a/:y is there twice')
  })
})
