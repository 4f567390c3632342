/** An editor of code in the app's own colours, from the app's own files. Its first one loads Monaco, the heaviest part of the product. */
import './code-editor.css'
import MonacoEditor, { loader } from '@monaco-editor/react'
import { useEffect, useRef } from 'react'
import { useSettings } from '../../kit/session/use.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { lodging } from './lodging.ts'
import { editor, Uri } from './monaco.ts'
import { dress, themeName } from './theme.ts'

export type CodeEditorInstance = ReturnType<typeof editor.create>
export type CodeEditorOptions = NonNullable<Parameters<typeof editor.create>[1]>

// one for the page, as Monaco is
const outside = lodging(document)
const create: typeof editor.create = (box, options, services) => {
  const made = outside.enter(() => editor.create(box, options, services))
  made.onDidDispose(() => outside.leave())
  return made
}
// otherwise the loader would fetch Monaco from a network of somebody else's
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these parts of it are all that the loader hands on
loader.config({ monaco: { editor: { ...editor, create }, Uri } as never })

interface CodeEditorProps {
  language: 'yaml'
  options: CodeEditorOptions
  /** Called once. Whoever listens to the editor stops when they go; the editor itself goes with this element. */
  onMount: (made: CodeEditorInstance) => void
  className?: string
}

export function CodeEditor({ language, options, onMount, className }: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const light = useSettings().theme === 'theme-light'
  useEffect(() => {
    if (box.current) dress(box.current, light)
  }, [light])
  return (
    <div ref={box} className={className}>
      <MonacoEditor
        language={language}
        theme={themeName(light)}
        options={options}
        saveViewState={false}
        loading={
          <div className="code-loading">
            <Loading rows={8} />
          </div>
        }
        beforeMount={() => box.current && dress(box.current, light)}
        onMount={onMount}
      />
    </div>
  )
}
