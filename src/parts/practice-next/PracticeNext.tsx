/** What was left unfinished, and what is worth practising next. */
import './practice-next.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PracticeNext } from '../../contract/practice/theory.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { linkClass } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'

interface GoOnProps {
  of: PracticeNext
  /** Stands there when nothing is open. */
  children?: ReactNode
}

export function GoOn({ of: { paper, run }, children }: GoOnProps) {
  if (!paper && !run) return children ? <Panel title={t('practice.go_on')}>{children}</Panel> : null
  return (
    <Panel title={t('practice.go_on')}>
      <ul className="part-next">
        {paper && (
          <li>
            <Line
              title={paper.name}
              about={paper.deadline_at && t('practice.go_on_paper_until', { time: format.dateTime(paper.deadline_at) })}
              to={href('volume-exam', { id: paper.id })}
            />
          </li>
        )}
        {run && (
          <li>
            <Line
              title={run.question.title}
              about={[run.set?.name, t(`practice.mode.${run.mode}`)].filter(Boolean).join(' · ')}
              to={href('practice-exercise', { exercise_id: run.question.id }, { run: run.id })}
            />
            <ProgressBar
              value={run.done / run.all}
              label={t('practice.run_progress', { done: run.done, all: run.all })}
              says={t('practice.run_progress', { done: run.done, all: run.all })}
            />
          </li>
        )}
      </ul>
    </Panel>
  )
}

const Line = ({ title, about, to }: { title: string; about: string | null; to: string }) => (
  <div className="part-next-line">
    <span>
      <span className="part-next-title">{title}</span>
      {about && <span className="mg-faint">{about}</span>}
    </span>
    <Link className={linkClass('primary', 'small')} to={to}>
      {t('practice.go_on_button')}
    </Link>
  </div>
)

interface SuggestedProps {
  of: PracticeNext['suggested']
  actions?: ReactNode
}

export function Suggested({ of, actions }: SuggestedProps) {
  if (of.length === 0) return null
  return (
    <Panel title={t('practice.suggested')} actions={actions}>
      <ul className="part-next">
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
