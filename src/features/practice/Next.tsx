/** What to go on with, and what is worth practising next. */
import { Link } from 'react-router-dom'
import type { PracticeNext } from '../../contract/practice/theory.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { linkClass } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { StartRun } from './StartRun.tsx'

export function Next() {
  const { data, error, refetch } = useRead('GET /practice/next', undefined)
  if (!data)
    return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={3} />
  if (data.questions === 0) return null
  return (
    <>
      <StatRow>
        <Stat
          label={t('practice.solved_of')}
          value={format.number(data.solved)}
          unit={`/ ${format.number(data.questions)}`}
        />
        <Stat
          label={t('practice.mistakes')}
          value={format.number(data.mistakes)}
          {...(data.mistakes > 0 ? { tone: 'warn' as const } : {})}
          to={href('personal', undefined, { tab: 'mistakes' })}
        />
      </StatRow>
      <div className="practice-next">
        {data.paper && <GoOnPaper paper={data.paper} />}
        {data.run && <GoOn run={data.run} />}
        {data.suggested.length > 0 && <Suggested of={data.suggested} />}
      </div>
    </>
  )
}

function GoOn({ run }: { run: NonNullable<PracticeNext['run']> }) {
  return (
    <Panel
      title={t('practice.go_on')}
      description={[run.set?.name, t(`practice.mode.${run.mode}`)].filter(Boolean).join(' · ')}
    >
      <p className="practice-question-title">{run.question.title}</p>
      <ProgressBar
        value={run.done / run.all}
        label={t('practice.go_on_run', { done: run.done, all: run.all })}
        showValue
      />
      <p className="practice-buttons">
        <Link
          className={linkClass('primary')}
          to={href('practice-exercise', { exercise_id: run.question.id }, { run: run.id })}
        >
          {t('practice.go_on_button')}
        </Link>
      </p>
    </Panel>
  )
}

function GoOnPaper({ paper }: { paper: NonNullable<PracticeNext['paper']> }) {
  return (
    <Panel
      title={
        paper.deadline_at
          ? t('practice.go_on_paper_until', { time: format.dateTime(paper.deadline_at) })
          : t('practice.go_on_paper')
      }
    >
      <p className="practice-question-title">{paper.name}</p>
      <p className="practice-buttons">
        <Link className={linkClass('primary')} to={href('volume-exam', { id: paper.id })}>
          {t('practice.go_on_button')}
        </Link>
      </p>
    </Panel>
  )
}

function Suggested({ of }: { of: PracticeNext['suggested'] }) {
  return (
    <Panel
      title={t('practice.suggested')}
      actions={<StartRun mode="suggested" label={t('practice.suggested_start')} />}
    >
      <ul className="practice-lines">
        {of.map((s) => (
          <li key={s.id}>
            <Link to={href('practice-exercise', { exercise_id: s.id })}>{s.title}</Link>
            <span className="mg-faint">
              {[t(`practice.why.${s.why}`), t(`practice.level.${s.difficulty}`), s.set?.name]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
