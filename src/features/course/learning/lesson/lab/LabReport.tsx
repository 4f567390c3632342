/** The report of a lab, as its author writes it: the text, what goes with it, and what was said of it. */
import './lab.css'
import { lazy, Suspense, useId, useState } from 'react'
import { courseTextIn } from '../../../../../contract/course/texts.ts'
import type { OwnLabReport, ReportEvidence } from '../../../../../contract/course/report.schema.ts'
import { labLimits } from '../../../../../contract/course/lab.ts'
import { format, t } from '../../../../../i18n/index.ts'
import { useRead } from '../../../../../kit/data/api.ts'
import { DueLine } from '../../../../../parts/course/DueLine.tsx'
import { bylineWords } from '../../../../../parts/byline/words.ts'
import { MarkdownEditor } from '../../../../../parts/markdown-editor/MarkdownControl.tsx'
import { DateTime } from '../../../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../../../ui/data/StatusTag.tsx'
import { Confirm } from '../../../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../../ui/feedback/toast.ts'
import { Icon } from '../../../../../ui/icon/Icon.tsx'
import { Button } from '../../../../../ui/input/Button.tsx'
import { Markdown } from '../../../../../ui/text/Markdown.tsx'
import type { SectionViewProps } from '../section.ts'
import { type ShownLab, withEvidence } from './lab.logic.ts'
import { ReportPdf } from './ReportPdf.tsx'
import type { Reporting } from './useReport.ts'
import { evidenceIcons, evidenceText, reportStatusTones } from '../../../report/words.ts'

const Replay = lazy(() => import('../../../../../parts/scene/replay/Replay.tsx'))

interface LabReportProps {
  of: SectionViewProps<ShownLab>
  report: Reporting
}
export function LabReport({ of, report }: LabReportProps) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  if (of.of.preview) return <p className="mg-faint">{t('learn.preview_off')}</p>
  const { draft } = report
  if (!draft)
    return report.error ? (
      <ProblemView compact problem={report.error} onRetry={report.refetch} />
    ) : (
      <Loading kind="text" />
    )
  const { own, text, phase } = draft
  const due_at = of.content.report?.due_at ?? null
  return (
    <div className="lab-section">
      <p className="lab-line">
        <StatusTag
          word={own.status}
          tone={reportStatusTones[own.status]}
          label={t(`learn.report_status.${own.status}`)}
        />
        {own.mark && (
          <strong className="mg-num">
            {t('learn.report_points', { points: format.number(own.mark.points), score: format.number(own.mark.score) })}
          </strong>
        )}
        <span className="lab-end mg-hint" role="status">
          {report.may && phase.at !== 'idle' && phase.at !== 'stale' && t(`learn.report_saving.${phase.at}`)}
        </span>
        {phase.at === 'failed' && (
          <Button size="small" onClick={() => void report.save()}>
            {t('learn.report_try')}
          </Button>
        )}
      </p>
      {due_at !== null && <DueLine at={due_at} done={own.status === 'submitted' || own.status === 'marked'} />}
      <Said events={own.events} />
      {own.mark && <Marks of={own.mark} lab={of} />}
      {phase.at === 'stale' && (
        <div role="alert" className="learn-closed">
          <strong>{t('learn.report_stale')}</strong>
          <pre className="course-side">{phase.theirs.text}</pre>
          <p className="lab-line">
            <Button size="small" onClick={() => report.settle('theirs')}>
              {t('learn.report_theirs')}
            </Button>
            <Button size="small" tone="primary" onClick={() => report.settle('mine')}>
              {t('learn.report_mine')}
            </Button>
          </p>
        </div>
      )}
      {report.may ? (
        <>
          <span id={id} className="mg-label">
            {t('learn.report_text')}
          </span>
          <MarkdownEditor
            labelledBy={id}
            describedBy={`${id}-count`}
            rows={16}
            disabled={false}
            invalid={text.length > labLimits.report}
            text={text}
            onChange={report.type}
            onLeave={() => void report.save()}
          />
          <p id={`${id}-count`} className={text.length > labLimits.report ? 'mg-error' : 'mg-hint mg-num'}>
            {t('learn.report_characters', {
              n: format.number(text.length),
              max: format.number(labLimits.report),
            })}
          </p>
        </>
      ) : (
        <Markdown text={text} />
      )}
      <ReportPdf report={report} own={own} place={`report ${of.of.course.id} ${of.section.id}`} />
      <Evidence report={report} own={own} />
      {own.can.includes('submit') && (
        <p className="lab-line">
          <Button
            tone="primary"
            off={
              text.length > labLimits.report
                ? t('learn.report_too_long')
                : phase.at === 'stale' && t('learn.report_settle_first')
            }
            onClick={() => setAsking(true)}
          >
            {t(own.status === 'returned' ? 'learn.report_submit_again' : 'learn.report_submit')}
          </Button>
          <span className="mg-faint">{t('learn.report_submit_text')}</span>
        </p>
      )}
      <Confirm
        open={asking}
        title={t('learn.report_submit_title')}
        confirm={t('learn.report_submit')}
        done={t('learn.report_submitted')}
        onConfirm={report.submit}
        onClose={() => setAsking(false)}
      >
        <p>{t('learn.report_submit_ask')}</p>
      </Confirm>
    </div>
  )
}

