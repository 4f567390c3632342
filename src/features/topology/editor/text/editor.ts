/** Between Monaco and the twin: typing becomes a drawing after a rest, a new drawing becomes an edit of the lines it changes. */
import type { CodeEditorInstance, CodeEditorOptions } from '../../../../parts/code-editor/CodeEditor.tsx'
import { KeyCode, KeyMod, Range } from '../../../../parts/code-editor/monaco.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import type { ExternalNames } from '../../../../contract/topology/text/value.ts'
import { t } from '../../../../i18n/index.ts'
import { isWritable } from '../editor.state.ts'
import type { EditorStore } from '../store.ts'
import type { TextBook } from './book.ts'
import { replaceLines, showMarks } from './lines.ts'
import { type Lines, lineSpansOf, textMarksOf, partAt } from './places.ts'
import { initialTextSync, afterDrawingChange, rested, resolvedTextSync, type Twin, afterTextChange } from './twin.ts'

/** Milliseconds a text rests before it is drawn. */
const rest = 250

export interface TextEvents {
  twin(twin: Twin): void
  /** The caret went to a part of the drawing. */
  point(id: string): void
  leave: () => void
}

export type TextEditor = ReturnType<typeof createTextEditor>

/** How the text is shown, whatever it says. */
export const textOptions = (): CodeEditorOptions => ({
  fontSize: 12,
  lineHeight: 18,
  tabSize: 2,
  lineNumbersMinChars: 3,
  folding: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  wordWrap: 'on',
  wrappingIndent: 'deepIndent',
  fixedOverflowWidgets: true,
  renderLineHighlight: 'line',
  occurrencesHighlight: 'off',
  wordBasedSuggestions: 'off',
  unicodeHighlight: { ambiguousCharacters: false },
  ariaLabel: t('editor.text_label'),
  readOnlyMessage: { value: t('editor.text_read_only') },
})

