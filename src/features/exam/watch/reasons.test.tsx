import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { problem, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import EndDialog from '../manage/EndDialog.tsx'
import { PublishDialog } from '../marking/PublishDialog.tsx'
import { ObjectTo } from '../review/ObjectTo.tsx'
import { type Deed, Deeds } from './Deeds.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'watch', 'bank'] as const).map(loadMessages))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const exam = rowOf('e1', { name: 'Finals' }) as never
const somebody = { user_id: 'u9', name: 'Ada', extra: 0, state: 'not-begun', attempt: null }
const deed = (more: object) => (
  <Deeds exam={exam} deed={{ of: somebody, to: [somebody], ...more } as unknown as Deed} onClose={() => {}} />
)
const dialogues: [what: string, view: ReactElement, route: string, button: RegExp][] = [
  ['hand in', deed({ what: 'hand-in', attempt: 'a1' }), 'POST /exam-attempts/:id/hand-in-for', /Hand in/],
  ['open again', deed({ what: 'reopen', attempt: 'a1' }), 'POST /exam-attempts/:id/reopen', /Reopen/],
  ['extra time', deed({ what: 'extra' }), 'POST /exams/:id/extra', /Give|Set/],
  [
    'call off',
    <EndDialog key="off" rows={[rowOf('e1', { name: 'Finals', status: 'not-started' }) as never]} onClose={() => {}} />,
    'POST /exams/:id/end',
    /Call off/,
  ],
  ['end', <EndDialog key="end" rows={[exam]} onClose={() => {}} />, 'POST /exams/:id/end', /End/],
]
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ })

const describing = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

describe.each(dialogues)('the dialogue to %s', (_what, view, route, button) => {
  it('answers with what is missing, in the field that wants it', () => {
    const s = stage(view, { [route]: () => ({}) })
    fireEvent.click(screen.getByRole('button', { name: button }))
    expect(screen.getByRole('alert').textContent).toContain('Still needed: Reason.')
    expect(document.activeElement).toBe(reason())
    expect(reason().getAttribute('aria-invalid')).toBe('true')
    expect(describing(reason())).toContain('Required.')
    fireEvent.change(reason(), { target: { value: 'Power was out' } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Required.')).toBeNull()
    expect(s.of(route)).toHaveLength(0)
  })

  it('marks what it needs, and keeps a reason until the server has it', async () => {
    let answer: unknown = problem('busy', { status: 503 })
    const first = stage(view, { [route]: () => answer })
    for (const field of screen.getAllByRole('textbox'))
      expect((field as HTMLInputElement).labels?.[0]?.className).toContain('mg-label-needed')
    fireEvent.change(reason(), { target: { value: 'Power was out' } })
    fireEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(first.of(route)).toHaveLength(1))
    cleanup()
    answer = {}
    const again = stage(view, { [route]: () => answer })
    expect(reason().value).toBe('Power was out')
    fireEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(again.of(route)).toHaveLength(1))
    await waitFor(() => expect(Object.keys({ ...sessionStorage }).filter((k) => k.includes('typed:'))).toEqual([]))
  })
})

it('an objection says to which question it is made', () => {
  stage(<ObjectTo attempt="a1" item="i1" n={4} title="Why TLS?" />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Object' }))
  expect(screen.getByRole('dialog', { name: /question 4/ }).textContent).toContain('Why TLS?')
})

const turnout = { not_begun: 3, absent: 0, writing: 12, handed_in: 5, unmarked: 4, objections: 1 }
it.each([
  ['ending', <EndDialog key="end" rows={[exam]} onClose={() => {}} />],
  ['publishing', <PublishDialog key="publish" rows={[exam]} onClose={() => {}} />],
])(
  'before %s it is told how many write, have not begun, are absent, and what waits, or that it could not be read',
  async (_what, view) => {
    stage(view, { 'GET /exams/:id/turnout': turnout })
    await screen.findByText('Still writing')
    const told = screen.getAllByRole('definition').map((d) => [d.previousElementSibling?.textContent, d.textContent])
    expect(told).toEqual([
      ['Still writing', '12'],
      ['Not begun', '3'],
      ['Absent', '0'],
      ['Handed in', '5'],
      ['Sheets not marked yet', '4'],
      ['Open objections', '1'],
    ])
    cleanup()
    stage(view, { 'GET /exams/:id/turnout': problem('busy', { status: 503 }) })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByRole('definition')).toBeNull()
  },
)
