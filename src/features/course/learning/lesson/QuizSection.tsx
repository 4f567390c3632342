/** A quiz: what is typed is kept, it is judged at once, and what is right is told as far as the server tells it. */
import '../../../../parts/answer-sheet/answer-sheet.css'
import { useMemo, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { isAnswered, isBlankAnswer } from '../../../../contract/bank/answer.ts'
import type { Answer } from '../../../../contract/bank/answer.schema.ts'
import type { QuizTry } from '../../../../contract/course/learn.schema.ts'
import { format, t } from '../../../../i18n/index.ts'
import { useWrite } from '../../../../kit/data/api.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { savingOf } from '../../../../parts/answer-sheet/entry.ts'
import { SheetClock } from '../../../../parts/answer-sheet/SheetClock.tsx'
import { DueLine } from '../../../../parts/course/DueLine.tsx'
import { doneWhen } from '../../../../parts/course/doneWhen.ts'
import { QuestionView } from '../../../../parts/question/QuestionView.tsx'
import { useWriting } from '../../../../parts/writing/use.ts'
import { type WritingKey, writingActions } from '../../../../parts/writing/writing.slice.ts'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { QuizResult } from './QuizResult.tsx'
import type { SectionViewProps, ShownQuiz } from './section.ts'
import { usePlace } from './usePlace.ts'

export function QuizSection(props: SectionViewProps<ShownQuiz>) {
  const { of, section: s, content, language, onStale } = props
  const { preview } = of
  const course = of.course.id
  const dispatch = useDispatch()
  const place: WritingKey = `quiz ${course} ${s.id}`
  const [newest] = content.tries
  const over = s.done_at !== null || content.left === 0
  const [told, setTold] = useState<QuizTry | undefined>(over ? newest : undefined)
  const [problem, setProblem] = useState<unknown>(null)
  const [handIn, { busy }] = useWrite('POST /learning/courses/:id/sections/:section/tries')
  const top = useRef<HTMLDivElement>(null)
  const stored = useMemo(
    () => Object.fromEntries(Object.entries(content.draft).map(([id, answer]) => [id, { answer, marked: false }])),
    [content.draft],
  )
  usePlace({ ...props, start: 0 })
  const writing = useWriting(place, preview ? undefined : stored, `${s.id} ${s.revision}`)
  // nothing is kept of a preview
  const [tried, setTried] = useState<Record<string, Answer>>({})
  const answerOf = (item: string) => (preview ? tried[item] : writing.entries[item]?.answer) ?? null
  const answered = content.items.filter((i) => isAnswered(answerOf(i.id))).length
  const blank = content.items.every((i) => isBlankAnswer(answerOf(i.id)))

  const end = async () => {
    setProblem(null)
    const answers = Object.fromEntries(content.items.map((i) => [i.id, answerOf(i.id)]))
    try {
      const reply = await handIn({
        params: { id: course, section: s.id },
        query: { language },
        body: { answers, revision: s.revision },
      })
      dispatch(writingActions.forgotten({ place }))
      setTold(reply.try)
      if (reply.completed) toast.ok(t('learn.completed_now'))
      top.current?.focus()
      top.current?.scrollIntoView({ block: 'start' })
    } catch (raw) {
      if (problemOf(raw).code === 'stale_version') {
        toast.info(t('learn.stale'))
        onStale()
      } else setProblem(raw)
    }
  }

  if (!content.items.length)
    return (
      <Empty icon="question" title={t(content.withheld > 0 ? 'learn.quiz_withheld' : 'learn.quiz_empty')}>
        {content.withheld > 0 ? t('learn.withheld_text') : undefined}
      </Empty>
    )
  // the newest as it is told now; the one just handed in until the page knows it
  const shown = told && (content.tries.find((one) => one.id === told.id) ?? told)
  return (
    <div ref={top} tabIndex={-1} className="learn-quiz">
      <p className="mg-dim">
        {[doneWhen(s), attemptsText(content), content.withheld > 0 && t('learn.withheld', { n: content.withheld })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {content.due_at !== null && <DueLine at={content.due_at} done={content.tries.length > 0} />}
      {shown ? (
        <QuizResult
          of={shown}
          section={s}
          content={content}
          onAgain={() => {
            setTold(undefined)
            dispatch(writingActions.forgotten({ place }))
          }}
        />
      ) : (
        <>
          {newest && <p role="status">{t('learn.last_try', scoreOf(newest))}</p>}
          {content.items.map((item, n) => (
            <Panel
              key={item.id}
              level={3}
              title={t('learn.question_of', { n: n + 1, all: content.items.length })}
              description={t('bank.n_points', { n: item.score })}
            >
              <QuestionView
                question={item.question}
                answer={answerOf(item.id)}
                disabled={busy}
                takesFiles={false}
                onAnswer={(answer) =>
                  preview
                    ? setTried({ ...tried, [item.id]: answer })
                    : dispatch(writingActions.wrote({ place, item: item.id, answer }))
                }
              />
            </Panel>
          ))}
          {problem !== null && <ProblemView compact problem={problem} />}
          <p className="learn-steps">
            <Button
              tone="primary"
              busy={busy}
              off={preview ? t('learn.preview_off') : blank && t('learn.answer_first')}
              onClick={() => void end()}
            >
              {t('learn.hand_in')}
            </Button>
            <span className="mg-dim">{t('learn.answered_n', { n: answered, all: content.items.length })}</span>
            {!preview && <SheetClock left={undefined} saving={savingOf(writing)} />}
          </p>
        </>
      )}
    </div>
  )
}

export const scoreOf = ({ points, score }: QuizTry) => ({
  points: format.number(points ?? 0),
  score: format.number(score),
})
const attemptsText = ({ attempts, left }: ShownQuiz): string =>
  attempts === null ? t('learn.attempts_any') : t('learn.attempts_left', { left: left ?? 0, all: attempts })
