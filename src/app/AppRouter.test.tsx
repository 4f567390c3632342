import { act, cleanup, render, screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { AppRouter } from './AppRouter.tsx'
import { createAppHistory } from './history.ts'
import { memoryPlace } from './memory.ts'

afterEach(cleanup)

function Here() {
  return <p>at {useLocation().pathname}</p>
}
function mounted(at: string) {
  const history = createAppHistory(memoryPlace(at))
  render(
    <AppRouter history={history} base="/campus/range">
      <Here />
    </AppRouter>,
  )
  return history
}

it('says that nothing is found where a host mounts it at an address outside of its base, and leaves the address alone', () => {
  const history = mounted('/campus/rangers/news')
  expect(screen.getByText('at /404')).toBeTruthy()
  expect(history.location.pathname).toBe('/campus/rangers/news')
  act(() => history.push('/campus/range/oj/practice'))
  expect(screen.getByText('at /oj/practice')).toBeTruthy()
})

it('says nothing while a host leaves it for a page of its own', () => {
  const history = mounted('/campus/range/oj/practice')
  act(() => history.push('/campus/news'))
  expect(screen.queryByText(/at/)).toBeNull()
})
