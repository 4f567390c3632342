import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toolCategory } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { remove } from '../action/common.ts'
import { type Asked, pageOf, problem, rowOf, stage, words } from '../resource/testing/stage.tsx'
import { list } from './list.tsx'

const Categories = list({
  of: toolCategory,
  screen: 'tool-category',
  columns: ['name', 'tools', 'updated_at'],
  open: (row) => href('tool-detail', { id: row.id }),
  actions: [
    { id: 'create', label: 'kit.action.create', needs: 'none', main: true, to: () => href('tool-add') },
    {
      id: 'update',
      label: 'kit.action.update',
      needs: 'one',
      key: 'e',
      to: (row) => href('tool-edit', { id: row?.id ?? '' }),
    },
    remove(toolCategory),
  ],
})
const Asking = list({
  of: toolCategory,
  screen: 'tool-category',
  columns: ['name'],
  actions: [
    {
      id: 'update',
      label: 'kit.action.update',
      needs: 'many',
      call: async () => undefined,
      done: () => 'One was asked',
    },
  ],
})
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const Many = list({
  of: toolCategory,
  screen: 'tool-category',
  columns: ['name'],
  actions: letters.map((id) => ({
    id,
    label: id === 'g' ? ('kit.action.copy' as const) : ('kit.action.update' as const),
    needs: 'many' as const,
    call: async () => undefined,
    done: () => `Done by ${id}`,
  })),
})
const rows = ['Cloud', 'Forensics', 'Scanning'].map((n) => rowOf(n, { tools: 2 }))

beforeAll(words)
beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (answers: Record<string, unknown> = { 'GET /tool-categories': pageOf(rows) }, at = '/list') =>
  stage(<Categories />, answers, { at, path: '/list' })
const grid = () => screen.findByRole('grid')
const press = (key: string, o: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...o })
const current = async () => (await grid()).getAttribute('aria-activedescendant')
const chosen = () => screen.getAllByRole('row').filter((r) => r.getAttribute('aria-selected') === 'true').length
const queries = (asked: Asked[]) => asked.map((a) => a.args.query)

describe('the keys of a list', () => {
  it('walk the rows, open the one under the cursor and stop at both ends', async () => {
    const s = show()
    await screen.findByText('Cloud')
    for (const key of ['j', 'j', 'ArrowDown', 'ArrowDown']) press(key)
    expect(await current()).toBe('tool-category-rows-2')
    press('k')
    expect(await current()).toBe('tool-category-rows-1')
    press('Enter')
    expect(s.address()).toBe(href('tool-detail', { id: 'Forensics' }))
  })

  it('choose rows, a range with Shift, and none with Escape', async () => {
    show()
    await screen.findByText('Cloud')
    press('j')
    press(' ')
    expect(chosen()).toBe(1)
    press('End')
    press(' ', { shiftKey: true })
    expect(chosen()).toBe(3)
    press('Escape')
    expect(chosen()).toBe(0)
  })

  it('do an action by its key to the row under the cursor', async () => {
    const s = show()
    await screen.findByText('Cloud')
    press('j')
    press('e')
    expect(s.address()).toBe(href('tool-edit', { id: 'Cloud' }))
  })

  it('are not taken from somebody who types', async () => {
    show()
    await screen.findByText('Cloud')
    press('/')
    const search = screen.getByRole('searchbox')
    expect(document.activeElement).toBe(search)
    press('j')
    press('?')
    expect(await current()).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are told by the help', async () => {
    show()
    await screen.findByText('Cloud')
    press('?')
    const help = await screen.findByRole('dialog')
    expect(within(help).getByText('Next entry')).toBeTruthy()
    expect(within(help).getByText('Edit')).toBeTruthy()
  })

  it('leave nothing on the page once the list is gone', async () => {
    const on = new Set<unknown>()
    vi.spyOn(document, 'addEventListener').mockImplementation((_, f) => void on.add(f))
    vi.spyOn(document, 'removeEventListener').mockImplementation((_, f) => void on.delete(f))
    const s = show()
    await screen.findByText('Cloud')
    expect(on.size).toBeGreaterThan(0)
    s.unmount()
    expect(on.size).toBe(0)
    vi.restoreAllMocks()
  })
})

