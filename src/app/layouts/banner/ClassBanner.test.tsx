import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ClassBanner } from './ClassBanner.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('message')
})
afterEach(cleanup)

const at = '2026-11-05T08:00:00.000Z'
const hour = {
  id: 'h1',
  class_name: 'Networks 2',
  course_id: 'c1',
  lesson_id: 'l1',
  attendance: null,
  entering: true,
  gather: null,
  message: null,
}
const show = (more: object | null, path = '/personal') =>
  stage(
    <ClassBanner />,
    { 'GET /messages/unread': { messages: 0, announcements: 0, exam: null, hour: more && { ...hour, ...more } } },
    { at: path },
  )
const links = () => screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')])

it('says which hour goes on, where everybody is called and what the teacher wrote, with the way there', async () => {
  const gather = { id: 's2', title: 'Scan the net', title_other: '', lesson: 'l1', course: 'c1', at }
  show({ attendance: 'present', gather, message: { at, by: 'Ms Li', text: 'Ten minutes left' } })
  expect(await screen.findByText(/“Networks 2” is under way/)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Ms Li: Ten minutes left')
  expect(links()).toEqual([
    ['Everybody is called to “Scan the net”', expect.stringMatching(/lesson\/c1\/l1\?section=s2$/)],
  ])
  expect(screen.queryByText(/not marked as present/)).toBeNull()
})

it('leads whoever is not there yet to the lesson, or to the code where that counts', async () => {
  show({})
  expect(await screen.findByText(/open the lesson/)).toBeTruthy()
  expect(links().map(([text]) => text)).toEqual(['Go to the lesson'])
  cleanup()
  show({ entering: false })
  expect(await screen.findByText(/enter the code/)).toBeTruthy()
  expect(links()).toEqual([
    ['Go to the lesson', expect.any(String)],
    ['Enter the code', expect.stringContaining('tab=schedule&view=list')],
  ])
})

it('is silent in the lesson of the hour, which says it itself, and where there is none', async () => {
  for (const path of ['/oj/all-course/lesson/c1/l1', '/personal']) {
    const s = show(path === '/personal' ? null : {}, path)
    await expect.poll(() => s.of('GET /messages/unread').length).toBeGreaterThan(0)
    expect(screen.queryByText(/under way/)).toBeNull()
    cleanup()
  }
})
