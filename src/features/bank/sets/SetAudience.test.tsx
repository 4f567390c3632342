/** Questions of a set are given to a role all at once, and how many people that is stands there first. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { theoryQuestion } from '../../../contract/bank/banks.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { setAudience } from './SetAudience.tsx'

const Dialog = setAudience(theoryQuestion)
const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }
const lists = {
  'GET /orgs/tree': { items: [] },
  'GET /users/options': pageOf([]),
  'GET /teams/options': pageOf([]),
  'GET /roles/options': pageOf([{ id: 'r1', label: 'Student' }]),
  'POST /audiences/count': { open: 40, closed: 0, each: { r1: 40 } },
}
beforeAll(async () => {
  await words()
  await loadMessages('bank')
})
afterEach(cleanup)

it('gives all of them, page by page, to the chosen role', async () => {
  const onClose = vi.fn()
  const all = Array.from({ length: 202 }, (_, n) => ({
    id: `q${n}`,
    title: `Q${n}`,
    can: n === 201 ? [] : ['audience'],
  }))
  const s = stage(<Dialog row={{ id: 's1', name: 'Web', all: 202, practice: false } as never} onClose={onClose} />, {
    ...lists,
    'GET /theory-questions/audience': { n: 201, audience: nobody },
    'GET /theory-questions': ({ args }: Asked) => {
      const from = (Number(args.query?.['page']) - 1) * 200
      return pageOf(all.slice(from, from + 200), all.length)
    },
    'POST /theory-questions/authorise': ({ args }: Asked) => ({
      done: (args.body as { ids: string[] }).ids,
      failed: [],
    }),
  })
  expect(screen.getByText(/not open for practice/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('title', 'Nothing has changed.')
  expect(await screen.findByText('One more question belongs to others and stays as it is.')).toBeTruthy()
  fireEvent.focus(screen.getByRole('combobox', { name: 'Roles' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Roles' }))
  fireEvent.click(await screen.findByRole('option', { name: /Student/ }))
  expect(await screen.findByText('40 people in all.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const given = s.of('POST /theory-questions/authorise').map((c) => c.args.body as { ids: string[]; audience: object })
  expect(given.map((b) => b.ids.length)).toEqual([200, 1])
  expect(given[0]?.audience).toEqual({ all: false, orgs: [], roles: ['r1'], teams: [], users: [] })
})

it('begins with who sees them now, and says where that differs', async () => {
  const row = { id: 's1', name: 'Web', all: 2, practice: true } as never
  stage(<Dialog row={row} onClose={vi.fn()} />, {
    ...lists,
    'GET /theory-questions/audience': { n: 2, audience: { ...nobody, all: true } },
  })
  expect(await screen.findByRole('radio', { name: /Everybody/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('title', 'Nothing has changed.')
  cleanup()
  stage(<Dialog row={row} onClose={vi.fn()} />, {
    ...lists,
    'GET /theory-questions/audience': { n: 2, audience: null },
  })
  expect(await screen.findByText(/have different audiences/)).toBeTruthy()
})
