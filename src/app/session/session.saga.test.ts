import type { Locale } from '../../contract/host.ts'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProblemError } from '../../lib/problem.ts'
import { rowEvents } from '../../kit/events.ts'
import { noPermissions, sessionActions, sessionSlice, type SessionReply } from '../../kit/session/session.slice.ts'
import { settingsActions, settingsSlice } from '../../kit/session/settings.slice.ts'
import { type Services, sessionSaga } from './session.saga.ts'

const user = {
  resource_id: 'u1',
  username: 'amy',
  rep_name: 'Amy',
  logo: '',
  is_admin: false,
  role: { id: 'r', key: 'student', name: 'Student' },
  org: null,
}
const system = {
  system_name: 'Range',
  logo: '',
  copyright: '',
  register_button: true,
  register_review: true,
  language: null as 'en-US' | 'zh-CN' | null,
  theme: null as 'theme-dark' | 'theme-light' | null,
  password: { min: 8, max: 20, kinds: 2, strict: false, expires_days: 0, history: 3 },
}
const session: SessionReply = {
  token: 'tok',
  jwt_token: 'jwt',
  expires_at: '2030-01-01T00:00:00Z',
  user,
  must_change: null,
}
const refuse = (code: ProblemError['problem']['code'], status: number) =>
  Promise.reject(new ProblemError({ code, status, request_id: '' }))

function start(
  o: {
    token?: string
    lent?: { token: string; jwt_token: string }
    embedded?: boolean
    config?: Record<string, unknown>
    api?: Partial<Services['api']>
    local?: Record<string, string>
  } = {},
) {
  let kept = o.token ? { token: o.token, jwt_token: '' } : undefined
  const local = new Map(Object.entries(o.local ?? {}))
  const s = {
    api: {
      session: vi.fn(async () => ({ user, must_change: null as null | 'first' })),
      ownerOf: vi.fn(async () => user.resource_id),
      permissions: vi.fn(async () => ({ ...noPermissions, grants: ['personal'] as string[], stamp: '1' })),
      system: vi.fn(async () => system),
      signOut: vi.fn(async () => ({})),
      ...o.api,
    },
    siblings: { ask: vi.fn(async () => o.lent), mark: vi.fn() },
    vault: { read: () => kept, write: (t: typeof kept) => void (kept = t), clear: () => void (kept = undefined) },
    take: vi.fn((t: NonNullable<typeof kept>) => void (kept = t)),
    local: {
      get: (n: string) => local.get(n) ?? null,
      set: (n: string, v: string) => void local.set(n, v),
      remove: (n: string) => void local.delete(n),
    },
    readConfig: async () => o.config ?? {},
    setLocale: vi.fn(async (l: Locale) => l),
    forget: vi.fn(),
    again: vi.fn(),
    tellRights: vi.fn(),
    host: { askForToken: vi.fn(), signedOut: vi.fn() },
  } satisfies Services
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer, settings: settingsSlice.reducer }),
    middleware: (d) => d().concat(sagas),
  })
  store.dispatch(settingsActions.changed({ embedded: o.embedded ?? false }))
  const reported: unknown[] = []
  const task = sagas.run(() => sessionSaga(s, (e) => reported.push(e)))
  return {
    s,
    store,
    task,
    reported,
    phase: () => store.getState().session.phase,
    settings: () => store.getState().settings,
    token: () => kept?.token,
    local,
  }
}
const settle = () => vi.advanceTimersByTimeAsync(1)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a host hands over another token', () => {
  const next = { token: 'next', jwt_token: '' }
  const signedIn = async (o: Parameters<typeof start>[0] = {}) => {
    const a = start({ token: 'tok', ...o })
    await settle()
    const phases: string[] = []
    a.store.subscribe(() => phases.push(a.phase().at))
    return { ...a, phases }
  }
  test('of the same user: the page stays, what was read is asked for again, and its ticket may be renewed', async () => {
    const a = await signedIn()
    const { edition } = a.store.getState().session
    a.store.dispatch(sessionActions.handed(next))
    expect(a.token(), 'nothing goes out with it before it is known whose it is').toBe('tok')
    await settle()
    expect(a.s.api.ownerOf).toHaveBeenCalledWith('next')
    expect(a.token()).toBe('next')
    expect(new Set(a.phases)).toEqual(new Set(['in']))
    expect(a.s.forget).not.toHaveBeenCalled()
    expect(a.s.again).toHaveBeenCalledOnce()
    expect(a.store.getState().session.edition).toBe(edition + 1)
  })
  test('of the same user, whose session had died: they go on where they were', async () => {
    const a = await signedIn()
    a.store.dispatch(sessionActions.locked())
    a.store.dispatch(sessionActions.handed(next))
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', locked: false })
    expect(new Set(a.phases)).toEqual(new Set(['in']))
  })
  test('of another user: the page closes under the session of whoever it was, and only then the other’s is used', async () => {
    const other = { ...user, resource_id: 'u2' }
    const session = vi.fn(async () => ({ user: other, must_change: null }))
    const a = await signedIn({
      api: { ownerOf: vi.fn(async () => 'u2'), session: session.mockResolvedValueOnce({ user, must_change: null }) },
    })
    let closing = ''
    const stop = a.store.subscribe(() => {
      if (a.phase().at !== 'starting') return
      stop()
      // as late as a page that React takes away and a call that is made in it
      queueMicrotask(() => queueMicrotask(() => void (closing = a.token() ?? '')))
    })
    a.store.dispatch(sessionActions.handed(next))
    await settle()
    await settle()
    expect(closing).toBe('tok')
    expect(a.s.forget).toHaveBeenCalled()
    expect(a.token()).toBe('next')
    expect(a.phase()).toMatchObject({ at: 'in', user: other })
  })
  test('that is good for nothing: as with any session that is over', async () => {
    const refused = vi.fn(() => refuse('unauthenticated', 401))
    const session = vi.fn<Services['api']['session']>(refused)
    const a = await signedIn({
      api: { ownerOf: refused, session: session.mockResolvedValueOnce({ user, must_change: null }) },
      embedded: true,
    })
    a.store.dispatch(sessionActions.handed(next))
    await settle()
    await settle()
    expect(a.phase()).toEqual({ at: 'waiting-for-host' })
    expect(a.s.host.askForToken).toHaveBeenCalled()
  })
})

