import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages, tongue } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { showToasts, type Toast } from '../../../ui/feedback/toast.ts'
import { UserBulkDialog } from './BulkDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('user')
})
afterEach(cleanup)

it('says what people had before, and gives each of them that again', async () => {
  const said: Toast[] = []
  const end = showToasts(tongue(), (one) => said.push(one))
  const calls: [string[], string | null][] = []
  const rows = [
    { id: 'a', name: 'Ada', role: 'r1', role_name: 'Student' },
    { id: 'b', name: 'Bo', role: 'r2', role_name: 'Teacher' },
    { id: 'c', name: 'Cy', role: 'r1', role_name: 'Student' },
  ]
  stage(
    <UserBulkDialog
      title="Give a role"
      confirm="Give"
      rows={rows}
      // one of them may not have it
      call={() => Promise.resolve({ done: ['a', 'b'], failed: [{ id: 'c', code: 'no_operation_permission' }] })}
      back={{
        id: (r) => r.role,
        name: (r) => r.role_name,
        call: (ids, had) => {
          calls.push([ids, had])
          return Promise.resolve({ done: ids, failed: [] })
        },
      }}
      onClose={() => undefined}
    >
      {null}
    </UserBulkDialog>,
    {},
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Give' }))
  await waitFor(() => expect(said).toHaveLength(1))
  expect(said[0]?.text).toBe('Done for 2 entries. Before: Student and Teacher.')
  said[0]?.act?.run()
  await waitFor(() => expect(said[1]?.text).toBe('2 people are as before.'))
  expect(calls).toEqual([
    [['a'], 'r1'],
    [['b'], 'r2'],
  ])
  end()
})
