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
