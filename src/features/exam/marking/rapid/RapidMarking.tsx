/** Marking by question: one answer after the other, by keys. */
import '../../exam.css'
import '../../../../parts/marking/marking.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { MarkingState } from '../../../../contract/exam/run.schema.ts'
import { href } from '../../../../contract/screens/index.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { Select } from '../../../../ui/input/Select.tsx'
import { linkClass } from '../../../../ui/input/Button.tsx'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { Page } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { NobodyLeft } from '../NobodyLeft.tsx'
import { lettersOf, QuestionTable } from '../Progress.tsx'
import { RapidMarkingDesk } from './Desk.tsx'

type Item = MarkingState['items'][number]

export default function RapidMarking() {
  const { examId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const exam = useRead('GET /exams/:id', { params: { id: examId } })
  const { data, error, refetch } = useRead('GET /exams/:id/marking', { params: { id: examId } }, { every: 20_000 })
  const items = data?.items ?? []
  const item = items.find((i) => i.id === search.get('item'))
  const letters = lettersOf(items)
  const label = (i: Item) =>
    t('marking.question_n', { n: `${letters.get(i.variant) ?? ''}${format.number(i.n)}`, title: i.title })
  const after = next(items, item)
  return (
    <Page
      title={t('screen.exam-rapid-marking')}
      description={exam.data?.name}
      actions={
        <>
          {item && (
            <Select
              fit
              aria-label={t('marking.question')}
              className="marking-choose"
              value={item.id}
              options={items.map((i) => ({ value: i.id, label: `${label(i)} (${format.number(i.mine)})` }))}
              onChange={(id) => setSearch({ item: id })}
            />
          )}
          <Link className={linkClass()} to={href('exam-scoring', { examId })}>
            {t('screen.exam-scoring')}
          </Link>
        </>
      }
    >
      {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />)}
      {data && items.length === 0 && (
        <Empty icon="check" title={t('marking.nothing_to_mark')}>
          {t('marking.nothing_to_mark_text')}
        </Empty>
      )}
      {data && items.length > 0 && !item && (
        <Panel flush title={t('marking.choose_question')} description={t('marking.choose_about')}>
          <QuestionTable gives exam={examId} items={items} />
        </Panel>
      )}
      {item && (
        <>
          {exam.data && data && data.undecided.sheets > 0 && (
            <p className="exam-message" role="status">
              <Icon name="warn" />{' '}
              <NobodyLeft exam={exam.data} deciders={data.undecided.deciders}>
                {t('marking.undecided_n', { n: data.undecided.sheets })}
              </NobodyLeft>
            </p>
          )}
          <div className="marking-progress-line">
            <ProgressBar
              value={item.answers ? item.done / item.answers : 1}
              label={t('marking.done_of', { n: item.done, all: item.answers })}
              tone={item.done === item.answers ? 'ok' : 'accent'}
            />
            <span className="mg-num mg-dim">{t('marking.done_of', { n: item.done, all: item.answers })}</span>
          </div>
          <RapidMarkingDesk
            key={item.id}
            exam={examId}
            item={item.id}
            open={item.answers - item.done}
            next={after && { label: label(after), to: href('exam-rapid-marking', { examId }, { item: after.id }) }}
          />
        </>
      )}
    </Page>
  )
}

/** The question after this one that has something for the marker, from the beginning again after the last. */
function next(items: readonly Item[], item: Item | undefined): Item | undefined {
  const at = items.findIndex((i) => i === item)
  return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find((i) => i.mine > 0)
}
