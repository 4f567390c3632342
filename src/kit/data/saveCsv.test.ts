/** C8: A file made in the browser holds no formula either. */
import { expect, it } from 'vitest'
import { unguard } from '../../contract/lib/guard.ts'
import { csvOf } from './saveCsv.ts'

it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'="])(
  'guards a cell that begins with %j',
  (sign) => {
    const text = `${sign}1+1`
    const written = csvOf([[text]]).slice(1, -2)
    const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
    expect(cell).toBe(`'${text}`)
    expect(unguard(cell)).toBe(text)
  },
)