function Said({ events }: { events: OwnLabReport['events'] }) {
  const said = events.filter((e) => e.comment !== '').toReversed()
  if (!said.length) return null
  return (
    <ul className="lab-said" aria-label={t('learn.report_said')}>
      {said.map((e) => (
        <li key={`${e.at} ${e.event}`}>
          <span className="mg-faint">
            {t(`learn.report_event.${e.event}`, { name: bylineWords(e.author) })} · <DateTime at={e.at} />
          </span>
          <p>{e.comment}</p>
        </li>
      ))}
    </ul>
  )
}

function Marks({ of, lab }: { of: NonNullable<OwnLabReport['mark']>; lab: SectionViewProps<ShownLab> }) {
  const read = (own: string, other: string) => courseTextIn(own, other, lab.of.course.language, lab.language).text
  return (
    <ol className="lab-rubric" aria-label={t('learn.report_rubric')}>
      {of.rubric.map((l) => (
        <li key={l.id}>
          <span>{read(l.text, l.text_other)}</span>
          <span className="mg-num">
            {t('learn.report_points', {
              points: format.number(of.marks[l.id] ?? 0),
              score: format.number(l.points),
            })}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface EvidenceProps {
  report: Reporting
  own: OwnLabReport
}
function Evidence({ report, own }: EvidenceProps) {
  const { evidence: items, scenes } = own
  const [adding, setAdding] = useState(false)
  const [shown, show] = useState<ReportEvidence>()
  const name = (e: ReportEvidence) => evidenceText(e)
  return (
    <section aria-label={t('learn.report_evidence')}>
      <p className="lab-line">
        <strong>{t('learn.report_evidence_n', { n: items.length })}</strong>
        {report.may && scenes.length > 0 && (
          <Button size="small" icon="plus" className="lab-end" onClick={() => setAdding(true)}>
            {t('learn.report_add')}
          </Button>
        )}
      </p>
      {items.length === 0 && (
        <p className="mg-faint">{t(scenes.length ? 'learn.report_evidence_how' : 'learn.report_evidence_none')}</p>
      )}
      <ul className="lab-evidence">
        {items.map((e) => (
          <li key={e.n}>
            <Icon name={evidenceIcons[e.kind]} />
            <Button tone="quiet" size="small" onClick={() => show(e)}>
              {name(e)}
            </Button>
            <span className="mg-faint">
              <DateTime at={e.at} />
            </span>
            {report.may && (
              <span className="lab-line lab-end">
                <Button size="small" onClick={() => report.type(withEvidence(report.draft?.text ?? '', name(e)))}>
                  {t('learn.report_mention')}
                </Button>
                <Button size="small" tone="quiet" icon="trash" onClick={() => void report.remove(e.recording_id)}>
                  {t('learn.report_take_out')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {adding && <AddEvidence report={report} own={own} onClose={() => setAdding(false)} />}
      {shown && (
        <Dialog open size="wide" title={name(shown)} onClose={() => show(undefined)}>
          <Suspense fallback={<Loading kind="detail" />}>
            <Replay
              source={{ recording: shown.recording_id }}
              kind={shown.kind}
              seconds={shown.seconds}
              bytes={shown.bytes}
              name={name(shown)}
            />
          </Suspense>
        </Dialog>
      )}
    </section>
  )
}

/** What was recorded in scenes of the lab: pictures, terminals, desktops. */
function AddEvidence({ report, own, onClose }: EvidenceProps & { onClose: () => void }) {
  const { data, error, refetch } = useRead(
    'GET /recordings',
    { query: { scene_id: own.scenes, page_size: 100, sort: '-started_at' } },
    { fresh: true },
  )
  const taken = new Set(own.evidence.map((e) => e.recording_id))
  const free = data?.items.filter((r) => !taken.has(r.id) && r.bytes > 0) ?? []
  return (
    <Dialog open title={t('learn.report_add')} onClose={onClose}>
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={4} />)}
      {data && free.length === 0 && <p className="mg-faint">{t('learn.report_nothing_recorded')}</p>}
      <ul className="lab-evidence">
        {free.map((r) => (
          <li key={r.id}>
            <Icon name={evidenceIcons[r.kind]} />
            <span>{t(`learn.evidence.${r.kind}`, { node: r.node_name })}</span>
            <span className="mg-faint">
              <DateTime at={r.started_at} />
            </span>
            <Button
              size="small"
              icon="plus"
              className="lab-end"
              onClick={() => void report.add(r.id).then((done) => done && toast.ok(t('learn.report_added')))}
            >
              {t('learn.report_add_one')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
