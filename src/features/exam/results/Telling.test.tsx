/** Statistics of an exam claim nothing that two candidates cannot show. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Analysis } from '../../../contract/exam/analysis.schema.ts'
import { analyseExam } from '../../../contract/exam/analysis.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { DisplayRegions } from '../../../kit/display/Regions.tsx'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { ItemAnalysisPanel } from './Items.tsx'
import { examSummaryFigures } from './wholeFigures.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('result')
  await loadMessages('bank')
})
afterEach(cleanup)

function reportOf(points: number[][]): Analysis {
  const { items, ...whole } = analyseExam(points, [5, 5])
  const about = { question_id: 'q', version: 1, form: 1, title: 'Ports', type: 'short', score: 5, answered: 1 }
  return {
    score: 10,
    unmarked: 0,
    forms: [],
    whole,
    items: items.map((i, n) => ({ ...about, ...i, id: `i${n}`, n: n + 1, sheets: points.length, choices: [] })),
  } as unknown as Analysis
}
const shown = (points: number[][]) => {
  const report = reportOf(points)
  render(
    <>
      <DisplayRegions of={[{ key: 'whole', is: 'stats', stats: examSummaryFigures(report) }]} />
      <ItemAnalysisPanel of={report} />
    </>,
  )
}

it('two candidates: no discrimination, no reliability, no shape, and why', () => {
  shown([
    [5, 5],
    [0, 1],
  ])
  // discrimination, efficiency and weight of two questions; reliability, error and skewness of the whole
  expect(screen.getAllByText('too few')).toHaveLength(9)
  expect(screen.getAllByText('2 candidates: below 10 this figure is chance').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Too few candidates to say')).toHaveLength(2)
  expect(document.body.textContent).not.toContain('100%')
})

it('ten candidates: the figures', () => {
  shown(Array.from({ length: 10 }, (_, n) => [n % 6, (n * 7) % 6]))
  expect(screen.queryByText('too few')).toBeNull()
})
