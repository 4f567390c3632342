import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toolCategory } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { problem, rowOf, stage, words } from '../resource/testing/stage.tsx'
import { form } from './form.tsx'

const Category = form({
  of: toolCategory,
  schema: () => import('../../contract/library/tool.schema.ts').then((m) => m.ToolCategoryBody),
  groups: [{ fields: ['name', 'description'] }],
  screens: { add: 'tool-add', edit: 'tool-edit' },
  back: () => href('tool-category'),
})

beforeAll(words)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const add = (answers: Record<string, unknown>) => stage(<Category />, answers, { at: '/add', path: '/add' })
const change = (answers: Record<string, unknown>) =>
  stage(
    <Category />,
    { 'GET /tool-categories/:id': rowOf('c1', { name: 'Scanners', description: 'old', version: 3 }), ...answers },
    { at: '/edit/c1', path: '/edit/:id' },
  )
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
const about = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
const type = (el: HTMLElement, value: string) => fireEvent.change(el, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: /^(Add|Save)$/ }))
const summary = () => screen.findByText(/needs? attention/)

describe('a form', () => {
  it('tells what is wrong with a field once it was left, and everything once a save was tried', async () => {
    const s = add({})
    type(await name(), 'ab')
    expect(screen.queryByText(/4 to 20/)).toBeNull()
    fireEvent.blur(await name())
    expect(await screen.findByText(/4 to 20/)).toBeTruthy()
    save()
    await summary()
    expect(document.activeElement?.textContent).toMatch(/^One field needs attention/)
    expect(s.of('POST /tool-categories')).toHaveLength(0)
  })

  it('keeps what was typed when the server refuses it, and marks the fields it names', async () => {
    const fields = [{ path: 'name', rule: 'length', params: { min: 4, max: 20 } }]
    const s = add({ 'POST /tool-categories': problem('validation', { status: 422, details: { fields } }) })
    type(await name(), 'Scanners')
    type(about(), 'What looks around')
    save()
    await summary()
    expect((await name()).value).toBe('Scanners')
    expect(about().value).toBe('What looks around')
    expect((await name()).getAttribute('aria-invalid')).toBe('true')
    expect(about().getAttribute('aria-invalid')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Name: 4 to 20/ }))
    expect(document.activeElement).toBe(await name())
    expect(s.of('POST /tool-categories')[0]?.args.body).toEqual({ name: 'Scanners', description: 'What looks around' })
  })

  it('sends once however often it is asked, and the same key again when no answer came', async () => {
    let answer: (v: unknown) => void = () => {}
    const first = new Promise((done) => {
      answer = done
    })
    let calls = 0
    const s = add({ 'POST /tool-categories': () => (calls++ === 0 ? first : rowOf('c9', { name: 'Scanners' })) })
    type(await name(), 'Scanners')
    save()
    save()
    fireEvent.submit((await name()).closest('form') as HTMLFormElement)
    await waitFor(() => expect(s.of('POST /tool-categories')).toHaveLength(1))
    await act(async () => answer(problem('network', { status: 0 })))
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(s.address()).toBe(href('tool-category')))
    const [one, two, ...more] = s.of('POST /tool-categories')
    expect(more).toHaveLength(0)
    expect(two?.key).toBe(one?.key)
    expect(one?.key).toBeTruthy()
  })

  it('asks before it is left while something is unsaved', async () => {
    const s = add({})
    type(await name(), 'Scanners')
    act(s.leave)
    expect(await screen.findByText('Leave without saving?')).toBeTruthy()
    expect(s.address()).toBe('/add')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    type(await name(), '')
    act(s.leave)
    expect(s.address()).toBe('/elsewhere')
  })

  it('never asks on the way out of a save', async () => {
    const s = add({ 'POST /tool-categories': rowOf('c9', { name: 'Scanners' }) })
    type(await name(), 'Scanners')
    save()
    await waitFor(() => expect(s.address()).toBe(href('tool-category')))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sessionStorage.length).toBe(0)
  })

  it('lets go of what was typed only when told to', async () => {
    const s = add({})
    type(await name(), 'Scanners')
    expect(sessionStorage.length).toBe(1)
    act(s.leave)
    const asked = within(await screen.findByRole('dialog'))
    expect(asked.getByText(/and so will the copy kept in this browser tab/)).toBeTruthy()
    fireEvent.click(asked.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(s.address()).toBe('/elsewhere'))
    expect(sessionStorage.length).toBe(0)
  })

  it('tells the browser about unsaved words, and stops when there are none', async () => {
    add({})
    const unload = () => {
      const e = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(e)
      return e.defaultPrevented
    }
    const box = await name()
    expect(unload()).toBe(false)
    type(box, 'Scanners')
    expect(unload()).toBe(true)
    type(box, '')
    expect(unload()).toBe(false)
  })

  it('asks when the host goes elsewhere, and not when it moves inside the app', async () => {
    add({})
    const route = (newUrl: string) => {
      let cancelled = false
      const detail = { newUrl, cancelNavigation: () => (cancelled = true) }
      act(() => void window.dispatchEvent(new CustomEvent('single-spa:before-routing-event', { detail })))
      return cancelled
    }
    const outside = 'https://other.example/portal'
    await name()
    expect(route(outside)).toBe(false)
    type(await name(), 'Scanners')
    expect(route(new URL('/list', location.href).href)).toBe(false)
    expect(route(outside)).toBe(true)
    expect(await screen.findByText('Leave without saving?')).toBeTruthy()
  })

  it('shows both texts when somebody else saved first, and saves the chosen ones over his version', async () => {
    const theirs = rowOf('c1', { name: 'Scanning', description: 'old', version: 4 })
    let calls = 0
    const s = change({
      'PUT /tool-categories/:id': () =>
        calls++ === 0 ? problem('stale_version', { details: { current: theirs } }) : rowOf('c1', { version: 5 }),
    })
    await name()
    type(about(), 'mine')
    save()
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Scanning')).toBeTruthy()
    expect(within(dialog).getByText('mine')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use these and save' }))
    await waitFor(() => expect(s.address()).toBe(href('tool-category')))
    expect(s.of('PUT /tool-categories/:id').map((c) => c.args.body)).toEqual([
      { name: 'Scanners', description: 'mine', version: 3 },
      { name: 'Scanning', description: 'mine', version: 4 },
    ])
  })

  it('offers what was typed before a reload', async () => {
    add({})
    type(await name(), 'Scanners')
    cleanup()
    add({})
    expect((await name()).value).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Restore them' }))
    expect((await name()).value).toBe('Scanners')
  })

  it('says that the row is gone and keeps the words', async () => {
    change({ 'PUT /tool-categories/:id': problem('not_found', { status: 404 }) })
    await name()
    type(about(), 'mine')
    save()
    expect(await screen.findByText(/has been removed/)).toBeTruthy()
    expect(about().value).toBe('mine')
  })
})
