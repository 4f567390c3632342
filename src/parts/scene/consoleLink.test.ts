import { expect, it } from 'vitest'
import { deskLink } from './consoleLink.ts'

const node = (id: string, consoles: string[], can = ['console']) => ({ id, consoles, can })
const link = (...nodes: object[]) => deskLink({ id: 's', nodes: nodes as never }, { page: '/c?state=unsolved' })
const opened = (to: string) => new URL(to, 'http://x').searchParams.get('node')

it('opens the first console of the only node there is at once, and chooses none of several nodes', () => {
  const target = node('target', ['terminal'], [])
  expect(opened(link(node('desk', ['terminal']), target))).toBe('desk')
  const both = link(node('desk', ['terminal', 'desktop']), target)
  expect([opened(both), new URL(both, 'http://x').searchParams.get('kind')]).toEqual(['desk', 'terminal'])
  expect(opened(link(node('desk', ['terminal']), node('other', ['terminal'])))).toBeNull()
  expect(opened(link(target))).toBeNull()
})

it('keeps what the address of the task says', () => {
  const to = new URL(link(node('desk', ['terminal'])), 'http://x')
  expect([to.searchParams.get('state'), to.searchParams.get('lab')]).toEqual(['unsolved', 's'])
})
