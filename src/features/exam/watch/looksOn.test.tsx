import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import Watch from './Watch.tsx'

beforeAll(async () => {
  await words()
  await Promise.all([loadMessages('exam'), loadMessages('watch')])
})
afterEach(cleanup)

const exam = { name: 'Finals', status: 'ongoing', owner_name: 'Grace', began_at: null, end_at: null, handed_in: 0 }
const show = async (more: object) => {
  stage(<Watch id="e1" />, { 'GET /exams/:id': rowOf('e1', { ...exam, ...more }) })
  await screen.findByRole('heading', { name: 'Finals' })
}
const said = () => screen.queryByText(/Only Grace, whose exam it is, .* may invigilate: ask Grace/)

it('who may only look on is told who may invigilate and whom to ask', async () => {
  await show({ can: ['watch'] })
  expect(said()).not.toBeNull()
})

it.each([
  ['who may', { can: ['watch', 'run'] }],
  ['its owner', { can: ['watch', 'share'] }],
  ['whoever comes after the end', { can: ['watch'], status: 'ended' }],
])('%s is told nothing', async (_, more) => {
  await show(more)
  expect(said()).toBeNull()
})
