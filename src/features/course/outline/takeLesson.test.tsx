/** Taking a lesson of another course: the course, then the lesson; and the newer one where there is one. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import LessonUses from './LessonUses.tsx'
import TakeLesson from './TakeLesson.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['course', 'learn'] as const).map(loadMessages))
})
afterEach(cleanup)

const named = (id: string, name: string) => ({ id, name, language: 'en-US', translation: null })
const titled = (id: string, title: string) => ({ id, title, title_other: '' })
const row = (id: string, name: string, can: string[]) => rowOf(id, { ...named(id, name), lessons: 1, can })

it('lists courses that may be copied, and takes the chosen lesson at the version that is known', async () => {
  const taken = vi.fn()
  const { of } = stage(
    <TakeLesson course="here" version={7} chapter="c1" onTaken={taken} onClose={() => undefined} />,
    {
      'GET /courses': pageOf([row('here', 'This one', ['copy']), row('a', 'Ports', ['copy']), row('b', 'Theirs', [])]),
      'GET /courses/:id/lessons': {
        course: named('a', 'Ports'),
        chapters: [
          { ...titled('x', 'Doors'), lessons: [{ ...titled('l1', 'Count them'), sections: ['text', 'lab'] }] },
        ],
      },
      'POST /courses/:id/lessons': { made: 'new' },
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Ports' }))
  expect(screen.queryByRole('button', { name: 'This one' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Theirs' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Take “Count them”' }))
  await waitFor(() => expect(taken).toHaveBeenCalledWith('new'))
  expect(of('POST /courses/:id/lessons')[0]?.args).toEqual({
    params: { id: 'here' },
    body: { version: 7, course_id: 'a', lesson_id: 'l1', chapter: 'c1' },
  })
})

it('says where it comes from and who uses it, and takes the newer one once that is agreed to', async () => {
  const renewed = vi.fn()
  const { of } = stage(
    <LessonUses course="here" lesson="l9" version={3} disabled={false} unsaved={false} onRenewed={renewed} />,
    {
      'GET /courses/:id/lessons/:lesson/uses': {
        from: { state: 'newer', course: named('a', 'Ports'), lesson: titled('l1', 'Count them') },
        uses: [{ course: named('b', 'Shop'), lesson: titled('l5', 'Doors') }],
      },
      'POST /courses/:id/lessons/:lesson/renew': {},
    },
  )
  expect(await screen.findByRole('link', { name: 'Ports' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Shop' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take the newer one' }))
  const [, agree] = await screen.findAllByRole('button', { name: 'Take the newer one' })
  if (agree) fireEvent.click(agree)
  await waitFor(() => expect(renewed).toHaveBeenCalled())
  expect(of('POST /courses/:id/lessons/:lesson/renew')[0]?.args).toEqual({
    params: { id: 'here', lesson: 'l9' },
    body: { version: 3 },
  })
})
