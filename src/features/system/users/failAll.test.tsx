import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, stage, words } from '../../../kit/resource/testing/stage.tsx'
import FailAllDialog from './FailAllDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('user')
})
afterEach(cleanup)

it('refuses all that match with one reason, those on other pages too, and nobody who came after they were counted', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `u${n}`)
  const s = stage(
    <FailAllDialog
      rows={[]}
      query={{ q: 'bot', status: ['to-audit', 'rejected'], page: 2 }}
      onClose={() => undefined}
    />,
    {
      'GET /users': ({ args }: Asked) => {
        const { page, page_size: size } = args.query as { page: number; page_size: number }
        const all = size === 1 ? ids.slice(0, 449) : ids
        const items = all.slice((page - 1) * size, page * size).map((id) => ({ id, name: id }))
        return { items, total: all.length, page, page_size: size }
      },
      'POST /users/fail': ({ args }: Asked) => ({ done: (args.body as { ids: string[] }).ids, failed: [] }),
    },
  )
  await screen.findByText(/449/)
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await screen.findByText('Required.')
  expect(s.of('POST /users/fail')).toHaveLength(0)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'No machines' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(s.of('POST /users/fail')).toHaveLength(3))
  const sent = s.of('POST /users/fail').map((c) => c.args.body as { ids: string[]; reason: string })
  expect(sent.flatMap((b) => b.ids)).toEqual(ids.slice(0, 449))
  expect(new Set(sent.map((b) => b.reason))).toEqual(new Set(['No machines']))
  expect(s.of('GET /users').every((c) => JSON.stringify(c.args.query).includes('"status":["to-audit"]'))).toBe(true)
})

it('says that it is counting, and rejects nobody before it has', async () => {
  let counted: (answer: unknown) => void = () => undefined
  const count = new Promise((resolve) => (counted = resolve))
  stage(<FailAllDialog rows={[]} query={{ q: 'bot' }} onClose={() => undefined} />, {
    'GET /users': () => count,
  })
  expect(await screen.findByText('Counting…')).toBeTruthy()
  expect(screen.getByText('Reject all that match')).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Reject' }) as HTMLButtonElement).disabled).toBe(true)
  counted({ items: [], total: 12, page: 1, page_size: 1 })
  await screen.findByText(/12/)
  expect(screen.queryByText('Counting…')).toBeNull()
})
