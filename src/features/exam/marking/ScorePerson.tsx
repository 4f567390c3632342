/** One candidate's sheet before its marker. The path names the person, or the sheet where marking is anonymous. */
import '../exam.css'
import '../../../parts/marking/marking.css'
import '../../../parts/answer-sheet/answer-sheet.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { SheetItem } from './SheetItem.tsx'
import { byId } from '../../../lib/shadow.ts'

export default function ScorePerson() {
  const { examId = '', userId = '' } = useParams()
  const [search] = useSearchParams()
  const { language } = useSettings()
  const sheets = useRead('GET /exams/:id/sheets', { params: { id: examId }, query: { of: userId } })
  const all = [...(sheets.data?.items ?? [])].sort((a, b) => a.n - b.n)
  const id = search.get('attempt') ?? all.at(-1)?.attempt
  const { data, error, refetch } = useRead(
    'GET /exam-sheets/:id',
    { params: { id: id ?? '' }, query: { language } },
    { skip: id === undefined },
  )
  const problem = error ?? sheets.error
  const to = (attempt: string) => href('exam-score-person', { examId, userId: attempt })
  if (!data)
    return (
      <Page title={t('screen.exam-score-person')}>
        {problem ? (
          <ProblemView problem={problem} onRetry={problem === error ? refetch : sheets.refetch} />
        ) : sheets.data && id === undefined ? (
          <Empty
            icon="file"
            title={t('marking.no_sheet')}
            action={
              <Link className={linkClass()} to={href('exam-scoring', { examId })}>
                {t('screen.exam-scoring')}
              </Link>
            }
          >
            {t('marking.no_sheet_text')}
          </Empty>
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    )
  const items = data.sections.flatMap((s) => s.items)
  const waits = items.filter((i) => i.may !== null && i.points === null)
  return (
    <Page
      title={data.candidate}
      description={data.exam}
      tags={<StatusTag word={data.status} label={t(`exam.attempt_status.${data.status}`)} />}
      tabs={
        all.length > 1 ? (
          <Tabs
            label={t('exam.mine')}
            active={data.attempt}
            items={all.map((a) => ({
              id: a.attempt,
              label: t('exam.attempt', { n: a.n }),
              to: href('exam-score-person', { examId, userId }, { attempt: a.attempt }),
            }))}
          />
        ) : undefined
      }
      actions={
        <>
          <Step
            to={data.around.previous && to(data.around.previous)}
            icon="chevron-left"
            label={t('marking.previous')}
          />
          <Step to={data.around.next && to(data.around.next)} icon="chevron-right" label={t('marking.next')} />
          {data.around.unmarked && (
            <Link className={linkClass('primary')} to={to(data.around.unmarked)}>
              {t('marking.next_unmarked')}
            </Link>
          )}
        </>
      }
    >
      <div className="marking-sum">
        <strong className="mg-num">
          {format.number(data.points)} / {format.number(data.score)}
        </strong>
        <span className="mg-dim">
          {data.handed_at !== null && (
            <>
              {t('marking.handed_in')} <DateTime at={data.handed_at} />
            </>
          )}
        </span>
        {data.open > 0 && <span>{t('marking.open_n', { n: data.open })}</span>}
        <nav className="marking-cells" aria-label={t('marking.questions')}>
          {items.map((i) => (
            <a
              key={i.id}
              href={`#item-${i.n}`}
              className={`answer-cell${i.points === null ? ' marking-cell-open' : ''}`}
              onClick={(e) => {
                // the address is the router's
                e.preventDefault()
                byId(e.currentTarget, `item-${i.n}`)?.scrollIntoView({ block: 'start' })
              }}
            >
              {format.number(i.n)}
            </a>
          ))}
        </nav>
        {waits.length > 0 && <span className="mg-dim">{t('marking.for_you', { n: waits.length })}</span>}
      </div>
      {data.rules.out && <p className="exam-message">{t('marking.closed_out')}</p>}
      {data.sections.map((s) => (
        <Panel key={s.id} title={s.title}>
          {s.items.map((item) => (
            <SheetItem key={item.id} sheet={data.attempt} item={item} rules={data.rules} />
          ))}
        </Panel>
      ))}
    </Page>
  )
}

function Step({ to, icon, label }: { to: string | null; icon: 'chevron-left' | 'chevron-right'; label: string }) {
  return to ? (
    <Link className={linkClass()} to={to}>
      <Icon name={icon} /> {label}
    </Link>
  ) : null
}
