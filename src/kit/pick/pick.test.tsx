import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, pageOf, problem, stage, words } from '../resource/testing/stage.tsx'
import { Pick } from './Pick.tsx'

function Field({ start, many }: { start: string[]; many?: boolean }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Pick to="tool-category" aria-label="Category" value={value} many={many} clearable onChange={setValue} />
      <output>{value.join(' ')}</output>
    </>
  )
}
const all = ['Cloud', 'Forensics', 'Scanning'].map((label) => ({ id: label[0] ?? '', label }))
const options = ({ args }: Asked) => {
  const { q, ids } = (args.query ?? {}) as { q?: string; ids?: string[] }
  if (ids) return pageOf([{ id: 'Z', label: 'Far away' }].filter((c) => ids.includes(c.id)))
  return pageOf(
    all.filter((c) => !q || c.label.toLowerCase().includes(q.toLowerCase())),
    40,
  )
}

beforeAll(words)
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const box = () => screen.getByRole<HTMLInputElement>('combobox')
const press = (key: string) => fireEvent.keyDown(box(), { key })
const chosen = () => document.querySelector('output')?.textContent

describe('a picker', () => {
  it('says what is chosen by name although the first page of names does not have it', async () => {
    const s = stage(<Field start={['Z']} />, { 'GET /tool-categories/options': options })
    await waitFor(() => expect(box().value).toBe('Far away'))
    expect(s.asked.map((a) => a.args.query)).toEqual([{ ids: ['Z'], page_size: 200 }])
  })

  it('offers what may be given where something is given, and names the rest', async () => {
    const roles = pageOf([
      { id: 'S', label: 'Super', withheld: true },
      { id: 'T', label: 'Teacher' },
    ])
    stage(<Pick to="role" giving aria-label="Role" value={[]} onChange={() => {}} />, { 'GET /roles/options': roles })
    fireEvent.click(box())
    await screen.findByRole('option', { name: /Teacher/ })
    expect(screen.queryByRole('option', { name: /Super/ })).toBeNull()
    cleanup()
    stage(<Pick to="role" giving aria-label="Role" value={['S']} onChange={() => {}} />, {
      'GET /roles/options': roles,
    })
    await waitFor(() => expect(box().value).toBe('Super'))
  })

  it('offers nothing of administrators where it is given to whoever comes', async () => {
    const roles = pageOf([
      { id: 'A', label: 'Administrator', by_hand: true },
      { id: 'T', label: 'Teacher' },
    ])
    const props = { 'aria-label': 'Role', to: 'role', value: [], onChange: () => {} }
    stage(<Pick {...props} giving="whoever" />, { 'GET /roles/options': roles })
    fireEvent.click(box())
    await screen.findByRole('option', { name: /Teacher/ })
    expect(screen.queryByRole('option', { name: /Administrator/ })).toBeNull()
    cleanup()
    stage(<Pick {...props} giving />, { 'GET /roles/options': roles })
    fireEvent.click(box())
    await screen.findByRole('option', { name: /Administrator/ })
  })

  it('says so when what is chosen is no longer there', async () => {
    stage(<Field start={['gone-1234567']} />, { 'GET /tool-categories/options': options })
    await waitFor(() => expect(box().value).toContain('no longer exists'))
  })

  it('is searched while typing, walked by keys and takes with Enter', async () => {
    stage(<Field start={[]} />, { 'GET /tool-categories/options': options })
    fireEvent.click(box())
    await screen.findByRole('option', { name: /Cloud/ })
    expect(screen.getByText(/37 more/)).toBeTruthy()
    vi.useFakeTimers()
    fireEvent.change(box(), { target: { value: 'for' } })
    await act(() => vi.advanceTimersByTimeAsync(400))
    vi.useRealTimers()
    expect((await screen.findAllByRole('option')).map((o) => o.textContent)).toEqual(['Forensics'])
    press('ArrowDown')
    press('Enter')
    expect(chosen()).toBe('F')
    expect(box().value).toBe('Forensics')
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('adds several, takes the last one back, and closes with Esc', async () => {
    stage(<Field many start={['Z']} />, { 'GET /tool-categories/options': options })
    await screen.findByText('Far away')
    fireEvent.click(box())
    fireEvent.click(await screen.findByRole('option', { name: /Scanning/ }))
    expect(chosen()).toBe('Z S')
    press('Escape')
    expect(screen.queryByRole('option')).toBeNull()
    press('Backspace')
    expect(chosen()).toBe('Z')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Far away' }))
    expect(chosen()).toBe('')
  })

  it('takes a name that was typed in full by whoever leaves, also before the list has answered', async () => {
    for (const many of [false, true]) {
      stage(<Field many={many} start={[]} />, { 'GET /tool-categories/options': options })
      fireEvent.click(box())
      await screen.findByRole('option', { name: /Cloud/ })
      fireEvent.change(box(), { target: { value: 'forensics ' } })
      fireEvent.blur(box())
      await waitFor(() => expect(chosen()).toBe('F'))
      expect(screen.queryByRole('option')).toBeNull()
      cleanup()
    }
  })

  it('says so when what was typed names nothing, until it is opened again', async () => {
    stage(<Field start={['Z']} />, { 'GET /tool-categories/options': options })
    fireEvent.click(box())
    await screen.findByRole('option', { name: /Cloud/ })
    fireEvent.change(box(), { target: { value: 'fore' } })
    fireEvent.blur(box())
    expect(await screen.findByText('Nothing in the list is called “fore”. Choose from the list.')).toBeTruthy()
    expect(chosen()).toBe('Z')
    fireEvent.click(box())
    expect(screen.queryByText(/Nothing in the list/)).toBeNull()
  })

  it('can be tried again when the names cannot be loaded', async () => {
    let broken = true
    stage(<Field start={[]} />, {
      'GET /tool-categories/options': (c: Asked) => (broken ? problem('busy', { status: 503 }) : options(c)),
    })
    fireEvent.click(box())
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('option', { name: /Cloud/ })).toBeTruthy()
  })
})
