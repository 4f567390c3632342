import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { compared, comparing, comparison } from './compare.logic.ts'
import RoleForm from './RoleForm.tsx'
import { pieces } from './tree.logic.ts'

const role = (more: object = {}) =>
  rowOf('r1', {
    name: 'Desk',
    description: '',
    permissions: ['personal', 'tool-manage'],
    key: '',
    is_admin: false,
    built_in: false,
    user_count: 0,
    version: 3,
    ...more,
  })
const calls = [
  { call: 'GET /roles', screens: ['role-manage'] },
  { call: 'GET /tools', screens: ['tool-manage', 'tool-magazine'] },
]

beforeAll(async () => {
  await words()
  for (const area of ['role', 'screen', 'shell'] as const) await loadMessages(area)
})
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const show = (o: { grants?: string[]; row?: object } = {}) =>
  stage(
    <RoleForm />,
    { 'GET /roles/:id': role(o.row), 'GET /roles/calls': { items: calls }, 'PUT /roles/:id': role({ version: 4 }) },
    { at: '/edit/r1', path: '/edit/:id', ...(o.grants ? { grants: o.grants } : {}) },
  )
const line = (name: RegExp) => screen.findByRole('treeitem', { name })
const box = async (name: RegExp) => (await line(name)).getAttribute('aria-checked')
const menu = (name: string) => within(screen.getByRole('region', { name }))

describe('the permissions of a role', () => {
  it('are counted, drawn with three states, and shown as the menus they make', async () => {
    show()
    expect(await box(/^Back office/)).toBe('mixed')
    expect(await box(/^Personal centre/)).toBe('true')
    expect(await box(/^Practice/)).toBe('false')
    expect(screen.getByText('2 / 100 permissions')).toBeTruthy()
    expect(menu('Back office').getByText('Tools')).toBeTruthy()
    expect(await screen.findByText('1 call')).toBeTruthy()
  })

  it('are chosen by keys, and the menu and the save follow', async () => {
    const s = show()
    const desk = await line(/^Learner portal/)
    desk.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('ArrowLeft')
    expect(screen.queryByRole('treeitem', { name: /^Personal centre/ })).toBeNull()
    press('ArrowRight')
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }))
    const roles = await line(/^Roles/)
    fireEvent.click(roles)
    expect(roles.getAttribute('aria-checked')).toBe('true')
    expect((await line(/^Edit role/)).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(await line(/^Edit role/))
    await waitFor(() => expect(menu('Back office').getByText('Roles')).toBeTruthy())
    expect(screen.getByText('2 calls')).toBeTruthy()
    act(() => roles.focus())
    press(' ')
    expect(roles.getAttribute('aria-checked')).toBe('false')
    press(' ')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(s.of('PUT /roles/:id')).toHaveLength(1))
    expect(s.of('PUT /roles/:id')[0]?.args.body).toMatchObject({
      permissions: ['personal', 'tool-manage', 'role-manage'],
      version: 3,
    })
  })

  it('that the viewer does not hold are closed and say why; what he holds of a folder stays open', async () => {
    show({ grants: ['role-manage', 'tool-manage', 'personal'] })
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search permissions' }), {
      target: { value: 'ROLE' },
    })
    const folder = await line(/^System/)
    expect(folder.getAttribute('aria-disabled')).toBe('true')
    expect(folder.textContent).toContain('you do not hold it')
    expect((await line(/^Role ?s/)).getAttribute('aria-disabled')).toBeNull()
    expect((await line(/^Add ?role/)).querySelector('mark')?.textContent).toBe('role')
  })

  it('that this version does not know can be taken out', async () => {
    show({ row: { permissions: ['personal', 'bygone'] } })
    expect(await screen.findByText(/does not know bygone/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Take them out' }))
    expect(screen.getByText('1 / 100 permissions')).toBeTruthy()
  })

  it('belong to a name that stays as it is where the role ships', async () => {
    show({ row: { built_in: true, key: 'teacher' } })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })).disabled).toBe(true)
    expect(screen.getByText('Roles that ship keep their names.')).toBeTruthy()
  })
})

describe('two roles', () => {
  it('are told apart folder by folder', () => {
    const c = comparison(['personal', 'user-check'], ['personal', 'role-users'], true)
    expect(c.count).toEqual({ both: 7, first: 1, second: 1 })
    expect(c.groups.map((g) => [g.node.name, g.lines])).toEqual([
      [
        'system-management',
        [
          { screen: 'user-check', whose: 'first' },
          { screen: 'role-users', whose: 'second' },
        ],
      ],
    ])
    expect(comparison('all', ['personal'], true).count.second).toBe(0)
    expect(comparison(['personal'], ['personal'], false).groups).toHaveLength(1)
  })

  it('have an address', () => {
    const at = new URL(comparing(['a', 'b']), 'http://x')
    expect(compared(at.searchParams.get('compare'))).toEqual(['a', 'b'])
    for (const no of [null, '', 'a', 'a,', ',b', 'a,b,c']) expect(compared(no), String(no)).toBeUndefined()
  })
})

describe('a search', () => {
  it.each([
    ['Add role', 'ROLE', ['Add ', '*role']],
    ['roles of roles', 'role', ['*role', 's of ', '*role', 's']],
    ['角色管理', '管理', ['角色', '*管理']],
    ['Add role', '', ['Add role']],
    ['İstanbul', 'stan', ['İstanbul']],
  ])('marks what it found: %s, %s', (text, typed, out) => {
    expect(pieces(text, typed).map((p) => (p.hit ? '*' : '') + p.text)).toEqual(out)
  })
})
