/** Marking and results of one exam: how far it is, sheets, questions with their keys, results, objections. */
import '../exam.css'
import '../../../parts/marking/marking.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Objections } from './Objections.tsx'
import { Progress, useGives } from './Progress.tsx'
import { Publishing } from './Publishing.tsx'
import { Questions } from './Questions.tsx'
import { Results } from './Results.tsx'
import { Sheets } from './Sheets.tsx'

const tabs = ['progress', 'sheets', 'questions', 'results', 'objections'] as const
type TabName = (typeof tabs)[number]
const keeperTabs = ['results', 'questions', 'objections'] as const satisfies readonly TabName[]
/** Who marks has the keys beside the answers. */
const markerTabs = ['progress', 'sheets', 'results', 'objections'] as const satisfies readonly TabName[]

export default function ExamScoring() {
  const { examId = '' } = useParams()
  const [search] = useSearchParams()
  const exam = useRead('GET /exams/:id', { params: { id: examId } }, { every: 30_000 })
  // whoever keeps it while others mark sees what came of it, without their sheets
  const keeps = exam.data?.can.includes('keys') === true
  const keepsOnly = keeps && !exam.data?.can.includes('mark')
  const marks = exam.data !== undefined && !keepsOnly
  const state = useRead(
    'GET /exams/:id/marking',
    { params: { id: examId } },
    marks ? { every: 15_000 } : { skip: true },
  )
  const problem = exam.error ?? (marks ? state.error : undefined)
  const shown = keepsOnly ? keeperTabs : keeps ? tabs : markerTabs
  const tab = shown.find((name) => name === search.get('tab')) ?? shown[0]
  if (!exam.data || (marks && !state.data))
    return (
      <Page title={t('screen.exam-scoring')}>
        {problem ? <ProblemView problem={problem} onRetry={exam.refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  const row = exam.data
  const counts: Partial<Record<TabName, number>> = state.data
    ? { sheets: state.data.attempts, objections: state.data.objections.open }
    : {}
  return (
    <Page
      title={row.name}
      description={t('marking.about', { score: row.score, paper: row.paper_name })}
      tags={
        <>
          <StatusTag word={row.status} label={t(`exam.status.${row.status}`)} />
          {row.published_at && <StatusTag word="published" label={t('marking.published')} />}
        </>
      }
      actions={<Actions of={row} open={state.data ? state.data.attempts - state.data.scored : 0} />}
      tabs={
        <Tabs
          label={t('marking.parts')}
          active={tab}
          items={shown.map((id) => ({
            id,
            label: t(`marking.tab.${id}`),
            count: counts[id],
            to: href('exam-scoring', { examId }, { tab: id }),
          }))}
        />
      }
    >
      {tab === 'progress' && state.data && <Progress exam={row} state={state.data} />}
      {tab === 'sheets' && <Sheets exam={row} />}
      {tab === 'questions' && <Questions exam={row} />}
      {tab === 'results' && <Results exam={row} />}
      {tab === 'objections' && <Objections exam={row} />}
    </Page>
  )
}

function Actions({ of: row, open }: { of: Exam; open: number }) {
  const gives = useGives(row)
  return (
    <>
      {row.handed_in > 0 && row.can.includes('analyse') && (
        <Link className={linkClass()} to={href('exam-score-analysis', { examId: row.id })}>
          {t('screen.exam-score-analysis')}
        </Link>
      )}
      <Publishing tells exam={row} />
      {open > 0 && gives && (
        <Link className={linkClass('primary')} to={href('exam-rapid-marking', { examId: row.id })}>
          {t('screen.exam-rapid-marking')}
        </Link>
      )}
    </>
  )
}
