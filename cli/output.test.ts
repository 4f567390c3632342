/** Tables in a terminal that is narrower than they are. */
import { expect, it } from 'vitest'
import { columns, tableText } from './output.ts'

const id = '01a1fd6f-0000-7000-8000-000000000000'
const head = ['kind', 'zip', 'state', 'why', 'import']
const rows = [['questions', `${'long-'.repeat(8)}name.zip`, 'planned', '这一行的原因很长'.repeat(4), id]]

it('cuts the widest columns with an ellipsis until a line fits, and never an id', () => {
  const lines = tableText(head, rows, 60, 80).split('\n')
  for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(80)
  expect(lines[1]).toContain(id)
  expect(lines[1]?.match(/…/g)?.length).toBeGreaterThan(0)
})

it('cuts nothing when it is asked for all of it', () => {
  const text = tableText(head, rows, Number.POSITIVE_INFINITY)
  expect(text).toContain(rows[0]?.[1])
  expect(text).toContain(rows[0]?.[3])
  expect(text).not.toContain('…')
})