/** Stands until `dispose`, which leaves the editor itself to whoever made it. */
export function createTextEditor(
  made: CodeEditorInstance,
  { store, texts, names: known }: { store: EditorStore; texts: TextBook; names: ExternalNames },
  on: TextEvents,
) {
  let names = known
  let findings: readonly Finding[] = []
  const now = () => store.getState().history.now
  let twin = initialTextSync(now(), names, texts.of(now()) ?? texts.last())
  const left = store.getState().pending
  if (left) twin = { ...twin, ...left, whole: left.whole || twin.text, at: left.apart ? 'apart' : 'typed' }
  let lines: readonly Lines[] = lineSpansOf(twin.read, twin.said)
  let shown = store.getState()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = false

  const model = made.getModel()
  model?.setValue(twin.text)
  made.updateOptions({ readOnly: !isWritable(shown) })
  const chosen = made.createDecorationsCollection()

  function write(text: string) {
    if (!model) return
    writing = true
    replaceLines(model, text)
    writing = false
  }
  const mark = () => {
    if (!model) return
    showMarks(model, textMarksOf(twin.read, findings))
  }
  const choose = (reveal: boolean) => {
    const ids = new Set(store.getState().selection)
    const those = ids.size ? lines.filter((l) => ids.has(l.id)) : []
    chosen.set(
      those.map((l) => ({
        range: new Range(l.from, 1, l.to, 1),
        options: { isWholeLine: true, className: 'te-text-chosen', linesDecorationsClassName: 'te-text-edge' },
      })),
    )
    const [first] = those
    if (first && reveal && !made.hasTextFocus()) made.revealLinesInCenterIfOutsideViewport(first.from, first.to)
  }
  function become(next: Twin) {
    if (next === twin) return
    twin = next
    if (twin.at === 'even') {
      write(twin.text)
      lines = lineSpansOf(twin.read, twin.said)
    }
    if (twin.at !== 'typed') mark()
    choose(false)
    on.twin(twin)
  }
  /** What both say by now, on the side of the drawing. */
  const draw = () => {
    if (twin.at !== 'even') return
    texts.keep(twin.said, twin.text)
    if (twin.said !== now()) store.dispatch({ type: 'changed', change: { doc: twin.said, mark: 'text' } })
  }
  const tell = () => {
    const was = store.getState().pending
    if (twin.at === 'typed' || (twin.at === 'even' && !was)) return
    if (twin.at === 'even') return void store.dispatch({ type: 'set', parts: { pending: null } })
    const { text, said, whole, read } = twin
    const [first] = read.errors
    const line = first?.line ?? 0
    const apart = twin.at === 'apart'
    if (was && was.text === text && was.said === said && was.apart === apart && was.line === line) return
    const mistake = { line, code: first?.code ?? null, params: first?.params, mistakes: read.errors.length }
    store.dispatch({ type: 'set', parts: { pending: { text, said, whole, apart, ...mistake } } })
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (twin.at === 'even' || !isWritable(store.getState())) return
    become(rested(twin, now(), names))
    draw()
    tell()
  }
  /** One order of undoing for both sides: what is typed and not drawn yet is the text's own, everything else the drawing's. */
  const undo = () => {
    if (twin.at !== 'even') void model?.undo()
    else if (isWritable(store.getState())) store.dispatch({ type: 'undone' })
  }
  const redo = () => {
    if (twin.at === 'even' && store.getState().history.future) store.dispatch({ type: 'redone' })
    else void model?.redo()
  }

  const listening = [
    made.onDidChangeModelContent(() => {
      if (writing) return
      become(afterTextChange(twin, made.getValue()))
      clearTimeout(timer)
      timer = setTimeout(flush, rest)
    }),
    made.onDidBlurEditorText(flush),
    // whoever saves is told of the mistake he has just made
    made.onKeyDown((e) => {
      if ((e.ctrlKey || e.metaKey) && e.keyCode === KeyCode.KeyS) flush()
    }),
    made.onDidChangeCursorPosition((e) => {
      if (!made.hasTextFocus() || twin.at !== 'even' || e.source === 'modelChange') return
      const id = partAt(lines, e.position.lineNumber)
      if (id !== undefined && !store.getState().selection.includes(id)) on.point(id)
    }),
    made.addAction({
      id: 'range.undo',
      label: t('editor.command.undo'),
      keybindings: [KeyMod.CtrlCmd | KeyCode.KeyZ],
      run: undo,
    }),
    made.addAction({
      id: 'range.redo',
      label: t('editor.command.redo'),
      keybindings: [KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, KeyMod.CtrlCmd | KeyCode.KeyY],
      run: redo,
    }),
    made.addAction({
      id: 'range.leave',
      label: t('editor.text_leave'),
      keybindings: [KeyCode.Escape],
      precondition: '!findWidgetVisible && !markersNavigationVisible && !editorHasMultipleSelections',
      run: on.leave,
    }),
  ]
  const follow = () => {
    const s = store.getState()
    const was = shown
    shown = s
    if (s.hold !== was.hold || s.phase !== was.phase) {
      made.updateOptions({ readOnly: !isWritable(s) })
      if (!isWritable(was) && isWritable(s)) flush()
    }
    // thrown away by whoever typed it
    if (was.pending && !s.pending && twin.at !== 'even') {
      clearTimeout(timer)
      become(resolvedTextSync(twin, 'drawing', s.history.now, names))
    } else if (s.history.now !== was.history.now && s.history.now !== twin.said) {
      become(afterDrawingChange(twin, s.history.now, names, texts.of(s.history.now)))
      if (twin.at === 'even' && texts.last() !== '') texts.keep(twin.said, twin.text)
      tell()
    } else if (s.history.now !== was.history.now && twin.at === 'apart') {
      become(afterDrawingChange(twin, s.history.now, names))
      tell()
    }
    if (s.selection !== was.selection) choose(true)
  }
  const unsubscribe = store.subscribe(follow)
  choose(true)
  flush()

  return {
    focus: () => made.focus(),
    name(next: ExternalNames) {
      if (next === names) return
      names = next
      if (twin.at === 'even') become(initialTextSync(twin.said, names, twin.text))
      // names that were not known yet were mistakes
      else flush()
    },
    find(next: readonly Finding[]) {
      findings = next
      mark()
    },
    settle(way: 'drawing' | 'text') {
      become(resolvedTextSync(twin, way, now(), names))
      draw()
      tell()
    },
    /** Puts the caret at the first mistake. */
    mistake() {
      const [first] = twin.read.errors
      if (!first) return
      made.setPosition({ lineNumber: first.line, column: first.column })
      made.revealLineInCenter(first.line)
      made.focus()
    },
    dispose() {
      flush()
      unsubscribe()
      for (const l of listening) l.dispose()
    },
  }
}
