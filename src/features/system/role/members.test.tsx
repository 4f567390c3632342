/** Who has a role and who could: both lists and the organisation stand in the address, each under names of its own. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import RoleMembers from './RoleMembers.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['role', 'screen', 'shell'] as const).map(loadMessages))
})
afterEach(cleanup)

const org = { id: 'o1', name: 'Evening Classes', parent_id: null, users: 60, version: 1, level: 1 }
const person = (name: string) => ({ id: name, name, username: name, avatar: '', org_name: '', refused: null })
const show = (at: string) =>
  stage(
    <RoleMembers />,
    {
      'GET /roles/:id': rowOf('r1', { name: 'Desk', key: '', permissions: [] }),
      'GET /orgs/tree': { items: [org] },
      'GET /roles/:id/members': ({ args }: Asked) =>
        pageOf([person(args.query?.['side'] === 'in' ? 'Ada' : 'Grete')], 60),
    },
    { at: `/members/r1${at}`, path: '/members/:id' },
  )
const asked = (s: ReturnType<typeof show>, side: 'in' | 'out') =>
  s
    .of('GET /roles/:id/members')
    .map((a) => a.args.query)
    .findLast((q) => q?.['side'] === side)

it('an address opens both as they were, and another organisation begins both at their first pages', async () => {
  const s = show('?in_page=2&out_q=gr&out_page=3')
  await screen.findByRole('checkbox', { name: /^Ada/ })
  expect(asked(s, 'in')).toEqual({ side: 'in', page: 2, page_size: 20 })
  expect(asked(s, 'out')).toEqual({ side: 'out', q: 'gr', page: 3, page_size: 20 })
  fireEvent.click(screen.getByText('Evening Classes'))
  await expect.poll(() => s.address()).toBe('/members/r1?out_q=gr&org=o1')
  await expect.poll(() => asked(s, 'in')).toEqual({ side: 'in', page: 1, page_size: 20, org_id: 'o1' })
  await expect.poll(() => asked(s, 'out')).toEqual({ side: 'out', q: 'gr', page: 1, page_size: 20, org_id: 'o1' })
})

it('one list turns without the other, and who is chosen stays chosen', async () => {
  const s = show('')
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Ada/ }))
  const pages = screen.getByRole('navigation', { name: 'Desk' })
  fireEvent.click(within(pages).getByRole('button', { name: 'Next page' }))
  await expect.poll(() => s.address()).toBe('/members/r1?in_page=2')
  expect(asked(s, 'out')).toMatchObject({ page: 1 })
  expect(screen.getByRole('button', { name: 'Remove (1)' })).toBeTruthy()
})
