/** A new question of choice: four empty options to begin with, those left empty at the end are not sent, and the next one follows at once. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { TheoryBody } from '../../../contract/bank/question.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { choose, pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import TheoryForm, { sentOf } from './TheoryForm.tsx'
import { BlanksControl, OptionsControl, RubricControl } from './lists.tsx'
import { TruthControl } from './TruthControl.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('bank')
})
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const options = () => screen.findAllByRole<HTMLInputElement>('textbox', { name: /^Option \d+$/ })
const type = (el: HTMLElement, value: string) => fireEvent.change(el, { target: { value } })

it('begins with four empty options, sends those that were written and begins the next one', async () => {
  const s = stage(
    <TheoryForm />,
    { 'POST /theory-questions': { id: 'q1', version: 1, title: 'Ports', can: [] } },
    { at: '/add?set_id=s1', path: '/add' },
  )
  expect((await options()).map((o) => o.value)).toEqual(['', '', '', ''])
  type(screen.getByRole('textbox', { name: /^Title/ }), 'Ports')
  type(screen.getByRole('textbox', { name: /^Question/ }), 'Which port has SSH?')
  const [first, second] = await options()
  type(first as HTMLElement, '22')
  type(second as HTMLElement, '80')
  fireEvent.click(screen.getByRole('checkbox', { name: /1 is right/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Add and start another' }))
  await waitFor(() => expect(s.of('POST /theory-questions')).toHaveLength(1))
  const sent = s.of('POST /theory-questions')[0]?.args.body as { options: { text: string }[]; set_id: string }
  expect(sent.options.map((o) => o.text)).toEqual(['22', '80'])
  // the next one: empty, in the same set
  await waitFor(async () => expect((await options()).map((o) => o.value)).toEqual(['', '', '', '']))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('')
  await waitFor(() => expect(document.activeElement?.closest('form')).not.toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(s.of('POST /theory-questions')).toHaveLength(1)
})

it('takes no key of a true or false that nobody chose', () => {
  render(<TruthControl {...({ id: 'truth', value: null, onChange: () => undefined } as unknown as ControlProps)} />)
  expect(screen.getAllByRole<HTMLInputElement>('radio').map((r) => r.checked)).toEqual([false, false])
  const body = { title: 'Ports', stem: 'SSH has port 22.', set_id: 's1', truth: null }
  const broken = (type: string) =>
    TheoryBody.safeParse(sentOf({ ...body, type, options: [] })).error?.issues.map((i) => i.path.join('.')) ?? []
  expect(broken('true-false')).toContain('truth')
  expect(broken('short')).not.toContain('truth')
})

it('is not held up by what another type was asked, which comes back with that type', async () => {
  const s = stage(
    <TheoryForm />,
    { 'POST /theory-questions': { id: 'q1', version: 1, title: 'Ports', can: [] } },
    { at: '/add?set_id=s1', path: '/add' },
  )
  type(await screen.findByRole('textbox', { name: /^Title/ }), 'Ports')
  type(screen.getByRole('textbox', { name: /^Question/ }), 'SSH has port 22.')
  const [first] = await options()
  type(first as HTMLElement, '22')
  const turn = (to: RegExp) => choose(screen.getByRole('combobox', { name: /^Question type/ }), to)
  await turn(/^Short/)
  fireEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await turn(/^Single/)
  expect((await options())[0]?.value).toBe('22')
  await turn(/^True/)
  fireEvent.click(screen.getByRole('radio', { name: 'True' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(s.of('POST /theory-questions')).toHaveLength(1))
  const sent = s.of('POST /theory-questions')[0]?.args.body as object
  expect(sent).toMatchObject({ type: 'true-false', truth: true })
  for (const other of ['rubric', 'options', 'blanks'])
    expect(JSON.parse(JSON.stringify(sent))).not.toHaveProperty(other)
})

it('says of a set that is closed for practice where its questions will be met', async () => {
  const set = (practice: boolean) => ({
    'GET /theory-sets/:id': { id: 's1', version: 1, name: 'Web', practice, can: [] },
  })
  stage(<TheoryForm />, set(false), { at: '/add?set_id=s1', path: '/add' })
  expect(await screen.findByText(/not open for practice/)).toBeTruthy()
  cleanup()
  const open = stage(<TheoryForm />, set(true), { at: '/add?set_id=s1', path: '/add' })
  await waitFor(() => expect(open.of('GET /theory-sets/:id').length).toBeGreaterThan(0))
  expect(screen.queryByText(/not open for practice/)).toBeNull()
})

it('makes the blanks a text names, and keeps those that are there', () => {
  const kept = { id: 'b', accepted: ['22'] }
  const changed: unknown[] = []
  const show = (stem: string, value: unknown) =>
    render(
      <BlanksControl
        {...({
          id: 'blanks',
          value,
          form: { values: { stem } },
          onChange: (v: unknown) => changed.push(v),
        } as unknown as ControlProps)}
      />,
    )
  show('SSH has {{1}}, HTTPS {{2}}.', [kept])
  expect(changed).toEqual([[kept, { id: expect.any(String) as string, accepted: [] }]])
  cleanup()
  show('SSH has {{1}}.', [kept, kept])
  show(
    'Nothing {{99}} of {{}} it',
    Array.from({ length: 20 }, () => kept),
  )
  expect(changed).toHaveLength(1)
})

it('says of blanks what follows when one has no accepted text, and of a text that looks like several', () => {
  const show = (...accepted: string[][]) =>
    render(
      <BlanksControl
        {...({
          id: 'blanks',
          value: accepted.map((words, n) => ({ id: `b${n}`, accepted: words })),
          onChange: () => undefined,
        } as unknown as ControlProps)}
      />,
    )
  const { unmount } = show(['ssh'], [])
  expect(screen.getByText(/Blank 2 has no accepted text/).className).toBe('bank-note')
  // one thing is said of who judges, not two
  expect(screen.queryByText(/A person always judges/)).toBeNull()
  unmount()
  show(['443|https'])
  expect(screen.getByText(/“443\|https” counts as one text/)).toBeTruthy()
  expect(screen.getByText(/A person always judges/)).toBeTruthy()
  expect(screen.queryByText(/no accepted text/)).toBeNull()
})

const control = (Control: typeof RubricControl, value: unknown, values: object) =>
  render(<Control {...({ id: 'c', value, form: { values }, onChange: () => undefined } as unknown as ControlProps)} />)

it('says beside the lines of a rubric what they add up to, and that another sum is scaled', () => {
  const lines = (...points: number[]) => points.map((p, n) => ({ text: `Line ${n}`, points: p }))
  control(RubricControl, lines(4, 6), { score: 10 })
  expect(screen.getByText('10 in all.')).toBeTruthy()
  cleanup()
  control(RubricControl, lines(4, 8.5), { score: 10 })
  expect(screen.getAllByRole('status').at(-1)?.textContent).toMatch(/12.5 in all, the question has 10: .* scaled to 10/)
  cleanup()
  control(RubricControl, [], { score: 10 })
  expect(screen.queryByText(/in all/)).toBeNull()
})

it('hints at a multiple choice with a single right option, and refuses nothing', () => {
  const options = (right: number) =>
    ['a', 'b', 'c'].map((id, n) => ({ id, text: id, correct: n < right, feedback: '' }))
  const hint = () => screen.queryByText(/^Only one option is right/)
  const shown = [
    ['multiple', 1],
    ['multiple', 2],
    ['multiple', 0],
    ['single', 1],
  ].map(([type, right]) => {
    control(OptionsControl, options(Number(right)), { type })
    const there = hint() !== null
    cleanup()
    return there
  })
  expect(shown).toEqual([true, false, false, false])
})

it('says of blanks with accepted texts that a person marks them all the same', () => {
  control(BlanksControl, [{ id: 'b', accepted: ['22'] }], {})
  expect(screen.getByText(/A person always judges/)).toBeTruthy()
})

it('says before and after a change which running exam keeps the version it asks, and where its key is corrected', async () => {
  const row = {
    ...TheoryBody.parse({ type: 'short', title: 'Ports', stem: 'Which port has SSH?', set_id: 's1' }),
    id: 'q1',
    version: 2,
    can: ['update'],
  }
  const uses = (running: boolean) => ({
    papers: [{ id: 'p1', name: 'Paper one', version: 2 }],
    hidden: 0,
    exams: [{ id: 'e1', name: 'Finals', version: 2, running }],
    exams_hidden: 0,
    running_hidden: 0,
  })
  const edit = (running: boolean) =>
    stage(
      <TheoryForm />,
      {
        'GET /theory-questions/:id': row,
        'GET /theory-questions/:id/uses': uses(running),
        'GET /theory-questions/:id/statistics': { answers: 0, correct: 0, share: 0, days: [], versions: [] },
        'GET /theory-questions/:id/versions': { items: [] },
        'GET /theory-sets/options': pageOf([]),
        'POST /theory-questions/duplicates': { items: [] },
        'PUT /theory-questions/:id': { ...row, version: 3 },
      },
      { at: '/edit/q1', path: '/edit/:id', grants: ['theory-edit', 'theory-bank', 'exam-scoring'] },
    )
  const s = edit(true)
  expect(await screen.findByText(/“Finals” is under way and asks version 2/)).toBeTruthy()
  expect(screen.getByText(/Finals \(version 2, under way\)/)).toBeTruthy()
  type(await screen.findByRole('textbox', { name: /^Title/ }), 'Ports of SSH')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const told = within(await screen.findByRole('dialog', { name: 'Saved as version 3' }))
  expect(told.getByText(/Once it has ended, correct its key there/)).toBeTruthy()
  expect(told.getByRole('link', { name: 'Results and keys of “Finals”' }).getAttribute('href')).toContain('e1')
  expect(s.address()).toBe('/edit/q1')
  fireEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(s.address()).not.toBe('/edit/q1'))
  cleanup()

  const quiet = edit(false)
  expect(await screen.findByText(/Finals \(version 2\)/)).toBeTruthy()
  expect(screen.queryByText(/is under way/)).toBeNull()
  type(await screen.findByRole('textbox', { name: /^Title/ }), 'Ports of SSH')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(quiet.address()).not.toBe('/edit/q1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
