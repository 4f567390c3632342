/** What a homework asks: questions picked from the banks are kept as the server takes them. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { HomeworkContent as Sent } from '../../../contract/course/homework.schema.ts'
import { noHomework } from '../../../contract/course/homework.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { HomeworkContentEditor } from './HomeworkContent.tsx'
import { QuizContent } from './QuizContent.tsx'
import { SectionContent } from '../../../contract/course/outline.schema.ts'

beforeAll(async () => {
  await words()
  await Promise.all((['paper', 'bank', 'course', 'homework'] as const).map(loadMessages))
})
afterEach(cleanup)

const question = {
  bank: 'theory',
  question_id: '01a0fb20-bcae-7bbe-99bf-87c9dd757f72',
  question_version: 3,
  title: 'Why a salt',
  type: 'short',
  difficulty: 'primary',
  set_name: 'Web',
  score: 4,
  knowledge: [],
}
const server = { 'GET /papers/questions': () => pageOf([question], 1), 'POST /papers/items': () => ({ items: [] }) }
async function pick() {
  fireEvent.click(screen.getByRole('button', { name: 'Add questions' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Why a salt' }))
  fireEvent.click(screen.getByRole('button', { name: /^Add to the / }))
}

it('a picked question is what the contract takes, in a homework and in a quiz', async () => {
  const onChange = vi.fn()
  stage(
    <HomeworkContentEditor
      id="s1"
      content={noHomework}
      title="One"
      translated={false}
      disabled={false}
      onChange={onChange}
    />,
    server,
  )
  await pick()
  const sent = Sent.parse(onChange.mock.calls[0]?.[0])
  expect(sent.items).toEqual([
    {
      id: expect.any(String),
      bank: 'theory',
      question_id: question.question_id,
      question_version: 3,
      score: 4,
      part: '',
    },
  ])
  cleanup()
  stage(
    <QuizContent
      content={{ kind: 'quiz', items: [], attempts: null, shuffle: false }}
      title="One"
      disabled={false}
      onChange={onChange}
    />,
    server,
  )
  await pick()
  expect(SectionContent.parse(onChange.mock.calls[1]?.[0])).toMatchObject({
    items: [{ question_version: 3, score: 4 }],
  })
})
