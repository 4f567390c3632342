/** The open sheet: the question, the answer sheet beside it, the time, and how saving goes. */
import { useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import { format, t } from '../../../i18n/index.ts'
import { LeaveGuard } from '../../../kit/form/LeaveGuard.tsx'
import type { DepositState } from '../../../kit/upload/deposit.slice.ts'
import { AnswerSheet, LeftOpen } from '../../../parts/answer-sheet/AnswerSheet.tsx'
import { AnswerSteps, AskedPanel } from '../../../parts/answer-sheet/AskedPanel.tsx'
import { onAnswerKey } from '../../../parts/answer-sheet/keys.ts'
import { savingOf } from '../../../parts/answer-sheet/entry.ts'
import { useLeft } from '../../../parts/answer-sheet/left.ts'
import { SheetClock } from '../../../parts/answer-sheet/SheetClock.tsx'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { asksOf } from '../../../parts/question/words.ts'
import { Lab } from '../../../parts/scene/lab/Lab.tsx'
import { useLab } from '../../../parts/scene/lab/useLab.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { useFullScreen } from '../../../ui/layout/useFullScreen.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { InvigilatorMessages } from '../Messages.tsx'
import { QuestionScene } from './QuestionScene.tsx'
import { answerPlaceOf, isComing } from '../../../parts/answer-sheet/sheet.logic.ts'
import { sittingActions } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'
import { Away, UnsentView } from './Unsent.tsx'
import { useMoreTime, useSightings } from './use.ts'

export function ExamSheet({ sitting }: { sitting: SittingState }) {
  const { sheet, entries, current, now, phase, refused, going } = sitting
  const dispatch = useDispatch()
  const [asking, setAsking] = useState(false)
  const lab = useLab()
  const [query] = useSearchParams()
  const left = useLeft(now?.deadline_at, sitting.offset)
  const early = useLeft(sheet?.early_until, sitting.offset)
  const coming = useSelector((s: DepositState) => s.deposits?.items.filter((i) => isComing(i, sheet?.id)).length ?? 0)
  const place = useRef<HTMLDivElement>(null)
  const items = sheet?.sections.flatMap((s) => s.items) ?? []
  const at = items.findIndex((i) => i.id === current)
  const item = items[at]
  const open = phase.at === 'open' && !going
  const fault = sitting.faulty[current]
  useMoreTime(now)
  useSightings(open && sheet?.focus === true, open && sheet?.full_screen === true)
  useEffect(() => {
    // the question that was gone to is where the keyboard goes on
    if (current) place.current?.focus({ preventScroll: true })
  }, [current])
  if (!sheet) return null

  const go = (to: number) => {
    const next = items[to]
    if (!next) return
    dispatch(sittingActions.flushAsked())
    dispatch(sittingActions.went(next.id))
  }
  const one = sheet.navigation === 'sequential'
  const onwards = () => void (one ? dispatch(sittingActions.nextAsked()) : go(at + 1))
  const paused = now?.exam_status === 'pause'
  const section = sheet.sections.find((s) => s.items.some((i) => i.id === current))
  const last = at === items.length - 1
  const onKey = onAnswerKey(
    paused || !open
      ? undefined
      : {
          mark: item ? () => dispatch(sittingActions.marked(item.id)) : false,
          next: !last && onwards,
          previous: !one && (() => go(at - 1)),
        },
  )
  // nothing is lost by a reload, so that only ways within the app ask
  const guard = (
    <LeaveGuard
      dirty={false}
      isDirty={() => open}
      title={t('exam.leave_title')}
      text={t(sheet.focus ? 'exam.leave_seen' : 'exam.leave_text')}
    />
  )
  const asked = item && (
    <>
      {fault && <ProblemView compact problem={fault} />}
      {section?.instructions && <p className="mg-dim exam-instructions">{section.instructions}</p>}
      {item.question && (
        <QuestionView
          key={item.id}
          question={item.question}
          answer={entries[item.id]?.answer ?? null}
          disabled={!open}
          uploads={answerPlaceOf(sheet.id, item.id)}
          onAnswer={(answer) => dispatch(sittingActions.wrote({ item: item.id, answer }))}
        />
      )}
    </>
  )
  const clock = <SheetClock left={left} stands={paused} saving={savingOf(sitting)} />
  // in the sheet, not beside it: one writer, one clock, and the invigilator is heard
  if (lab && item?.question?.scene && query.get('item') === item.id)
    return (
      <Lab
        at={lab}
        title={t('exam.question_of', { n: item.n, all: items.length })}
        back={t('console.back_exam')}
        clock={clock}
      >
        <InvigilatorMessages of={now?.messages ?? []} />
        {guard}
        {sheet.full_screen && <WholeScreen />}
        <PageLeft times={sheet.focus ? (now?.focus_lost ?? 0) : 0} />
        <Away sitting={sitting} left={left} />
        <UnsentView sitting={sitting} />
        {refused && <ProblemView compact problem={refused} />}
        <p className="mg-dim">{asksOf(item)}</p>
        {paused ? <Paused /> : asked}
      </Lab>
    )
  return (
    <Page
      title={sheet.exam}
      tags={clock}
      description={
        early && sheet.early_until ? t('exam.hand_in_from', { time: format.timeFrom(sheet.early_until) }) : undefined
      }
      actions={
        <Button
          tone="primary"
          busy={phase.at === 'ending'}
          disabled={!!early || paused}
          onClick={() => setAsking(true)}
        >
          {t('exam.hand_in')}
        </Button>
      }
    >
      <InvigilatorMessages of={now?.messages ?? []} />
      {guard}
      {sheet.full_screen && <WholeScreen />}
      <PageLeft times={sheet.focus ? (now?.focus_lost ?? 0) : 0} />
      <Away sitting={sitting} left={left} />
      <UnsentView sitting={sitting} />
      {refused && <ProblemView compact problem={refused} />}
      <div className="answer-desk" onKeyDown={onKey}>
        <div ref={place} tabIndex={-1} className="answer-question">
          {paused ? (
            <Paused />
          ) : (
            item && (
              <AskedPanel
                item={item}
                all={items.length}
                part={section?.title}
                marked={entries[item.id]?.marked ?? false}
                onMark={() => dispatch(sittingActions.marked(item.id))}
              >
                {asked}
              </AskedPanel>
            )
          )}
          {!paused && item?.question?.scene && (
            <QuestionScene key={item.id} exam={sheet.exam_id} attempt={sheet.id} item={item.id} disabled={!open} />
          )}
          <AnswerSteps
            previous={one ? undefined : { off: at <= 0 || paused, go: () => go(at - 1) }}
            next={{ off: last || paused || !open, busy: going, go: onwards }}
          />
        </div>
        <AnswerSheet
          sections={sheet.sections}
          entries={entries}
          current={current}
          fixed={one || paused}
          onGo={(id) => go(items.findIndex((i) => i.id === id))}
        />
      </div>
      <Confirm
        open={asking}
        title={t('exam.hand_in_title')}
        confirm={t('exam.hand_in')}
        onConfirm={() => void dispatch(sittingActions.handInAsked())}
        onClose={() => setAsking(false)}
      >
        {sheet.attempts > 1 && (
          <p>
            {t('exam.hand_in_attempt', {
              n: sheet.n,
              all: sheet.attempts,
              left: sheet.attempts - sheet.n,
              rule: sheet.attempt_rule,
            })}
          </p>
        )}
        <LeftOpen
          items={items}
          entries={entries}
          fixed={one || paused}
          onGo={(id) => {
            setAsking(false)
            go(items.findIndex((i) => i.id === id))
          }}
        />
        {coming > 0 && <p className="mg-error">{t('exam.hand_in_files', { n: coming })}</p>}
      </Confirm>
    </Page>
  )
}

/** Said after he came back, and for as long as he sits: what is recorded of him he knows. */
function PageLeft({ times }: { times: number }) {
  return (
    <div role="status" className={times > 0 ? 'exam-message' : 'exam-live'}>
      {times > 0 && t('exam.page_left', { n: times })}
    </div>
  )
}

function Paused() {
  return (
    <Panel>
      <p role="status">{t('exam.paused')}</p>
    </Panel>
  )
}

/** Asks for the whole screen while the page has not got it; a browser gives it to a click only. */
function WholeScreen() {
  // the page whole: the app's pop-ups stand beside its element
  const { full, turn } = useFullScreen(() => document.documentElement)
  if (full) return null
  return (
    <div className="exam-message exam-whole" role="status">
      <span>{t('exam.whole_screen')}</span>
      <Button size="small" icon="expand" onClick={() => void turn()}>
        {t('exam.whole_screen_do')}
      </Button>
    </div>
  )
}
