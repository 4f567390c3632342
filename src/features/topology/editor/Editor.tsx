/** The editor: its regions, and what binds them. What lives over time is in `editor.saga.ts`, what is decided in `model/` and `commands/`. */
import './editor.css'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { checker } from '../../../contract/topology/check.ts'
import type { Finding } from '../../../contract/topology/finding.ts'
import { LeaveGuard } from '../../../kit/form/LeaveGuard.tsx'
import { t } from '../../../i18n/index.ts'
import type { NodeMarks } from '../../../parts/topology-view/canvas/node.ts'
import type { Point } from '../../../parts/topology-view/figure.ts'
import { HoldBanner } from './bar/HoldBanner.tsx'
import { Toolbar } from './bar/Toolbar.tsx'
import { UseBanner } from './bar/UseBanner.tsx'
import type { Canvas } from './canvas/controller.ts'
import { CanvasBox } from './canvas/Canvas.tsx'
import { AccessibleNodeList, Spoken } from './canvas/Outline.tsx'
import { Tips } from './canvas/Tips.tsx'
import type { TopologyCommand } from './commands/command.ts'
import { commandFor, topologyCommandOf } from './commands/commands.ts'
import { pressed } from './commands/keys.ts'
import { commandContextOf, runCommand } from './desk.ts'
import { ContextMenu } from './dialogs/ContextMenu.tsx'
import { Help } from './dialogs/Help.tsx'
import { Search } from './dialogs/Search.tsx'
import { doingOf } from './doing.ts'
import { type EditorState, isLeft, isWritable } from './editor.state.ts'
import { findingMarksOf, findingTargetOf } from './findings.ts'
import { Inspector } from './inspector/Inspector.tsx'
import { Palette, type Placeable } from './palette/Palette.tsx'
import { useImages } from './palette/useImages.ts'
import { useStamps } from './palette/useStamps.ts'
import { StampDialog } from './palette/StampDialog.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useEditor, useEditorStore } from './store.ts'
import { pendingWord } from './text/mistake.ts'
import { LaterText } from './text/LaterText.tsx'

const Start = lazy(() => import('./dialogs/Start.tsx'))

const whole = (s: EditorState) => s
const mac = /Mac|iPhone|iPad/.test(navigator.platform)
const inField = (e: { target: EventTarget }) =>
  e.target instanceof Element &&
  e.target.closest('input, textarea, select, [role=combobox], [contenteditable], dialog, .monaco-editor') !== null

