import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultPolicy } from '../../contract/rules.ts'
import { setLocale } from '../../i18n/index.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import type { SystemInfo } from '../../kit/session/settings.slice.ts'
import ChangePassword from './ChangePassword.tsx'
import Login from './Login.tsx'
import NotFound from './NotFound.tsx'
import { problem, sampleSession, signedInPhase, stage, type StageOptions } from './stage.tsx'
import TokenEntry from './TokenEntry.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const system: SystemInfo = {
  system_name: 'Fairhaven',
  logo: '',
  copyright: '',
  register_button: true,
  register_review: true,
  language: 'en-US',
  theme: 'theme-dark',
  password: defaultPolicy,
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const types = (sent: { type: string }[]) => sent.map((a) => a.type)

describe('signing in', () => {
  const show = (o: StageOptions = {}) =>
    stage(<Login />, { phase: { at: 'out', why: 'none' }, settings: { system }, ...o })

  it('begins in the name, sends both and hands the session on', async () => {
    const { calls, sent } = show({ answers: { 'POST /session': sampleSession } })
    expect(document.activeElement).toBe(screen.getByLabelText('User name'))
    type('User name', ' lin_wei ')
    type('Password', 'Range#2024')
    press('Sign in')
    await waitFor(() => expect(types(sent)).toEqual(['session/started']))
    expect(calls[0]?.args).toEqual({ body: { username: 'lin_wei', password: 'Range#2024' } })
  })

  it('asks for what is missing before it asks the server', () => {
    const { calls } = show()
    press('Sign in')
    expect(screen.getAllByText('Required.')).toHaveLength(2)
    expect(calls).toEqual([])
  })

  it('says that it was wrong, keeps the name, empties the password and waits there', async () => {
    show({ answers: { 'POST /session': problem('wrong_credentials') } })
    type('User name', 'lin_wei')
    type('Password', 'x')
    press('Sign in')
    // whoever registered hears what to wait for, and nobody whether the name is known
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^User name or password is wrong\. If you registered:/,
    )
    expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('lin_wei')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false)
  })

  it('counts the seconds down when there were too many tries, then lets one try again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false })
    show({ answers: { 'POST /session': problem('too_many', { retry_after: 3 }) } })
    type('User name', 'lin_wei')
    type('Password', 'x')
    await act(async () => {
      press('Sign in')
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(screen.getByRole('alert').textContent).toMatch(/Wait 3 seconds/)
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.getByRole('alert').textContent).toMatch(/Wait 1 second\b/)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false)
  })

  it('shows the device’s token with the next sign-in of the same account, and nobody else’s', async () => {
    const { calls } = show({ answers: { 'POST /session': { ...sampleSession, device: 'kept-by-the-browser' } } })
    type('User name', 'Lin_Wei')
    type('Password', 'Range#2024')
    press('Sign in')
    await waitFor(() => expect(calls).toHaveLength(1))
    for (const [name, device] of [
      ['lin_wei', { device: 'kept-by-the-browser' }],
      ['somebody', {}],
    ] as const) {
      cleanup()
      const again = show({ answers: { 'POST /session': sampleSession } })
      type('User name', name)
      type('Password', 'Range#2024')
      press('Sign in')
      await waitFor(() =>
        expect(again.calls[0]?.args).toEqual({ body: { username: name, password: 'Range#2024', ...device } }),
      )
    }
    localStorage.clear()
  })

  it('keeps nothing of a device inside a host', async () => {
    const { sent } = show({
      answers: { 'POST /session': { ...sampleSession, device: 'not-for-here' } },
      settings: { system, embedded: true },
    })
    type('User name', 'lin_wei')
    type('Password', 'Range#2024')
    press('Sign in')
    await waitFor(() => expect(types(sent)).toEqual(['session/started']))
    expect(localStorage.length).toBe(0)
  })

  it('asks again by itself while the server is busy, and keeps what was typed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false })
    let times = 0
    const { sent } = show({
      answers: { 'POST /session': () => (++times < 3 ? problem('busy', { retry_after: 2 }) : sampleSession) },
    })
    type('User name', 'lin_wei')
    type('Password', 'Range#2024')
    await act(async () => {
      press('Sign in')
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Range#2024')
    for (let i = 0; i < 3; i++) await act(() => vi.advanceTimersByTimeAsync(2000))
    expect([times, types(sent)]).toEqual([3, ['session/started']])
  })

  it('says why one is here', () => {
    show({ phase: { at: 'out', why: 'password-changed' } })
    expect(screen.getByText(/password was changed/)).toBeTruthy()
  })

  it('shows the way of a first sign-in', () => {
    const { address } = show()
    fireEvent.click(screen.getByRole('link', { name: 'First sign-in? Use your one-time code' }))
    expect(address()).toMatch(/change-password\/forgotten$/)
  })

  it('offers registration only where the installation does', () => {
    show({ settings: { system: { ...system, register_button: false } } })
    expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
    cleanup()
    show()
    expect(screen.getByRole('button', { name: /Register/ })).toBeTruthy()
  })
})

