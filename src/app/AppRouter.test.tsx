import { act, cleanup, render, screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { AppRouter } from './AppRouter.tsx'
import { createAppHistory } from './history.ts'
import { memoryPlace } from './memory.ts'

afterEach(cleanup)

function Here() {
  return <p>at {useLocation().pathname}</p>
}
const away = vi.fn<() => void>()
function mounted(at: string) {
  const history = createAppHistory(memoryPlace(at))
  render(
    <AppRouter history={history} base="/campus/range" away={away}>
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

it('says and warns of nothing while a host has left it for a page of its own, and tells of it, each time', () => {
  away.mockClear()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const history = mounted('/campus/range/oj/practice')
  expect(away).not.toHaveBeenCalled()
  for (const times of [1, 2]) {
    act(() => history.push('/campus/news'))
    expect(screen.queryByText(/at/)).toBeNull()
    act(() => history.push('/campus/home'))
    expect(away).toHaveBeenCalledTimes(times)
    act(() => history.push('/campus/range/oj/practice'))
    expect(screen.getByText('at /oj/practice')).toBeTruthy()
  }
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
