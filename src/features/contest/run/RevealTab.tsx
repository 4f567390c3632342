/** Who runs a contest opens its frozen board step by step; a hall sees each as it is shown. */
import '../display/hall.css'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { RevealEvent } from '../../../contract/contest/display.schema.ts'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { DisplayOver } from '../../../kit/display/FullDisplay.tsx'
import { Kbd } from '../../../ui/data/Kbd.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { RevealStage } from '../display/RevealStage.tsx'
import { rehearsal } from './rehearsal.ts'
import { moveOfKey, type RevealAt, revealMoves, revealTo } from './reveal.logic.ts'

export function RevealTab({ row }: { row: FlagContest }) {
  const { data, error, refetch } = useRead('GET /flag-contests/:id/reveal', { params: { id: row.id } })
  const [show, { busy }] = useWrite('POST /flag-contests/:id/reveal')
  const [rehearses, setRehearses] = useState(false)
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />
  const go = (shown: number) =>
    show({ params: { id: row.id }, body: { shown } }).catch((problem: unknown) => toast.problem(problem))
  const over = row.begun && row.status === 'finished' && !row.frozen
  const stage = (
    <RevealStage
      rows={data.rows}
      event={data.event}
      otherwise={t(over ? 'contest-display.reveal_over' : 'contest-display.reveal_waits')}
    />
  )
  return (
    <div className="contest-reveal">
      <p className="contest-buttons">
        <Link className={linkClass()} to={href('flag-display', { resource_id: row.id, value: 'reveal' })}>
          <Icon name="expand" /> {t('contest.big_screen')}
        </Link>
        <Button icon="play" onClick={() => setRehearses(true)}>
          {t('contest-display.rehearse')}
        </Button>
      </p>
      {data.changed && (
        <p className="contest-note">
          <Icon name="warn" /> {t('contest-display.changed')}
        </p>
      )}
      {data.can && row.can.includes('thaw') ? (
        <Driven at={data} next={data.next} busy={busy} thaws onGo={(shown) => void go(shown)}>
          {stage}
        </Driven>
      ) : (
        <>
          <p className="mg-dim">{t(over ? 'contest-display.reveal_done' : 'contest-display.reveal_when')}</p>
          {data.shown > 0 && stage}
        </>
      )}
      {rehearses && <Rehearsal onClose={() => setRehearses(false)} />}
    </div>
  )
}

interface DrivenProps {
  at: RevealAt
  next: RevealEvent | null
  busy?: boolean
  /** Its last step opens the board for good. */
  thaws?: boolean
  onGo: (shown: number) => void
  children: ReactNode
}
/** Buttons and keys, and what comes next for the eyes of who presses them. */
function Driven({ at, next, busy = false, thaws = false, onGo, children }: DrivenProps) {
  const last = at.shown < at.steps && (revealTo('award', at) === at.steps || at.shown + 1 === at.steps)
  return (
    <div
      role="group"
      aria-label={t('contest.tab.reveal')}
      className="contest-reveal"
      onKeyDown={(e) => {
        const move = moveOfKey(e)
        const to = move && revealTo(move, at)
        if (move === undefined) return
        e.preventDefault()
        if (to !== undefined && !busy) onGo(to)
      }}
    >
      <p className="contest-buttons">
        {revealMoves.map((move) => {
          const to = revealTo(move, at)
          return (
            <Button
              key={move}
              tone={move === 'next' ? 'primary' : 'plain'}
              data-autofocus={move === 'next' || undefined}
              busy={busy}
              disabled={to === undefined}
              onClick={() => to !== undefined && onGo(to)}
            >
              {t(`contest-display.move_${move}`)}
            </Button>
          )
        })}
        <span className="mg-dim mg-num">
          {t('contest-display.step', { n: format.number(at.shown), all: format.number(at.steps) })}
        </span>
        <span className="mg-dim">
          <Kbd keys="→" /> {t('contest-display.key_next')} <Kbd keys="←" /> {t('contest-display.key_back')}{' '}
          <Kbd keys="End" /> {t('contest-display.key_award')}
        </span>
      </p>
      {next && (
        <p>
          {t('contest-display.next')} <strong>{nextText(next)}</strong>
        </p>
      )}
      {thaws && last && (
        <p className="contest-note">
          <Icon name="warn" /> {t('contest-display.last')}
        </p>
      )}
      {children}
    </div>
  )
}

function nextText(e: RevealEvent): string {
  switch (e.is) {
    case 'prices':
      return t('contest-display.prices')
    case 'gain':
      return t('contest-display.next_gain', { name: e.name, item: e.item || t('contest-display.gain_points') })
    case 'settled':
      return t('contest-display.next_settled', { name: e.name, rank: e.rank })
    case 'award':
      return t('contest-display.next_award', { name: e.name })
  }
}

/** On invented entries, in this window alone. */
function Rehearsal({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState(0)
  const [{ steps, stops, told, rows }] = useState(() =>
    rehearsal({
      entry: (n) => t('contest-display.invented_entry', { n }),
      item: (n) => t('contest-display.invented_item', { n }),
      division: (n) => t('contest-display.invented_division', { n }),
    }),
  )
  return (
    <DisplayOver
      title={t('contest-display.rehearsal')}
      status={t('contest-display.rehearsal_text')}
      back={
        <Button tone="quiet" icon="arrow-left" onClick={onClose}>
          {t('contest.tab.reveal')}
        </Button>
      }
      onClose={onClose}
    >
      <div className="contest-hall-reveal">
        <Driven at={{ shown, steps: steps.length, stops }} next={told(shown + 1)} onGo={setShown}>
          <RevealStage rows={rows(shown, 10)} event={told(shown)} otherwise={t('contest-display.reveal_waits')} />
        </Driven>
      </div>
    </DisplayOver>
  )
}
