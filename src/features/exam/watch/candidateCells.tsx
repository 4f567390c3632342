/** What is told of one candidate while the exam goes on, and what can be done. */
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { overStatuses } from '../../../contract/scene/status.ts'
import { format, t } from '../../../i18n/index.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import type { MenuItem } from '../../../ui/input/Menu.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import type { Deed } from './Deeds.tsx'
import { timeLeftOf, silentFor } from './watch.logic.ts'

interface CellProps {
  of: Candidate
  /** Milliseconds by the server's clock. */
  now: number
  paused: boolean
}
type Attempt = Candidate['attempt']

export function CandidateNameCell({ of: c, paused }: Omit<CellProps, 'now'>) {
  return (
    <>
      <span className="watch-name">
        {c.name}{' '}
        {c.state === 'writing' && paused ? (
          <StatusTag dot word="pause" label={t('exam.attempt_status.pause')} />
        ) : (
          <StatusTag dot word={c.state === 'writing' ? 'ongoing' : c.state} label={t(`watch.state.${c.state}`)} />
        )}
      </span>
      <span className="mg-faint watch-sub">{[c.username, c.org_name].filter(Boolean).join(' · ')}</span>
    </>
  )
}

export function CandidateProgress({ of: a }: { of: Attempt }) {
  if (!a) return null
  return (
    <>
      <ProgressBar
        value={a.items ? a.answered / a.items : 0}
        label={t(a.partly > 0 ? 'exam.answered_partly' : 'exam.answered', {
          n: a.answered,
          all: a.items,
          partly: a.partly,
        })}
        tone={a.answered === a.items ? 'ok' : 'accent'}
      />
      <span className="mg-num mg-dim">
        {format.number(a.answered)} / {format.number(a.items)}
        {a.partly > 0 && ` · ${t('watch.partly', { n: a.partly })}`}
      </span>
      <Machines of={a.scenes} />
    </>
  )
}

export function LastSaved({ of: c, now, paused }: CellProps) {
  const silent = paused ? null : silentFor(c, now)
  return (
    <>
      {c.attempt?.saved_at ? <Ago at={c.attempt.saved_at} /> : '–'}
      {silent !== null && (
        <span className="watch-warn watch-sub">
          <Icon name="warn" /> {t('watch.silent', { time: format.span(silent / 1000) })}
        </span>
      )}
    </>
  )
}

export function Left({ of: c, now, paused }: CellProps) {
  const left = timeLeftOf(c, now)
  return (
    <>
      {left === null ? '–' : paused ? t('exam.clock_stands') : format.clock(left / 1000)}
      {c.extra > 0 && <span className="mg-faint watch-sub">{t('watch.extra_n', { n: c.extra })}</span>}
    </>
  )
}

export function Focus({ of: a }: { of: Attempt }) {
  if (!a) return <>–</>
  return <span className={a.focus_lost > 0 ? 'watch-warn' : 'mg-faint'}>{format.number(a.focus_lost)}</span>
}

export function CandidateAddresses({ of: a }: { of: Attempt }) {
  return (
    <>
      {a?.addresses.join(' ') || '–'}
      {a && a.writers > 1 && <span className="mg-faint watch-sub">{t('watch.writers', { n: a.writers })}</span>}
    </>
  )
}

/** Machines of his questions, as they are now. */
function Machines({ of }: { of: NonNullable<Candidate['attempt']>['scenes'] }) {
  const live = of.filter((s) => !overStatuses.has(s.status))
  if (!live.length) return null
  return (
    <span className="watch-sub watch-scenes">
      {live.map((s) => (
        <span key={s.item} title={s.name}>
          <Icon name="machine" /> {t(`scene.status.${s.status}`)}
        </span>
      ))}
    </span>
  )
}

/** Whoever only looks on reads what was done; the rest is for those who run the exam. */
export function deedsFor(c: Candidate, may: boolean, onDeed: (deed: Deed) => void): MenuItem[] {
  const told: MenuItem = {
    id: 'timeline',
    label: t('watch.timeline'),
    icon: 'history',
    onSelect: () => onDeed({ what: 'timeline', of: c }),
  }
  if (!may) return [told]
  const items: MenuItem[] = [
    { id: 'message', label: t('watch.message'), icon: 'bell', onSelect: () => onDeed({ what: 'message', to: [c] }) },
    { id: 'extra', label: t('watch.extra'), icon: 'clock', onSelect: () => onDeed({ what: 'extra', to: [c] }) },
    told,
  ]
  const { attempt } = c
  if (!attempt) return items
  const one = { of: c, attempt: attempt.id }
  items.push(
    c.state === 'writing'
      ? {
          id: 'hand-in',
          label: t('watch.hand_in'),
          icon: 'stop',
          danger: true,
          onSelect: () => onDeed({ what: 'hand-in', ...one }),
        }
      : {
          id: 'reopen',
          label: t('watch.reopen'),
          icon: 'unlock',
          onSelect: () => onDeed({ what: 'reopen', ...one }),
        },
  )
  return items
}
