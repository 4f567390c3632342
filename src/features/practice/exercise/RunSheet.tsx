import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type ExerciseState, practiceLimits, type RunMode } from '../../../contract/practice/practice.ts'
import { t } from '../../../i18n/index.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StartRun } from '../StartRun.tsx'
import type { Walk } from './walk.ts'

/** Runs of a few of many: the next has others. */
const another: ReadonlySet<RunMode> = new Set(['mistakes', 'random', 'suggested'])

interface RunSheetProps {
  walk: Walk
  current: string
  linkOf: (id: string) => string
}

/** All questions of the walk by number, with how each stands: in a run by what was answered in it, else by what was ever answered. */
export function RunSheet({ walk: { run, questions }, current, linkOf }: RunSheetProps) {
  const stands = questions.some((one) => one.state !== undefined)
  const done = questions.filter((one) => one.state !== undefined && one.state !== 'not-submitted').length
  const countOf = (state: ExerciseState) => questions.filter((one) => one.state === state).length
  const [right, partly] = [countOf('submitted-right'), countOf('submitted-partly')]
  const unsolved = questions.filter((one) => one.state === 'submitted-wrong' || one.state === 'submitted-partly')
  const waiting = questions.filter((one) => one.state === 'submitted')
  const still = useId()
  const waits = useId()
  const progress = t('practice.run_progress', { done, all: questions.length })
  return (
    <Panel
      className="answer-sheet"
      title={run ? t('practice.run_title') : t(stands ? 'practice.question_list' : 'practice.collected_list')}
      description={run ? [run.set?.name, t(`practice.mode.${run.mode}`)].filter(Boolean).join(' · ') : undefined}
    >
      {run ? (
        <>
          <ProgressBar value={done / questions.length} label={progress} />
          <p className="mg-dim">{progress}</p>
        </>
      ) : (
        stands && <p className="mg-dim">{t('practice.ever_answered', { done, all: questions.length })}</p>
      )}
      <div className="answer-sheet-section">
        <ol>
          {questions.map((one, n) => (
            <li key={one.id}>
              <Link
                className={`answer-cell answer-cell-${one.state ?? 'not-submitted'}`}
                aria-current={one.id === current ? 'step' : undefined}
                aria-label={t('exam.cell', {
                  n: n + 1,
                  state: one.state ? t(`practice.state.${one.state}`) : one.title,
                })}
                title={one.title}
                to={linkOf(one.id)}
              >
                {n + 1}
              </Link>
            </li>
          ))}
        </ol>
      </div>
      {run && done === questions.length && (
        <div className="practice-through">
          <p role="status">
            <strong>{t(waiting.length > 0 ? 'practice.done_answered' : 'practice.done_title')}</strong>{' '}
            {t('practice.done_text', { right, all: questions.length })}{' '}
            {partly > 0 && t('practice.done_partly', { n: partly })}{' '}
            {unsolved.length > partly && t('practice.done_wrong', { n: unsolved.length - partly })}{' '}
            {run.mode === 'mistakes' &&
              t('practice.done_mistakes', {
                n: questions.length - run.mistakes,
                left: run.mistakes,
                rights: practiceLimits.mended,
              })}
          </p>
          {waiting.length > 0 && (
            <>
              <p id={waits}>{t('practice.done_open', { n: waiting.length })}</p>
              <ul className="practice-still" aria-labelledby={waits}>
                {waiting.map((one) => (
                  <li key={one.id}>
                    <Link to={linkOf(one.id)}>{one.title}</Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          {unsolved.length > 0 && (
            <>
              <p id={still}>{t('practice.not_right_yet', { n: unsolved.length })}</p>
              <ul className="practice-still" aria-labelledby={still}>
                {unsolved.map((one) => (
                  <li key={one.id}>
                    <Link to={linkOf(one.id)}>{one.title}</Link>
                    {one.state === 'submitted-partly' && (
                      <span className="mg-dim"> · {t('practice.state.submitted-partly')}</span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {another.has(run.mode) && (
            <p>
              <StartRun mode={run.mode} {...(run.set ? { set: run.set.id } : {})} label={t('practice.another_round')} />
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}
