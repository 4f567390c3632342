import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import UserList from './UserList.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('user')
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)
/** The dialogue comes when it is asked for. */
const patient = { timeout: 10_000 }

it('gives whom the caller may open the account of a code, told once and to be copied, and nobody else', async () => {
  const person = (name: string, can: string[]) => rowOf(name, { username: name.toLowerCase(), status: 'normal', can })
  const s = stage(
    <UserList />,
    {
      'GET /users': pageOf([person('Ada', ['reset-password', 'reset-code']), person('Peer', ['sign-out'])]),
      'GET /orgs': { items: [] },
      'POST /users/:id/reset-code': { code: 'ABCD-EFGH-JKMN-PQRS', expires_at: '2026-11-28T12:00:00Z' },
    },
    { grants: 'all' },
  )
  await screen.findByText('Ada')
  fireEvent.click(screen.getByLabelText('Actions for Peer'))
  expect(await screen.findByText('Sign out everywhere')).toBeTruthy()
  expect(screen.queryByText('Give a one-time code')).toBeNull()
  fireEvent.click(screen.getByLabelText('Actions for Ada'))
  fireEvent.click(await screen.findByText('Give a one-time code'))
  const dialog = await screen.findByRole('dialog', {}, patient)
  expect(s.of('POST /users/:id/reset-code')).toHaveLength(0)
  fireEvent.click(within(dialog).getByText('Give a one-time code'))
  expect(await screen.findByText('ABCD-EFGH-JKMN-PQRS', {}, patient)).toBeTruthy()
  expect(within(screen.getByRole('dialog')).getByLabelText('Copy')).toBeTruthy()
  expect(s.of('POST /users/:id/reset-code').map((c) => c.args.params)).toEqual([{ id: 'Ada' }])
})
