/** The desk of flag practice: how far one is, what to try next, the sets, and a search among all challenges. */
import './flag.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Challenge, ChallengeSet, FlagDesk as Desk } from '../../../contract/practice/flag.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useNarrowing } from '../../../kit/list/Browse.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { offsetOf } from '../../../lib/offset.ts'
import { challengeList } from './browse.logic.ts'
import { ChallengeFilterBar } from './BrowseBar.tsx'
import { ChallengeResults } from './Browse.tsx'
import { DifficultyTag } from './ChallengeCards.tsx'

export default function FlagDesk() {
  const { narrowed } = useNarrowing(challengeList)
  const [offset] = useState(() => offsetOf(new Date()))
  const { data, error, refetch } = useRead('GET /practice-flags/desk', { query: { offset } })
  return (
    <Page title={t('screen.practice-capture-flag')} description={t('flag.desk_text')}>
      {error && !data && <ProblemView problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" />}
      {data && (
        <>
          <Mine of={data.mine} />
          <ChallengeFilterBar words={data} />
          {narrowed ? (
            <ChallengeResults />
          ) : (
            <>
              <Next of={data} />
              <Sets of={data.sets} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

const Mine = ({ of: m }: { of: Desk['mine'] }) => (
  <StatRow>
    <Stat icon="trophy" label={t('flag.points')} value={format.number(m.points)} />
    <Stat
      icon="flag-mark"
      label={t('flag.solved')}
      value={format.number(m.solved)}
      note={t('flag.of_challenges', { n: m.challenges })}
    />
    <Stat
      icon="calendar"
      label={t('flag.streak')}
      value={format.number(m.streak)}
      unit={t('flag.days', { n: m.streak })}
      note={t('flag.streak_note')}
    />
    <Stat icon="info" label={t('flag.hints')} value={format.number(m.hints)} />
  </StatRow>
)

function Next({ of: { suggested, most_solved } }: { of: Desk }) {
  if (!suggested && most_solved.length === 0) return null
  return (
    <div className="flag-next">
      <Panel title={t('flag.suggested')}>
        {suggested ? (
          <div className="flag-suggested">
            <div>
              <h3>{suggested.title}</h3>
              <p className="flag-line">
                <DifficultyTag of={suggested.difficulty} />
                <span className="mg-dim">{suggested.set.name}</span>
                <span className="mg-num">{t('flag.worth', { n: suggested.score })}</span>
              </p>
              {suggested.keywords.length > 0 && <p className="mg-dim">{suggested.keywords.slice(0, 5).join(' · ')}</p>}
            </div>
            <Link
              className={linkClass('primary')}
              to={href('practice-capture-flag-exercise', { exercise_id: suggested.id })}
            >
              {t('flag.try')}
            </Link>
          </div>
        ) : (
          <Empty compact icon="trophy" title={t('flag.all_solved')} />
        )}
      </Panel>
      {most_solved.length > 0 && (
        <Panel title={t('flag.most_solved')}>
          <ol className="flag-most">
            {most_solved.map((c) => (
              <Most key={c.id} of={c} />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  )
}
const Most = ({ of: c }: { of: Challenge }) => (
  <li>
    <Link className="mg-ellipsis" to={href('practice-capture-flag-exercise', { exercise_id: c.id })}>
      {c.title}
    </Link>
    {c.state === 'solved' && <Icon name="check" label={t('flag.state.solved')} className="flag-check" />}
    <span className="mg-dim mg-num flag-end">{t('flag.solves', { n: c.solves })}</span>
  </li>
)

function Sets({ of: sets }: { of: readonly ChallengeSet[] }) {
  if (!sets.length)
    return (
      <Empty icon="flag-mark" title={t('flag.none')}>
        {t('flag.none_text')}
      </Empty>
    )
  return (
    <section aria-label={t('flag.sets')}>
      <h2 className="flag-heading">{t('flag.sets')}</h2>
      <ul className="flag-cards">
        {sets.map((s) => (
          <SetCard key={s.id} of={s} />
        ))}
      </ul>
    </section>
  )
}

function SetCard({ of: s }: { of: ChallengeSet }) {
  const levels = (['primary', 'intermediate', 'advanced'] as const).filter((l) => s.levels[l] > 0)
  return (
    <li className={`flag-card${s.solved === s.challenges ? ' flag-card-solved' : ''}`}>
      <header>
        <h3>
          {s.above.length > 0 && <span className="mg-faint flag-above">{s.above.join(' / ')}</span>}
          <Link to={href('capture-flag-list', { id: s.id })}>{s.name}</Link>
        </h3>
        <span className="flag-points mg-num">{t('flag.points_of', { n: s.earned, all: s.points })}</span>
      </header>
      {s.description && <p className="mg-dim">{s.description}</p>}
      <ProgressBar
        says={t('flag.solved_of', { n: s.solved, all: s.challenges })}
        label={t('flag.progress_of', { name: s.name })}
        value={s.solved / s.challenges}
        tone={s.solved === s.challenges ? 'ok' : 'accent'}
      />
      {s.scenes > 0 && (
        <p className="flag-line mg-num mg-dim">
          <Icon name="machine" /> {t('flag.scenes', { n: s.scenes })}
        </p>
      )}
      <p className="flag-line mg-faint flag-foot">
        {levels.map((l) => (
          <span key={l} className="flag-line">
            <DifficultyTag of={l} /> <span className="mg-num">{s.levels[l]}</span>
          </span>
        ))}
        {s.last_at && (
          <span className="flag-end">
            <Ago at={s.last_at} />
          </span>
        )}
      </p>
    </li>
  )
}
