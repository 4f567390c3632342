import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../resource/testing/stage.tsx'
import { CorrectRow } from './CorrectRow.tsx'

beforeAll(async () => {
  await words()
  for (const area of ['import', 'user', 'refusal'] as const) await loadMessages(area)
})
afterEach(cleanup)

const counts = { new: 0, same: 0, changed: 0, duplicate: 0, refused: 1 }
const org = (id: string, name: string, parent_id: string | null) => ({ id, name, parent_id, users: 0 })

it('an organisation is found by typing its name, shows the way to it below, and the wrong one is not offered', async () => {
  const row = {
    n: 1,
    resource: 'user',
    label: 'Ann',
    reasons: [{ path: 'org_id', rule: 'unknown_reference' }],
    wrong: [{ path: 'org_id', field: 'organisation', text: 'Clas 2' }],
  }
  const s = stage(
    <CorrectRow plan={{ id: 'p1', version: 4, counts } as never} row={row as never} onClose={() => {}} />,
    {
      'GET /orgs/tree': {
        items: [org('a', 'North', null), org('b', 'South', null), org('c', 'Class 2', 'a'), org('d', 'Class 2', 'b')],
      },
      'PUT /imports/:id/row': { counts: { ...counts, refused: 0 } },
    },
  )
  const box = await screen.findByRole('combobox', { name: 'Organisation' })
  fireEvent.click(box)
  expect(screen.queryByRole('option', { name: /Clas 2/ })).toBeNull()
  fireEvent.change(box, { target: { value: 'class' } })
  const found = await screen.findAllByRole('option')
  expect(found.map((o) => o.textContent)).toEqual([
    expect.stringMatching(/^Class 2.*North/),
    expect.stringMatching(/^Class 2.*South/),
  ])
  fireEvent.click(screen.getByRole('option', { name: /South/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() =>
    expect(s.of('PUT /imports/:id/row')[0]?.args.body).toEqual({
      version: 4,
      row: 1,
      values: { organisation: 'South/Class 2' },
    }),
  )
})
