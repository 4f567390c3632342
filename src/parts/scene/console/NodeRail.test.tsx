/** What the list of nodes beside the consoles says of those that have none. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { NodeRail } from './NodeRail.tsx'

beforeAll(words)
afterEach(cleanup)

const node = (name: string, can: readonly string[], status = 'on', consoles = ['terminal']) => ({
  id: name,
  name,
  can,
  status,
  consoles,
  address: '',
})
const shown = (...nodes: object[]) => {
  const scene = { id: 's', nodes } as unknown as Scene
  render(<NodeRail scene={scene} open={() => {}} opened={[]} keyOf={(...parts) => parts.join('/')} />)
  return screen.queryAllByText(/console.target|No console: reach/).map((e) => e.closest('li')?.textContent)
}

it('says of a target that it is reached over the network, of nothing else', () => {
  const all = [node('kali', ['console']), node('shop', []), node('sw', [], 'on', []), node('late', [], 'booting')]
  expect(shown(...all)).toEqual([expect.stringMatching(/^shop/)])
})
it('says nothing to whoever only looks', () => {
  expect(shown(node('kali', []), node('shop', []))).toEqual([])
})
