import { afterEach, expect, it } from 'vitest'
import { viewToken } from '../../contract/session/view.ts'
import { inMemory, scopeOf } from '../../lib/storage.ts'
import { createSiblings, type Siblings } from './siblings.ts'
import type { Tokens } from './vault.ts'

const tokens = { token: 'tok', jwt_token: 'jwt' }
const open: Siblings[] = []
const tab = (kept: Tokens | undefined, local = inMemory()) => {
  const one = createSiblings({ read: () => kept }, local)
  open.push(one)
  return one
}
afterEach(() => {
  for (const one of open.splice(0)) one.dispose()
})

it('a new tab gets what an open one is signed in with, from those that have it', async () => {
  const local = inMemory()
  tab(tokens, local).mark(true)
  tab(undefined, local)
  expect(await tab(undefined, local).ask()).toEqual(tokens)
})

it('a tab that looks as a role lends the session without it', async () => {
  const local = inMemory()
  tab({ ...tokens, token: viewToken(tokens.token, 'students') }, local).mark(true)
  expect(await tab(undefined, local).ask()).toEqual(tokens)
})

it('where an open tab is known by its lock its answer is waited for, however late', async () => {
  const held = new Set<string>()
  const locks = {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    request: async (name: string, _o: LockOptions, act: () => Promise<void>) => {
      held.add(name)
      await act()
      held.delete(name)
    },
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const busy = new BroadcastChannel(`${scopeOf()}session`)
  busy.onmessage = ({ data }: MessageEvent<{ ask: string }>) =>
    void setTimeout(() => busy.postMessage({ to: data.ask, tokens }), 1700)
  try {
    const local = inMemory()
    const one = tab(undefined, local)
    one.mark(true)
    expect(held.size).toBe(1)
    expect(await tab(undefined, local).ask()).toEqual(tokens)
    one.mark(false)
    await expect.poll(() => held.size).toBe(0)
  } finally {
    busy.close()
    Reflect.deleteProperty(navigator, 'locks')
  }
})

it('nobody is asked where nobody is signed in, and once more after the last tab was closed', async () => {
  const local = inMemory()
  const other = tab(tokens, local)
  // another browser, or nobody has signed in here: no page waits
  expect(await tab(undefined, local).ask()).toBeUndefined()
  other.mark(true)
  other.dispose()
  expect(await tab(undefined, local).ask()).toBeUndefined()
  expect(local.get('open')).toBeNull()
  other.mark(true)
  other.mark(false)
  expect(local.get('open')).toBeNull()
})
