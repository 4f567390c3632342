/** Tools of one console: letters, clipboard, keys, picture, recording, full screen. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useCall } from '../../../kit/data/call.ts'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { copyText } from '../../../ui/data/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFullScreen } from '../../../ui/layout/useFullScreen.ts'
import type { DesktopHandle } from './canvas/Desktop.tsx'
import type { TerminalHandle } from './canvas/Terminal.tsx'
import { type ConsoleState, consolesActions } from './consoles.slice.ts'
import { fontSizes } from './fontSize.ts'
import { useConsoleKeeping } from './keeping.ts'
import { drawLines, pngOfCanvas } from './picture.ts'
import { canRecord, recordCanvas, type CanvasRecording } from './record.ts'
import { useNode } from './useNode.ts'

interface ToolsProps {
  state: ConsoleState
  name: string
  place: RefObject<HTMLElement>
  terminal: RefObject<TerminalHandle>
  desktop: RefObject<DesktopHandle>
  size: { fontSize: number; setFontSize(n: number): void; scaled: boolean; setScaled(s: boolean): void }
}

export function ConsoleTools({ state, name, place, terminal, desktop, size }: ToolsProps) {
  const dispatch = useDispatch()
  const { phase, wanted } = state
  const open = phase.at === 'open'
  const { opens, node } = useNode(wanted)
  const keeping = useConsoleKeeping()
  const isTerminal = wanted.kind === 'terminal'
  const writes = open && !wanted.shadow
  const focus = () => (isTerminal ? terminal.current?.focus() : desktop.current?.focus())

  const copy = async () => {
    const text = terminal.current?.selection() ?? ''
    if (!text) toast.info(t('console.nothing_selected'))
    else if (await copyText(text)) toast.info(t('console.copied'))
    focus()
  }
  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText()
      if (isTerminal) terminal.current?.paste(text)
      else desktop.current?.paste(text)
    } catch {
      toast.info(t('console.paste_refused', { keys: isTerminal ? 'Ctrl + Shift + V' : 'Ctrl + V' }))
    }
    focus()
  }
  return (
    <div className="mg-pane-tools" role="toolbar" aria-label={t('console.tools', { name })}>
      <span className="mg-pane-name" title={t('console.leave', { keys: 'Ctrl + F6' })}>
        <Icon name={isTerminal ? 'terminal' : 'desktop'} />
        {name}
        <span className="mg-sr">{t('console.leave', { keys: 'Ctrl + F6' })}</span>
      </span>
      {isTerminal && (
        <>
          <IconButton
            size="small"
            icon="smaller"
            label={t('console.smaller')}
            disabled={size.fontSize <= fontSizes.min}
            onClick={() => size.setFontSize(size.fontSize - 1)}
          />
          <IconButton
            size="small"
            icon="larger"
            label={t('console.bigger')}
            disabled={size.fontSize >= fontSizes.max}
            onClick={() => size.setFontSize(size.fontSize + 1)}
          />
          <IconButton size="small" icon="copy" label={t('console.copy')} onClick={() => void copy()} />
          {keeping && (
            <IconButton
              size="small"
              icon="note"
              label={t('console.to_report')}
              onClick={() => {
                const seen = terminal.current?.lines().join('\n').trimEnd() ?? ''
                keeping.onLines(terminal.current?.selection() || seen, node?.name ?? '')
                focus()
              }}
            />
          )}
        </>
      )}
      {writes && <IconButton size="small" icon="paste" label={t('console.paste')} onClick={() => void paste()} />}
      {!isTerminal && writes && (
        <IconButton
          size="small"
          icon="keyboard"
          label={t('console.keys')}
          onClick={() => {
            desktop.current?.ctrlAltDel()
            focus()
          }}
        />
      )}
      {!isTerminal && (
        <IconButton
          size="small"
          icon="fit"
          label={t('console.fit')}
          pressed={size.scaled}
          onClick={() => {
            size.setScaled(!size.scaled)
            focus()
          }}
        />
      )}
      {open && <PictureTool state={state} place={place} terminal={terminal} desktop={desktop} done={focus} />}
      {open && !isTerminal && !wanted.shadow && canRecord() && (
        <RecordTool state={state} desktop={desktop} done={focus} />
      )}
      <IconButton
        size="small"
        icon="refresh"
        label={t('console.again')}
        disabled={!open && !opens}
        onClick={() => dispatch(consolesActions.opened(wanted))}
      />
      <FullTool place={place} done={focus} />
    </div>
  )
}

type Handles = Pick<ToolsProps, 'state' | 'place' | 'terminal' | 'desktop'>
/** Whoever types goes on where he typed. */
type Done = { done: () => void }

