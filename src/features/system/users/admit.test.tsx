import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '../../../contract/system/user.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, stage, words } from '../../../kit/resource/testing/stage.tsx'
import AdmitDialog from './AdmitDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('user')
})
afterEach(cleanup)

const rows = [
  { id: 'a', name: 'Ada', role_id: 'student', org_id: null },
  { id: 'b', name: 'Bo', role_id: 'student', org_id: 'red' },
] as unknown as User[]
const roles = [
  { id: 'student', label: 'Student' },
  { id: 'teacher', label: 'Teacher' },
]
const all = ({ args }: Asked) => ({ done: (args.body as { ids: string[] }).ids, failed: [] })
const open = (give: (asked: Asked) => unknown = all) =>
  stage(<AdmitDialog rows={rows} onClose={() => undefined} />, {
    'GET /roles/options': { items: roles, total: 2, page: 1, page_size: 20 },
    'GET /orgs/tree': { items: [] },
    'POST /roles/:id/members': give,
    'POST /users/move': all,
    'POST /users/pass': all,
  })
async function chooseTeacher() {
  fireEvent.click(await screen.findByLabelText('Role'))
  fireEvent.click(await screen.findByRole('option', { name: /Teacher/ }))
}

it('leaves everybody what they have unless something else is chosen', async () => {
  const s = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(s.of('POST /users/pass')).toHaveLength(1))
  expect(s.of('POST /roles/:id/members')).toHaveLength(0)
  expect(s.of('POST /users/move')).toHaveLength(0)
})

it('gives the chosen role first, and does not admit whom it may not be given to', async () => {
  const s = open(() => ({ done: ['b'], failed: [{ id: 'a', code: 'no_operation_permission' }] }))
  await chooseTeacher()
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(s.of('POST /users/pass')).toHaveLength(1))
  expect(s.of('POST /roles/:id/members')[0]?.args).toMatchObject({
    params: { id: 'teacher' },
    body: { ids: ['a', 'b'] },
  })
  expect(s.of('POST /users/pass')[0]?.args.body).toEqual({ ids: ['b'] })
  expect(await screen.findByText('Ada')).toBeTruthy()
})
