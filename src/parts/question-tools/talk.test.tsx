import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { QuestionToolbar } from './QuestionTools.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('keep')
})
afterEach(cleanup)

function Challenge() {
  const [submit] = useWrite('POST /practice-flags/:id/submit')
  return (
    <>
      <button
        type="button"
        onClick={() => void submit({ params: { id: 'c1' }, body: { text: 'flag{right}' } as never })}
      >
        Hand in
      </button>
      <QuestionToolbar question="c1" />
    </>
  )
}

it('the discussion of a challenge opens as soon as it is solved', async () => {
  let solved = false
  stage(<Challenge />, {
    'GET /question-tools/:id': () => ({ collected: null, note: null, comments: 2, discuss: solved, reports: [] }),
    'POST /practice-flags/:id/submit': () => {
      solved = true
      return {}
    },
  })
  const talk = await screen.findByRole<HTMLButtonElement>('button', { name: /Discuss/ })
  expect(talk.disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /Discuss/ }).disabled).toBe(false))
})
