/** A report beside what goes with it, two that are alike side by side, and a rubric that hundreds are marked by anew. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { reportsAtOnce } from '../../../contract/course/report.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { type Asked, problem, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ReportMarking } from './ReportMarking.tsx'
import { RubricDialog } from './RubricDialog.tsx'
import { SimilarDialog } from './SimilarDialog.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['lab', 'learn', 'course'] as const).map(loadMessages))
})
afterEach(cleanup)

const titled = (id: string) => ({ id, title: id, title_other: '' })
const place = {
  course: { id: 'c1', name: 'Hardening', language: '' as const, translation: null },
  lesson: titled('l1'),
  section: titled('s1'),
}
const lab = { ...place, waiting: 0, returned: 0, marked: 0, outdated: 0 }
const report = (id: string, text: string) => ({
  id,
  ...place,
  by: { id: `u-${id}`, name: `Person ${id}`, username: `person_${id}` },
  status: 'submitted',
  submitted_at: '2026-01-01T00:00:00Z',
  points: null,
  score: null,
  share: null,
  outdated: false,
  version: 1,
  text,
  template: '## Found',
  template_other: '',
  evidence: [],
  documents: [],
  events: [],
  rubric: [{ id: 'a', text: 'What', text_other: '', points: 10 }],
  marks: {},
  comment: '',
  pass: null,
  can: ['mark'],
  next: null,
})

it('another rubric is applied to all of the reports, as many at once as one call takes, and what failed is what is left', async () => {
  const row = (n: number) => ({
    id: `r${n}`,
    version: 1,
    by: { id: `u${n}`, name: `Person ${n}`, username: `person_${n}` },
    before: 0.5,
    after: 0.6,
    open: 0,
    passed_before: null,
    passed_after: null,
  })
  let left = Array.from({ length: 2 * reportsAtOnce + 30 }, (_, n) => row(n))
  let fails = true
  const { of } = stage(<RubricDialog lab={lab as never} onClose={() => undefined} />, {
    'GET /course-report-labs/rubric': () => ({ rubric: [], pass: null, reports: left }),
    'POST /course-report-labs/rubric': ({ args }: Asked) => {
      const { reports } = args.body as { reports: { id: string }[] }
      if (fails && reports.some((r) => r.id === `r${reportsAtOnce}`)) {
        fails = false
        throw problem('stale_version')
      }
      const gone = new Set(reports.map((r) => r.id))
      left = left.filter((r) => !gone.has(r.id))
      return { moved: reports.length }
    },
  })
  const sizes = () =>
    of('POST /course-report-labs/rubric').map((c) => (c.args.body as { reports: unknown[] }).reports.length)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark 430 by the new rubric' }))
  const again = await screen.findByRole('button', { name: 'Mark 230 by the new rubric' })
  expect(sizes()).toEqual([200, 200])
  fireEvent.click(again)
  await waitFor(() => expect(left).toEqual([]))
  expect(sizes()).toEqual([200, 200, 200, 30])
})

it('two reports that are alike stand side by side, and what both say is marked', async () => {
  const same = 'FTP answered without any password at all'
  stage(<SimilarDialog lab={lab as never} onClose={() => undefined} />, {
    'GET /course-report-labs/similar': {
      reports: 2,
      pairs: [{ a: 'r1', a_name: 'Ann', b: 'r2', b_name: 'Bob', share: 0.7 }],
    },
    'GET /course-reports/:id': ({ args }: Asked) =>
      args.params?.['id'] === 'r1' ? report('r1', `Mine: ${same}, so.`) : report('r2', `${same}. Other end.`),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Compare the reports of Ann and Bob' }))
  for (const name of ['Ann', 'Bob']) {
    const column = await screen.findByRole('region', { name })
    expect([...column.querySelectorAll('mark')].map((m) => m.textContent)).toEqual([same])
  }
  fireEvent.click(screen.getByRole('button', { name: 'All pairs' }))
  expect(await screen.findByText('70%')).toBeTruthy()
})

it('what goes with a report opens beside its text, and nothing is laid over text and rubric', async () => {
  const evidence = [
    { n: 1, kind: 'screenshot', node: 'desk', at: '2026-01-01T00:00:00Z', seconds: 0, bytes: 10 },
    { n: 2, kind: 'screenshot', node: 'web', at: '2026-01-01T00:00:00Z', seconds: 0, bytes: 10 },
  ]
  stage(<ReportMarking id="r1" />, {
    'GET /course-reports/:id': { ...report('r1', 'What I found'), evidence },
    'GET /course-report-remarks': { items: [] },
  })
  const first = await screen.findByRole('button', { name: '[1] Screenshot of desk' })
  expect(first.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(first)
  const pane = await screen.findByRole('region', { name: '[1] Screenshot of desk' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Rubric' })).toBeTruthy()
  // another takes its place
  fireEvent.click(screen.getByRole('button', { name: '[2] Screenshot of web' }))
  expect(pane.isConnected).toBe(false)
  const second = await screen.findByRole('region', { name: '[2] Screenshot of web' })
  fireEvent.click(within(second).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '[2] Screenshot of web' })).toBeNull())
})
