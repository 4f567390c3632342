import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { tool } from '../../contract/library/tool.ts'
import { type Asked, pageOf, problem, rowOf, stage, words } from '../resource/testing/stage.tsx'
import { audienceDialog } from './AudienceDialog.tsx'
import { isNobody, sameAudience } from './audience.logic.ts'

const Dialog = audienceDialog(tool)
const org = (id: string, name: string, parent_id: string | null = null) => ({ id, name, parent_id, users: 3 })
const answers = {
  'GET /tools/:id/audience': { all: false, orgs: ['cs'], roles: [], teams: [], users: ['u7'], version: 4 },
  'GET /orgs/tree': { items: [org('uni', 'University'), org('cs', 'Computing', 'uni'), org('law', 'Law', 'uni')] },
  'GET /users/options': ({ args }: Asked) =>
    args.query?.['ids'] ? pageOf([{ id: 'u7', label: 'Lin Wei' }]) : pageOf([{ id: 'u8', label: 'Grace' }], 99),
  'GET /teams/options': pageOf([{ id: 'g1', label: 'Red team' }]),
  'GET /roles/options': pageOf([{ id: 'r1', label: 'Teacher' }]),
}

beforeAll(words)
afterEach(cleanup)

const show = (more: Record<string, unknown> = {}) => {
  const onClose = vi.fn()
  const s = stage(<Dialog rows={[rowOf('t1', { name: 'nmap' }) as never]} onClose={onClose} />, { ...answers, ...more })
  return { ...s, onClose }
}
const org_ = (name: RegExp) => screen.findByRole('treeitem', { name })

describe('choosing who may see a row', () => {
  it('shows who is chosen, by name even when the list of names does not reach that far', async () => {
    show()
    expect((await org_(/Computing/)).getAttribute('aria-checked')).toBe('true')
    expect((await org_(/University/)).getAttribute('aria-checked')).toBe('mixed')
    expect(await screen.findByText('Lin Wei')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' }).title).toBe('Nothing has changed.')
  })

  it('says how many people are meant, before it is saved and without those who cannot sign in', async () => {
    const s = show({ 'POST /audiences/count': { open: 12, closed: 4, each: {} } })
    expect(
      await screen.findByText(/12 people in all; 4 more are left out because their accounts are not active/),
    ).toBeTruthy()
    fireEvent.click(await org_(/Law/))
    await waitFor(() => expect(s.of('POST /audiences/count')).toHaveLength(2))
    // the tree counts by the same rule
    expect(s.of('GET /orgs/tree')[0]?.args.query).toEqual({ open: true })
    expect(s.of('POST /audiences/count')[1]?.args.body).toMatchObject({ users: ['u7'], orgs: ['cs', 'law'] })
  })

  it('says beside each role and team how many people that is, and offers another try where it could not be counted', async () => {
    const stands = { ...answers['GET /tools/:id/audience'], roles: ['r1'], teams: ['g1'] }
    const counted = { open: 9, closed: 0, each: { r1: 7, g1: 1 } }
    show({ 'GET /tools/:id/audience': stands, 'POST /audiences/count': counted })
    await waitFor(() => expect(screen.getByText('7 users').parentElement?.textContent).toContain('Teacher'))
    await waitFor(() => expect(screen.getByText('1 user').parentElement?.textContent).toContain('Red team'))
    expect(screen.getByText('9 people in all.')).toBeTruthy()
    cleanup()
    let calls = 0
    show({ 'POST /audiences/count': () => (calls++ === 0 ? problem('busy', { status: 503 }) : counted) })
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('9 people in all.')).toBeTruthy()
  })

  it('saves the smallest set that says it, with the version that was read', async () => {
    const s = show({ 'PUT /tools/:id/audience': { ...answers['GET /tools/:id/audience'], version: 5 } })
    fireEvent.click(await org_(/University/))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(s.onClose).toHaveBeenCalled())
    expect(s.of('PUT /tools/:id/audience')[0]?.args.body).toEqual({
      all: false,
      orgs: ['uni'],
      roles: [],
      teams: [],
      users: ['u7'],
      version: 4,
    })
  })

  it('is walked by keys: arrows fold and move, Space chooses', async () => {
    show()
    const top = await org_(/University/)
    top.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('ArrowDown')
    press('ArrowDown')
    press(' ')
    expect((await org_(/Law/)).getAttribute('aria-checked')).toBe('true')
    press('ArrowLeft')
    expect(document.activeElement).toBe(await org_(/University/))
    press('ArrowLeft')
    expect(screen.queryByRole('treeitem', { name: /Law/ })).toBeNull()
  })

  it('shows what stands now when somebody else was first', async () => {
    let calls = 0
    show({
      'GET /tools/:id/audience': () =>
        calls++ === 0
          ? answers['GET /tools/:id/audience']
          : { all: true, orgs: [], roles: [], teams: [], users: [], version: 9 },
      'PUT /tools/:id/audience': problem('stale_version'),
    })
    fireEvent.click(await org_(/Law/))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/has changed this/)).toBeTruthy()
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /Everybody/ }).checked).toBe(true))
  })

  it('asks before a change is thrown away', async () => {
    const s = show()
    fireEvent.click(await org_(/Law/))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(s.onClose).not.toHaveBeenCalled()
    fireEvent.click(within(screen.getAllByRole('dialog').at(-1) as HTMLElement).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(s.onClose).toHaveBeenCalled())
  })
})

describe('two audiences', () => {
  const of = (o: object) => ({ all: false, orgs: [], roles: [], teams: [], users: [], ...o })
  it('are the same in any order', () => {
    expect(sameAudience(of({ orgs: ['a', 'b'] }), of({ orgs: ['b', 'a'] }))).toBe(true)
    expect(sameAudience(of({ orgs: ['a'] }), of({ roles: ['a'] }))).toBe(false)
    expect(sameAudience(of({ all: true }), of({}))).toBe(false)
  })
  it('without anybody are for the keepers alone', () => {
    expect(isNobody(of({}))).toBe(true)
    expect(isNobody(of({ all: true }))).toBe(false)
    expect(isNobody(of({ users: ['u'] }))).toBe(false)
    expect(isNobody(of({ teams: ['t'] }))).toBe(false)
  })
})
