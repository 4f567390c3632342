import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ImportPackage, PlanDrift } from '../../contract/import/import.schema.ts'
import { loadMessages, t } from '../../i18n/index.ts'
import { useRead } from '../data/api.ts'
import { type Answers, choose, pageOf, problem, stage, words } from '../resource/testing/stage.tsx'
import { ImportDesk } from './ImportDesk.tsx'
import { ImportPlan } from './ImportPlan.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('import')
})
afterEach(cleanup)

const plan = (more: Partial<ImportPackage> = {}): ImportPackage => ({
  id: 'i1',
  version: 2,
  created_at: '2024-01-01T00:00:00Z',
  updated_at: '2024-01-01T00:00:00Z',
  created_by: 'u1',
  updated_by: 'u1',
  created_by_name: 'Grace',
  kind: 'resources',
  handed_out_at: null,
  file_name: 'pack.zip',
  size: 1000,
  sha256: 'x',
  state: 'planned',
  progress: 1,
  digest: 'first',
  counts: { new: 2, same: 0, changed: 1, duplicate: 0, refused: 0 },
  resources: [],
  files: [],
  problem: null,
  applied_at: null,
  undone_at: null,
  can: ['choose', 'apply', 'remove'],
  ...more,
})
const since: PlanDrift = {
  at: '2024-01-01T01:00:00Z',
  rows: 1,
  moves: [{ before: 'new', now: 'same', rows: 1 }],
  first: [{ n: 1, resource: 'tool', label: 'Nmap', before: 'new', now: 'same' }],
}
function open(answers: Answers) {
  let closed = 0
  const s = stage(<ImportPlan id="i1" title="Resource import" onClose={() => closed++} />, {
    'GET /imports/:id/rows': pageOf([]),
    ...answers,
  })
  return { ...s, closed: () => closed }
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) =>
  waitFor(() => {
    const button = within(screen.getByRole('dialog')).getByRole('button', { name })
    expect(button).toHaveProperty('disabled', false)
    fireEvent.click(button)
  })

