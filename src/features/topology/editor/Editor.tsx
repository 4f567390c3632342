/** The editor: its regions, and what binds them. What lives over time is in `editor.saga.ts`, what is decided in `model/` and `commands/`. */
import './editor.css'
import {
  type ClipboardEvent,
  type KeyboardEvent,
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
import { t } from '../../../i18n/index.ts'
import { save } from '../../../lib/save.ts'
import type { Marks } from '../../../parts/topology-view/canvas/draw.ts'
import type { Point } from '../../../parts/topology-view/figure.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'
import { HoldBanner } from './bar/HoldBanner.tsx'
import { Toolbar } from './bar/Toolbar.tsx'
import type { Canvas } from './canvas/controller.ts'
import { CanvasBox } from './canvas/Canvas.tsx'
import { Outline, Spoken } from './canvas/Outline.tsx'
import { pngOf, svgOf } from './canvas/picture.ts'
import { clipboard } from './clipboard.ts'
import type { Command, Effect } from './commands/command.ts'
import { commandFor, commandOf } from './commands/commands.ts'
import { pressed } from './commands/keys.ts'
import { deskOf, runCommand } from './desk.ts'
import { ContextMenu } from './dialogs/ContextMenu.tsx'
import { Help } from './dialogs/Help.tsx'
import { Search } from './dialogs/Search.tsx'
import { type EditorState, isWritable } from './editor.state.ts'
import { marksOf, placeOf } from './findings.ts'
import { Inspector } from './inspector/Inspector.tsx'
import { addDrawing } from './model/drawings.ts'
import { place } from './model/fragment.ts'
import { addNode, freePlace, type Mould, remove } from './model/nodes.ts'
import { Palette, type Placeable } from './palette/Palette.tsx'
import { useImages } from './palette/useImages.ts'
import { useStamps } from './palette/useStamps.ts'
import { StampDialog } from './palette/StampDialog.tsx'
import { useEditor, useEditorStore } from './store.ts'
import { LaterText } from './text/LaterText.tsx'

const whole = (s: EditorState) => s
const mac = /Mac|iPhone|iPad/.test(navigator.platform)

export function Editor() {
  const store = useEditorStore()
  const state = useEditor(whole)
  const doc = state.history.now
  const about = useId()
  const canvas = useRef<Canvas>()
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
  const marked = useRef<ReadonlyMap<string, Marks>>(new Map())
  const marks = useMemo(() => (marked.current = marksOf(findings, marked.current)), [findings])

  const ready = useCallback((c: Canvas | undefined) => {
    canvas.current = c
  }, [])
  const refused = useCallback((why: string) => toast.warn(t(`editor.refused.${why}` as 'editor.refused.locked')), [])
  const copy = (cut: boolean) => {
    const text = clipboard.take(store.getState())
    if (text === undefined) return
    void copyText(text)
    if (cut)
      store.dispatch({
        type: 'changed',
        change: { doc: remove(store.getState().history.now, new Set(state.selection)) },
      })
  }
  const paste = (text: string | null | undefined) => {
    const s = store.getState()
    const change = isWritable(s) ? clipboard.put(s, text, canvas.current?.middle() ?? { x: 0, y: 0 }) : undefined
    if (change) store.dispatch({ type: 'changed', change })
    else if (isWritable(s)) toast.info(t('editor.paste_nothing'))
  }
  const picture = async (as: 'png' | 'svg') => {
    const stage = canvas.current?.stage
    const extent = stage?.extent()
    if (!stage || !extent) return
    const svg = svgOf(stage, extent)
    try {
      save(as === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg), `${state.name}.${as}`)
    } catch {
      toast.bad(t('editor.picture_failed'))
    }
  }
  const effect = (e: Effect) => {
    const c = canvas.current
    if (e === 'fit') c?.fit()
    else if (e === 'actual') c?.actual()
    else if (e === 'zoom_in') c?.zoom(1.25)
    else if (e === 'zoom_out') c?.zoom(1 / 1.25)
    else if (e === 'reveal') c?.reveal(store.getState().selection)
    else if (e === 'png' || e === 'svg') void picture(e)
    else if (e === 'copy' || e === 'cut') copy(e === 'cut')
    else if (e === 'paste') void clipboard.read().then(paste)
    else if (e === 'leave') leave()
  }
  /** Esc: gives up what is going on, step by step, then what is selected. */
  const leave = () => {
    const s = store.getState()
    if (canvas.current?.cancel()) return
    if (s.placing || s.tool !== 'select') {
      hold(undefined)
      store.dispatch({ type: 'set', parts: { placing: null, tool: 'select', from: null } })
    } else store.dispatch({ type: 'selected', ids: [] })
  }
  const doer = { middle: () => canvas.current?.middle() ?? { x: 0, y: 0 }, effect, refused }
  const run = (command: Command) => runCommand(store, command, doer)

  const set = (what: Placeable, at: Point) => {
    const s = store.getState()
    const now = s.history.now
    const change =
      'stamp' in what
        ? place(now, what.stamp, at)
        : what.placing.kind === 'note' || what.placing.kind === 'group'
          ? addDrawing(now, what.placing.kind, at)
          : addNode(now, what.placing as Mould, at)
    store.dispatch({ type: 'changed', change })
    store.dispatch({ type: 'set', parts: { placing: null, panel: 'form' } })
    hold(undefined)
  }
  const onKey = (e: KeyboardEvent) => {
    const keys = pressed(e)
    // the browser's own: these come as clipboard events
    if (keys === 'Mod+C' || keys === 'Mod+X' || keys === 'Mod+V') return
    const command = commandFor(keys, deskOf(store.getState(), doer.middle()))
    if (!command) return
    e.preventDefault()
    run(command)
  }
  const inField = (e: { target: EventTarget }) =>
    e.target instanceof Element &&
    e.target.closest('input, textarea, select, [contenteditable], dialog, .monaco-editor') !== null
  const onCopy = (e: ClipboardEvent, cut: boolean) => {
    if (inField(e) || document.getSelection()?.toString()) return
    const text = clipboard.take(store.getState())
    if (text === undefined) return
    e.preventDefault()
    e.clipboardData.setData('text/plain', text)
    if (cut) run(commandOf('remove'))
  }
  const choose = (f: Finding) => {
    const id = placeOf(f)
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
      e.preventDefault()
      store.dispatch({ type: 'ask/save' })
    }
    window.addEventListener('keydown', onKeyAnywhere)
    return () => window.removeEventListener('keydown', onKeyAnywhere)
  }, [store])

  const writable = isWritable(state)
  return (
    <div
      className={`te${state.text ? ' te-with-text' : ''}`}
      onCopy={(e) => onCopy(e, false)}
      onCut={(e) => onCopy(e, true)}
      onPaste={(e) => {
        if (inField(e)) return
        e.preventDefault()
        paste(e.clipboardData.getData('text/plain'))
      }}
    >
      <Toolbar name={state.name} desk={deskOf(state)} mac={mac} run={run} />
      <HoldBanner />
      <div className="te-body">
        <Palette
          images={images}
          stamps={stamps}
          disabled={!writable}
          active={state.placing}
          onPlace={(what) => set(what, freePlace(store.getState().history.now, doer.middle()))}
          onHold={(what) => {
            hold(what)
            const placing = 'placing' in what ? what.placing : { kind: 'group' as const }
            store.dispatch({ type: 'set', parts: { placing, tool: 'select', from: null } })
          }}
        />
        <main className="te-main">
          <CanvasBox
            onReady={ready}
            marks={marks}
            describedBy={about}
            onPlace={(at) => held && set(held, at)}
            onDrop={(text, at) => set(JSON.parse(text) as Placeable, at)}
            onKey={onKey}
            onRefused={refused}
            onMenu={setMenu}
          />
          {doc.nodes.length === 0 && doc.drawings.length === 0 && state.phase.at === 'ready' && (
            <div className="te-empty">
              <p>{t('editor.empty')}</p>
              <p className="mg-dim">{t('editor.empty_about')}</p>
            </div>
          )}
          {state.wrong > 0 && (
            <p className="te-tip te-tip-wrong" role="status">
              {t('editor.text_wrong_here', { line: state.wrong })}
            </p>
          )}
          {state.placing && <p className="te-tip">{t('editor.place_tip')}</p>}
          {state.from !== null && (
            <p className="te-tip">
              {t('editor.connect_tip', { name: doc.nodes.find((n) => n.id === state.from)?.name ?? '' })}
            </p>
          )}
          {state.open === 'search' && (
            <Search
              onChoose={(id) => {
                store.dispatch({ type: 'selected', ids: [id] })
                store.dispatch({ type: 'set', parts: { open: null, panel: 'form' } })
                canvas.current?.jump(id)
                canvas.current?.stage.container.focus()
              }}
              onClose={() => store.dispatch({ type: 'set', parts: { open: null } })}
            />
          )}
        </main>
        {state.text && (
          <LaterText
            findings={findings}
            images={images.items}
            onPoint={(id) => {
              store.dispatch({ type: 'selected', ids: [id] })
              store.dispatch({ type: 'set', parts: { panel: 'form' } })
              canvas.current?.reveal([id])
            }}
            onLeave={() => canvas.current?.stage.container.focus()}
          />
        )}
        <Inspector findings={findings} run={run} onChoose={choose} />
      </div>
      <Outline doc={shown} id={about} />
      <Spoken doc={doc} selection={state.selection} />
      {menu && <ContextMenu at={menu} desk={deskOf(state)} mac={mac} run={run} onClose={() => setMenu(undefined)} />}
      {state.open === 'help' && (
        <Help mac={mac} onClose={() => store.dispatch({ type: 'set', parts: { open: null } })} />
      )}
      {state.open === 'stamp' && (
        <StampDialog stamps={stamps} onClose={() => store.dispatch({ type: 'set', parts: { open: null } })} />
      )}
    </div>
  )
}
