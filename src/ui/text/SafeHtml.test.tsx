import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { SafeHtml } from './SafeHtml.tsx'

// DOMPurify needs a real parser, which this environment is not: the cleaner itself is tested in sanitize.browser.test.ts
vi.mock('./sanitize.ts', () => ({
  sanitize: (html: string) => {
    const fragment = document.createDocumentFragment()
    fragment.append(`clean: ${html}`)
    return fragment
  },
}))
beforeAll(() => setLocale('en-US'))
afterEach(cleanup)

it('shows what the cleaner leaves, never the text itself, and follows a new text', async () => {
  const { container, rerender } = render(<SafeHtml html="<b>one</b>" />)
  expect(screen.getByRole('status')).toBeTruthy()
  await waitFor(() => expect(container.textContent).toBe('clean: <b>one</b>'))
  expect(container.querySelector('b')).toBeNull()
  rerender(<SafeHtml html="two" />)
  await waitFor(() => expect(container.textContent).toBe('clean: two'))
})
