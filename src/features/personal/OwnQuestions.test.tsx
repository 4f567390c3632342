/** Who answers stands with their account and role, as wherever somebody speaks: names alone may be shared. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { pageOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { OwnQuestions } from './OwnQuestions.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['personal', 'notice'] as const).map(loadMessages))
})
afterEach(cleanup)

it('an answer to one’s own question says whose it is by account and role', async () => {
  const said = { id: 'c1', text: 'Why is it so?', at: '2026-01-01T00:00:00.000Z', state: 'visible', official: false }
  const by = (id: string, username: string) => ({
    author_id: id,
    author_name: 'Ada',
    author: { name: 'Ada', username, role_key: '', role_name: 'Lecturer' },
  })
  stage(<OwnQuestions />, {
    'GET /comments/mine': pageOf([{ ...said, entity: 'announcement', about: 'News', answers: 1, link: null }]),
    'GET /comments/mine/:id': {
      ...said,
      ...by('u1', 'ada'),
      replies: [{ ...said, id: 'c2', text: 'Because.', ...by('u2', 'ada_two') }],
    },
  })
  const details = (await screen.findByText(/1 answer|1 reply/)).closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  const answer = (await screen.findByText(/Because\./)).textContent
  expect(answer).toContain('@ada_two')
  expect(answer).toContain('Lecturer')
})
