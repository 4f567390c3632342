import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { bothOf, compared, comparing, comparison } from './compare.logic.ts'
import { RoleCompare } from './RoleCompare.tsx'
import RoleForm from './RoleForm.tsx'
import { rightsText } from './title.ts'
import { builtOf, pieces, rightsOf } from './tree.logic.ts'

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
  { call: 'GET /roles', screens: ['role-manage'], changes: false },
  { call: 'GET /tools', screens: ['tool-manage', 'tool-magazine'], changes: false },
  { call: 'POST /roles', screens: ['role-manage'], changes: true },
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
    // one count: of the whole, of both desks together, and of what it shows
    expect(screen.getByText(/^10 of \d+ pages$/)).toBeTruthy()
    const shares = [/^Learner portal/, /^Back office/].map((name) => screen.getByRole('treeitem', { name }).textContent)
    expect(shares.map((text) => Number(/(\d+)\/\d+$/.exec(text ?? '')?.[1]))).toEqual([6, 4])
    expect(screen.getByText('10 pages')).toBeTruthy()
    expect(menu('Back office').getByText('Tools')).toBeTruthy()
    const calls = (await screen.findByText('Calls they may make (1)')).closest('details')
    // by page: no path of the server says anything to who gives pages
    expect(calls?.textContent).toMatch(/Tools.*1 to read/)
    expect(calls?.textContent).not.toContain('GET /')
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
    expect(screen.getByText('Calls they may make (3)')).toBeTruthy()
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

  it('are given for reading by a key or a click, in full by another, and the preview says which', async () => {
    const s = show()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    fireEvent.click(await screen.findByRole('button', { name: 'Expand all' }))
    const roles = await line(/^Roles/)
    act(() => roles.focus())
    press('r')
    expect(roles.getAttribute('aria-checked')).toBe('mixed')
    expect(roles.textContent).toContain('read only')
    // its form is not reading: it is given by itself, and the members' page comes along for reading
    expect(await box(/^Edit role/)).toBe('false')
    expect(await box(/^Role members/)).toBe('mixed')
    await waitFor(() => expect(menu('Back office').getByRole('img', { name: 'read only' })).toBeTruthy())
    expect(screen.getAllByText(/pages, 2 of them read only$/)).toHaveLength(2)
    expect(screen.getByText('Calls they may make (2)')).toBeTruthy()
    // pages with nothing to change, and those of learners, offer no choice
    for (const name of [/^System log/, /^Tool library/]) {
      act(() => screen.getByRole('treeitem', { name }).focus())
      const before = screen.getByRole('treeitem', { name }).getAttribute('aria-checked')
      press('r')
      expect(screen.getByRole('treeitem', { name }).getAttribute('aria-checked')).toBe(before)
    }
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(s.of('PUT /roles/:id')).toHaveLength(1))
    expect(s.of('PUT /roles/:id')[0]?.args.body).toMatchObject({
      permissions: ['personal', 'tool-manage', 'role-manage:read'],
    })
  })

  it('warn while they are chosen: of a role that reaches nothing, and of pages that nothing leads to', async () => {
    show({ row: { permissions: [] } })
    expect(await screen.findByText(/People with this role reach no page/)).toBeTruthy()
    cleanup()
    show({ row: { permissions: ['personal', 'role-edit'] } })
    const warned = () =>
      screen
        .getAllByRole('status')
        .map((e) => e.textContent)
        .join()
    await screen.findByRole('button', { name: 'Expand all' })
    expect(warned()).toMatch(/“Edit role”.*Roles/)
    expect(warned()).not.toContain('reach no page')
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }))
    fireEvent.click(await line(/^Roles/))
    await waitFor(() => expect(warned()).not.toContain('Edit role'))
  })

  it('are lent by whoever only reads, and by him no further', async () => {
    show({ grants: ['role-manage', 'tool-manage:read', 'personal'], row: { permissions: ['personal'] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Expand all' }))
    // the folder of a single screen has its name, as in the menu
    const tools = (await screen.findAllByRole('treeitem', { name: /^Tools/ })).at(-1) as HTMLElement
    act(() => tools.focus())
    fireEvent.keyDown(tools, { key: ' ' })
    expect(tools.textContent).toContain('read only')
    expect(tools.getAttribute('aria-checked')).toBe('mixed')
    fireEvent.keyDown(tools, { key: ' ' })
    expect(tools.getAttribute('aria-checked')).toBe('false')
    expect((await line(/^Add tool/)).getAttribute('aria-disabled')).toBe('true')
  })

  it('of the role that holds everything are everything', async () => {
    show({ row: { key: 'super', built_in: true, permissions: [] } })
    expect(await screen.findByText(/holds every permission/)).toBeTruthy()
    expect(screen.queryByText(/of \d+ pages/)).toBeNull()
    expect(menu('Back office').getByText('Roles')).toBeTruthy()
    expect(await screen.findByText('Calls they may make (3)')).toBeTruthy()
  })

  it('that the viewer does not hold are closed and say why; what he holds of a folder stays open', async () => {
    show({ grants: ['role-manage', 'tool-manage', 'personal'] })
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search permissions' }), {
      target: { value: 'ROLE' },
    })
    const folder = await line(/^System/)
    expect(folder.getAttribute('aria-disabled')).toBe('true')
    expect(folder.textContent).toContain('you do not hold all of it')
    expect((await line(/^Role ?s/)).getAttribute('aria-disabled')).toBeNull()
    expect((await line(/^Add ?role/)).querySelector('mark')?.textContent).toBe('role')
  })

  it('that this version does not know can be taken out', async () => {
    show({ row: { permissions: ['personal', 'bygone'] } })
    expect(await screen.findByText(/does not know bygone/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove them' }))
    expect(screen.getByText(/^6 of \d+ pages/)).toBeTruthy()
  })

  it('belong to a name that stays as it is where the role ships', async () => {
    show({ row: { built_in: true, key: 'teacher' } })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })).disabled).toBe(true)
    expect(screen.getByText('Built-in roles keep their names.')).toBeTruthy()
  })
})

