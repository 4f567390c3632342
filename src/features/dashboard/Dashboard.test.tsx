import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import Dashboard from './Dashboard.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['dashboard', 'exam', 'audit'] as const).map(loadMessages))
})
afterEach(cleanup)

const nothing = {
  marking: null,
  objections: null,
  applications: null,
  comments: null,
  reports: null,
  alarms: null,
  exams: null,
}
const figures = (text: string | null | undefined) => (text?.match(/\d+/g) ?? []).map(Number)
const tile = async (label: string) => (await screen.findByText(label)).closest('.mg-stat')
const note = (of: Element | null) => of?.querySelector('.mg-stat-note')?.textContent

it('what a sum is made of adds up to it, and the licence says whom it does not count', async () => {
  stage(<Dashboard />, {
    'GET /dashboard/work': { ...nothing, capacity: { users: { used: 108, max: null }, scenes: { used: 7, max: 9 } } },
    'GET /dashboard/overview': {
      users: { total: 121, normal: 95, to_audit: 9, disabled: 6, expired: 7, rejected: 4 },
      online: null,
      resources: [],
      imports: { total: 5, applied: 1, waiting: 1, failed: 1 },
      sign_ins: null,
      recent: null,
      server_time: '2026-11-05T08:00:00.000Z',
    },
  })
  for (const [label, total] of [
    ['Users', 121],
    ['Imports', 5],
  ] as const)
    expect(figures(note(await tile(label))).reduce((sum, n) => sum + n, 0)).toBe(total)
  expect(note(await tile('Accounts the licence counts'))).toBe('All but applications and rejected ones')
})

it('exams that are not named are in the sum of those that are', async () => {
  const items = [1, 2].map((n) => ({ id: `e${n}`, name: `Exam ${n}`, n }))
  stage(<Dashboard />, {
    'GET /dashboard/work': { ...nothing, marking: { total: 8, items }, capacity: null },
    'GET /dashboard/overview': {
      users: null,
      online: null,
      resources: [],
      imports: null,
      sign_ins: null,
      recent: null,
    },
  })
  expect((await screen.findByText('In other exams')).closest('li')?.textContent).toContain('5')
})

it('what nobody was signed in for is done by the platform, or by somebody at an address, as in the audit log', async () => {
  const done = { at: '2026-11-05T08:00:00.000Z', who: '', entity: 'import', entity_id: 'i', result: 'done' }
  stage(<Dashboard />, {
    'GET /dashboard/work': { ...nothing, capacity: null },
    'GET /dashboard/overview': {
      users: null,
      online: null,
      resources: [],
      imports: null,
      sign_ins: null,
      recent: [
        { ...done, address: '', action: 'import.planned' },
        { ...done, address: '10.0.0.9', action: 'session.sign-in' },
      ],
    },
  })
  expect((await screen.findByText('The platform')).closest('li')?.textContent).toContain('mport')
  expect(screen.getByText('Not signed in')).toBeTruthy()
})
