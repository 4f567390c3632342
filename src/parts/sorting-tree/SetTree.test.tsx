import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { pageOf, rowOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { setRail } from './SetRail.tsx'
import { setPage } from './SetTree.tsx'
import { theoryTree } from './trees.ts'

const Sets = setPage(theoryTree, 'theory-type')
const set = (id: string, more: object) =>
  rowOf(id, { name: id, description: '', parent_id: null, order: 0, practice: false, own: 0, all: 0, ...more })
const mine = set('Mine all along', { can: ['use', 'update', 'share', 'hand-over', 'remove'] })
const theirs = set('Theirs', { order: 1, can: ['use'], owner_name: 'Lin Wei' })
const kept = set('Kept by two', { order: 2, can: ['use', 'update'], owner_name: 'Lin Wei' })
const answers = {
  'GET /theory-sets': ({ args }: { args: { query?: Record<string, unknown> } }) =>
    pageOf(args.query?.['mine'] ? [mine] : [mine, theirs, kept]),
  'GET /theory-sets/:id/sharing': {
    owner: { id: 'u1', name: 'Grace' },
    scope: 'everybody',
    level: 'use',
    people: [],
    version: 1,
  },
  'PUT /theory-sets/:id/sharing': ({ args }: { args: { body?: object } }) => ({ ...args.body, version: 2 }),
}
beforeAll(async () => {
  await words()
  await loadMessages('bank')
})
afterEach(cleanup)

const line = (name: RegExp) => screen.findByRole('treeitem', { name })
const menu = async (name: RegExp) => {
  fireEvent.click(within(await line(name)).getByRole('button', { name: /^Actions|menu|Theirs|Mine|Kept/i }))
  return (await screen.findAllByRole('menuitem')).map((i) => i.textContent)
}

it('offers of each set what its owner has given, and says whose the others are', async () => {
  stage(<Sets />, answers)
  expect(within(await line(/Theirs/)).getByText('Lin Wei')).toBeTruthy()
  expect(within(await line(/Theirs/)).queryByRole('button')).toBeNull()
  expect(within(await line(/Mine all along/)).queryByText('Lin Wei')).toBeNull()
  expect(await menu(/Mine all along/)).toEqual(expect.arrayContaining(['Edit', 'Share', 'Hand over', 'Remove']))
  cleanup()
  stage(<Sets />, answers)
  const given = await menu(/Kept by two/)
  expect(given).toContain('Edit')
  expect(given.filter((w) => ['Share', 'Hand over', 'Remove'].includes(w ?? ''))).toEqual([])
})

it('says how sets are moved by keys where one of them is the viewer’s to move', async () => {
  const keys = () => screen.queryByText(/^Move a set with Alt/)
  stage(<Sets />, { 'GET /theory-sets': pageOf([theirs]) })
  await line(/Theirs/)
  expect(keys()).toBeNull()
  cleanup()
  stage(<Sets />, answers)
  await line(/Theirs/)
  expect(keys()).toBeTruthy()
})

it('shares a set in place', async () => {
  const s = stage(<Sets />, answers)
  await menu(/Mine all along/)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }))
  fireEvent.click(await screen.findByRole('radio', { name: /^Nobody/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(s.of('PUT /theory-sets/:id/sharing')[0]?.args).toMatchObject({
      params: { id: 'Mine all along' },
      body: { scope: 'private', level: 'use', people: [], version: 1 },
    }),
  )
})

it('of a bank opens its questions to people where the server lets this viewer', async () => {
  const dialog = ({ row }: { row: { name: string } }) => <p>Given: {row.name}</p>
  const Given = setPage(theoryTree, 'theory-type', dialog)
  const full = {
    ...answers,
    'GET /theory-sets': pageOf([
      set('Empty', { can: ['update'] }),
      set('Full', { all: 3, can: ['update', 'authorise'] }),
    ]),
  }
  const offers = async (name: RegExp) => {
    fireEvent.click(within(await line(name)).getByRole('button'))
    return (await screen.findAllByRole('menuitem')).map((i) => i.textContent)
  }
  stage(<Given />, full)
  expect(await offers(/^Empty/)).not.toContain('Who may see it')
  cleanup()
  stage(<Given />, full)
  expect(await offers(/^Full/)).toContain('Who may see it')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Who may see it' }))
  expect(await screen.findByText('Given: Full')).toBeTruthy()
})

it('shows only what is mine on request', async () => {
  stage(<Sets />, answers)
  await line(/Theirs/)
  fireEvent.click(screen.getByRole('button', { name: 'Mine' }))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /Theirs/ })).toBeNull())
  expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true')
  expect(await line(/Mine all along/)).toBeTruthy()
})

it('stays while the dialogue of a new set is on its way', async () => {
  stage(<Sets />, answers)
  await line(/Theirs/)
  fireEvent.click(screen.getByRole('button', { name: 'Add a set' }))
  expect(await line(/Theirs/)).toBeTruthy()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

it('offers a new set to nobody who may only read', async () => {
  stage(<Sets />, answers, { grants: ['theory-bank:read'] })
  await line(/Theirs/)
  expect(screen.queryByRole('button', { name: 'Add a set' })).toBeNull()
  cleanup()
  stage(<Sets />, answers, { grants: ['theory-bank'] })
  expect(await screen.findByRole('button', { name: 'Add a set' })).toBeTruthy()
})

it('counts beside a list what the list may show, and nothing while it shows only what is one’s own', async () => {
  const Rail = setRail(theoryTree)
  const counted = { 'GET /theory-sets': pageOf([set('Networks', { own: 71, all: 71 })]) }
  stage(<Rail value={[]} mine={false} onChange={() => {}} />, counted)
  expect((await line(/^Networks/)).textContent).toContain('71')
  cleanup()
  stage(<Rail value={[]} mine onChange={() => {}} />, counted)
  expect((await line(/^Networks/)).textContent).not.toContain('71')
  expect(screen.getByRole('tree').textContent).not.toMatch(/\d/)
})
