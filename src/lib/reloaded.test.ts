import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const here = '/page/mg/ct/contest/exam/1'
const loaded = async (type: string, at: string) => {
  vi.resetModules()
  vi.stubGlobal('location', { pathname: here })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, name: `https://range.example${at}` }] as never)
  return (await import('./reloaded.ts')).reloadedHere
}

it('a page loaded anew in its place is told apart from one that is come back to', async () => {
  const reloadedHere = await loaded('reload', `${here}?tab=2`)
  expect(reloadedHere()).toBe(true)
  // what follows in the same document came from elsewhere
  expect(reloadedHere()).toBe(false)
  for (const [type, at] of [
    ['reload', '/elsewhere'],
    ['navigate', here],
    ['back_forward', here],
  ] as const)
    expect((await loaded(type, at))()).toBe(false)
})

it('of an app without an address it is told by whether it is where it began', async () => {
  for (const begun of [true, false]) expect((await loaded('reload', '/campus/desk'))(begun)).toBe(begun)
  expect((await loaded('navigate', here))(true)).toBe(false)
})
