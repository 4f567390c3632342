import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { setLocale } from '../i18n/index.ts'
import { SafeHtml } from './SafeHtml.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(cleanup)

it('shows the cleaned text and follows a new one', async () => {
  const { container, rerender } = render(<SafeHtml html="<b>one</b><script>x</script>" />)
  await waitFor(() => expect(container.querySelector('b')?.textContent).toBe('one'))
  expect(container.querySelector('script')).toBeNull()
  rerender(<SafeHtml html="<i>two</i>" />)
  await waitFor(() => expect(container.querySelector('i')?.textContent).toBe('two'))
  expect(container.querySelector('b')).toBeNull()
})