describe('starting', () => {
  test('without a token the sign-in page comes; the configuration is read first and kept whole', async () => {
    const a = start({ config: { language: 'zh-CN', api: '/api/mg/api', extra: 1 } })
    await settle()
    expect(a.phase()).toEqual({ at: 'out', why: 'none' })
    expect(a.settings()).toMatchObject({ language: 'zh-CN', api: '/api/mg/api', config: { extra: 1 }, ready: true })
  })
  test('a session that another tab of the browser has is taken up; one that ended there is not', async () => {
    const a = start({ lent: { token: 'theirs', jwt_token: 'jwt' } })
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', user })
    expect(a.token()).toBe('theirs')
    expect(a.s.siblings.mark).toHaveBeenLastCalledWith(true)
    const b = start({
      lent: { token: 'over', jwt_token: '' },
      api: { session: vi.fn(() => refuse('unauthenticated', 401)) },
    })
    await settle()
    expect(b.phase()).toEqual({ at: 'out', why: 'expired' })
    expect(b.token()).toBeUndefined()
    expect(b.s.siblings.mark).toHaveBeenLastCalledWith(false)
  })
  test('without a configuration the defaults hold', async () => {
    const a = start()
    a.s.readConfig = () => Promise.reject(new Error('404'))
    await settle()
    expect(a.settings()).toMatchObject({ language: 'en-US', theme: 'theme-dark', api: '/api/oj/api' })
  })
  test('without a language of the viewer or the configuration it is the browser’s', async () => {
    const browser = vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-TW')
    const a = start({})
    await vi.waitFor(() => expect(a.settings().ready).toBe(true))
    expect(a.settings().language).toBe('zh-CN')
    const told = start({ config: { language: 'en-US' } })
    await vi.waitFor(() => expect(told.settings().ready).toBe(true))
    expect(told.settings().language).toBe('en-US')
    browser.mockRestore()
  })
  test('what came in the old language is asked for again in the new one', async () => {
    const a = start({})
    await vi.waitFor(() => expect(a.settings().ready).toBe(true))
    a.s.again.mockImplementation(() => {
      expect(a.settings().language).toBe('zh-CN')
    })
    a.store.dispatch(settingsActions.chooseLanguage('zh-CN'))
    await vi.waitFor(() => expect(a.s.again).toHaveBeenCalledTimes(1))
  })
  test('the language is the one that is spoken where another was wished for meanwhile', async () => {
    const a = start({})
    await vi.waitFor(() => expect(a.settings().ready).toBe(true))
    a.s.setLocale.mockResolvedValueOnce('en-US')
    a.store.dispatch(settingsActions.chooseLanguage('zh-CN'))
    await vi.waitFor(() => expect(a.s.again).toHaveBeenCalledTimes(1))
    expect(a.settings().language).toBe('en-US')
  })
  test('the viewer’s own language and theme win over the configuration’s', async () => {
    const a = start({
      config: { language: 'zh-CN', theme: 'theme-dark' },
      local: { language: 'en-US', theme: 'theme-light' },
    })
    await settle()
    expect(a.settings()).toMatchObject({ language: 'en-US', theme: 'theme-light' })
  })
  test('the system’s own language and theme hold for who has not chosen, and are not taken for a choice', async () => {
    const api = { system: async () => ({ ...system, language: 'zh-CN' as const, theme: 'theme-light' as const }) }
    const a = start({ config: { language: 'en-US', theme: 'theme-dark' }, api })
    await settle()
    expect(a.settings()).toMatchObject({ language: 'zh-CN', theme: 'theme-light' })
    expect(a.local.size).toBe(0)
    const chosen = start({ api, local: { language: 'en-US', theme: 'theme-dark' } })
    await settle()
    expect(chosen.settings()).toMatchObject({ language: 'en-US', theme: 'theme-dark' })
  })
  test('what is configured here shows here at once', async () => {
    let name = 'Range'
    const a = start({ api: { system: async () => ({ ...system, system_name: name }) } })
    await settle()
    name = 'Harbour'
    a.store.dispatch(rowEvents.saved({ resource: 'tool', id: '1' }))
    await settle()
    expect(a.settings().system?.system_name).toBe('Range')
    a.store.dispatch(rowEvents.saved({ resource: 'config', id: 'basics' }))
    await settle()
    expect(a.settings().system?.system_name).toBe('Harbour')
  })
  test('with a token the user and the rights are there at once', async () => {
    const a = start({ token: 'tok' })
    await settle()
    expect(a.phase()).toMatchObject({
      at: 'in',
      user: { username: 'amy' },
      permissions: { grants: ['personal'] },
      locked: false,
    })
  })
  test('a token that is no longer good is forgotten', async () => {
    const a = start({ token: 'old', api: { session: () => refuse('unauthenticated', 401) } })
    await settle()
    expect(a.phase()).toEqual({ at: 'out', why: 'expired' })
    expect(a.token()).toBeUndefined()
  })
  test('a server that cannot be reached keeps the token and offers to try again', async () => {
    let up = false
    const a = start({
      token: 'tok',
      api: { session: () => (up ? Promise.resolve({ user, must_change: null }) : refuse('network', 0)) },
    })
    await settle()
    expect(a.phase()).toEqual({ at: 'unreachable', code: 'network' })
    up = true
    a.store.dispatch(sessionActions.retry())
    await settle()
    expect(a.phase().at).toBe('in')
    expect(a.token()).toBe('tok')
  })
  test('under a host the host is asked for a token and nothing redirects', async () => {
    const a = start({ embedded: true })
    await settle()
    expect(a.phase()).toEqual({ at: 'waiting-for-host' })
    expect(a.s.host.askForToken).toHaveBeenCalledOnce()
  })
  test('whoever signs out under a host is out: the host hears of it, and is not asked to sign him in again', async () => {
    const a = start({ embedded: true, token: 'tok' })
    await settle()
    a.store.dispatch(sessionActions.signOut())
    await settle()
    expect(a.phase()).toEqual({ at: 'out', why: 'signed-out' })
    expect(a.s.host.signedOut).toHaveBeenCalledOnce()
    expect(a.s.host.askForToken).not.toHaveBeenCalled()
  })
  test('a system name that cannot be read is missing silently', async () => {
    const a = start({ api: { system: () => refuse('network', 0) } })
    await settle()
    expect(a.settings().system).toBeUndefined()
    expect(a.reported).toEqual([])
  })
})