describe('registering', () => {
  const show = async (answers: Record<string, unknown> = {}) => {
    const shown = stage(<Login />, { phase: { at: 'out', why: 'none' }, settings: { system }, answers })
    press('No account? Register')
    await screen.findByLabelText('User name')
    return shown
  }
  const fill = () => {
    type('User name', 'lin_wei')
    type('Full name', '林伟')
    type('Password', 'Range#2024')
    type('Repeat the password', 'Range#2024')
  }

  it('does not send what breaks a rule, and goes to the first field that does', async () => {
    const { calls } = await show()
    fill()
    type('User name', 'a b')
    press('Register')
    expect(calls).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('User name'))
  })

  it('sends the registration and says that somebody looks at it first', async () => {
    const { calls } = await show({ 'POST /auth/register/': { status: 'to-audit' } })
    fill()
    press('Register')
    expect(await screen.findByText(/able to sign in when an administrator has approved you/)).toBeTruthy()
    expect(calls[0]?.args).toEqual({ body: { username: 'lin_wei', name: '林伟', password: 'Range#2024', phone: '' } })
  })

  it('shows the server’s verdict at its field', async () => {
    const details = { fields: [{ path: 'password', rule: 'password_common' }] }
    await show({ 'POST /auth/register/': problem('validation', { details }) })
    fill()
    press('Register')
    expect(await screen.findByText('Too common. Choose another.')).toBeTruthy()
  })
})

