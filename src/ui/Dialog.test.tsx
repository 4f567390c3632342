import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '../i18n/index.ts'
import { Confirm } from './Confirm.tsx'
import { Dialog } from './Dialog.tsx'

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