describe('what a list shows', () => {
  it('is asked for as the address says, and written back into it', async () => {
    const s = show(undefined, '/list?sort=-name&page=2&q=scan&secret=1')
    await screen.findByText('Cloud')
    expect(queries(s.of('GET /tool-categories'))[0]).toEqual({ page: 2, page_size: 20, q: 'scan', sort: '-name' })
    fireEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(s.address()).toBe('/list?secret=1&q=scan'))
    expect(queries(s.of('GET /tool-categories')).at(-1)).toEqual({ page: 1, page_size: 20, q: 'scan' })
  })

  it('is searched a moment after the typing stopped, once', async () => {
    const s = show()
    await screen.findByText('Cloud')
    vi.useFakeTimers()
    for (const value of ['s', 'sc', 'sca']) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(200))
    }
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(s.address()).toBe('/list?q=sca')
    expect(queries(s.of('GET /tool-categories')).map((q) => q?.['q'])).toEqual([undefined, 'sca'])
  })

  it('is searched at once when something else is done, and not behind whoever goes on to a row', async () => {
    const s = show()
    await screen.findByText('Cloud')
    vi.useFakeTimers()
    const box = screen.getByRole('searchbox')
    const typed = (value: string) => fireEvent.change(box, { target: { value } })
    typed('sca')
    fireEvent.keyDown(box, { key: 'a' })
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(s.address()).toBe('/list')
    fireEvent.click(document.body)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(s.address()).toBe('/list?q=sca')
    typed('scan')
    const gone = document.body.appendChild(document.createElement('a'))
    gone.addEventListener('click', (e) => e.preventDefault())
    fireEvent.click(gone)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(s.address()).toBe('/list?q=sca')
    gone.remove()
  })

  it('says whether there is nothing yet or nothing that matches', async () => {
    show({ 'GET /tool-categories': pageOf([]) })
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Add' })).toHaveLength(2)
    cleanup()
    const s = show({ 'GET /tool-categories': pageOf([]) }, '/list?q=zzz')
    expect(await screen.findByText('Nothing matches')).toBeTruthy()
    fireEvent.click(within(await grid()).getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(s.address()).toBe('/list'))
  })

  it('stays when reading it again fails, and can be asked for once more', async () => {
    let broken = false
    show({ 'GET /tool-categories': () => (broken ? problem('busy', { status: 503 }) : pageOf(rows)) })
    await screen.findByText('Cloud')
    broken = true
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/may be out of date/)).toBeTruthy()
    expect(screen.getByText('Cloud')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull())
  })

  it('goes back to the last page when the one it was on is no more', async () => {
    const s = show(
      {
        'GET /tool-categories': ({ args }: Asked) =>
          args.query?.['page'] === 1
            ? pageOf(rows)
            : { items: [], total: 3, page: args.query?.['page'], page_size: 20 },
      },
      '/list?page=4',
    )
    await screen.findByText('Cloud')
    expect(s.address()).toBe('/list')
  })
})

