/** The open sheet of a homework: the question, the answer sheet beside it, the time, and how saving goes. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Answer } from '../../../contract/bank/answer.schema.ts'
import { isBlankAnswer } from '../../../contract/bank/answer.ts'
import { daysLate, homeworkEnd, lateDeduction } from '../../../contract/course/homework.ts'
import type { Homework } from '../../../contract/course/homework.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { depositActions, type DepositState } from '../../../kit/upload/deposit.slice.ts'
import { problemOf } from '../../../lib/problem.ts'
import { AnswerSheet, LeftOpen } from '../../../parts/answer-sheet/AnswerSheet.tsx'
import { AnswerSteps, AskedPanel } from '../../../parts/answer-sheet/AskedPanel.tsx'
import { onAnswerKey } from '../../../parts/answer-sheet/keys.ts'
import { type EntriesByItem, savingOf } from '../../../parts/answer-sheet/entry.ts'
import { useLeft } from '../../../parts/answer-sheet/left.ts'
import { answerPlaceOf, isComing, unsentOf, withFile } from '../../../parts/answer-sheet/sheet.logic.ts'
import { SheetClock } from '../../../parts/answer-sheet/SheetClock.tsx'
import { UnsentAnswers } from '../../../parts/answer-sheet/UnsentAnswers.tsx'
import { bylineWords } from '../../../parts/byline/words.ts'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { useWriting } from '../../../parts/writing/use.ts'
import { type WritingKey, writingActions } from '../../../parts/writing/writing.slice.ts'
import { unsaved } from '../../../parts/writing/writing.logic.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PreviewNote } from '../learning/preview.tsx'
import { HomeworkStateTag, permilleText } from './HomeworkFacts.tsx'
import type { HomeworkFrame } from './HomeworkPage.tsx'

interface HomeworkSheetProps {
  of: Homework
  frame: HomeworkFrame
  language: 'en-US' | 'zh-CN'
  writer: string
  /** Another page writes it now. */
  onTaken: () => void
  /** What the server has is read again. */
  onAgain: () => void
  onHanded: () => void
}
/** Time is counted down in the last of these milliseconds; before that its instant says more. */
const counted = 86_400_000

