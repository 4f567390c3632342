import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { ErrorBoundary, ReportContext } from './ErrorBoundary.tsx'

beforeAll(() => setLocale('en-US'))
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

let broken = true
function Widget() {
  if (broken) throw new Error('widget')
  return <p>fine</p>
}

it('shows the problem in the widget’s place, leaves its neighbours alone and reports once', () => {
  broken = true
  const report = vi.fn()
  render(
    <ReportContext.Provider value={report}>
      <ErrorBoundary>
        <Widget />
      </ErrorBoundary>
      <p>neighbour</p>
    </ReportContext.Provider>,
  )
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(screen.getByText('neighbour')).toBeTruthy()
  expect(report).toHaveBeenCalledTimes(1)
  expect(report.mock.calls[0]?.[0]).toMatchObject({ message: 'widget' })
})

it('reports a failure of several parts once, and again when it fails again', async () => {
  broken = true
  const report = vi.fn()
  render(
    <ReportContext.Provider value={report}>
      <ErrorBoundary>
        <Widget />
        <Widget />
      </ErrorBoundary>
    </ReportContext.Provider>,
  )
  expect(report).toHaveBeenCalledTimes(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(report).toHaveBeenCalledTimes(2)
})

it('tries again when asked to', () => {
  broken = true
  render(
    <ErrorBoundary>
      <Widget />
    </ErrorBoundary>,
  )
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('fine')).toBeTruthy()
})

it('forgets the error when what it depends on changes', () => {
  broken = true
  const at = (place: string) => (
    <ErrorBoundary resetOn={place}>
      <Widget />
    </ErrorBoundary>
  )
  const { rerender } = render(at('one'))
  broken = false
  rerender(at('one'))
  expect(screen.queryByText('fine')).toBeNull()
  rerender(at('two'))
  expect(screen.getByText('fine')).toBeTruthy()
})