function PictureTool({ state: { wanted }, place, terminal, desktop, done }: Handles & Done) {
  const [keep, { busy }] = useCall('POST /screenshots')
  const keeping = useConsoleKeeping()
  const take = async () => {
    const drawn =
      wanted.kind === 'desktop'
        ? desktop.current?.canvas()
        : place.current && drawLines(terminal.current?.lines() ?? [], place.current)
    if (!drawn) return
    try {
      const kept = await keep({ query: { scene_id: wanted.scene, node: wanted.node }, body: await pngOfCanvas(drawn) })
      if (keeping) keeping.onPicture(kept.id)
      else toast.info(t('console.screenshot_kept'))
    } catch (e) {
      toast.problem(e)
    } finally {
      done()
    }
  }
  return (
    <IconButton
      size="small"
      icon="camera"
      label={t(keeping ? 'console.screenshot_to_report' : 'console.screenshot')}
      busy={busy}
      onClick={() => void take()}
    />
  )
}

function RecordTool({ state: { wanted }, desktop, done }: Pick<ToolsProps, 'state' | 'desktop'> & Done) {
  const [begin] = useCall('POST /recordings')
  const [part] = useCall('PATCH /recordings/:id')
  const [finish] = useCall('POST /recordings/:id/finish')
  const keeping = useConsoleKeeping()
  const [running, setRunning] = useState<CanvasRecording | null>(null)
  const [busy, setBusy] = useState(false)
  const kept = (id: string) => (keeping ? keeping.onRecording(id) : toast.info(t('console.recording_kept')))
  const last = useRef({ running, kept })
  useEffect(() => {
    last.current = { running, kept }
  })
  // a tab that is closed keeps what was recorded
  useEffect(
    () => () => {
      const { running: open, kept: tell } = last.current
      void open?.stop().then((whole) => whole && tell(open.id))
    },
    [],
  )

  const failed = (e: unknown) => {
    setRunning(null)
    toast.problem(e)
  }
  const start = async (canvas: HTMLCanvasElement) => {
    const calls = {
      begin: (width: number, height: number) =>
        begin({ body: { scene_id: wanted.scene, node: wanted.node, width, height } }),
      part: (id: string, offset: number, seconds: number, bytes: Blob) =>
        part({ params: { id }, query: { offset, seconds: String(seconds) }, body: bytes }),
      finish: (id: string, seconds: number) => finish({ params: { id }, body: { seconds } }),
    }
    setRunning(await recordCanvas(canvas, calls, failed))
  }
  const toggle = async () => {
    setBusy(true)
    try {
      if (running) {
        const whole = await running.stop()
        setRunning(null)
        if (whole) kept(running.id)
      } else {
        const canvas = desktop.current?.canvas()
        if (canvas) await start(canvas)
      }
    } catch (e) {
      failed(e)
    } finally {
      setBusy(false)
      done()
    }
  }
  return (
    <IconButton
      size="small"
      icon="record"
      className={running ? 'mg-pane-recording' : ''}
      label={t(running ? (keeping ? 'console.stop_recording_to_report' : 'console.stop_recording') : 'console.record')}
      pressed={running !== null}
      busy={busy}
      onClick={() => void toggle()}
    />
  )
}

function FullTool({ place, done }: { place: RefObject<HTMLElement>; done: () => void }) {
  const { full, turn } = useFullScreen(() => place.current)
  const toggle = async () => {
    await turn()
    done()
  }
  return (
    <IconButton
      size="small"
      icon={full ? 'shrink' : 'expand'}
      label={t(full ? 'console.leave_full' : 'console.full')}
      onClick={() => void toggle()}
    />
  )
}
