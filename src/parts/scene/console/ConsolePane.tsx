/** One place of the desk: its console, what it is doing, and its tools. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSettings } from '../../../kit/session/use.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { copyText } from '../../../ui/data/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useScene } from '../life/use.ts'
import { Desktop, type DesktopHandle } from './canvas/Desktop.tsx'
import { ConsoleTerminal, type TerminalHandle } from './canvas/Terminal.tsx'
import { ConsoleTools } from './ConsoleTools.tsx'
import { type ConsoleState, consolesActions, type WithConsoles } from './consoles.slice.ts'
import { consoleStreams } from './part.ts'
import { PhaseCover } from './PhaseCover.tsx'
import { TakeoverNotice, useHold } from './TakeoverNotice.tsx'

export interface PaneProps {
  wire: string
  name: string
  fontSize: number
  setFontSize: (size: number) => void
  /** Of somebody else's console that is looked at: its keys are here. */
  keys?: boolean
}

export function ConsolePane({ wire, name, fontSize, setFontSize, keys = false }: PaneProps) {
  const state = useSelector((s: WithConsoles) => s.consoles?.open[wire])
  const { theme } = useSettings()
  const dispatch = useDispatch()
  const terminal = useRef<TerminalHandle>(null)
  const desktop = useRef<DesktopHandle>(null)
  const place = useRef<HTMLElement>(null)
  const [scaled, setScaled] = useState(true)
  const held = useHold(state)
  if (!state) return null
  const { phase, wanted } = state
  const readOnly = wanted.shadow !== undefined
  const typing = readOnly ? keys : held === undefined
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
          <ConsoleTerminal
            handle={terminal}
            wires={consoleStreams}
            wire={wire}
            label={name}
            fontSize={fontSize}
            theme={theme}
            readOnly={readOnly}
            typing={typing}
          />
        ) : (
          <Desktop
            handle={desktop}
            line={(phase.at === 'open' && phase.line) || undefined}
            label={name}
            readOnly={!typing}
            scaled={scaled}
            connected={() => {
              desktop.current?.focus()
              dispatch(consolesActions.lineOpened(wire))
            }}
            lost={(code) => dispatch(consolesActions.lineLost({ key: wire, code }))}
            copied={(text) => void copyText(text).then((done) => done && toast.info(t('console.copied')))}
          />
        )}
        <PhaseCover state={state} />
      </div>
      {!readOnly && <TakeoverNotice state={state} />}
      <Notices state={state} held={held === 'frozen'} keys={keys} />
    </section>
  )
}

/** A terminal's line says who looks on; a desktop's speaks RFB only, and the look at its scene says it. */
function useWatchers({ wanted, watched }: ConsoleState): readonly string[] {
  const { scene } = useScene(wanted.scene)
  if (wanted.kind === 'terminal' || wanted.shadow !== undefined) return watched
  return scene?.watched.find((w) => w.node_id === wanted.node && w.kind === wanted.kind)?.by ?? []
}

function Notices({ state, held, keys }: { state: ConsoleState; held: boolean; keys: boolean }) {
  const { phase, wanted } = state
  const watched = useWatchers(state)
  const recorded = phase.at === 'open' && phase.recording !== null
  const anew = phase.at === 'open' && phase.anew
  if (!recorded && !anew && !watched.length && !wanted.shadow && !held) return null
  return (
    <p className="mg-pane-notices" role="status">
      {recorded && (
        <span className="mg-pane-recorded">
          <span className="mg-pane-dot" aria-hidden="true" />
          {t('console.recording')}
        </span>
      )}
      {anew && <span>{t('console.anew')}</span>}
      {wanted.shadow && <span>{t(keys ? 'console.keys_here' : 'console.watching')}</span>}
      {held && (
        <span className="mg-pane-watched">
          <Icon name="lock" /> {t('console.frozen')}
        </span>
      )}
      {watched.length > 0 && (
        <span className="mg-pane-watched">
          <Icon name="eye" /> {t('console.watched', { names: format.list(watched) })}
        </span>
      )}
    </p>
  )
}
