import { Link } from 'react-router-dom'
import type { Challenge } from '../../../contract/practice/flag.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

export const stateTones = { 'not-submitted': 'idle', 'submitted-wrong': 'warn', solved: 'ok' } as const
const levelTones = { primary: 'ok', intermediate: 'info', advanced: 'bad' } as const

/** @param from what they were looked for by, and in which set: the challenge that is opened leads back to it */
export function ChallengeCards({ of, from }: { of: readonly Challenge[]; from: Record<string, string> }) {
  return (
    <ul className="flag-cards">
      {of.map((c) => (
        <Card key={c.id} of={c} from={from} />
      ))}
    </ul>
  )
}

function Card({ of: c, from }: { of: Challenge; from: Record<string, string> }) {
  return (
    <li className={`flag-card flag-card-${c.state}`}>
      <header>
        <h3>
          <Link to={href('practice-capture-flag-exercise', { exercise_id: c.id }, from)}>{c.title}</Link>
        </h3>
        <span className="flag-points mg-num">
          {c.points === null ? format.number(c.score) : t('flag.points_of', { n: c.points, all: c.score })}
        </span>
      </header>
      <p className="flag-line">
        <StatusTag word={c.state} tone={stateTones[c.state]} label={t(`flag.state.${c.state}`)} />
        <DifficultyTag of={c.difficulty} />
        {c.scene && (
          <span className="flag-line mg-dim">
            <Icon name="machine" /> {t('flag.with_scene')}
          </span>
        )}
        {c.collected && <Icon name="star" label={t('keep.collected')} className="flag-star" />}
      </p>
      {c.keywords.length > 0 && <p className="mg-dim">{c.keywords.slice(0, 5).join(' · ')}</p>}
      <p className="flag-line mg-faint mg-num flag-foot">
        <span>{t('flag.solves', { n: c.solves })}</span>
        {c.rate !== null && <span>{t('flag.rate', { share: format.percent(c.rate) })}</span>}
        {c.tries > 0 && <span className="flag-end">{t('flag.tries', { n: c.tries })}</span>}
      </p>
    </li>
  )
}

export const DifficultyTag = ({ of }: { of: Challenge['difficulty'] }) => (
  <StatusTag dot word={of} tone={levelTones[of]} label={t(`flag-challenge.difficulty.${of}`)} />
)
