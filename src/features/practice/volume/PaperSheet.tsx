/** The open sheet of a paper: the question, the answer sheet beside it, the time where it counts, and how saving goes. */
import '../../../parts/answer-sheet/answer-sheet.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import type { PaperRun } from '../../../contract/practice/volume.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { AnswerSheet, LeftOpen } from '../../../parts/answer-sheet/AnswerSheet.tsx'
import { savingOf } from '../../../parts/answer-sheet/entry.ts'
import { useLeft } from '../../../parts/answer-sheet/left.ts'
import { SheetClock } from '../../../parts/answer-sheet/SheetClock.tsx'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { asksOf } from '../../../parts/question/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { useWriting } from '../../../parts/writing/use.ts'
import { type WritingKey, writingActions } from '../../../parts/writing/writing.slice.ts'

export function PaperSheet({ run }: { run: PaperRun }) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const place: WritingKey = `run ${run.id}`
  const stored = useMemo(
    () => Object.fromEntries(run.answers.map(({ item, answer, marked }) => [item, { answer, marked }])),
    [run.answers],
  )
  const writing = useWriting(place, stored, run.id)
  // the server's clock minus the page's own running clock, anew with each answer of the server
  const [offset, setOffset] = useState(() => Date.parse(run.now) - performance.now())
  useEffect(() => setOffset(Date.parse(run.now) - performance.now()), [run.now])
  const left = useLeft(run.deadline_at, offset)
  const [current, setCurrent] = useState('')
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [handIn, { busy }] = useWrite('POST /practice/paper-runs/:id/hand-in')
  const desk = useRef<HTMLDivElement>(null)
  const items = run.sections.flatMap((s) => s.items)
  const at = Math.max(
    0,
    items.findIndex((i) => i.id === current),
  )
  const item = items[at]
  const section = run.sections.find((s) => s.items.some((i) => i.id === item?.id))

  const end = async () => {
    setProblem(null)
    // what is written goes with it, saved before or not
    const answers = Object.entries(writing.entries).map(([id, e]) => ({ item: id, ...e }))
    try {
      await handIn({ params: { id: run.id }, body: { answers } })
      dispatch(writingActions.forgotten({ place }))
      void navigate(href('volume-exam', { id: run.paper_id }, { run: run.id }), { replace: true })
    } catch (e) {
      setProblem(e)
      throw e
    }
  }
  const over = left === 0
  useEffect(() => {
    if (over) end().catch(() => undefined)
    // once, when the time is up
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [over])
  const go = (to: number) => {
    const next = items[to]
    if (!next) return
    dispatch(writingActions.flushAsked())
    setCurrent(next.id)
    desk.current?.focus({ preventScroll: true })
  }
  return (
    <Page
      title={run.name}
      tags={<SheetClock left={left} saving={savingOf(writing)} />}
      actions={
        <Button tone="primary" busy={busy} onClick={() => setAsking(true)}>
          {t('exam.hand_in')}
        </Button>
      }
    >
      {problem !== null && <ProblemView compact problem={problem} onRetry={() => void end().catch(() => undefined)} />}
      {run.left_out > 0 && <p className="mg-dim">{t('practice.left_out', { n: run.left_out })}</p>}
      <div className="answer-desk">
        <div ref={desk} tabIndex={-1} className="answer-question">
          {item && (
            <Panel
              title={
                <>
                  {t('exam.question_of', { n: item.n, all: items.length })}{' '}
                  <span className="mg-dim">{asksOf(item)}</span>
                </>
              }
              description={section?.title}
              actions={
                <Button
                  icon="flag-mark"
                  aria-pressed={writing.entries[item.id]?.marked ?? false}
                  onClick={() => dispatch(writingActions.marked({ place, item: item.id }))}
                >
                  {t(writing.entries[item.id]?.marked ? 'exam.unmark' : 'exam.mark')}
                </Button>
              }
            >
              {section?.instructions && <p className="mg-dim">{section.instructions}</p>}
              <QuestionView
                key={item.id}
                question={item.question}
                answer={writing.entries[item.id]?.answer ?? null}
                disabled={over || busy}
                takesFiles={false}
                onAnswer={(answer) => dispatch(writingActions.wrote({ place, item: item.id, answer }))}
              />
            </Panel>
          )}
          <div className="answer-steps">
            <Button icon="chevron-left" disabled={at <= 0} onClick={() => go(at - 1)}>
              {t('exam.previous')}
            </Button>
            <Button icon="chevron-right" disabled={at >= items.length - 1} onClick={() => go(at + 1)}>
              {t('exam.next')}
            </Button>
          </div>
        </div>
        <AnswerSheet
          sections={run.sections}
          entries={writing.entries}
          current={item?.id ?? ''}
          fixed={false}
          onGo={(id) => go(items.findIndex((i) => i.id === id))}
        />
      </div>
      <Confirm
        open={asking}
        title={t('exam.hand_in_title')}
        confirm={t('exam.hand_in')}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <LeftOpen
          items={items}
          entries={writing.entries}
          fixed={false}
          onGo={(id) => {
            setAsking(false)
            go(items.findIndex((i) => i.id === id))
          }}
        />
      </Confirm>
    </Page>
  )
}
