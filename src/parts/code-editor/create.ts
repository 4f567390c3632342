/** An editor of Monaco in a box of ours. */
import { lodging } from './lodging.ts'
import { editor } from './monaco.ts'

// one for the page, as Monaco is
const outside = lodging(document)

export type CodeEditor = ReturnType<typeof editor.create>

export function createCodeEditor(
  box: HTMLElement,
  options: NonNullable<Parameters<typeof editor.create>[1]>,
): CodeEditor {
  const made = outside.enter(() => editor.create(box, options))
  made.onDidDispose(() => outside.leave())
  return made
}