describe('changing the password', () => {
  const show = (kind: string, o: StageOptions = {}) =>
    stage(<ChangePassword />, {
      at: `/change-password/${kind}`,
      path: '/change-password/:type',
      phase: signedInPhase(),
      settings: { system },
      ...o,
    })

  it('sends the old and the new one, ends the session and leads to the sign-in page, which says so', async () => {
    const { calls, sent, address } = show('own', {
      answers: { 'PUT /account/password': { done: true } },
      follows: { 'session/passwordChanged': { at: 'out', why: 'password-changed' } },
    })
    type('Current password', 'Old#12345')
    type('New password', 'Range#2024')
    type('Repeat the password', 'Range#2024')
    press('Change the password')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(calls[0]?.args).toEqual({ body: { current: 'Old#12345', next: 'Range#2024' } })
    expect(types(sent)).toEqual(['session/passwordChanged', 'session/phaseChanged'])
  })

  it('sends nothing while a rule is broken or the two differ', () => {
    const { calls } = show('own')
    type('Current password', 'Old#12345')
    type('New password', 'short')
    type('Repeat the password', 'short')
    press('Change the password')
    type('New password', 'Range#2024')
    press('Change the password')
    expect(screen.getByText('The two passwords differ.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('says what the server refused and stays', async () => {
    show('own', { answers: { 'PUT /account/password': problem('password_wrong') } })
    type('Current password', 'Old#12345')
    type('New password', 'Range#2024')
    type('Repeat the password', 'Range#2024')
    press('Change the password')
    expect(await screen.findByText('The current password is wrong.')).toBeTruthy()
  })

  it('with a one-time code asks for the name and the code, signed in or not', async () => {
    const { calls, address } = show('forgotten', {
      phase: { at: 'out', why: 'none' },
      answers: { 'POST /account/reset': { done: true } },
    })
    expect(screen.queryByLabelText('Current password')).toBeNull()
    type('User name', 'lin_wei')
    type('One-time code', ' 123456 ')
    type('New password', 'Range#2024')
    type('Repeat the password', 'Range#2024')
    press('Change the password')
    expect(await screen.findByText('The password was changed')).toBeTruthy()
    expect(calls[0]?.args).toEqual({ body: { username: 'lin_wei', code: '123456', next: 'Range#2024' } })
    press('Go to the sign-in page')
    expect(address()).toBe('/login')
  })

  it.each(['first', 'expired'])('leaves who must change it (%s) one other way: out', (kind) => {
    const { sent } = show(kind)
    press('Sign out')
    expect(types(sent)).toEqual(['session/signOut'])
  })

  it('sends who is not signed in to the sign-in page, and not back', () => {
    const { address } = show('own', { phase: { at: 'out', why: 'none' } })
    expect(address()).toBe('/login')
  })

  it('is no page for another word', () => {
    const { address } = show('sideways')
    expect(address()).toBe('/404')
  })
})

describe('a signed link', () => {
  const code = `${'a'.repeat(43)}.${'b'.repeat(43)}`
  const show = (value: string, o: StageOptions = {}) =>
    stage(<TokenEntry />, { at: `/${value}`, path: '/:token', phase: { at: 'out', why: 'none' }, ...o })

  it('leaves the address before it is used, is used once, and goes on when the session stands', async () => {
    const order: string[] = []
    const replace = vi.spyOn(window.history, 'replaceState').mockImplementation((_s, _t, url) => {
      order.push(`address ${String(url)}`)
    })
    const { calls, sent, store, address } = show(code, { answers: { 'POST /session/exchange': sampleSession } })
    await waitFor(() => expect(types(sent)).toEqual(['session/started']))
    order.push(...calls.map((c) => c.route))
    expect(order).toEqual(['address /', 'POST /session/exchange'])
    expect(replace).toHaveBeenCalledTimes(1)
    expect(address()).toBe(`/${code}`)
    act(() => void store.dispatch(sessionActions.phaseChanged(signedInPhase())))
    await waitFor(() => expect(address()).toBe('/'))
    expect(calls).toHaveLength(1)
  })

  it('says when its code does not work any more, with the way to the sign-in page', async () => {
    show(code, { answers: { 'POST /session/exchange': problem('code_invalid') } })
    expect(await screen.findByText(/wrong, used or expired/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the sign-in page' }).getAttribute('href')).toBe('/login')
  })

  it.each(['nothing', 'a.b.c', 'aaaaaaaaaa.bbbbbbbbbb', `${code}.dddddddddd`, 'aaaaaaaaaa.bbbb+bbbbb.cccccccccc'])(
    '%s is none and is not found',
    (value) => {
      const { address, calls } = show(value)
      expect(address()).toBe('/404')
      expect(calls).toEqual([])
    },
  )
})

describe('an unknown address', () => {
  it('leads to the start page of who is signed in, else to the sign-in page', () => {
    stage(<NotFound />, { phase: signedInPhase() })
    expect(screen.getByRole('link').getAttribute('href')).toBe('/admin/dashboard')
    cleanup()
    stage(<NotFound />, { phase: { at: 'out', why: 'none' } })
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login')
  })
})

describe('the address that is printed on a certificate', () => {
  const verdict = {
    verdict: 'genuine',
    state: 'revoked',
    since: '2025-01-02T00:00:00Z',
    group: null,
    certificate: null,
    differs: [],
  }
  it('checks it without an account, and leads to signing in all the same', async () => {
    const redirect = encodeURIComponent('/personal?tab=record&check=RC-1')
    const { calls } = stage(<Login />, {
      at: `/login?redirect=${redirect}`,
      phase: { at: 'out', why: 'none' },
      answers: { 'POST /certificates/verify': verdict },
    })
    expect(await screen.findByText(/revoked/i, {}, { timeout: 5000 })).toBeTruthy()
    expect(calls.find((c) => c.route === 'POST /certificates/verify')?.args).toMatchObject({ body: { number: 'RC-1' } })
    fireEvent.click(screen.getByRole('button', { name: 'Go to the sign-in page' }))
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
  })
})
