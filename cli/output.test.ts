/** Tables in a terminal that is narrower than they are, and where there is none. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { expect, it } from 'vitest'
import { resources } from '#src/contract/resources.ts'
import type { Io } from './context.ts'
import { localDateTime, displayWidthOf, progress, tableText } from './output.ts'
import { outputTableOf } from './resource/row.ts'
import { wordsOf } from './words.ts'

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
  for (const line of text.split('\n')) expect(displayWidthOf(line)).toBeLessThanOrEqual(80)
  expect(text).toContain(id)
  expect(text).toContain('name.zip')
  expect(text.match(/这一行的原因很长/g)?.length).toBe(6)
  expect(text).toMatch(/\nNot shown: .*started\. All of it: --wide$/)
})

it('gives up nothing where everything fits, and says moments as a clock does', () => {
  const text = tableText({ columns: ['id', 'at'], rows: [[id, '2026-11-24T12:45:36.626Z']] }, 80)
  expect(text).not.toContain('Not shown')
  expect(text).toContain(localDateTime('2026-11-24T12:45:36.626Z'))
  expect(localDateTime('2026-11-24T12:45:36.626Z')).toMatch(/^2026-11-2[345] \d\d:\d\d$/)
})

it('parts the thousands of a figure for people, and not those of a year', () => {
  const figures = { columns: ['bytes', 'year'], rows: [[595619, 2024]] }
  expect(tableText(figures, 80)).toContain('595,619  2024')
  expect(tableText(figures)).toContain('595619')
})

it('cuts nothing where no terminal is: what reads it wants all of it', () => {
  const text = tableText(table)
  for (const value of table.rows[0] ?? []) expect(text).toContain(value.trim())
  expect(text).not.toContain('…')
})

it('shows the id and the name of a row and not who wrote it, where there is no room for all', () => {
  const line = resources['theory-question'].line as NamedResourceSpec
  const row = {
    id,
    title: 'Which of these protocols gives no guarantee of delivery at all?',
    set_id: id,
    set_name: '网络协议 Networks',
    type: 'single',
    difficulty: 'intermediate',
    score: 2,
    created_by: id,
    updated_by: id,
    updated_by_name: '林晓',
    owner_id: id,
    owner_name: '林晓',
  }
  const shown = outputTableOf(line, [row])
  const text = tableText(shown, 80)
  for (const at of text.split('\n').slice(0, 2)) expect(displayWidthOf(at)).toBeLessThanOrEqual(80)
  expect(text).toMatch(new RegExp(`^id +title .*\\n${id}  Which of these protocols gives`))
  expect(text).toMatch(/\nNot shown: .*created_by.*All of it: --wide$/)
  const wide = tableText(shown)
  expect(wide.split('\n')[0]?.trimEnd()).toMatch(/^id +title /)
  for (const value of [id, '林晓', '网络协议 Networks']) expect(wide).toContain(value)
})

it('says a brace without the marks that messages keep it in', () => {
  expect(wordsOf('en-US').rule({ path: '', rule: 'gift_unclosed' })).toContain('A brace “{” is not closed')
})

it('says the headings of several tables as a choice', () => {
  const said = (expected: string) => wordsOf('en-US').reading('headings_unknown', { found: 'x, y', expected })
  expect(said('name, summary / type, title, answer')).toContain(
    'A table needs either name, summary — or type, title, answer.',
  )
  expect(said('type, title, answer')).toContain('A table needs type, title, answer.')
})

it('writes a line at each quarter of each stage where nobody watches, and only of what takes its time', () => {
  let said = ''
  const io = { interactive: false, err: (text: string) => void (said += text) } as unknown as Io
  const bar = progress(io, false, 0)
  for (const [label, share] of [
    ['upload', 0],
    ['upload', 0.1],
    ['upload', 1],
    ['plan', 0],
    ['plan', 0.6],
  ] as const)
    bar.at(label, share)
  expect(said).toBe('upload: 0 %\nupload: 100 %\nplan: 0 %\nplan: 50 %\n')
  said = ''
  progress(io, false).at('plan', 1)
  progress(io, true, 0).at('plan', 1)
  expect(said).toBe('')
})

it('lets no text steer the terminal, nor one name pass for another', () => {
  const rows = [
    ['photo\u202egnp.exe', '\u001b[31mred'],
    ['ad\u200bmin\u{e0061}', 'a\u00adb 👩\u200d💻'],
  ]
  const text = tableText({ columns: ['name', 'note'], rows }, 80)
  expect(text).toContain('photo gnp.exe   [31mred')
  expect(text).toContain('admin')
  expect(text).toContain('ab 👩\u200d💻')
})
