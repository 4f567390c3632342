/** One hand-in before its marker: every answer, points for those a person judges, giving back, and opening again. */
import '../homework/homework.css'
import '../../../parts/marking/marking.css'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MarkedHandIn } from '../../../contract/course/homework.schema.ts'
import { homeworkLimits } from '../../../contract/course/homework.ts'
import type { MarkingItem } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { bylineWords } from '../../../parts/byline/words.ts'
import { ItemToMark } from '../../../parts/marking/ItemToMark.tsx'
import type { PointsDraft } from '../../../parts/marking/points.logic.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { permilleText, pointsOfAll } from '../homework/HomeworkFacts.tsx'
import type { SaveNotes } from '../report/DocumentsToNote.tsx'
import { practiceAt } from './address.ts'
import { HandInDocuments } from './HandInDocuments.tsx'
import { oneMarker } from './rules.ts'

const tones = { submitted: 'info', returned: 'warn', marked: 'ok' } as const

export function HandInDesk({ course, id }: { course: string; id: string }) {
  const { language } = useSettings()
  const { data, error, refetch } = useRead('GET /courses/:id/hand-ins/:hand_in', {
    params: { id: course, hand_in: id },
    query: { language },
  })
  const [asks, setAsks] = useState<'return' | 'reopen'>()
  const unsaved = useRef<SaveNotes>()
  const before = async () => unsaved.current?.()
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />
  return (
    <>
      <p className="course-practice-crumb">
        <Link to={practiceAt(course, {})}>{t('homework.many')}</Link>
        {' / '}
        <Link to={practiceAt(course, { section: data.section.id })}>{data.section.title}</Link>
      </p>
      <Panel
        title={data.learner.name}
        description={t('homework.hand_in_of', { n: data.n, all: data.of })}
        actions={
          <>
            <StatusTag word={data.state} tone={tones[data.state]} label={t(`homework.is.${data.state}`)} />
            {data.can.includes('return') && (
              <Button icon="undo" onClick={() => setAsks('return')}>
                {t('homework.return')}
              </Button>
            )}
            {data.can.includes('reopen') && (
              <Button icon="refresh" onClick={() => setAsks('reopen')}>
                {t('homework.reopen')}
              </Button>
            )}
          </>
        }
      >
        <div className="marking-sum">
          <strong className="mg-num">{t('learn.points_of', pointsOfAll(data.points, data.score))}</strong>
          <span className="mg-dim">
            {t('homework.handed_at')} <DateTime at={data.at} />
          </span>
          {data.late_days > 0 && (
            <span>
              {t('homework.was_late', { n: data.late_days, share: permilleText(data.late_permille) })}{' '}
              <span className="mg-dim">{t('homework.before_deduction', { points: format.number(data.raw) })}</span>
            </span>
          )}
          {data.open > 0 && <span>{t('marking.open_n', { n: data.open })}</span>}
        </div>
        {data.until !== null && (
          <p>
            {t('homework.returned_until')} <DateTime at={data.until} />
          </p>
        )}
        {data.history.some((e) => e.what !== 'mark') && (
          <ul className="course-practice-history" aria-label={t('homework.history')}>
            {data.history
              .filter((e) => e.what !== 'mark')
              .map((e) => (
                <li key={`${e.what} ${e.at}`}>
                  {e.what !== 'mark' && <strong>{t(`homework.by.${e.what}`, { name: bylineWords(e.author) })}</strong>}{' '}
                  <DateTime at={e.at} />
                  <p className="homework-words">{e.text}</p>
                </li>
              ))}
          </ul>
        )}
      </Panel>
      <HandInDocuments
        of={data}
        onWriting={(save) => {
          unsaved.current = save
        }}
      />
      <Answers of={data} course={course} before={before} />
      {asks === 'return' && (
        <ReturnDialog of={data} course={course} before={before} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'reopen' && <ReopenDialog of={data} course={course} onClose={() => setAsks(undefined)} />}
    </>
  )
}

function Answers({ of: data, course, before }: Omit<AskProps, 'onClose'> & Before) {
  const [write, { busy }] = useWrite('POST /courses/:id/hand-ins/:hand_in/marks')
  const points = {
    busy,
    give: async ({ id: item }: MarkingItem, given: number, { comment, lines }: PointsDraft) => {
      await before()
      return write({
        params: { id: course, hand_in: data.id },
        body: { item, points: given, comment: comment.trim(), lines: [...lines], version: data.version },
      })
    },
  }
  return (
    <Panel title={t('homework.answers')}>
      {data.items.map((item) => (
        <ItemToMark
          key={item.id}
          sheet={data.id}
          item={item}
          rules={oneMarker}
          points={data.can.includes('mark') ? points : undefined}
        />
      ))}
    </Panel>
  )
}

interface AskProps {
  of: MarkedHandIn
  course: string
  onClose: () => void
}
interface Before {
  /** What was said in its PDF is saved first. */
  before: () => Promise<void>
}
const isInstant = (v: string): boolean => v === '' || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(v)

function ReturnDialog({ of: data, course, before, onClose }: AskProps & Before) {
  const [comment, setComment] = useTyped(`homework-return:${data.id}`)
  const [until, setUntil] = useState<string | null>(null)
  const id = useId()
  const [give] = useWrite('POST /courses/:id/hand-ins/:hand_in/return')
  return (
    <Confirm
      open
      title={t('homework.return_title', { name: data.learner.name })}
      confirm={t('homework.return')}
      ready={comment.trim() !== '' && isInstant(until ?? '')}
      done={t('homework.returned_done')}
      onConfirm={async () => {
        await before()
        await give({
          params: { id: course, hand_in: data.id },
          body: { comment: comment.trim(), until: until || null, version: data.version },
        })
        setComment('')
      }}
      onClose={onClose}
    >
      <p>{t('homework.return_text')}</p>
      <CountedTextArea
        data-autofocus
        label={t('homework.return_comment')}
        value={comment}
        max={homeworkLimits.words}
        onChange={setComment}
      />
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={id}>
          {t('homework.return_until')}
        </label>
        <DateInput id={id} time value={until ?? ''} onChange={setUntil} />
        <p className="mg-hint">{t('homework.return_until_hint')}</p>
      </div>
    </Confirm>
  )
}

function ReopenDialog({ of: data, course, onClose }: AskProps) {
  const [reason, setReason] = useTyped(`homework-reopen:${data.id}`)
  const [open] = useWrite('POST /courses/:id/hand-ins/:hand_in/reopen')
  return (
    <Confirm
      open
      title={t('homework.reopen_title', { name: data.learner.name })}
      confirm={t('homework.reopen')}
      ready={reason.trim() !== ''}
      done={t('homework.reopened_done')}
      onConfirm={async () => {
        await open({ params: { id: course, hand_in: data.id }, body: { reason: reason.trim(), version: data.version } })
        setReason('')
      }}
      onClose={onClose}
    >
      <p>{t('homework.reopen_text')}</p>
      <CountedTextArea
        data-autofocus
        label={t('homework.reason')}
        value={reason}
        max={homeworkLimits.words}
        onChange={setReason}
      />
    </Confirm>
  )
}
