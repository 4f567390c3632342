/** A flag that is typed into a step of a lab stays, whatever takes its field away, and is forgotten once it was right. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../../../i18n/index.ts'
import { stage, words } from '../../../../../kit/resource/testing/stage.tsx'
import { LabSteps } from './LabSteps.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['learn', 'course', 'lab'] as const).map(loadMessages))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const step = (id: string) => ({
  id,
  title: `Step ${id}`,
  title_other: '',
  text: '',
  text_other: '',
  check: 'flag',
  points: 1,
  passed_at: null,
  hints: [],
})
const props = {
  of: { course: { id: 'c1', language: 'en-US' }, preview: false },
  section: { id: 's1' },
  content: { kind: 'lab', steps: [step('one'), step('two')], scene_id: null, wait: 30 },
  language: 'en-US',
}
const shown = (answers: object = {}) =>
  stage(
    <LabSteps
      {...(props as unknown as Parameters<typeof LabSteps>[0])}
      checks={{ busy: false, said: new Map() } as never}
    />,
    answers as never,
  )
const fields = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Flag' })
function first(): HTMLInputElement {
  const [field] = fields()
  if (!field) throw new Error('the step has no field')
  return field
}

it('is there again after the step was drawn anew, each in its own step', async () => {
  shown()
  fireEvent.change(first(), { target: { value: 'flag{half' } })
  cleanup()
  shown({ 'POST /learning/courses/:id/sections/:section/flags': { right: true, left: 9, completed: false } })
  expect(fields().map((f) => f.value)).toEqual(['flag{half', ''])
  fireEvent.submit(first())
  await waitFor(() => expect(first().value).toBe(''))
  cleanup()
  shown()
  expect(fields().map((f) => f.value)).toEqual(['', ''])
})