export function TopologyEditor({ id }: { id: string }) {
  const store = useEditorStore()
  const state = useEditor(whole)
  const doc = state.history.now
  const about = useId()
  const canvas = useRef<Canvas>()
  const search = useRef<HTMLInputElement>(null)
  const images = useImages()
  const stamps = useStamps()
  const [menu, setMenu] = useState<Point>()
  const [held, hold] = useState<Placeable>()

  const check = useMemo(() => checker(), [])
  const shown = useDeferredValue(doc)
  const before = state.unlock ? undefined : state.stored?.document
  const findings = useMemo(
    () => check(shown, { before, editableNodes: state.editableNodes }),
    [check, shown, before, state.editableNodes],
  )
  const marked = useRef<ReadonlyMap<string, NodeMarks>>(new Map())
  const marks = useMemo(() => (marked.current = findingMarksOf(findings, marked.current)), [findings])

  const doing = useMemo(
    () => doingOf(store, { canvas: () => canvas.current, palette: () => search.current?.focus() }),
    [store],
  )
  const toCanvas = () => canvas.current?.stage.container.focus()
  const run = (command: TopologyCommand) => runCommand(store, command, doing)
  const closed = () => store.dispatch({ type: 'set', parts: { open: null } })

  const ready = useCallback((c: Canvas | undefined) => {
    canvas.current = c
    // whoever came here to draw need not look for the drawing first
    if (c && document.activeElement === document.body) c.greet()
  }, [])
  const onKey = (e: KeyboardEvent) => {
    const keys = pressed(e)
    // the browser's own: these come as clipboard events
    if (keys === 'Mod+C' || keys === 'Mod+X' || keys === 'Mod+V') return
    const command = commandFor(keys, commandContextOf(store.getState(), doing.middle()))
    if (!command) return
    e.preventDefault()
    run(command)
  }
  const onCopy = (e: ClipboardEvent, cut: boolean) => {
    if (inField(e) || document.getSelection()?.toString()) return
    const text = doing.taken()
    if (text === undefined) return
    e.preventDefault()
    e.clipboardData.setData('text/plain', text)
    if (cut) run(topologyCommandOf('remove'))
  }
  const choose = (f: Finding) => {
    const id = findingTargetOf(f)
    if (f.at.kind === 'network' || f.at.kind === 'document') {
      store.dispatch({ type: 'set', parts: { panel: f.at.kind === 'network' ? 'networks' : 'form' } })
      return
    }
    if (id === undefined) return
    store.dispatch({ type: 'selected', ids: [id] })
    canvas.current?.jump(id)
    store.dispatch({ type: 'form' })
  }
  useEffect(() => {
    const onKeyAnywhere = (e: globalThis.KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== 's') return
      // the drawing's own keys have done it
      if (e.defaultPrevented) return
      e.preventDefault()
      runCommand(store, topologyCommandOf('save'), doing)
    }
    window.addEventListener('keydown', onKeyAnywhere)
    return () => window.removeEventListener('keydown', onKeyAnywhere)
  }, [store, doing])

  return (
    <div
      className="te"
      onCopy={(e) => onCopy(e, false)}
      onCut={(e) => onCopy(e, true)}
      onPaste={(e) => {
        if (inField(e)) return
        e.preventDefault()
        doing.paste(e.clipboardData.getData('text/plain'))
      }}
    >
      <Toolbar name={state.name} desk={commandContextOf(state)} mac={mac} run={run} />
      <HoldBanner />
      <UseBanner />
      <LeaveGuard
        dirty={isLeft(state)}
        isDirty={() => isLeft(store.getState())}
        text={[state.pending && pendingWord(state.pending), t('editor.leave_text')].filter(Boolean).join(' ')}
        onLeave={() => undefined}
      />
      <div className={`te-body${state.text ? ' te-with-text' : ''}`}>
        <div className="te-desk">
          <Palette
            images={images}
            stamps={stamps}
            disabled={!isWritable(state)}
            active={state.placing}
            search={search}
            onPlace={(what) => {
              doing.set(what, doing.free())
              toCanvas()
              // the panel that opens beside it takes room
              requestAnimationFrame(() => canvas.current?.reveal(store.getState().selection))
            }}
            onHold={(what) => {
              hold(what)
              const placing = 'placing' in what ? what.placing : { kind: 'group' as const }
              store.dispatch({ type: 'set', parts: { placing, tool: 'select', from: null } })
              toCanvas()
            }}
            onLeave={toCanvas}
          />
          <div className="te-main">
            <CanvasBox
              onReady={ready}
              marks={marks}
              describedBy={about}
              onPlace={(at) => held && doing.set(held, at)}
              onDrop={(text, at) => {
                const what: Placeable = JSON.parse(text)
                doing.set(what, at)
              }}
              onKey={onKey}
              onRefused={doing.refused}
              onMenu={setMenu}
            />
            <Tips state={state} />
            {state.open === 'search' && (
              <Search
                onChoose={(id) => {
                  store.dispatch({ type: 'selected', ids: [id] })
                  store.dispatch({ type: 'set', parts: { open: null, panel: 'form' } })
                  canvas.current?.jump(id)
                  toCanvas()
                }}
                onClose={closed}
              />
            )}
          </div>
        </div>
        {state.text && (
          <LaterText
            findings={findings}
            images={images.items}
            onPoint={(id) => {
              store.dispatch({ type: 'selected', ids: [id] })
              store.dispatch({ type: 'set', parts: { panel: 'form' } })
              canvas.current?.reveal([id])
            }}
            onLeave={toCanvas}
          />
        )}
        <Inspector findings={findings} run={run} onChoose={choose} onLeave={toCanvas} />
      </div>
      <AccessibleNodeList doc={shown} id={about} />
      <Spoken doc={doc} selection={state.selection} />
      {menu && (
        <ContextMenu at={menu} desk={commandContextOf(state)} mac={mac} run={run} onClose={() => setMenu(undefined)} />
      )}
      {state.open === 'help' && <Help mac={mac} onClose={closed} />}
      {state.open === 'start' && (
        <Suspense>
          <Start topology={{ id, name: state.name }} onClose={closed} />
        </Suspense>
      )}
      <Confirm
        open={state.open === 'discard'}
        title={t('editor.discard_title')}
        confirm={t('editor.discard')}
        danger
        onConfirm={() => void store.dispatch({ type: 'set', parts: { pending: null } })}
        onClose={closed}
      >
        <p>{t('editor.discard_text')}</p>
      </Confirm>
      {state.open === 'stamp' && <StampDialog stamps={stamps} onClose={closed} />}
    </div>
  )
}