describe('a kept token', () => {
  test('has its session and its rights asked for at the same time', async () => {
    const asked: string[] = []
    const open: (() => void)[] = []
    const held = <T>(name: string, value: T) => {
      asked.push(name)
      return new Promise<T>((done) => open.push(() => done(value)))
    }
    const a = start({
      token: 'tok',
      api: {
        session: () => held('session', { user, must_change: null }),
        permissions: () => held('permissions', { ...noPermissions, grants: ['personal'], stamp: '1' }),
      },
    })
    await expect.poll(() => asked).toEqual(['session', 'permissions'])
    for (const go of open) go()
    await expect.poll(() => a.phase()).toMatchObject({ at: 'in', permissions: { grants: ['personal'] } })
  })
  test('whose password must be changed has no rights, and that is no failure', async () => {
    const a = start({
      token: 'tok',
      api: {
        session: async () => ({ user, must_change: 'first' as const }),
        permissions: () => refuse('change_password_first', 403),
      },
    })
    await expect.poll(() => a.phase()).toMatchObject({ at: 'in', must_change: 'first', permissions: { grants: [] } })
  })
  test('whose rights cannot be read leads to the state with a way to try again', async () => {
    const a = start({ token: 'tok', api: { permissions: () => refuse('network', 0) } })
    await expect.poll(() => a.phase()).toMatchObject({ at: 'unreachable', code: 'network' })
  })
})

