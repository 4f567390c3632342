import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { href } from '../../../contract/screens/index.ts'
import { signedInPhase, stage, type StageOptions } from '../../../features/session/stage.tsx'
import { loadMessages, setLocale } from '../../../i18n/index.ts'
import { settingsActions } from '../../../kit/session/settings.slice.ts'
import { AppShell } from './Shell.tsx'

/** Width the shell is told to have. */
let width = 1366
class Observer {
  constructor(private readonly report: ResizeObserverCallback) {}
  observe() {
    this.report([{ contentRect: { width } } as ResizeObserverEntry], this as unknown as ResizeObserver)
  }
  unobserve() {}
  disconnect() {}
}
beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('screen')
})
beforeEach(() => {
  width = 1366
  localStorage.clear()
  vi.stubGlobal('ResizeObserver', Observer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (o: StageOptions = {}) =>
  stage(
    <AppShell layout="learner" screen="tool-detail">
      <h1>Page</h1>
    </AppShell>,
    { phase: signedInPhase(), at: href('tool-detail', { id: '7' }), ...o },
  )
const nav = () => screen.getByRole('navigation', { name: 'Main menu' })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.textContent

describe('the side menu', () => {
  it('lights the listed screen of a hidden one and opens its folder', () => {
    show()
    expect(within(nav()).getByRole('link', { current: 'page' }).textContent).toBe('Tool library')
    expect(within(nav()).getByRole('button', { name: 'Resource centre' }).getAttribute('aria-expanded')).toBe('true')
  })

  it('is walked with the arrow keys: into a folder, back to it, and closed', () => {
    show()
    within(nav()).getByRole('button', { name: 'Personal centre' }).focus()
    press('ArrowDown')
    expect(focused()).toBe('Resource centre')
    press('ArrowRight')
    expect(focused()).toBe('Tool library')
    press('End')
    expect(focused()).toBe('GHDB library')
    press('ArrowLeft')
    expect(focused()).toBe('Resource centre')
    press('ArrowLeft')
    expect(within(nav()).queryByRole('link', { name: 'GHDB library' })).toBeNull()
    press('ArrowUp')
    expect(focused()).toBe('Personal centre')
  })

  it('is remembered: what was opened, and that it was collapsed', () => {
    show()
    fireEvent.click(within(nav()).getByRole('button', { name: 'Resource centre' }))
    fireEvent.click(screen.getByRole('button', { name: 'Collapse the menu' }))
    cleanup()
    show()
    expect(screen.getByRole('button', { name: 'Expand the menu' })).toBeTruthy()
    expect(within(nav()).getByRole('button', { name: 'Resource centre' }).textContent).toBe('')
  })

  it('flies out of the rail and goes back with Esc', () => {
    localStorage.setItem(`range:${location.protocol}//${location.host}:menu-side`, 'rail')
    show()
    const folder = within(nav()).getByRole('button', { name: 'Resource centre' })
    folder.focus()
    fireEvent.click(folder)
    press('ArrowDown')
    expect(focused()).toBe('Tool library')
    press('Escape')
    expect(within(nav()).queryByRole('link', { name: 'Tool library' })).toBeNull()
    expect(document.activeElement).toBe(folder)
  })

  it('shows only what the viewer may see', () => {
    show({ phase: signedInPhase(['ghdb-library']) })
    expect(
      within(nav())
        .getAllByRole('link')
        .map((a) => a.textContent),
    ).toEqual(['GHDB library'])
  })

  it('is a drawer in a narrow window, closed by choosing', () => {
    width = 600
    show()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
    const dialog = document.querySelector('dialog')
    expect(dialog?.open).toBe(true)
    fireEvent.click(within(nav()).getByRole('link', { name: 'GHDB library' }))
    expect(document.querySelector('dialog')).toBeNull()
  })
})

describe('the header', () => {
  it('says where the page stands, with links to what is above', () => {
    show()
    const crumbs = screen.getByRole('navigation', { name: 'You are here' })
    expect([...crumbs.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
      'Resource centre',
      'Tool library',
      'Tool detail',
    ])
    expect(within(crumbs).getByRole('link', { name: 'Tool library' }).getAttribute('href')).toBe(href('tool-magazine'))
    expect(within(crumbs).getByText('Tool detail').getAttribute('aria-current')).toBe('page')
  })

  it('offers the other half where the viewer has a place there', () => {
    show()
    expect(screen.getByTitle('Enter the back office').getAttribute('href')).toBe(href('dashboard'))
    cleanup()
    show({ phase: signedInPhase(['tool-magazine']) })
    expect(screen.queryByTitle('Enter the back office')).toBeNull()
  })

  it('names the window after the screen and the installation', () => {
    const { store } = show()
    expect(document.title).toBe('Tool detail · Next-generation cyber range')
    const system = { system_name: 'Fairhaven', copyright: '© F', register_button: false } as never
    act(() => void store.dispatch(settingsActions.changed({ system })))
    expect(document.title).toBe('Tool detail · Fairhaven')
    expect(screen.getByText('© F')).toBeTruthy()
  })

  it('shows who is signed in by role in the viewer’s language, and signs out', () => {
    const { sent } = show()
    fireEvent.click(screen.getByRole('button', { name: 'Account: Lin Wei' }))
    expect(screen.getByText(/lin_wei · Teacher/)).toBeTruthy()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    expect(sent).toEqual([{ type: 'session/signOut', payload: undefined }])
  })

  it('switches language and theme', () => {
    const { sent } = show()
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }))
    fireEvent.click(screen.getByRole('button', { name: 'Language' }))
    fireEvent.click(screen.getByRole('menuitemradio', { name: '简体中文' }))
    expect(sent).toEqual([
      { type: 'settings/chooseTheme', payload: 'theme-light' },
      { type: 'settings/chooseLanguage', payload: 'zh-CN' },
    ])
  })
})

it('lets the keyboard skip the menu', () => {
  show()
  fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('warns while a password that somebody else knows is in use', () => {
  const phase = signedInPhase()
  show({ phase: { ...(phase as Extract<typeof phase, { at: 'in' }>), must_change: 'first' } })
  expect(within(screen.getByRole('alert')).getByRole('link').getAttribute('href')).toBe('/change-password/first')
})