describe('a file that is refused', () => {
  const failed = (file: Partial<ImportPackage['files'][number]>, more: Partial<ImportPackage> = {}) => ({
    'GET /imports/:id': plan({
      state: 'failed',
      problem: 'archive_refused',
      details: { code: 'nothing_readable' },
      file_name: 'a.csv',
      files: [{ name: 'a.csv', size: 10, format: null, rows: 0, problem: null, ...file }],
      can: ['remove'],
      ...more,
    }),
  })
  it('goes to the page it belongs to without being chosen again', async () => {
    const s = open({
      ...failed({ problem: 'holds_users' }, { kind: 'questions', upload_id: 'u9' }),
      'POST /imports': plan({ id: 'i2' }),
    })
    expect(await screen.findAllByText(/This file holds people/)).toHaveLength(1)
    await press('Import it under “Users”')
    await waitFor(() =>
      expect(s.of('POST /imports')[0]?.args).toMatchObject({
        body: { upload_id: 'u9', kind: 'users' },
      }),
    )
  })
  it('has a link to that page where its upload is not there any more', async () => {
    open(failed({ problem: 'holds_users' }, { kind: 'questions' }))
    const link = await screen.findByRole('link', { name: 'Open “Users”' })
    expect(link.getAttribute('href')).toMatch(/user\?desk=import$/)
  })
  it('for its headings has those that are read and the template beside it', async () => {
    const details = { name: 'User name', meant: 'usrname → User name' }
    open(failed({ problem: 'csv_header', details }, { kind: 'users' }))
    expect(await screen.findByText(/Did you mean: usrname → User name\?/)).toBeTruthy()
    expect(screen.getByText(/^Columns that are read: User name, Name/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download a template' })).toBeTruthy()
  })
})

it('says which columns were not read, once, and what is probably meant', async () => {
  const unread = [{ heading: 'email' }, { heading: 'Phon', meant: 'Phone' }]
  open({
    'GET /imports/:id': plan({
      files: [{ name: 'a.csv', size: 10, format: 'users-csv', rows: 1, problem: null, unread }],
    }),
  })
  expect(await screen.findAllByText(/Columns not read: email, Phon \(did you mean “Phone”\?\)/)).toHaveLength(1)
})

describe('its rows', () => {
  const counts = (more: object) => ({ new: 0, same: 0, changed: 0, duplicate: 0, refused: 0, ...more })
  const two = {
    counts: counts({ new: 3 }),
    resources: [
      { resource: 'theory-set', counts: counts({ new: 1 }) },
      { resource: 'theory-question', counts: counts({ new: 2 }) },
    ],
  }
  const row = {
    n: 1,
    resource: 'theory-question',
    place: { file: 'a.gift' },
    label: 'Q',
    verdict: 'new',
    choice: 'take',
    difference: [],
    reasons: [],
  }
  it('leads to the question that has the title of a new one, where the server says which', async () => {
    const namesake = (id?: string) => ({ path: '', rule: 'note_title', params: { name: 'Q', ...(id ? { id } : {}) } })
    open({
      'GET /imports/:id': plan(two),
      'GET /imports/:id/rows': pageOf([
        { ...row, reasons: [namesake('q7')] },
        { ...row, n: 2, reasons: [namesake()] },
      ]),
    })
    const links = await screen.findAllByRole('link', { name: 'Open that question' })
    expect(links.map((a) => a.getAttribute('href'))).toEqual([expect.stringMatching(/theory\/edit\/q7$/)])
  })

  const tabs = async () => (await screen.findAllByRole('tab')).map((e) => e.textContent)
  it('are counted by kind, sets apart from what is in them', async () => {
    open({ 'GET /imports/:id': plan(two), 'GET /imports/:id/rows': pageOf([row]) })
    expect(await screen.findByText(/Set of questions: 1 and Question: 2/)).toBeTruthy()
    expect(await tabs()).toContain('New3')
  })
  it('are said to be what has become of them, where the same became of all', async () => {
    const can = ['undo']
    const show = (more: Partial<ImportPackage>) => {
      cleanup()
      open({ 'GET /imports/:id': plan({ ...two, can, ...more }), 'GET /imports/:id/rows': pageOf([row]) })
      return tabs()
    }
    expect(await show({ state: 'applied', details: { created: 3, overwritten: 0 } })).toContain('Added3')
    await screen.findByText('Q')
    expect(screen.getAllByText('Added').length).toBeGreaterThan(1)
    // one was skipped: they were new, and not all are there
    expect(await show({ state: 'applied', details: { created: 2, overwritten: 0 } })).toContain('New3')
    const undone = (details: object) => show({ state: 'undone', details: { created: 3, overwritten: 0, ...details } })
    expect(await undone({ kept: {} })).toContain('Removed again3')
    expect(await undone({ kept: { in_use: 1 } })).toContain('New3')
    // what was skipped was not removed again
    expect(await undone({ created: 2, kept: {} })).toContain('New3')
  })
  it('say of each what became of it when the import was undone', async () => {
    const changed = { ...row, verdict: 'changed' }
    const kept = { ...row, n: 2, label: 'Used', reasons: [{ path: '', rule: 'in_use' }] }
    const deeds = (rows: object[]) => {
      cleanup()
      open({
        'GET /imports/:id': plan({ ...two, can: ['undo'], state: 'undone', details: { kept: { in_use: 1 } } }),
        'GET /imports/:id/rows': pageOf(rows),
      })
      return waitFor(() => {
        const cells = [...document.querySelectorAll('tbody tr')].map((tr) => tr.lastElementChild?.textContent)
        expect(cells.length).toBe(rows.length)
        return cells
      })
    }
    expect(await deeds([changed, { ...kept, verdict: 'changed' }])).toEqual(['Restored', 'Overwritten'])
    expect(await deeds([row, kept])).toEqual(['Removed again', 'Added'])
  })
  it('begin with those that cannot be imported, until it is applied', async () => {
    const some = { counts: counts({ new: 2, changed: 1, refused: 1 }) }
    const active = async () => (await screen.findByRole('tab', { selected: true })).textContent
    open({ 'GET /imports/:id': plan(some) })
    expect(await active()).toBe('Cannot be imported1')
    cleanup()
    open({ 'GET /imports/:id': plan({ ...some, state: 'applied' }) })
    expect(await active()).toMatch(/^New/)
    expect(screen.getByText(/1 entry could not be imported/)).toBeTruthy()
  })
  it('of people say whose account it is, and its organisation and role', async () => {
    const person = { username: 'lin_x', organisation: 'Red class', role: 'Student' }
    open({
      'GET /imports/:id': plan({ kind: 'users' }),
      'GET /imports/:id/rows': pageOf([{ ...row, resource: 'user', label: 'Lin', person }]),
    })
    await screen.findByText('@lin_x · Red class · Student')
  })
  it('that are wrong in a few fields are corrected there, and judged again by the server', async () => {
    const wrong = {
      ...row,
      n: 4,
      resource: 'tool',
      label: 'Zmap',
      verdict: 'refused',
      choice: 'skip',
      reasons: [{ path: 'website', rule: 'url' }],
      wrong: [
        { path: 'website', field: 'website', text: 'nowhere' },
        { path: 'category_id', field: 'category', text: 'x' },
      ],
    }
    const s = open({
      'GET /imports/:id': plan({ counts: counts({ new: 1, refused: 1 }) }),
      'GET /imports/:id/rows': pageOf([wrong, { ...wrong, n: 5, label: 'Other', wrong: undefined }]),
      'PUT /imports/:id/row': plan({ counts: counts({ new: 2 }) }),
    })
    await press('Correct “Zmap”')
    expect(screen.queryByRole('button', { name: 'Correct “Other”' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Category')).toHaveProperty('value', 'x')
    expect(dialog.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true)
    fireEvent.change(dialog.getByDisplayValue('nowhere'), { target: { value: 'https://a.example' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(s.of('PUT /imports/:id/row')[0]?.args.body).toEqual({
      version: 2,
      row: 4,
      values: { website: 'https://a.example', category: 'x' },
    })
  })
  it('that are still wrong stay open with what was typed and the reason now, and offer the roles there are', async () => {
    const wrong = (text: string, rule: string) => ({
      ...row,
      n: 4,
      resource: 'user',
      label: 'Lin',
      verdict: 'refused',
      choice: 'skip',
      reasons: [{ path: 'role_id', rule, params: { name: text } }],
      wrong: [{ path: 'role_id', field: 'role', text }],
    })
    let rows = [wrong('studnet', 'unknown_role')]
    open({
      'GET /imports/:id': plan({ counts: counts({ refused: 1 }) }),
      'GET /imports/:id/rows': () => pageOf(rows),
      'GET /roles/options': pageOf([
        { id: 'r1', label: 'Student', key: 'student' },
        { id: 'r2', label: 'Night shift' },
        { id: 'r3', label: 'Beyond', withheld: true },
      ]),
      'PUT /imports/:id/row': () => {
        rows = [wrong('Night shift', 'role_beyond')]
        return plan({ version: 3, counts: counts({ refused: 1 }) })
      },
    })
    await press('Correct “Lin”')
    const dialog = within(await screen.findByRole('dialog'))
    const roles = await dialog.findByRole('combobox')
    fireEvent.click(roles)
    const options = await screen.findAllByRole('option')
    expect(options.map((o) => o.textContent)).toEqual(['studnet', 'Student', 'Night shift'])
    await choose(roles, 'Night shift')
    fireEvent.click(dialog.getByRole('button', { name: 'Check again' }))
    expect(await dialog.findByText(/still cannot be imported/)).toBeTruthy()
    await waitFor(() => expect(dialog.queryByText(/studnet/)).toBeNull())
    expect(roles.textContent).toContain('Night shift')
    expect(dialog.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true)
  })
  it('of another kind are never those of the one before, while they are on their way', async () => {
    open({
      'GET /imports/:id': plan(),
      'GET /imports/:id/rows': ({ args }: { args: { query?: unknown } }) =>
        (args.query as { verdict: string }).verdict === 'new'
          ? pageOf([{ ...row, label: 'Fresh one' }])
          : new Promise(() => {}),
    })
    await screen.findByText('Fresh one')
    fireEvent.click(screen.getByRole('tab', { name: /^Changed/ }))
    await waitFor(() => expect(screen.queryByText('Fresh one')).toBeNull())
  })
})

describe('who sees what is new by an import', () => {
  const everybody = { all: true, orgs: [], roles: [], teams: [], users: [] }
  const reach = { names: [], total: 0, blind: [], blind_total: 0, closed: [] }
  const lost = { kind: 'role', id: 'r1', name: 'Lost' }
  const questions = { kind: 'questions', practice: false, can: ['audience', 'practice'] } as const

  it('is named, with those of them who have no screen for it', async () => {
    const audience = { ...everybody, all: false, roles: ['r1', 'r2'] }
    const names = [lost, { ...lost, id: 'r2', name: 'Found' }]
    open({
      'GET /imports/:id': plan({ audience }),
      'GET /imports/:id/reach': { ...reach, names, total: 3, blind: [lost], blind_total: 1 },
    })
    await screen.findByText(
      'New entries are visible to “Lost”, “Found” and 1 more. “Lost” has no screen that shows them.',
    )
  })
  it('practises it once its sets are open: said with the plan, or done afterwards', async () => {
    const s = open({
      'GET /imports/:id': plan({ ...questions, can: [...questions.can], audience: everybody }),
      'GET /imports/:id/reach': { ...reach, closed: [{ id: 's1', name: 'Week 7' }] },
      'PUT /imports/:id/practice': plan({ practice: true }),
    })
    await screen.findByText(/Learners cannot practise them yet.*“Week 7”/)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Open the new sets for practice' }))
    await waitFor(() => expect(s.of('PUT /imports/:id/practice')[0]?.args.body).toEqual({ version: 2, open: true }))
    cleanup()
    const after = open({
      'GET /imports/:id': plan({ ...questions, can: [...questions.can], audience: everybody, state: 'applied' }),
      'GET /imports/:id/reach': { ...reach, closed: [{ id: 's1', name: 'Week 7' }] },
      'PUT /imports/:id/practice': plan({ practice: true }),
    })
    await press('Open these sets for practice')
    await waitFor(() => expect(after.of('PUT /imports/:id/practice')).toHaveLength(1))
  })
})

describe('an import that is planned', () => {
  it('asks what to do with entries nobody decided about, and applies with the answer', async () => {
    const s = open({
      'GET /imports/:id': plan(),
      'GET /imports/:id/rows': pageOf([
        {
          n: 7,
          resource: 'tool',
          label: 'Nmap',
          place: { file: 'a.csv' },
          verdict: 'changed',
          choice: 'ask',
          difference: [],
          reasons: [],
        },
      ]),
      'POST /imports/:id/apply': plan({ state: 'applied' }),
    })
    await press('Import')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('1 entry exists with different content and is not decided:')
    await dialog.findByText('Nmap')
    const button = dialog.getByRole('button', { name: 'Import' })
    fireEvent.click(button)
    expect(dialog.getByRole('alert').textContent).toBe('Still needed: What to do with them.')
    // what becomes of one entry is a choice, and starts nothing
    fireEvent.click(dialog.getByRole('radio', { name: 'Overwrite it' }))
    fireEvent.click(dialog.getByRole('radio', { name: 'Skip it' }))
    expect(s.of('POST /imports/:id/apply')).toEqual([])
    await confirm('Import')
    // one question, one call
    await waitFor(() => expect(s.of('POST /imports/:id/apply')).toHaveLength(1))
    expect(s.of('POST /imports/:id/apply')[0]?.args.body).toEqual({ digest: 'first', on_duplicate: 'skip' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that does not hold any more says what has changed, and reads plan and rows anew', async () => {
    let now = plan()
    const s = open({
      'GET /imports/:id': () => now,
      'POST /imports/:id/apply': () => {
        now = plan({ digest: 'second', since })
        return problem('plan_changed')
      },
    })
    await press('Import')
    const before = s.of('GET /imports/:id/rows').length
    await confirm('Import')
    const notice = await screen.findByRole('alert')
    await waitFor(() => expect(notice.textContent).toMatch(/^Nothing was written/))
    expect(notice.textContent).toContain('New → Same: 1.')
    expect(notice.textContent).toContain('Nmap (Tool)')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(s.of('GET /imports/:id/rows').length).toBeGreaterThan(before))
    await press('Import')
    await confirm('Import')
    await waitFor(() =>
      expect(s.of('POST /imports/:id/apply').at(-1)?.args.body).toEqual({ digest: 'second', on_duplicate: 'ask' }),
    )
  })

  it('says how the names of a zip were read that do not say it', async () => {
    open({ 'GET /imports/:id': plan({ details: { names_as: 'shift_jis' } }) })
    await screen.findByText('File names in the zip are read as Shift-JIS (CP932).')
  })

  it('says to everybody that it was compared with the current data again', async () => {
    open({ 'GET /imports/:id': plan({ since }) })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^This plan was compared with the current data again/,
    )
  })

  it('says how much was written, not how much there was to write', async () => {
    open({ 'GET /imports/:id': plan({ state: 'applied', details: { created: 2, overwritten: 0, skipped: 1 } }) })
    await screen.findByText('Added: 2.')
  })
})

describe('an undo', () => {
  const applied = plan({ state: 'applied', can: ['undo'] })
  const begin = async (preview: object | (() => object), more: Answers = {}) => {
    const s = open({ 'GET /imports/:id': applied, 'GET /imports/:id/undo': preview, ...more })
    await press('Undo import')
    return { ...s, dialog: within(await screen.findByRole('dialog')) }
  }
  const first = [{ n: 1, label: 'Ada', why: 'changed_since' }]

  it('sends what its preview showed, and shows the figures of now where they are others', async () => {
    let now = { removed: 2, restored: 0, kept: {}, first: [] as typeof first, digest: 'then' } as object
    const s = await begin(() => now, {
      'POST /imports/:id/undo': () => {
        now = { removed: 1, restored: 0, kept: { changed_since: 1 }, first, digest: 'now' }
        return problem('undo_changed')
      },
    })
    await s.dialog.findByText('2 added entries are removed.')
    await confirm('Undo import')
    expect((await s.dialog.findByRole('alert')).textContent).toContain('nothing was undone')
    await s.dialog.findByText('1 added entry is removed. 1 entry stays as it is:')
    // others are not blamed for what the reader may have changed
    expect(s.dialog.getByText(/^Ada/).textContent).toBe('Ada Changed since the import.')
    await confirm('Undo import')
    await waitFor(() =>
      expect(s.of('POST /imports/:id/undo').map((c) => c.args.body)).toEqual([
        { version: 2, digest: 'then' },
        { version: 2, digest: 'now' },
      ]),
    )
  })

  it('says how much it removes, restores and leaves, and why, before anybody agrees', async () => {
    const undone = plan({
      state: 'undone',
      can: [],
      details: { removed: 7, restored: 1, kept: { changed_since: 12 } },
    })
    let now = applied
    const s = await begin(
      { removed: 7, restored: 1, kept: { changed_since: 12 }, first },
      { 'GET /imports/:id': () => now, 'POST /imports/:id/undo': () => (now = undone) },
    )
    await s.dialog.findByText(
      '7 added entries are removed. 1 overwritten entry gets its old content back. 12 entries stay as they are:',
    )
    expect(s.dialog.getAllByRole('listitem').map((e) => e.textContent)).toEqual([
      expect.stringMatching(/^Ada .*changed/i),
      'and 11 more',
    ])
    expect(s.of('POST /imports/:id/undo')).toEqual([])
    await confirm('Undo import')
    await screen.findByText(/^The import was undone\. Removed: 7\. Restored: 1\. 12 entries stay/)
    // what was agreed to is not counted again
    expect(s.of('GET /imports/:id/undo')).toHaveLength(1)
  })

  it('that would undo nothing names what stays, and cannot be begun', async () => {
    const { dialog } = await begin({ removed: 0, restored: 0, kept: { changed_since: 1 }, first })
    await dialog.findByText('There is nothing that can be undone now. 1 entry stays as it is:')
    expect(dialog.getByRole('button', { name: 'Undo import' }).hasAttribute('disabled')).toBe(true)
  })

  it('that came out otherwise says so', async () => {
    const { dialog } = await begin(
      { removed: 1, restored: 0, kept: {}, first: [] },
      { 'POST /imports/:id/undo': problem('nothing_undone', { details: { n: 1 } }) },
    )
    await dialog.findByText('1 added entry is removed.')
    await confirm('Undo import')
    expect((await dialog.findByRole('alert')).textContent).toContain('The import stays.')
  })
})

describe('an import that is being planned', () => {
  const planning = plan({ state: 'planning', progress: 0.3, digest: '', can: ['remove'] })

  it('can be cancelled: the page is left and asks for it no more', async () => {
    let asked = 0
    const s = open({
      'GET /imports/:id': planning,
      'DELETE /imports/:id': () => {
        asked = s.of('GET /imports/:id').length
        return { id: 'i1' }
      },
    })
    await press('Cancel import')
    await waitFor(() => expect(s.closed()).toBe(1))
    expect(s.of('DELETE /imports/:id')).toHaveLength(1)
    // longer than it waits between two looks
    await new Promise((go) => setTimeout(go, 1000))
    expect(s.of('GET /imports/:id')).toHaveLength(asked)
  })

  it('goes on being shown when it could not be cancelled', async () => {
    const s = open({ 'GET /imports/:id': planning, 'DELETE /imports/:id': problem('network', { status: 0 }) })
    await press('Cancel import')
    await waitFor(() => expect(s.of('DELETE /imports/:id')).toHaveLength(1))
    await screen.findByRole('button', { name: 'Cancel import' })
    expect(s.closed()).toBe(0)
  })

  it('that somebody else cancelled is not shown as if it went on', async () => {
    let gone = false
    open({ 'GET /imports/:id': () => (gone ? problem('not_found', { status: 404 }) : planning) })
    await screen.findByRole('heading', { name: 'pack.zip' })
    gone = true
    expect((await screen.findByRole('alert')).textContent).toContain('It does not exist')
    expect(screen.queryByText('pack.zip')).toBeNull()
  })
})

describe('an import that is being written', () => {
  it('is cancelled after a question, and says who cancelled it', async () => {
    let now = plan({ state: 'applying', progress: 0.4, version: 7, can: ['cancel'] })
    const s = open({
      'GET /imports/:id': () => now,
      'POST /imports/:id/cancel': () => (now = plan({ cancelled_by: 'Grace' })),
    })
    await press('Cancel import')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Keep importing' })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel import' }))
    await screen.findByText('Grace cancelled this import. Everything it had written was undone.')
    expect(s.of('POST /imports/:id/cancel').map((c) => c.args.body)).toEqual([{ version: 7 }])
  })

  it('asks no more when all of it was written meanwhile', async () => {
    let now = plan({ state: 'applying', progress: 0.9, can: ['cancel'] })
    open({ 'GET /imports/:id': () => now })
    await press('Cancel import')
    await screen.findByRole('dialog')
    now = plan({ state: 'applied', can: ['undo'] })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has every list that is shown asked for again when it comes to its end', async () => {
    let now = plan({ state: 'applying', progress: 0.4, can: ['cancel'] })
    const Beside = () => <p>{useRead('GET /courses', { query: {} }).data?.total} courses</p>
    const beside = (
      <>
        <ImportPlan id="i1" title="Resource import" onClose={() => undefined} />
        <Beside />
      </>
    )
    const s = stage(beside, {
      'GET /imports/:id': () => now,
      'GET /imports/:id/rows': pageOf([]),
      'GET /courses': () => pageOf([], now.state === 'applied' ? 1 : 0),
    })
    await screen.findByText('0 courses')
    await screen.findByRole('button', { name: 'Cancel import' })
    now = plan({ state: 'applied', can: ['undo'] })
    await screen.findByText('1 courses')
    expect(s.of('GET /courses')).toHaveLength(2)
  })

  it('and could not be put back says what is left and why, and goes on when it is told to', async () => {
    let now = plan({
      state: 'interrupted',
      version: 9,
      can: ['resume'],
      interrupted: { to: 'undone', done: 300, left: 1, cause: 'internal' },
    })
    const s = open({
      'GET /imports/:id': () => now,
      'POST /imports/:id/resume': () => (now = plan({ state: 'undone', can: [] })),
    })
    const said = await screen.findByText(/The undo stopped halfway: 300 entries are restored, 1 is not\./)
    expect(said.closest('[role=alert]')?.textContent).toContain('the system log has the details')
    await press('Try again')
    await waitFor(() => expect(s.of('POST /imports/:id/resume').map((c) => c.args.body)).toEqual([{ version: 9 }]))
  })
})

describe('who sees what is new', () => {
  const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }
  it('is said, and chosen there', async () => {
    const before = plan({ kind: 'questions', audience: nobody, can: ['apply', 'audience'] })
    const s = open({
      'GET /imports/:id': before,
      'PUT /imports/:id/audience': before,
      'GET /orgs/tree': { items: [] },
    })
    expect(await screen.findByText(/New entries are visible only to those who manage them/)).toBeTruthy()
    await press('Choose who sees them')
    fireEvent.click(await screen.findByRole('radio', { name: /Everybody/ }))
    await confirm('Save')
    await waitFor(() =>
      expect(s.of('PUT /imports/:id/audience')[0]?.args.body).toEqual({ ...nobody, all: true, version: 2 }),
    )
  })
  it('is no question where nothing new has an audience', async () => {
    open({ 'GET /imports/:id': plan() })
    await screen.findByRole('button', { name: 'Import' })
    expect(screen.queryByText(/New entries/)).toBeNull()
  })
})

describe('the desk', () => {
  const desk = (grants: 'all' | string[]) =>
    stage(<ImportDesk />, { 'GET /imports': pageOf([]) }, { at: '/resource-import', path: '/resource-import', grants })
  it('says at once to whom it is not open, and offers them nothing to drop a file on', async () => {
    const { asked } = desk([])
    expect(await screen.findByText(t('ui.no_right'))).toBeTruthy()
    expect(screen.queryByText(t('import.history'))).toBeNull()
    expect(asked).toEqual([])
  })
})

it('says once why many entries are refused', async () => {
  open({
    'GET /imports/:id': plan({
      counts: { new: 0, same: 0, changed: 0, duplicate: 0, refused: 40 },
      resources: [
        {
          resource: 'user',
          counts: { new: 0, same: 0, changed: 0, duplicate: 0, refused: 40 },
          refusals: [{ rows: 40, first: { path: 'phone', rule: 'phone' } }],
        },
      ],
    }),
  })
  expect(await screen.findByText(/40 entries, for example: .*mainland China mobile or landline number/)).toBeTruthy()
})
