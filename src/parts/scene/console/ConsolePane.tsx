/** One place of the desk: its console, what it is doing, and its tools. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSettings } from '../../../kit/session/use.ts'
import { format, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { problemText } from '../../../ui/ProblemView.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'
import { useScene } from '../life/use.ts'
import { Desktop, type DesktopHandle } from './canvas/Desktop.tsx'
import { Terminal, type TerminalHandle } from './canvas/Terminal.tsx'
import { ConsoleTools } from './ConsoleTools.tsx'
import { type ConsoleState, consolesActions, type WithConsoles } from './consoles.slice.ts'
import { wires } from './part.ts'

export interface PaneProps {
  wire: string
  name: string
  fontSize: number
  setFontSize(size: number): void
}

export function ConsolePane({ wire, name, fontSize, setFontSize }: PaneProps) {
  const state = useSelector((s: WithConsoles) => s.consoles?.open[wire])
  const { theme } = useSettings()
  const dispatch = useDispatch()
  const terminal = useRef<TerminalHandle>(null)
  const desktop = useRef<DesktopHandle>(null)
  const place = useRef<HTMLElement>(null)
  const [scaled, setScaled] = useState(true)
  if (!state) return null
  const { phase, wanted } = state
  const readOnly = wanted.shadow !== undefined
  const isTerminal = wanted.kind === 'terminal'
  // a console takes every key, Tab too: one of them leads out of it, before it hears it
  const leave = (e: KeyboardEvent) => {
    if (!e.ctrlKey || e.key !== 'F6') return
    e.preventDefault()
    e.stopPropagation()
    place.current?.querySelector<HTMLElement>('[role=toolbar] button')?.focus()
  }
  return (
    <section ref={place} className="mg-pane" aria-label={name} onKeyDownCapture={leave}>
      <ConsoleTools
        state={state}
        name={name}
        place={place}
        terminal={terminal}
        desktop={desktop}
        size={{ fontSize, setFontSize, scaled, setScaled }}
      />
      <div className="mg-pane-screen">
        {isTerminal ? (
          <Terminal
            handle={terminal}
            wires={wires}
            wire={wire}
            label={name}
            fontSize={fontSize}
            theme={theme}
            readOnly={readOnly}
          />
        ) : (
          <Desktop
            handle={desktop}
            url={(phase.at === 'open' && phase.url) || undefined}
            label={name}
            readOnly={readOnly}
            scaled={scaled}
            connected={() => desktop.current?.focus()}
            lost={(code) => dispatch(consolesActions.lineLost({ key: wire, code }))}
            copied={(text) => void copyText(text).then((done) => done && toast.info(t('console.copied')))}
          />
        )}
        <PhaseCover state={state} />
      </div>
      <Notices state={state} />
    </section>
  )
}

/** What lies over the screen while there is no line. The last picture of a terminal stays readable behind it. */
function PhaseCover({ state: { phase, wanted } }: { state: ConsoleState }) {
  const dispatch = useDispatch()
  if (phase.at === 'open') return null
  const reopen = () => dispatch(consolesActions.opened(wanted))
  if (phase.at === 'ended')
    return (
      <div className="mg-pane-cover">
        <Empty
          compact
          title={t('console.ended')}
          action={
            <Button icon="refresh" onClick={reopen}>
              {t('console.again')}
            </Button>
          }
        >
          {phase.problem ? problemText(phase.problem) : phase.end ? t(`console.end.${phase.end}`) : null}
        </Empty>
      </div>
    )
  if (phase.at === 'returning' || phase.again > 0)
    return (
      <div className="mg-pane-strip" role="status">
        <span>{t('console.returning')}</span>
        <Button size="small" onClick={() => dispatch(consolesActions.again(wanted.key))}>
          {t('console.now')}
        </Button>
      </div>
    )
  return (
    <div className="mg-pane-cover">
      <div className="mg-pane-wait">
        <p>{t(phase.at === 'asking' ? 'console.asking' : 'console.joining')}</p>
        <ProgressBar label={t(phase.at === 'asking' ? 'console.asking' : 'console.joining')} />
      </div>
    </div>
  )
}

/** A terminal's line says who looks on; a desktop's speaks RFB only, and the look at its scene says it. */
function useWatchers({ wanted, watched }: ConsoleState): readonly string[] {
  const { scene } = useScene(wanted.scene)
  if (wanted.kind === 'terminal' || wanted.shadow !== undefined) return watched
  return scene?.watched.find((w) => w.node_id === wanted.node && w.kind === wanted.kind)?.by ?? []
}

function Notices({ state }: { state: ConsoleState }) {
  const { phase, wanted } = state
  const watched = useWatchers(state)
  const recorded = phase.at === 'open' && phase.recording !== null
  const anew = phase.at === 'open' && phase.anew
  if (!recorded && !anew && !watched.length && !wanted.shadow) return null
  return (
    <p className="mg-pane-notices" role="status">
      {recorded && (
        <span className="mg-pane-recorded">
          <span className="mg-pane-dot" aria-hidden="true" />
          {t('console.recording')}
        </span>
      )}
      {anew && <span>{t('console.anew')}</span>}
      {wanted.shadow && <span>{t('console.watching')}</span>}
      {watched.length > 0 && (
        <span className="mg-pane-watched">
          <Icon name="eye" /> {t('console.watched', { names: format.list(watched) })}
        </span>
      )}
    </p>
  )
}