describe('two roles', () => {
  it('are told apart folder by folder', () => {
    const c = comparison(['personal', 'user-check'], ['personal', 'role-users'], true)
    // as many as the editor says of each, and none that is still to come
    const both = builtOf(rightsOf(['personal']).opened).length
    expect(both).toBeLessThan(rightsOf(['personal']).opened.size)
    expect(c.count).toEqual({ both, first: 1, second: 1 })
    expect(c.groups.map((g) => [g.node.name, g.lines])).toEqual([
      [
        'system-management',
        [
          { screen: 'user-check', whose: 'first', has: ['all', 'none'] },
          { screen: 'role-users', whose: 'second', has: ['none', 'all'] },
        ],
      ],
    ])
    expect(comparison('all', ['personal'], true).count.second).toBe(0)
    expect(comparison(['personal'], ['personal'], false).groups).toHaveLength(1)
    const r = comparison(['tool-category:read'], ['tool-category'], true)
    expect(r.count).toEqual({ both: 0, first: 0, second: 1 })
    expect(r.groups[0]?.lines).toEqual([{ screen: 'tool-category', whose: 'second', has: ['read', 'all'] }])
  })

  it('have an address', () => {
    const at = new URL(comparing(['a', 'b']), 'http://x')
    expect(compared(at.searchParams.get('compare'))).toEqual(['a', 'b'])
    for (const no of [null, 'a,b,c']) expect(compared(no), String(no)).toBeUndefined()
    // the other one, or both, are still to be chosen
    expect(compared('a,')).toEqual(['a', undefined])
    expect(compared(',')).toEqual([undefined, undefined])
  })

  it('open with two of them, whatever was chosen before', async () => {
    expect(bothOf({ first: 'c', second: undefined }, ['a', 'b'])).toEqual(['c', 'a'])
    expect(bothOf({ first: undefined, second: 'a' }, ['a', 'b'])).toEqual(['b', 'a'])
    const rows = [role(), { ...role({ name: 'Gate' }), id: 'r2' }]
    stage(
      <RoleCompare first={undefined} second={undefined} />,
      {
        'GET /roles': pageOf(rows),
        'GET /roles/:id': ({ args }: Asked) => rows.find((r) => r.id === args.params?.['id']),
        'GET /roles/options': pageOf([]),
        'GET /roles/calls': { items: calls },
      },
      { grants: 'all' },
    )
    const [one, two] = await screen.findAllByRole('heading', { level: 2 })
    expect([one?.textContent, two?.textContent]).toEqual(['Desk', 'Gate'])
    expect(screen.queryByText('Choose the two roles to compare.')).toBeNull()
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

it.each([
  [['tool-manage:read'], '1 page, read only'],
  [['tool-manage'], '1 page'],
] as const)('%j is said to open “%s”', (grants, says) => {
  const only = (r: ReturnType<typeof rightsOf>) => ({
    opened: new Set([...r.opened].filter((s) => s === 'tool-manage')),
    changed: r.changed,
  })
  expect(rightsText(only(rightsOf(grants)))).toBe(says)
})
