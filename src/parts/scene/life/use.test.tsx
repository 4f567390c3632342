import { configureStore } from '@reduxjs/toolkit'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { scenesActions, scenesSlice } from './scenes.slice.ts'
import { useScene, useWatched } from './use.ts'

const ids = ['s']
const shown: (string | undefined)[] = []
function Piece({ name }: { name: string }) {
  useWatched(ids)
  const { scene } = useScene('s')
  shown.push(`${name}: ${scene?.name}`)
  return <p>{name}</p>
}
let turn = (_to: string): void => undefined
function Page() {
  const [at, setAt] = useState('task')
  turn = setAt
  return at === 'none' ? null : at === 'task' ? (
    <Piece name="task" />
  ) : (
    <div>
      <Piece name="lab" />
    </div>
  )
}

it('a scene that one piece of the page leaves and the next shows is known without a gap, and forgotten when nobody shows it', async () => {
  const store = configureStore({ reducer: { scenes: scenesSlice.reducer } })
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  )
  act(
    () =>
      void store.dispatch(scenesActions.heard({ scenes: [{ id: 's', name: 'Desk', revision: 1 } as Scene], at: 0 })),
  )
  shown.length = 0
  await act(async () => turn('lab'))
  expect(screen.getByText('lab')).toBeTruthy()
  expect(new Set(shown)).toEqual(new Set(['lab: Desk']))
  await act(async () => turn('none'))
  expect(store.getState().scenes.known).toEqual({})
})
