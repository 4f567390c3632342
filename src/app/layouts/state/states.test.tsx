import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { problem, sampleSession, signedInPhase, stage } from '../../../features/session/stage.tsx'
import { setLocale } from '../../../i18n/index.ts'
import { NothingPermitted } from '../../inside/states.tsx'
import { HeldNotice } from '../banner/HeldNotice.tsx'
import { SessionOverlay } from './SessionOverlay.tsx'
import { Unreachable, WaitingForHost } from './states.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(cleanup)

const types = (sent: { type: string }[]) => sent.map((a) => a.type)

it('an unreachable server is told with its reason and asked again on request', () => {
  const { sent } = stage(<Unreachable />, { phase: { at: 'unreachable', code: 'timeout' } })
  expect(screen.getByRole('alert').textContent).toMatch(/did not answer in time/)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(types(sent)).toEqual(['session/retry'])
})

it('waiting for a host has two ways out: ask again, or a window of its own at the same place', () => {
  const { sent } = stage(<WaitingForHost />, {
    at: '/cr/tool_magazine?q=a',
    phase: { at: 'waiting-for-host' },
    settings: { asksHost: true },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(types(sent)).toEqual(['session/askHost'])
  const link = screen.getByRole('link', { name: 'Open in its own window' })
  expect(link.getAttribute('href')).toMatch(/\/cr\/tool_magazine\?q=a$/)
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('a host that signs nobody in is not waited for', () => {
  stage(<WaitingForHost />, { phase: { at: 'waiting-for-host' } })
  expect(screen.getByText(/another platform, which does not sign you in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open in its own window' })).toBeTruthy()
})

it('who signed out under a host is told so, and signs in again when he wants to', () => {
  const { sent } = stage(<WaitingForHost />, { phase: { at: 'out', why: 'signed-out' }, settings: { asksHost: true } })
  expect(screen.getByText('You are signed out.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }))
  expect(types(sent)).toEqual(['session/askHost'])
})

it('who may see nothing can look again or leave', () => {
  const { sent } = stage(<NothingPermitted />, { phase: signedInPhase([]) })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(types(sent)).toEqual(['session/retry', 'session/signOut'])
})

it('under a host that brings tokens the way back in is the host’s: no password is asked for, and no modal holds the window', () => {
  const { sent } = stage(<HeldNotice />, { phase: signedInPhase(), settings: { asksHost: true } })
  expect(document.querySelector('dialog')).toBeNull()
  expect(screen.queryByLabelText('Password')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(types(sent)).toEqual(['session/askHost'])
})

it('the overlay signs the same user in again with the password only', async () => {
  const { sent, calls } = stage(<SessionOverlay />, {
    phase: signedInPhase(),
    answers: { 'POST /session': sampleSession },
  })
  expect(document.querySelector('dialog')?.open).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  await waitFor(() => expect(types(sent)).toEqual(['session/started']))
  expect(calls).toEqual([{ route: 'POST /session', args: { body: { username: 'lin_wei', password: 'secret-1' } } }])
})

it('the overlay says why it was refused, empties the password and does not close on Esc', async () => {
  stage(<SessionOverlay />, { phase: signedInPhase(), answers: { 'POST /session': problem('wrong_credentials') } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  expect(await screen.findByText('User name or password is wrong.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  const dialog = document.querySelector('dialog')
  if (dialog) fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(dialog?.open).toBe(true)
})
