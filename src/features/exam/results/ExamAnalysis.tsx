/** An exam looked at when it is marked: the whole, its grades, each question, groups of candidates. */
import '../exam.css'
import './results.css'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Boundaries } from '../../../contract/exam/score.ts'
import { t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Fed } from '../../../kit/display/Fed.tsx'
import { DisplayRegions } from '../../../kit/display/Regions.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { analysisRegions } from './analysis.tsx'
import { ResultFiles } from './Files.tsx'
import { Grades, gradeBoundaries } from './Grades.tsx'
import { type AnalysisFilter, Narrowing } from './Narrowing.tsx'

const usual: Boundaries = { A: 0.9, B: 0.75, C: 0.6 }

export default function ExamAnalysis() {
  const { examId: id = '' } = useParams()
  const language = useLocale()
  const [narrowed, setNarrowed] = useState<AnalysisFilter>({})
  const [draft, setDraft] = useState<Boundaries>()
  const query = { ...narrowed, language }
  const analysis = useRead('GET /exams/:id/analysis', { params: { id }, query })
  const standings = useRead('GET /exams/:id/grades', { params: { id } })
  const boundaries = draft ?? (standings.data ? gradeBoundaries(standings.data) : usual)
  const exam = analysis.data?.exam ?? ''
  const grades = (
    <Fed by={standings} compact>
      {(now) => <Grades id={id} standings={now} draft={boundaries} onDraft={setDraft} />}
    </Fed>
  )
  return (
    <Page
      title={exam || t('screen.exam-score-analysis')}
      description={t('result.about')}
      actions={<ResultFiles id={id} exam={exam} query={query} />}
    >
      <Fed by={analysis} waits={{ kind: 'detail' }}>
        {(data) => (
          <div className="result">
            <Narrowing choose={data.choose} to={narrowed} onChange={setNarrowed} />
            <DisplayRegions of={analysisRegions(data, boundaries, grades)} />
          </div>
        )}
      </Fed>
    </Page>
  )
}