export function HomeworkSheet({ of: h, frame, language, writer, onTaken, onAgain, onHanded }: HomeworkSheetProps) {
  const dispatch = useDispatch()
  const place: WritingKey = `homework ${h.course.id} ${h.id} ${h.epoch} ${writer}`
  const stored = useMemo(
    () => Object.fromEntries(h.answers.map(({ item, answer, marked }) => [item, { answer, marked }])),
    [h.answers],
  )
  const writing = useWriting(place, h.preview ? undefined : stored, `${h.revision} ${h.hand_ins.length}`)
  // nothing is kept of a preview
  const [tried, setTried] = useState<EntriesByItem>({})
  const entries = h.preview ? tried : writing.entries
  const items = h.parts.flatMap((p) => p.items)
  const [current, setCurrent] = useState('')
  const at = Math.max(
    0,
    items.findIndex((i) => i.id === current),
  )
  const item = items[at]
  const part = h.parts.find((p) => p.items.some((i) => i.id === item?.id))
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [handIn, { busy }] = useWrite('POST /learning/courses/:id/homework/:section/hand-in')
  const desk = useRef<HTMLDivElement>(null)

  // the server's clock minus the page's own running clock, anew with each answer of the server
  const [offset, setOffset] = useState(() => Date.parse(h.now) - performance.now())
  useEffect(() => setOffset(Date.parse(h.now) - performance.now()), [h.now])
  const [newest] = h.hand_ins
  const ends =
    newest?.state === 'returned' && newest.until !== null && h.phase === 'over'
      ? newest.until
      : h.phase === 'late'
        ? homeworkEnd(h)
        : h.due_at
  const left = useLeft(ends, offset)
  const up = left === 0
  useEffect(() => {
    // whether it is taken late now, or over, the server says
    if (up) onAgain()
    // once for an end
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [up, ends])

  const { refused } = writing
  useEffect(() => {
    if (refused?.code === 'homework_elsewhere') onTaken()
    else if (refused && ['homework_over', 'attempts_used_up', 'homework_not_open'].includes(refused.code)) onAgain()
    // once for a refusal
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refused])

  const write = (id: string, answer: Answer) => {
    if (h.preview) setTried({ ...tried, [id]: { answer, marked: tried[id]?.marked ?? false } })
    else dispatch(writingActions.wrote({ place, item: id, answer }))
  }
  const mark = (id: string) => {
    if (h.preview)
      setTried({ ...tried, [id]: { answer: tried[id]?.answer ?? null, marked: !(tried[id]?.marked ?? false) } })
    else dispatch(writingActions.marked({ place, item: id }))
  }
  const sheet = `homework ${h.course.id} ${h.id}`
  const deposits = useSelector((s: DepositState) => s.deposits?.items)
  const coming = (deposits ?? []).filter((i) => isComing(i, sheet)).length
  // a file that has come is part of its answer, whichever question is before its writer by then
  useEffect(() => {
    for (const d of deposits ?? []) {
      const of = items.find((i) => i.id !== item?.id && answerPlaceOf(sheet, i.id) === d.meant?.place)
      if (!of || !d.meant || d.phase.at !== 'done' || h.preview) continue
      const answer = withFile(entries[of.id]?.answer ?? null, d.meant.attached, of.question.upload?.files ?? 1)
      dispatch(writingActions.wrote({ place, item: of.id, answer }))
      dispatch(depositActions.dismissed(d.key))
    }
  })

  const before = item?.id
  useEffect(() => {
    // the question that was gone to is where the keyboard goes on
    if (before) desk.current?.focus({ preventScroll: true })
  }, [before])
  const go = (to: number) => {
    const next = items[to]
    if (!next) return
    if (!h.preview) dispatch(writingActions.flushAsked())
    setCurrent(next.id)
  }
  const goTo = (id: string) => go(items.findIndex((i) => i.id === id))
  const onKey = onAnswerKey(item && { mark: () => mark(item.id), next: () => go(at + 1), previous: () => go(at - 1) })
  const end = async () => {
    setProblem(null)
    // what is written goes with it, saved before or not
    const answers = items.flatMap(({ id }) => {
      const e = entries[id]
      return e ? [{ item: id, ...e }] : []
    })
    try {
      const { completed } = await handIn({
        params: { id: h.course.id, section: h.id },
        query: { language },
        body: { writer, epoch: h.epoch, revision: h.revision, n: (newest?.n ?? 0) + 1, answers },
      })
      dispatch(writingActions.forgotten({ place }))
      toast.ok(t(completed ? 'learn.completed_now' : 'homework.handed'))
      onHanded()
    } catch (e) {
      const { code } = problemOf(e)
      if (code === 'stale_version') {
        toast.info(t('learn.stale'))
        onAgain()
      } else if (code === 'homework_elsewhere') onTaken()
      else if (code === 'homework_over') onAgain()
      setProblem(e)
      throw e
    }
  }
  const blank = items.every((i) => isBlankAnswer(entries[i.id]?.answer ?? null))
  const late = h.phase === 'late' && newest?.state !== 'returned'
  const days = daysLate(h.due_at, new Date(performance.now() + offset))
  const open = unsaved(writing).length
  const written = items.some((i) => !isBlankAnswer(entries[i.id]?.answer ?? null))
  return (
    <Page
      title={frame.title}
      description={frame.description}
      tags={
        <>
          {/* what is being written, not what was handed in before it */}
          {h.preview || (!written && !newest) || newest?.state === 'returned' ? (
            frame.tags
          ) : (
            <HomeworkStateTag of={{ phase: 'open', state: 'draft' }} />
          )}
          {!h.preview && (
            <SheetClock
              left={left !== undefined && left > 0 && left < counted ? left : undefined}
              saving={savingOf(writing)}
            />
          )}
        </>
      }
      actions={
        <>
          {frame.languages}
          <Button
            tone="primary"
            busy={busy}
            off={h.preview ? t('learn.preview_off') : blank && t('learn.answer_first')}
            onClick={() => setAsking(true)}
          >
            {t('exam.hand_in')}
          </Button>
          {frame.back}
        </>
      }
    >
      {h.preview && <PreviewNote course={h.course.id} />}
      <Notes of={h} late={late} days={days} />
      <UnsentAnswers
        of={unsentOf({ id: sheet, sections: h.parts }, writing.left, Object.keys(writing.left))}
        why={t('exam.unsent_open')}
        name={frame.title}
        onDismiss={() => void dispatch(writingActions.dismissed({ place }))}
        mayPutBack={() => h.may}
        onPutBack={({ item: id, answer }) => void dispatch(writingActions.putBack({ place, item: id, answer }))}
      />
      {writing.saving === 'away' && (
        <p role="status" className="homework-note">
          {t('homework.away')} {open > 0 && t('exam.away_n', { n: open })}
        </p>
      )}
      {refused && refused.code !== 'homework_elsewhere' && <ProblemView compact problem={refused} />}
      {problem !== null && <ProblemView compact problem={problem} />}
      {!item ? (
        <Empty icon="question" title={t(h.withheld > 0 ? 'homework.withheld_all' : 'homework.empty')} />
      ) : (
        <div className="answer-desk" onKeyDown={onKey}>
          <div ref={desk} tabIndex={-1} className="answer-question">
            <AskedPanel
              item={item}
              all={items.length}
              part={part?.title}
              marked={entries[item.id]?.marked ?? false}
              onMark={() => mark(item.id)}
            >
              <QuestionView
                key={item.id}
                question={item.question}
                answer={entries[item.id]?.answer ?? null}
                disabled={busy}
                {...(h.preview ? { takesFiles: false } : { uploads: answerPlaceOf(sheet, item.id) })}
                onAnswer={(answer) => write(item.id, answer)}
              />
            </AskedPanel>
            <AnswerSteps
              previous={{ off: at <= 0, go: () => go(at - 1) }}
              next={{ off: at >= items.length - 1, go: () => go(at + 1) }}
            />
          </div>
          <AnswerSheet sections={h.parts} entries={entries} current={item.id} fixed={false} onGo={goTo} />
        </div>
      )}
      <Confirm
        open={asking}
        title={t('homework.hand_in_title')}
        confirm={t('exam.hand_in')}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <LeftOpen
          items={items}
          entries={entries}
          fixed={false}
          onGo={(id) => {
            setAsking(false)
            goTo(id)
          }}
        />
        {late && (
          <p className="mg-error">
            {t('homework.hand_in_late', { n: days, share: permilleText(lateDeduction(days, h.late_permille)) })}
          </p>
        )}
        <p>
          {h.left === null
            ? t('homework.hand_in_any', { rule: h.counts })
            : t('homework.hand_in_left', { n: Math.max(0, h.left - 1), rule: h.counts })}
        </p>
        {coming > 0 && <p className="mg-error">{t('exam.hand_in_files', { n: coming })}</p>}
      </Confirm>
    </Page>
  )
}

/** What its writer has to know: until when, what lateness costs, why it came back, what is left out. */
function Notes({ of: h, late, days }: { of: Homework; late: boolean; days: number }) {
  const [newest] = h.hand_ins
  const back = newest?.state === 'returned' ? newest.words.find((w) => w.what === 'return') : undefined
  return (
    <>
      {back && (
        <div role="status" className="homework-note">
          <strong>{t('homework.returned_by', { name: bylineWords(back.author) })}</strong>
          <p className="homework-words">{back.text}</p>
          {newest?.until && (
            <p>
              {t('homework.returned_until')} <DateTime at={newest.until} />
            </p>
          )}
        </div>
      )}
      <p className="mg-dim">
        {h.due_at === null ? (
          t('homework.due_never')
        ) : late ? (
          <strong>
            {t('homework.is_late', { n: days, share: permilleText(lateDeduction(days, h.late_permille)) })}{' '}
            {h.late_until !== null && <DateTime at={h.late_until} />}
          </strong>
        ) : (
          <>
            {t('homework.hand_in_by')} <DateTime at={h.due_at} />
            {h.late_until !== null && (
              <>
                {' · '}
                {t('homework.then_late')} <DateTime at={h.late_until} />
                {h.late_permille > 0 && `, ${t('homework.late_costs', { share: permilleText(h.late_permille) })}`}
              </>
            )}
          </>
        )}
        {h.withheld > 0 && ` · ${t('learn.withheld', { n: h.withheld })}`}
      </p>
    </>
  )
}
