import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import ExamForm from './ExamForm.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'bank', 'paper'] as const).map(loadMessages))
})
afterEach(cleanup)

it('asks of an exam for practice nothing that practice does not heed', async () => {
  stage(<ExamForm />, { 'GET /papers/options': pageOf([]), 'GET /papers': pageOf([]) })
  expect(await screen.findByText('Candidates then see')).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: /^Type/ }), { target: { value: 'practice' } })
  expect(screen.queryByText('Candidates then see')).toBeNull()
})