describe('a session', () => {
  test('looks as a role by the token of this tab, and as its user again', async () => {
    const permissions = vi.fn(async () => ({ ...noPermissions, stamp: '1' }))
    const a = start({ token: 'mine', api: { permissions } })
    await settle()
    permissions.mockClear()
    a.store.dispatch(sessionActions.viewed('students'))
    await settle()
    expect([a.token(), permissions.mock.calls.length]).toEqual(['mine~students', 1])
    a.store.dispatch(sessionActions.viewed(null))
    await settle()
    expect([a.token(), permissions.mock.calls.length]).toEqual(['mine', 2])
  })

  test('the same user coming back keeps what is on the page; another one starts afresh', async () => {
    const a = start({ token: 'tok' })
    await settle()
    a.store.dispatch(sessionActions.locked())
    expect(a.phase()).toMatchObject({ at: 'in', locked: true })
    a.s.forget.mockClear()
    a.store.dispatch(sessionActions.started({ ...session, token: 'new' }))
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', locked: false })
    expect(a.token()).toBe('new')
    expect(a.s.forget).not.toHaveBeenCalled()
    expect(a.s.again).toHaveBeenCalledOnce()
    a.store.dispatch(sessionActions.started({ ...session, user: { ...user, resource_id: 'u2' } }))
    await settle()
    expect(a.s.forget).toHaveBeenCalledOnce()
  })
  test('one that a restore ended says so, and the name of the platform is asked for again', async () => {
    let over = false
    const named = vi.fn(async () => system)
    const gone = () =>
      Promise.reject(
        new ProblemError({ code: 'unauthenticated', status: 401, request_id: '', details: { why: 'restored' } }),
      )
    const a = start({
      token: 'tok',
      api: { session: () => (over ? gone() : Promise.resolve({ user, must_change: null })), system: named },
    })
    await settle()
    over = true
    named.mockClear()
    a.store.dispatch(sessionActions.locked())
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', locked: true, restored: true })
    expect(named).toHaveBeenCalledOnce()
    // whoever comes back finds the page read anew
    a.store.dispatch(sessionActions.started({ ...session, token: 'new' }))
    await settle()
    expect(a.s.again).toHaveBeenCalledOnce()
    expect(a.phase()).not.toHaveProperty('restored')
    // and whoever opens the page later hears it on the sign-in page
    named.mockClear()
    a.store.dispatch(sessionActions.retry())
    await settle()
    expect(a.phase()).toEqual({ at: 'out', why: 'restored' })
    expect(named).toHaveBeenCalledOnce()
  })
  test('a host’s new token goes on with the page of the same user, and begins afresh with another’s', async () => {
    let resource_id = 'u1'
    const a = start({
      token: 'tok',
      embedded: true,
      api: { session: async () => ({ user: { ...user, resource_id }, must_change: null }) },
    })
    await settle()
    const seen: string[] = []
    a.store.subscribe(() => seen.push(a.phase().at))
    a.store.dispatch(sessionActions.locked())
    a.store.dispatch(sessionActions.retry())
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', locked: false })
    expect(seen).not.toContain('starting')
    expect(a.s.again).toHaveBeenCalled()
    a.store.dispatch(sessionActions.locked())
    resource_id = 'u2'
    a.store.dispatch(sessionActions.retry())
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', user: { resource_id: 'u2' } })
    expect(seen).toContain('starting')
  })
  test('one that must change its password asks for no rights', async () => {
    const a = start()
    await settle()
    a.store.dispatch(sessionActions.started({ ...session, must_change: 'first' }))
    await settle()
    expect(a.phase()).toMatchObject({ at: 'in', must_change: 'first', permissions: { grants: [] } })
    expect(a.s.api.permissions).not.toHaveBeenCalled()
  })
  test('signing out ends it here even when the server does not answer', async () => {
    const a = start({ token: 'tok', api: { signOut: () => new Promise(() => {}) } })
    await settle()
    a.store.dispatch(sessionActions.signOut())
    await vi.advanceTimersByTimeAsync(6000)
    expect(a.phase()).toEqual({ at: 'out', why: 'signed-out' })
    expect(a.token()).toBeUndefined()
    expect(a.s.host.signedOut).toHaveBeenCalledOnce()
  })
  test('all sessions ended by their owner end here without another call', async () => {
    const a = start({ token: 'tok' })
    await settle()
    a.store.dispatch(sessionActions.ended())
    await settle()
    expect([a.phase(), a.token()]).toEqual([{ at: 'out', why: 'signed-out' }, undefined])
    expect(a.s.api.signOut).not.toHaveBeenCalled()
    expect(a.s.host.signedOut).toHaveBeenCalledOnce()
  })
  test('rights are looked at again every minute and when a call was refused', async () => {
    let stamp = 1
    const a = start({
      token: 'tok',
      api: { permissions: async () => ({ ...noPermissions, grants: [`g${stamp}`], stamp: String(stamp) }) },
    })
    await settle()
    stamp = 2
    await vi.advanceTimersByTimeAsync(61_000)
    expect(a.phase()).toMatchObject({ permissions: { grants: ['g2'] } })
    stamp = 3
    a.store.dispatch(sessionActions.lookAgain())
    await settle()
    expect(a.phase()).toMatchObject({ permissions: { grants: ['g3'] } })
    expect(a.s.tellRights).toHaveBeenCalledTimes(2)
    a.store.dispatch(sessionActions.lookAgain())
    await settle()
    expect(a.s.tellRights).toHaveBeenCalledTimes(2)
  })
  test('changed rights bring the role’s name with them, and what was asked before is asked again', async () => {
    let role = { id: 'r', key: 'student', name: 'Student' }
    const a = start({
      token: 'tok',
      api: {
        session: async () => ({ user: { ...user, role }, must_change: null }),
        permissions: async () => ({ ...noPermissions, grants: [role.key], stamp: role.key }),
      },
    })
    await settle()
    role = { id: 'q', key: 'teacher', name: 'Teacher' }
    a.store.dispatch(sessionActions.lookAgain())
    await settle()
    expect(a.phase()).toMatchObject({ user: { role: { key: 'teacher' } }, permissions: { grants: ['teacher'] } })
    expect(a.s.again).toHaveBeenCalledOnce()
  })
  test('whoever begins to look as a role leaves the page before it asks again, and is told nothing he knows', async () => {
    let viewing: { id: string; key: string; name: string } | null = null
    const a = start({
      token: 'tok',
      api: {
        permissions: async () => ({
          ...noPermissions,
          viewing,
          grants: [viewing?.key ?? ''],
          stamp: viewing?.id ?? '',
        }),
      },
    })
    await settle()
    for (const next of [{ id: 't', key: 'teacher', name: 'Teacher' }, null]) {
      const asked = vi.mocked(a.s.again).mock.calls.length
      viewing = next
      a.store.dispatch(sessionActions.lookAgain())
      await vi.advanceTimersByTimeAsync(50)
      expect(a.phase()).toMatchObject({ permissions: { viewing: next } })
      expect(a.s.again).toHaveBeenCalledTimes(asked)
      await vi.advanceTimersByTimeAsync(1000)
      expect(a.s.again).toHaveBeenCalledTimes(asked + 1)
    }
    expect(a.s.tellRights).not.toHaveBeenCalled()
  })
  test('rights that change again while they are looked at are looked at again', async () => {
    const open: (() => void)[] = []
    let stamp = 1
    const a = start({
      token: 'tok',
      api: {
        permissions: () => {
          const said = { ...noPermissions, grants: [`g${stamp}`], stamp: String(stamp) }
          return stamp === 1 ? Promise.resolve(said) : new Promise((done) => open.push(() => done(said)))
        },
      },
    })
    await settle()
    stamp = 2
    a.store.dispatch(sessionActions.lookAgain())
    await settle()
    stamp = 3
    a.store.dispatch(sessionActions.lookAgain())
    open[0]?.()
    await settle()
    open[1]?.()
    await settle()
    expect(a.phase()).toMatchObject({ permissions: { grants: ['g3'] } })
  })
  test('a language whose words cannot be loaded changes nothing', async () => {
    const a = start()
    await settle()
    a.s.setLocale.mockRejectedValueOnce(new Error('chunk'))
    a.store.dispatch(settingsActions.chooseLanguage('zh-CN'))
    await settle()
    expect(a.settings().language).toBe('en-US')
    a.store.dispatch(settingsActions.chooseLanguage('zh-CN'))
    await settle()
    expect(a.settings().language).toBe('zh-CN')
    expect(a.local.get('language')).toBe('zh-CN')
  })
  test('nothing is asked after the app is gone', async () => {
    const a = start({ token: 'tok' })
    await settle()
    a.task.cancel()
    vi.mocked(a.s.api.permissions).mockClear()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(a.s.api.permissions).not.toHaveBeenCalled()
  })
})
