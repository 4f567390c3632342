/** What a console that ended offers: nothing that the server would refuse. */
import { configureStore } from '@reduxjs/toolkit'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { scenesActions, scenesSlice } from '../life/scenes.slice.ts'
import { useWatched } from '../life/use.ts'
import type { ConsoleState } from './consoles.slice.ts'
import { PhaseCover } from './PhaseCover.tsx'

beforeAll(words)
afterEach(cleanup)

const state: Pick<ConsoleState, 'phase' | 'wanted'> = {
  phase: { at: 'ended', end: 'node', problem: null },
  wanted: { key: 's/n/terminal', scene: 's', node: 'n', kind: 'terminal', record: true },
}
const sceneWith = (revision: number, can: readonly string[]) =>
  ({ id: 's', revision, nodes: [{ id: 'n', name: 'desk', consoles: ['terminal'], can }] }) as unknown as Scene

const ids = ['s']
function Watched() {
  useWatched(ids)
  return <PhaseCover state={state} />
}

it('offers to connect again once the node can be opened, and until then to start it', () => {
  const store = configureStore({ reducer: { scenes: scenesSlice.reducer } })
  const heard = (scene: Scene) => act(() => void store.dispatch(scenesActions.heard({ scenes: [scene], at: 0 })))
  render(
    <Provider store={store}>
      <Watched />
    </Provider>,
  )
  const again = () => screen.queryByRole('button', { name: /console.again|Connect again/ })
  // nothing is known yet: the server is asked
  expect(again()).toBeTruthy()
  heard(sceneWith(1, ['start']))
  expect(again()).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  heard(sceneWith(2, []))
  expect(screen.queryAllByRole('button')).toEqual([])
  heard(sceneWith(3, ['console']))
  expect(again()).toBeTruthy()
})
