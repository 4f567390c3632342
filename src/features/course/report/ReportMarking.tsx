/** One report on the desk: its text with the evidence beside it, and the rubric that is filled in by keys. */
import './report.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { courseTextIn } from '../../../contract/course/texts.ts'
import type { CourseReport } from '../../../contract/course/report.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BylineText } from '../../../parts/byline/Byline.tsx'
import { bylineWords } from '../../../parts/byline/words.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, IconButton, linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { useReportLink } from './CourseReport.tsx'
import { ReportDocuments } from './ReportDocuments.tsx'
import type { SaveNotes } from './DocumentsToNote.tsx'
import { MarkForm } from './MarkForm.tsx'
import { evidenceIcons, evidenceText, reportStatusTones } from './words.ts'

const Replay = lazy(() => import('../../../parts/scene/replay/Replay.tsx'))

export function ReportMarking({ id }: { id: string }) {
  const { data, error, refetch } = useRead('GET /course-reports/:id', { params: { id } }, { fresh: true })
  const { nameOf, titleOf, language } = useCourseText()
  const to = useReportLink()
  const go = useNavigate()
  const desk = useRef<HTMLDivElement>(null)
  const unsaved = useRef<SaveNotes>()
  const known = data?.id === id ? data : undefined
  const there = known !== undefined
  // the keys belong to the report that came, wherever the focus was
  useEffect(() => {
    if (there) desk.current?.focus({ preventScroll: true })
  }, [there])
  return (
    <Page
      title={known ? t('report.of', { name: known.by.name }) : t('screen.course-report')}
      description={
        known &&
        [nameOf(known.course).text, titleOf(known.lesson, known.course), titleOf(known.section, known.course)]
          .filter(Boolean)
          .join(' · ')
      }
      tags={
        known && (
          <StatusTag
            word={known.status}
            tone={reportStatusTones[known.status]}
            label={t(`learn.report_status.${known.status}`)}
          />
        )
      }
      actions={
        <>
          <Link className={linkClass()} to={to(undefined)}>
            {t('report.back')}
          </Link>
          {known?.next && (
            <Link className={linkClass()} to={to(known.next)}>
              {t('report.next')}
            </Link>
          )}
        </>
      }
    >
      {!known ? (
        error ? (
          <ProblemView problem={error} onRetry={refetch} />
        ) : (
          <Loading kind="detail" />
        )
      ) : (
        <div ref={desk} tabIndex={-1} data-desk className="report-desk">
          <div className="report-main">
            <div className="report-reading" data-beside={known.evidence.length > 0}>
              <Panel title={t('learn.lab_report')} description={<BylineText of={known.by} />}>
                <Markdown text={known.text} />
              </Panel>
              <Evidence of={known} />
            </div>
            <ReportDocuments
              of={known}
              onWriting={(save) => {
                unsaved.current = save
              }}
            />
            <Events of={known} />
          </div>
          <aside className="report-side" aria-label={t('report.marking')}>
            <MarkForm
              key={`${known.id} ${known.version}`}
              of={known}
              lineText={(l) => courseTextIn(l.text, l.text_other, known.course.language, language).text}
              before={async () => unsaved.current?.()}
              onMarked={() => known.next && go(to(known.next))}
            />
          </aside>
        </div>
      )}
    </Page>
  )
}

type Evidenced = CourseReport['evidence'][number]
/** What goes with the text, beside it: what is opened is seen with the text and the rubric. */
function Evidence({ of }: { of: CourseReport }) {
  const [shown, show] = useState<Evidenced>()
  return (
    <Panel className="report-beside" title={t('learn.report_evidence_n', { n: of.evidence.length })}>
      {of.evidence.length === 0 && <p className="mg-faint">{t('report.no_evidence')}</p>}
      <ul className="report-evidence">
        {of.evidence.map((e) => (
          <li key={e.n} className="report-line">
            <Icon name={evidenceIcons[e.kind]} />
            <Button
              tone="quiet"
              size="small"
              aria-expanded={shown?.n === e.n}
              onClick={() => show(shown?.n === e.n ? undefined : e)}
            >
              {evidenceText(e)}
            </Button>
            <span className="mg-faint report-end">
              <DateTime at={e.at} />
            </span>
          </li>
        ))}
      </ul>
      {shown && (
        <section key={shown.n} className="report-shown" aria-label={evidenceText(shown)}>
          <header className="report-line">
            <strong>{evidenceText(shown)}</strong>
            <IconButton
              className="report-end"
              size="small"
              icon="close"
              label={t('ui.close')}
              onClick={() => show(undefined)}
            />
          </header>
          <Suspense fallback={<Loading kind="detail" />}>
            <Replay
              source={{ report: of.id, n: shown.n }}
              kind={shown.kind}
              seconds={shown.seconds}
              bytes={shown.bytes}
              name={evidenceText(shown)}
            />
          </Suspense>
        </section>
      )}
    </Panel>
  )
}

const Events = ({ of }: { of: CourseReport }) => (
  <Panel title={t('report.history')}>
    <ul className="report-said">
      {of.events.toReversed().map((e) => (
        <li key={`${e.at} ${e.event}`}>
          <span className="mg-faint">
            {t(`learn.report_event.${e.event}`, { name: bylineWords(e.author) })} · <DateTime at={e.at} />
          </span>
          {e.comment !== '' && <p>{e.comment}</p>}
        </li>
      ))}
    </ul>
  </Panel>
)
