/** The question, the place for its answer, and what is said of it once it is handed in. */
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router-dom'
import { isBlankAnswer } from '../../../contract/bank/answer.ts'
import type { PracticeQuestionDetail } from '../../../contract/practice/theory.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { problemOf } from '../../../lib/problem.ts'
import { savingOf } from '../../../parts/answer-sheet/entry.ts'
import { SheetClock } from '../../../parts/answer-sheet/SheetClock.tsx'
import { QuestionToolbar } from '../../../parts/question-tools/QuestionTools.tsx'
import { languageName } from '../../../parts/question/language.ts'
import { QuestionView } from '../../../parts/question/QuestionView.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Kbd } from '../../../ui/data/Kbd.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useWriting } from '../../../parts/writing/use.ts'
import { type WritingKey, writingActions } from '../../../parts/writing/writing.slice.ts'
import { Judgement } from './Judgement.tsx'
import { Tries } from './Tries.tsx'
import { useVerdict } from './useVerdict.ts'

interface ExerciseDeskProps {
  exercise: PracticeQuestionDetail
  run: string | null
  language: 'en-US' | 'zh-CN'
  onLanguage: (language: 'en-US' | 'zh-CN') => void
  /** The question was changed meanwhile. */
  onStale: () => void
  /** Paths of the neighbours, where there are any. */
  previous: string | undefined
  next: string | undefined
  /** Stands below the question. */
  machines?: ReactNode
}

export function ExerciseDesk({
  exercise: e,
  run,
  language,
  onLanguage,
  onStale,
  previous,
  next,
  machines,
}: ExerciseDeskProps) {
  const { question } = e
  const dispatch = useDispatch()
  const place: WritingKey = `question ${question.id}`
  const { judged, setJudged, unread } = useVerdict(question.id, language)
  const [problem, setProblem] = useState<unknown>(null)
  const [submit, { busy }] = useWrite('POST /practice/questions/:id/tries')
  const writing = useWriting(place, { [question.id]: { answer: e.draft, marked: false } }, question.id)
  const answer = judged?.answer ?? writing.entries[question.id]?.answer ?? null

  const handIn = async () => {
    if (judged || busy || !answer || isBlankAnswer(answer)) return
    setProblem(null)
    try {
      const reply = await submit({
        params: { id: question.id },
        query: { language },
        body: { answer, version: question.version, run_id: run },
      })
      dispatch(writingActions.forgotten({ place }))
      setJudged(reply)
    } catch (raw) {
      if (problemOf(raw).code === 'stale_version') {
        toast.info(t('practice.stale'))
        onStale()
      } else setProblem(raw)
    }
  }
  if (unread) return <Loading kind="detail" />
  const keys = (k: KeyboardEvent) => {
    if (k.key !== 'Enter' || !(k.ctrlKey || k.metaKey)) return
    k.preventDefault()
    void handIn()
  }
  return (
    <div className="answer-question">
      <Panel
        title={
          <>
            {t(`practice.type.${question.type}`)}{' '}
            <span className="mg-dim">{t('bank.n_points', { n: question.score })}</span>
          </>
        }
        description={[
          t(`practice.level.${question.difficulty}`),
          e.correct_rate === null
            ? t('practice.rate_none')
            : t('practice.rate', { share: format.percent(e.correct_rate) }),
        ].join(' · ')}
        actions={
          <>
            {!judged && <SheetClock left={undefined} saving={savingOf(writing)} />}
            {e.languages.length > 1 && (
              <Chips
                label={t('practice.language')}
                value={language}
                items={e.languages.map((value) => ({ value, label: languageName(value) }))}
                onChange={(value) => value && onLanguage(value)}
              />
            )}
          </>
        }
      >
        <form
          onKeyDown={keys}
          onSubmit={(f: FormEvent) => {
            f.preventDefault()
            void handIn()
          }}
        >
          <QuestionView
            question={question}
            answer={answer}
            disabled={judged !== undefined}
            takesFiles={false}
            onAnswer={(given) => dispatch(writingActions.wrote({ place, item: question.id, answer: given }))}
          />
          {!judged && e.judged === 'own' && (
            <p className="mg-hint">{t(question.upload?.wanted ? 'practice.judge_files' : 'practice.judge_self')}</p>
          )}
          {!judged && (
            <p className="practice-buttons">
              <Button type="submit" tone="primary" busy={busy} disabled={isBlankAnswer(answer)}>
                {t('practice.hand_in')}
              </Button>
              <span className="mg-faint">
                <Kbd keys="Ctrl+Enter" />
              </span>
            </p>
          )}
        </form>
        {problem !== null && <ProblemView compact problem={problem} />}
        {judged && (
          <Judgement
            exercise={e}
            judged={judged}
            language={language}
            onJudged={setJudged}
            onAgain={() => {
              setJudged(undefined)
              dispatch(writingActions.forgotten({ place }))
            }}
          />
        )}
      </Panel>
      {machines}
      <div className="answer-steps">
        {previous ? (
          <Link className={linkClass()} to={previous}>
            {t('practice.previous')}
          </Link>
        ) : (
          <span />
        )}
        {next && (
          <Link className={linkClass(judged ? 'primary' : 'plain')} to={next}>
            {t('practice.next')}
          </Link>
        )}
      </div>
      <QuestionToolbar question={question.id} language={language} />
      <Tries key={question.id} of={e.tries} question={question} told={Boolean(judged?.key)} />
    </div>
  )
}
