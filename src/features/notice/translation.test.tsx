import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { rowOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import NoticeForm from './NoticeForm.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('notice')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

it('an announcement is written in two languages, and what is missing of the second is said at its place', async () => {
  const reach = { targets: ['all', 'teacher', 'student', 'orgs'], orgs: [] }
  const { of } = stage(<NoticeForm />, {
    'GET /announcements/reach': reach,
    'POST /announcements': ({ args }: { args: { body: object } }) => rowOf('n1', { ...args.body, can: [] }),
  })
  const field = (name: RegExp | string) => screen.getAllByRole<HTMLInputElement>('textbox', { name })
  await screen.findByRole('button', { name: 'Add the text in another language' })
  fireEvent.change(field(/^Title/)[0] as HTMLElement, { target: { value: 'Rest on Saturday' } })
  fireEvent.change(field('Text')[0] as HTMLElement, { target: { value: 'The platform rests.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the text in another language' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '中文' }).checked).toBe(true)
  fireEvent.change(field('Text')[1] as HTMLElement, { target: { value: '周六停机。' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(field(/^Title/)[1]?.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('button', { name: 'In another language, Title: Required.' })).toBeTruthy()
  expect(of('POST /announcements')).toEqual([])
  fireEvent.change(field(/^Title/)[1] as HTMLElement, { target: { value: '周六维护通知' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(of('POST /announcements')).toHaveLength(1))
  expect(of('POST /announcements')[0]?.args.body).toMatchObject({
    title: 'Rest on Saturday',
    translation: { language: 'zh-CN', title: '周六维护通知', content: '周六停机。' },
  })
})

it('says what is wrong with readers and times together with what is missing, and does not ask the server first', async () => {
  const reach = { targets: ['all', 'orgs'], orgs: [] }
  const kept = rowOf('n1', {
    title: 'x',
    content: '',
    type: 'notice',
    target: 'orgs',
    org_ids: [],
    translation: null,
    pinned: false,
    published_at: null,
    ends_at: '2020-01-02T10:00:00.000Z',
    status: 'draft',
    can: ['update'],
  })
  const { of } = stage(
    <NoticeForm />,
    { 'GET /announcements/reach': reach, 'GET /announcements/:id': kept },
    { path: '/edit/:id', at: '/edit/n1' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const told = await screen.findAllByRole('listitem')
  const text = told.map((li) => li.textContent).join(' ')
  for (const part of ['Title', 'Text', 'Choose at least one organisation.', 'Later than the publication.'])
    expect(text).toContain(part)
  expect(of('PUT /announcements/:id')).toEqual([])
})
