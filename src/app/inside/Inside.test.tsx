/** Somebody else comes in where another user was. */
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { href } from '../../contract/screens/index.ts'
import { stage } from '../../features/session/stage.tsx'
import { noPermissions, sessionActions, type SessionPhase } from '../../kit/session/session.slice.ts'
import type { Loader } from '../screens/loader.ts'
import { SignedInApp } from './Inside.tsx'

afterEach(cleanup)

const as = (resource_id: string, grants: 'all' | string[]): SessionPhase => ({
  at: 'in',
  user: {
    resource_id,
    username: resource_id,
    rep_name: resource_id,
    logo: '',
    is_admin: false,
    role: { id: 'r', key: '', name: 'R' },
    org: null,
  },
  must_change: null,
  permissions: { ...noPermissions, grants, stamp: resource_id },
  locked: false,
})
// one object, as the loader's own: another each time would be drawn again and again
const loading = { at: 'loading' }
const loader = { subscribe: () => () => {}, get: () => loading, retry: () => {} } as unknown as Loader
const come = (was: ReturnType<typeof stage>, phase: SessionPhase) =>
  act(() => void was.store.dispatch(sessionActions.phaseChanged(phase)))

it('goes to their own start page from one that is closed to them, and stays on one that is open', () => {
  const closed = stage(<SignedInApp loader={loader} />, { at: href('user-manage'), phase: as('ann', ['user-manage']) })
  expect(closed.address()).toBe(href('user-manage'))
  come(closed, { at: 'starting' })
  come(closed, as('ben', ['personal']))
  expect(closed.address()).toBe(href('personal'))
  cleanup()
  const open = stage(<SignedInApp loader={loader} />, { at: href('user-manage'), phase: as('ann', 'all') })
  come(open, as('ben', ['personal', 'user-manage']))
  expect(open.address()).toBe(href('user-manage'))
})

it('is told that a page is closed where they go to it by themselves, or lost the right to it', () => {
  const lost = stage(<SignedInApp loader={loader} />, { at: href('user-manage'), phase: as('ann', ['user-manage']) })
  come(lost, as('ann', ['personal']))
  expect(lost.address()).toBe(href('user-manage'))
})
