/** Tables in a terminal that is narrower than they are, and where there is none. */
import { expect, it } from 'vitest'
import { clock, columns, tableText } from './output.ts'

const id = '01a1fd6f-0000-7000-8000-000000000000'
const table = {
  columns: ['import', 'file', 'state', 'why', 'kind', 'by', 'started'],
  rows: [
    [
      id,
      `/home/${'long-'.repeat(12)}/name.zip`,
      'planned',
      '这一行的原因很长 '.repeat(6),
      'questions',
      'Grace Holloway',
      '2026-11-24T12:45:36.626Z',
    ],
  ],
  lines: ['why'],
  ends: ['file'],
}

it('fits into 80 columns: paths keep their end, reasons go on below, ids are whole, what is left out is named', () => {
  const text = tableText(table, 80)
  for (const line of text.split('\n')) expect(columns(line)).toBeLessThanOrEqual(80)
  expect(text).toContain(id)
  expect(text).toContain('name.zip')
  expect(text.match(/这一行的原因很长/g)?.length).toBe(6)
  expect(text).toMatch(/\nNot shown: .*started\. All of it: --wide$/)
})

it('gives up nothing where everything fits, and says moments as a clock does', () => {
  const text = tableText({ columns: ['id', 'at'], rows: [[id, '2026-11-24T12:45:36.626Z']] }, 80)
  expect(text).not.toContain('Not shown')
  expect(text).toContain(clock('2026-11-24T12:45:36.626Z'))
  expect(clock('2026-11-24T12:45:36.626Z')).toMatch(/^2026-11-2[345] \d\d:\d\d$/)
})

it('cuts nothing where no terminal is: what reads it wants all of it', () => {
  const text = tableText(table)
  for (const value of table.rows[0] ?? []) expect(text).toContain(value.trim())
  expect(text).not.toContain('…')
})
