/** An exercise knows the list it was opened from: a reload, the neighbours and the way back keep it. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import PracticeExercise from './PracticeExercise.tsx'

vi.mock('./ExercisePage.tsx', () => ({
  ExercisePage: ({
    walk,
    from,
    linkOf,
  }: {
    walk: { questions: { id: string }[] }
    from?: never
    linkOf: (id: string) => string
  }) => <p role="status">{JSON.stringify({ from, walk: walk.questions.map((one) => linkOf(one.id)) })}</p>,
}))
beforeAll(async () => {
  await words()
  await loadMessages('practice')
})
afterEach(cleanup)

const path = '/oj/practice/exercise'
const one = (id: string, state: string) => ({ id, title: id, state, solved: state === 'submitted-right' })
const told = (): unknown => JSON.parse(screen.getByRole('status').textContent ?? '')

it('opened from a set above its own stands in that set, as its list was narrowed', async () => {
  const { asked } = stage(
    <PracticeExercise />,
    {
      'GET /practice/sets/:id': { id: 'above', name: 'Above' },
      'GET /practice/sets/:id/questions': {
        items: [one('q0', 'not-submitted'), one('q1', 'submitted-wrong'), one('q2', 'submitted-right')],
      },
    },
    { at: `${path}/q2?set=above&state=submitted-wrong&type=short&page=2`, path: `${path}/:exercise_id` },
  )
  const kept = 'page=2&state=submitted-wrong&type=short'
  await vi.waitFor(() =>
    expect(told()).toEqual({
      from: { name: 'Above', back: { to: `/oj/practice/rationale/list/above?${kept}`, label: 'Back to the set' } },
      walk: [`${path}/q1?set=above&${kept}`, `${path}/q2?set=above&${kept}`],
    }),
  )
  expect(asked.find((a) => a.route.endsWith('/questions'))?.args).toMatchObject({ query: { type: ['short'] } })
})

it('in a run is named after the set of the run, or after the run where it has none', async () => {
  const run = (set: object | null) =>
    stage(
      <PracticeExercise />,
      { 'GET /practice/runs/:id': { id: 'r', mode: 'mistakes', set, questions: [one('q1', 'submitted')] } },
      { at: `${path}/q1?run=r`, path: `${path}/:exercise_id` },
    )
  run({ id: 'above', name: 'Above' })
  await vi.waitFor(() => expect(told()).toMatchObject({ from: { name: 'Above' }, walk: [`${path}/q1?run=r`] }))
  cleanup()
  run(null)
  await vi.waitFor(() => expect(told()).toMatchObject({ from: { name: 'Mistakes' } }))
})
