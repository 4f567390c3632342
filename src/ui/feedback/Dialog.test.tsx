import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { Confirm } from './Confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { HeldContext } from './held.ts'

beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('refusal')
})
afterEach(cleanup)

const dialog = () => document.querySelector('dialog')
const cancel = () => {
  const element = dialog()
  if (element) fireEvent(element, new Event('cancel', { cancelable: true }))
}

it('is modal while it is open and gone when it is not', () => {
  const { rerender } = render(
    <Dialog open title="Plan" onClose={() => undefined}>
      x
    </Dialog>,
  )
  expect(dialog()?.open).toBe(true)
  rerender(
    <Dialog open={false} title="Plan" onClose={() => undefined}>
      x
    </Dialog>,
  )
  expect(dialog()).toBeNull()
})

it('dims the box of its app inside a host, and the window alone', () => {
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(180, 64, 500, 400))
  const inside = (className: string) => (
    <div className={className}>
      <Dialog open title="Plan" onClose={() => undefined}>
        x
      </Dialog>
    </div>
  )
  const { unmount } = render(inside('mg-app mg-hosted'))
  const dimmed = () => dialog()?.style.getPropertyValue('--mg-dimmed')
  expect(dimmed()).toBe(`inset(64px ${innerWidth - 680}px ${innerHeight - 464}px 180px)`)
  // where its box has moved to
  box.mockReturnValue(new DOMRect(0, -20, innerWidth, innerHeight + 40))
  fireEvent(window, new Event('resize'))
  expect(dimmed()).toBe('inset(0px 0px 0px 0px)')
  unmount()
  render(inside('mg-app'))
  expect(dimmed()).toBe('')
  box.mockRestore()
})

it('gives the window free while the app waits for its host, and comes back with what was in it', () => {
  const onClose = vi.fn()
  const shown = (held: boolean) => (
    <HeldContext.Provider value={held}>
      <Dialog open title="Plan" onClose={onClose}>
        <input aria-label="Name" />
      </Dialog>
    </HeldContext.Provider>
  )
  const { rerender } = render(shown(false))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'half' } })
  rerender(shown(true))
  const element = dialog()
  expect(element?.open).toBe(false)
  if (element) fireEvent(element, new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
  rerender(shown(false))
  expect(dialog()?.open).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('half')
})

it('closes on Esc, unless it is locked', () => {
  const onClose = vi.fn()
  const { rerender } = render(
    <Dialog open title="Plan" onClose={onClose}>
      x
    </Dialog>,
  )
  cancel()
  expect(onClose).toHaveBeenCalledTimes(1)
  rerender(
    <Dialog open locked title="Plan" onClose={onClose}>
      x
    </Dialog>,
  )
  cancel()
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

it('comes back when a browser closes a locked one all the same', async () => {
  render(
    <Dialog open locked title="Plan" onClose={() => undefined}>
      x
    </Dialog>,
  )
  dialog()?.close()
  await waitFor(() => expect(dialog()?.open).toBe(true))
})

it('gives the focus back to where it was', () => {
  const page = (open: boolean) => (
    <>
      <button type="button">opener</button>
      <Dialog open={open} title="Plan" onClose={() => undefined}>
        <input aria-label="inside" data-autofocus />
      </Dialog>
    </>
  )
  const { rerender } = render(page(false))
  screen.getByText('opener').focus()
  rerender(page(true))
  expect(document.activeElement).toBe(screen.getByLabelText('inside'))
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByText('opener'))
})

it('asks with the focus on the way back, stays while it works and shows why it failed', async () => {
  const onClose = vi.fn()
  let fail: (e: unknown) => void = () => undefined
  render(
    <Confirm
      open
      danger
      title="Delete 3 tools?"
      confirm="Delete 3 tools"
      onConfirm={() => new Promise((_, no) => (fail = no))}
      onClose={onClose}
    />,
  )
  expect(document.activeElement?.textContent).toBe('Cancel')
  fireEvent.click(screen.getByRole('button', { name: 'Delete 3 tools' }))
  cancel()
  expect(onClose).not.toHaveBeenCalled()
  fail({ code: 'in_use', status: 409, request_id: 'r-7' })
  expect((await screen.findByRole('alert')).textContent).toMatch(/in use.*r-7/)
  expect(onClose).not.toHaveBeenCalled()
})

it('closes after what was confirmed is done', async () => {
  const onClose = vi.fn()
  render(<Confirm open title="Go?" confirm="Go" onConfirm={() => Promise.resolve()} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
