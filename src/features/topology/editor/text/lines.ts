/** What is done to the lines of a Monaco text without touching the others: caret, folds and scrolling stay where they are. */
import { editor as monaco, MarkerSeverity, Range } from '../../../../parts/code-editor/monaco.ts'
import type { TextMark } from './places.ts'

/** Replaces the lines that differ only, also where nobody may type. */
export function replaceLines(model: monaco.ITextModel, text: string): void {
  if (text === model.getValue()) return
  const [was, is] = [model.getLinesContent(), text.split('\n')]
  let top = 0
  while (top < was.length && top < is.length && was[top] === is[top]) top++
  let end = 0
  while (end < was.length - top && end < is.length - top && was[was.length - 1 - end] === is[is.length - 1 - end]) end++
  const gone = was.length - end
  const more = is.slice(top, is.length - end)
  const range =
    end > 0
      ? new Range(top + 1, 1, gone + 1, 1)
      : new Range(Math.max(1, top), top ? (was[top - 1]?.length ?? 0) + 1 : 1, gone, (was[gone - 1]?.length ?? 0) + 1)
  const put = end > 0 ? more.map((l) => `${l}\n`).join('') : (top ? '\n' : '') + more.join('\n')
  model.pushStackElement()
  model.pushEditOperations([], [{ range, text: put }], () => null)
  if (model.getValue() !== text) model.setValue(text)
  model.pushStackElement()
}

export function showMarks(model: monaco.ITextModel, marks: readonly TextMark[]): void {
  monaco.setModelMarkers(
    model,
    'range',
    marks.map((m) => ({
      severity: m.level === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
      message: m.text,
      startLineNumber: m.line,
      startColumn: m.column,
      endLineNumber: m.end_line,
      endColumn: m.end_line === m.line ? Math.max(m.end_column, m.column + 1) : m.end_column,
    })),
  )
}
