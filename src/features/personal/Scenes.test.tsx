/** Of a learner's scenes those that run come first, whatever they were made for; what an exam made is opened from the exam. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { pageOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { Scenes } from './Scenes.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('personal')
})
afterEach(cleanup)

const scene = (name: string, more: object = {}) => ({
  id: name,
  name,
  status: 'stop',
  type: 'course',
  created_by: 'u2',
  owner_name: 'Grace',
  on: 0,
  instances: 1,
  ends_at: null,
  nodes: [],
  ...more,
})
const challenge = { status: 'running', type: 'practice', created_by: '', on: 1 }

it('lists the running scene of a challenge before those that are off, and says when there are more', async () => {
  const off = ['A', 'B', 'C', 'D', 'E'].map((name) => scene(name))
  const { asked } = stage(
    <Scenes />,
    {
      'GET /scenes': pageOf([
        ...off,
        scene('Of an exam', { ...challenge, type: 'individual' }),
        scene('Challenge', challenge),
        scene('Over', { status: 'complete' }),
      ]),
    },
    { grants: ['personal'] },
  )
  await screen.findByRole('link', { name: 'Challenge' })
  const names = () => screen.getAllByRole('listitem').map((li) => li.querySelector('a')?.textContent)
  expect(names()).toEqual(['Challenge', 'A', 'B', 'C', 'D'])
  fireEvent.click(screen.getByRole('button', { name: 'Show all 6 scenes' }))
  expect(names()).toEqual(['Challenge', 'A', 'B', 'C', 'D', 'E'])
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
  // those that are over take up no room of the page
  expect(asked[0]?.args.query).toMatchObject({ sort: '-updated_at' })
  expect(asked[0]?.args.query?.['status']).not.toContain('complete')
})
