import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { FileDrop } from './FileDrop.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(cleanup)

const file = (name: string, size = 20) => new File(['x'.repeat(size)], name)
const drop = (files: File[]) => {
  const place = document.querySelector('.mg-drop')
  if (place) fireEvent.drop(place, { dataTransfer: { files } })
}

it('hands over what fits and says why the rest was refused', () => {
  const onFiles = vi.fn()
  render(<FileDrop accept={['.zip']} max={100} multiple onFiles={onFiles} />)
  drop([file('a.zip'), file('b.exe'), file('c.zip', 101)])
  expect(onFiles.mock.calls[0]?.[0].map((f: File) => f.name)).toEqual(['a.zip'])
  expect(screen.getByRole('alert').textContent).toMatch(/b\.exe.*c\.zip/)
})

it('keeps what it said of a refused file until it is cleared or the file is chosen anew', () => {
  const onFiles = vi.fn()
  render(<FileDrop accept={['.csv']} max={100} min={1} multiple onFiles={onFiles} />)
  drop([file('empty.csv', 0), file('b.exe')])
  drop([file('good.csv')])
  expect(screen.getByRole('alert').textContent).toMatch(/“empty\.csv” is empty.*b\.exe/)
  expect(onFiles.mock.calls[0]?.[1]).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Clear “b.exe”' }))
  drop([file('empty.csv')])
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('takes one file only unless several are wanted', () => {
  const onFiles = vi.fn()
  render(<FileDrop accept={['.zip']} max={100} onFiles={onFiles} />)
  drop([file('a.zip'), file('b.zip')])
  expect(onFiles.mock.calls[0]?.[0]).toHaveLength(1)
})

it('takes nothing while it is off', () => {
  const onFiles = vi.fn()
  render(<FileDrop accept={['.zip']} max={100} disabled onFiles={onFiles} />)
  drop([file('a.zip')])
  expect(onFiles).not.toHaveBeenCalled()
})

it('is a file field with a name and its rule for the keyboard and the screen reader', () => {
  render(<FileDrop accept={['.zip']} max={1024} onFiles={() => undefined} />)
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  expect(field?.labels?.[0]?.textContent).toMatch(/Drop a file/)
  expect(document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/\.zip/)
})
