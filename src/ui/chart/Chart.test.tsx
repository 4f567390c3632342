/** A chart says in words and figures what it draws. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import type { ChartTokens } from '../../theme/chart.ts'
import { Chart } from './Chart.tsx'
import { coloursOf, chartPointsOf, topOf } from './chart.logic.ts'
import { DayBars } from './DayBars.tsx'

const tokens = { accent: 'accent', bad: 'bad', data: ['one', 'two'] } as unknown as ChartTokens
const axis = { title: 'Day', values: ['Mon', 'Tue'], text: String }
const series = [
  { name: 'Right', values: [3, null] },
  { name: 'Wrong', values: [1, 2], tone: 'bad' as const },
]
beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('shell')
})
afterEach(cleanup)
const chart = () => render(<Chart kind="bar" sums label="3 right, 3 wrong" axis={axis} series={series} height={100} />)

test('its label names it, and its data stand in a table', async () => {
  chart()
  expect(screen.getByRole('figure', { name: '3 right, 3 wrong' })).toBeTruthy()
  const figures = screen.getByText('As a table').closest('details') as HTMLDetailsElement
  expect(within(figures).queryByRole('table')).toBeNull()
  figures.open = true
  fireEvent(figures, new Event('toggle'))
  const found = await within(figures).findAllByRole('row')
  const rows = found.map((r) => [...r.children].map((c) => c.textContent))
  expect(rows).toEqual([
    ['Day', 'Right', 'Wrong'],
    ['Mon', '3', '1'],
    ['Tue', '—', '2'],
  ])
})
test('where nothing can be drawn, its library is not asked to', async () => {
  await import('./draw/Drawing.tsx')
  const { container } = chart()
  await act(async () => {})
  expect(container.querySelector('.mg-chart-plot')).toBeNull()
  expect(screen.getByText('As a table')).toBeTruthy()
})
test('keys tell sums and leave series out, but never the last', () => {
  chart()
  const key = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(key('Right 3').getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(key('Wrong 3'))
  expect(key('Wrong 3').getAttribute('aria-pressed')).toBe('false')
  expect(key('Right 3').disabled).toBe(true)
  fireEvent.click(key('Wrong 3'))
  expect(key('Right 3').disabled).toBe(false)
})
test('parts of a whole have keys with their values, in colours of their own', () => {
  render(<Chart kind="pie" label="x" axis={axis} series={[{ name: 'Answers', values: [3, 2] }]} height={100} />)
  expect(
    screen.getAllByRole('listitem').map((key) => [key.textContent, key.className.split('mg-chart-').at(-1)]),
  ).toEqual([
    ['Mon 3', 'data-1'],
    ['Tue 2', 'data-2'],
  ])
})
test('a series keeps its colour: its meaning’s, or the next of the theme', () => {
  expect(coloursOf([undefined, 'bad', 'data', undefined], tokens)).toEqual(['one', 'bad', 'two', 'one'])
})
test('what is not known is no zero', () => {
  expect(chartPointsOf(axis, series).map((p) => p.y)).toEqual([3, null, 1, 2])
  expect(topOf(axis, series)).toBe(4)
  expect(topOf(axis, [])).toBe(0)
})
test('days have a key with the sum', () => {
  render(<DayBars label="x" days={['2026-01-01']} series={[{ name: 'Done', values: [1234] }]} height={80} />)
  expect(screen.getByRole('button', { name: 'Done 1,234' })).toBeTruthy()
})