describe('rows chosen together', () => {
  it('are removed after a question that names them, and the answer tells which stayed and why', async () => {
    const s = show({
      'GET /tool-categories': pageOf(rows),
      'POST /tool-categories/remove': {
        done: ['Cloud', 'Scanning'],
        failed: [{ id: 'Forensics', code: 'in_use', details: { by: { tool: 4 } } }],
      },
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    fireEvent.click(within(screen.getByRole('region', { name: '3 selected' })).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Forensics')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    const result = (await screen.findByText('2 done, 1 failed')).closest('section')
    expect(result?.textContent).toContain('It is in use')
    expect(result?.textContent).toContain('Forensics')
    expect(result?.textContent).toContain('Tools: 4')
    expect(s.of('POST /tool-categories/remove')[0]?.args.body).toEqual({ ids: ['Cloud', 'Forensics', 'Scanning'] })
    expect(chosen()).toBe(1)
  })

  it('are counted when a search hides them', async () => {
    show({
      'GET /tool-categories': ({ args }: Asked) =>
        pageOf((args.query as { q?: string }).q ? [rowOf('Scanning')] : rows),
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Cloud' }))
    expect(screen.queryByText('1 of them not shown here')).toBeNull()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'scan' } })
    expect(await screen.findByText('1 of them not shown here')).toBeTruthy()
  })

  it('leave out those that do not allow it, and say so', async () => {
    const s = show({
      'GET /tool-categories': pageOf([rowOf('Cloud'), rowOf('Forensics', { can: ['update'] })]),
      'DELETE /tool-categories/:id': { id: 'Cloud' },
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    fireEvent.click(within(screen.getByRole('region', { name: '2 selected' })).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('1 of the selected entries does not allow this')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(s.of('DELETE /tool-categories/:id')[0]?.args.params).toEqual({ id: 'Cloud' }))
  })

  it('say how many did not allow what was not asked about', async () => {
    const said = vi.spyOn(toast, 'ok')
    const answers = { 'GET /tool-categories': pageOf([rowOf('Cloud'), rowOf('Forensics', { can: ['remove'] })]) }
    stage(<Asking />, answers, { at: '/list', path: '/list' })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    const bar = screen.getByRole('region', { name: '2 selected' })
    fireEvent.click(within(bar).getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('One was asked · 1 skipped: not allowed'))
  })

  it('stand in one line: those that are too many are in a menu', async () => {
    const said = vi.spyOn(toast, 'ok')
    stage(
      <Many />,
      { 'GET /tool-categories': pageOf(rows.map((r) => ({ ...r, can: letters }))) },
      { at: '/list', path: '/list' },
    )
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    const bar = screen.getByRole('region', { name: '3 selected' })
    expect(within(bar).getAllByRole('button', { name: 'Edit' })).toHaveLength(5)
    fireEvent.click(within(bar).getByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('Done by g'))
  })

  it('come back when their removal is undone, and those that cannot are named', async () => {
    const said = vi.spyOn(toast, 'ok')
    const s = show({
      'GET /tool-categories': pageOf(rows),
      'DELETE /tool-categories/:id': { id: 'c1' },
      'POST /tool-categories/restore': { done: [], failed: [{ id: 'Cloud', code: 'name_taken' }] },
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Cloud' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(said.mock.calls.at(-1)?.[1]).toMatchObject({ label: 'Undo' }))
    act(() => said.mock.calls.at(-1)?.[1]?.run())
    await waitFor(() => expect(s.of('POST /tool-categories/restore')).toHaveLength(1))
    expect((await screen.findByText(/This name is taken/)).textContent).toBeTruthy()
  })

  it('say of the only one what holds it before anybody is promised its removal', async () => {
    const s = show({
      'GET /tool-categories': pageOf(rows),
      'GET /tool-categories/removable': {
        done: [],
        failed: [{ id: 'Cloud', code: 'in_use', details: { by: { tool: 12 } } }],
      },
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Cloud' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Remove “Cloud”?')).toBeTruthy()
    expect(await within(dialog).findByText(/In use by: Tools: 12/)).toBeTruthy()
    expect(within(dialog).queryByText(/undone/)).toBeNull()
    const remove = within(dialog).getByRole('button', { name: 'Remove' })
    expect(remove.hasAttribute('disabled')).toBe(true)
    fireEvent.click(remove)
    expect(s.of('DELETE /tool-categories/:id')).toEqual([])
  })

  it('say of several which stay, and take the others alone', async () => {
    const s = show({
      'GET /tool-categories': pageOf(rows),
      'GET /tool-categories/removable': {
        done: ['Cloud', 'Scanning'],
        failed: [{ id: 'Forensics', code: 'in_use', details: { by: { tool: 4 }, names: ['dd'], n: 1 } }],
      },
      'POST /tool-categories/remove': { done: ['Cloud', 'Scanning'], failed: [] },
    })
    await screen.findByText('Cloud')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    fireEvent.click(within(screen.getByRole('region', { name: '3 selected' })).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('1 of them cannot be removed:')).toBeTruthy()
    expect(within(dialog).getByText(/“dd” uses it/)).toBeTruthy()
    expect(within(dialog).getByText('Remove 2 entries?')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(s.of('POST /tool-categories/remove')[0]?.args.body).toEqual({ ids: ['Cloud', 'Scanning'] }),
    )
  })
})

describe('what is mine', () => {
  const mine = () => screen.queryByRole('button', { name: 'Mine' })
  const as = (grants: string[], at = '/list') =>
    stage(<Categories />, { 'GET /tool-categories': pageOf(rows) }, { at, path: '/list', grants })

  it('is offered to whoever may have entries of such a kind, and to nobody else', async () => {
    as(['tool-manage'])
    await grid()
    expect(mine()).toBeTruthy()
    cleanup()
    as(['tool-magazine', 'personal'])
    await grid()
    expect(mine()).toBeNull()
  })

  it('is a filter and a column for the same people alone', async () => {
    as(['tool-manage'])
    await grid()
    fireEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    expect(screen.getByRole('columnheader', { name: /Owner/ })).toBeTruthy()
    expect(await screen.findByRole('combobox', { name: 'Owner' })).toBeTruthy()
    cleanup()
    as(['tool-magazine', 'personal'])
    await grid()
    // it was the only one
    expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
    expect(screen.queryByText('Owner')).toBeNull()
  })

  it('can be turned off by whoever was led to it', async () => {
    as(['tool-magazine', 'personal'], '/list?mine=true')
    await grid()
    expect(mine()?.getAttribute('aria-pressed')).toBe('true')
  })
})
