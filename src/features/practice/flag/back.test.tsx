import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { settingsActions } from '../../../kit/session/settings.slice.ts'
import { type Asked, pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { deskLink, type From } from '../../../parts/scene/consoleLink.ts'
import ChallengeList from './ChallengeList.tsx'
import FlagExercise from './FlagExercise.tsx'

// its machines, of which the address of their consoles is asked alone
vi.mock('../../../parts/scene/card/OwnScene.tsx', () => ({
  OwnScene: ({ from }: { from?: From }) => <a href={deskLink({ id: 'lab-1', nodes: [] }, from)}>Consoles</a>,
}))

beforeAll(async () => {
  await words()
  await Promise.all((['flag', 'keep', 'bank', 'scene', 'console'] as const).map(loadMessages))
})
afterEach(cleanup)

const challenge = {
  id: 'c1',
  title: 'Second helping',
  state: 'not-submitted',
  difficulty: 'primary',
  keywords: [],
  knowledge: [],
  cve_ids: [],
  score: 10,
  points: null,
  solves: 0,
  rate: null,
  tries: 0,
  scene: false,
  collected: false,
}
const set = { id: 's1', name: 'Web', description: '', above: [], solved: 0, challenges: 1, earned: 0, points: 10 }
const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? ''

it('a challenge that was opened from a narrowed list leads back to it, and on to the next with it', async () => {
  const narrowed = 'state=unsolved&page=2'
  stage(
    <ChallengeList />,
    { 'GET /practice-flags/sets/:id': set, 'GET /practice-flags': pageOf([challenge]) },
    { at: `/set/s1?${narrowed}`, path: '/set/:id' },
  )
  await screen.findByText('Second helping')
  const [, search = ''] = addressOf('Second helping').split('?')
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ set: 's1', state: 'unsolved', page: '2' })
  cleanup()
  const question = { ...challenge, stem: '', connection: '', attachments: [], hints: [], author: '', language: 'en-US' }
  const opened = stage(
    <FlagExercise />,
    {
      'GET /practice-flags/:id': {
        ...challenge,
        question,
        scene: true,
        scene_id: 'lab-1',
        set: { id: 's1', name: 'Web' },
        languages: ['en-US'],
        previous: null,
        next: 'c2',
        first: null,
        solve: null,
        after: null,
        submissions: [],
        tries_left: 3,
        again_in: 0,
      },
    },
    { at: `/c/c1?${search}`, path: '/c/:exercise_id' },
  )
  await screen.findByRole('link', { name: 'Web' })
  expect(opened.of('GET /practice-flags/:id')[0]?.args.query).toMatchObject({ set_id: 's1', state: ['unsolved'] })
  expect(addressOf('Web').split('?')[1]?.split('&').sort().join('&')).toBe('page=2&state=unsolved')
  expect(screen.getByRole('link', { name: /Next/ }).getAttribute('href')).toContain('state=unsolved')
  // and so does the lab, whose way on is the same
  const [, beside = ''] = addressOf('Consoles').split('?')
  expect(Object.fromEntries(new URLSearchParams(beside))).toEqual({
    set: 's1',
    state: 'unsolved',
    page: '2',
    lab: 'lab-1',
  })
})

it('a challenge is read in the language of the page, at once when that is another, and what was typed stays', async () => {
  const one = { ...challenge, set: { id: 's1', name: 'Web' }, languages: ['en-US', 'zh-CN'], submissions: [] }
  const rest = { previous: null, next: null, first: null, solve: null, after: null, left: 3, wait: 0 }
  const question = { ...challenge, stem: '', connection: '', attachments: [], hints: [], author: '' }
  const s = stage(
    <FlagExercise />,
    {
      'GET /practice-flags/:id': ({ args }: Asked) => ({
        ...one,
        ...rest,
        question: { ...question, title: `In ${String(args.query?.['language'])}`, language: args.query?.['language'] },
      }),
    },
    { at: '/c/c1', path: '/c/:exercise_id' },
  )
  await screen.findByRole('heading', { name: 'In en-US' })
  const box = screen.getByLabelText('Your flag')
  fireEvent.change(box, { target: { value: 'flag{half' } })
  act(() => void s.store.dispatch(settingsActions.changed({ language: 'zh-CN' })))
  await screen.findByRole('heading', { name: 'In zh-CN' })
  expect(screen.getByDisplayValue('flag{half')).toBeTruthy()
})
