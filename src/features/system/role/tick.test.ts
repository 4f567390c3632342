import { expect, it } from 'vitest'
import { screenOf } from '../../../contract/screens/index.ts'
import { walk } from '../../../contract/system/permissions.ts'
import { builtOf, rightsOf, tickOf } from './tree.logic.ts'

it('a folder whose pages are all given is ticked, whatever this version has no page for', () => {
  const folders = [...walk()].filter((n) => n.kind === 'folder' || n.kind === 'displays')
  const partly = folders.filter(
    (n) => n.screens.some((s) => screenOf(s).built) && n.screens.some((s) => !screenOf(s).built),
  )
  expect(partly.length).toBeGreaterThan(0)
  for (const n of partly) {
    const [first, ...rest] = builtOf(n.screens)
    expect(tickOf(n, rightsOf(first ? [first, ...rest] : [])), n.id).toBe('on')
    const part = rightsOf([n.children.find((c) => c.screens.some((s) => screenOf(s).built))?.name ?? ''])
    const open = n.screens.filter((s) => screenOf(s).built && part.opened.has(s))
    expect(tickOf(n, part), n.id).toBe(open.length === builtOf(n.screens).length ? 'on' : 'some')
    expect(tickOf(n, rightsOf([])), n.id).toBe('off')
  }
})
