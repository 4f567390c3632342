/** The invigilator's list: what it is narrowed to stands in the address, and who was chosen stays chosen from page to page. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import Watch from './Watch.tsx'

beforeAll(async () => {
  await words()
  await Promise.all([loadMessages('exam'), loadMessages('watch')])
})
afterEach(cleanup)

const exam = rowOf('e1', {
  name: 'Finals',
  status: 'ongoing',
  owner_name: 'Grace',
  began_at: null,
  end_at: null,
  handed_in: 0,
  can: ['watch', 'run'],
})
const candidate = (name: string) => ({
  user_id: name,
  name,
  username: name.toLowerCase(),
  org_name: '',
  extra: 0,
  state: 'writing',
  attempt: null,
})
const counts = { writing: 60, 'not-begun': 3, absent: 0, 'to-be-scored': 2, scored: 0 }
const show = (at: string) =>
  stage(
    <Watch id="e1" />,
    {
      'GET /exams/:id': exam,
      'GET /exams/:id/candidates': ({ args }: Asked) => ({
        ...pageOf([candidate(args.query?.['page'] === 2 ? 'Grete' : 'Ada')], 60),
        now: '2026-11-22T12:00:00Z',
        counts,
        everybody: false,
      }),
    },
    { at },
  )
const asked = (s: ReturnType<typeof show>) => s.of('GET /exams/:id/candidates').at(-1)?.args.query

it('an address opens it as it was, and a chip begins at its first page', async () => {
  const s = show('/exams?watch=e1&q=ad&page=2')
  await screen.findByText('Grete')
  expect(asked(s)).toEqual({ q: 'ad', page: 2, page_size: 50 })
  fireEvent.click(screen.getByRole('button', { name: 'Writing 60' }))
  await expect.poll(() => s.address()).toBe('/exams?watch=e1&q=ad&state=writing')
  expect(asked(s)).toEqual({ q: 'ad', page: 1, page_size: 50, state: 'writing' })
})

it('who is chosen stays chosen on another page', async () => {
  show('/exams?watch=e1')
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ada/ }))
  const pages = screen.getByRole('navigation', { name: 'Candidates' })
  expect(within(pages).getByRole('status').textContent).toBe('1–50 of 60')
  fireEvent.click(within(pages).getByRole('button', { name: 'Next page' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /Grete/ }))
  const bar = screen.getByRole('region', { name: /2 .*selected/ })
  fireEvent.click(within(bar).getByRole('button', { name: 'Message' }))
  expect(await screen.findByRole('dialog', { name: /2/ })).toBeTruthy()
})
