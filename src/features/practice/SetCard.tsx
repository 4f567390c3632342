import { Link } from 'react-router-dom'
import { difficulties } from '../../contract/bank/question.ts'
import type { PracticeSet } from '../../contract/practice/theory.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Ring } from '../../ui/data/Ring.tsx'

interface SetCardProps {
  set: PracticeSet
  /** What the sets are narrowed to that narrows their questions as well. */
  narrowed: Record<string, string>
}

/** A set with how far its learner is. */
export function SetCard({ set: s, narrowed }: SetCardProps) {
  const levels = difficulties.filter((d) => s.levels[d] > 0)
  return (
    <li className="practice-card">
      <Ring
        value={s.questions ? s.solved / s.questions : 0}
        tone={s.state === 'done' ? 'ok' : 'accent'}
        label={t('practice.solved_share', { name: s.name })}
      />
      <div className="practice-card-words">
        <p className="mg-faint">{[t(`practice.bank.${s.bank}`), ...s.above].join(' / ')}</p>
        <h3>
          <Link to={href('rationale-list', { id: s.id }, narrowed)}>{s.name}</Link>
        </h3>
        <p className="mg-dim">
          {t('practice.solved_n', { n: s.solved, all: s.questions })}
          {' · '}
          {levels.map((d) => `${t(`practice.level.${d}`)} ${format.number(s.levels[d])}`).join(' · ')}
        </p>
        <p className="mg-faint">
          {s.last_at ? (
            <>
              {t('practice.last_at')} <Ago at={s.last_at} />
            </>
          ) : (
            t('practice.never')
          )}
          {s.mistakes > 0 && <span className="practice-wrong"> {t('practice.mistakes_n', { n: s.mistakes })}</span>}
        </p>
      </div>
    </li>
  )
}
