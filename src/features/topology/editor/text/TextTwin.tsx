import { useEffect, useMemo, useRef, useState } from 'react'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import type { TextRead } from '../../../../contract/topology/text/read.ts'
import { t } from '../../../../i18n/index.ts'
import { useSettings } from '../../../../kit/session/use.ts'
import { monaco } from '../../../../ui/code/monaco.ts'
import { isWritable } from '../editor.state.ts'
import type { ImageChoice } from '../palette/useImages.ts'
import { useEditor, useEditorStore } from '../store.ts'
import { documentFrom, marksOf, textFrom } from './twin.ts'

/** Milliseconds a text rests before it is drawn. */
const rest = 250

interface TextTwinProps {
  findings: readonly Finding[]
  images: readonly ImageChoice[]
}

export default function TextTwin({ findings, images }: TextTwinProps) {
  const store = useEditorStore()
  const doc = useEditor((s) => s.history.now)
  const writable = useEditor(isWritable)
  const { theme } = useSettings()
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<ReturnType<typeof monaco.editor.create>>()
  /** The drawing that the text says, so that it is not written back over what is being typed. */
  const said = useRef<TopologyDocument>()
  const [read, setRead] = useState<TextRead>()
  const names = useMemo(() => ({ images: new Map(images.map((i) => [i.id, i.name])) }), [images])
  const known = useRef(names)
  useEffect(() => {
    known.current = names
  })

  useEffect(() => {
    if (!box.current) return
    const made = monaco.editor.create(box.current, {
      language: 'yaml',
      automaticLayout: true,
      fontSize: 12,
      lineHeight: 18,
      tabSize: 2,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      fixedOverflowWidgets: true,
      ariaLabel: t('editor.text_label'),
    })
    editor.current = made
    let timer: ReturnType<typeof setTimeout> | undefined
    const listening = made.onDidChangeModelContent((e) => {
      if (e.isFlush) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        const before = store.getState().history.now
        const next = documentFrom(made.getValue(), before, known.current)
        setRead(next)
        if (!next.document || !isWritable(store.getState())) return
        said.current = next.document
        store.dispatch({ type: 'changed', change: { doc: next.document, mark: 'text' } })
      }, rest)
    })
    return () => {
      clearTimeout(timer)
      listening.dispose()
      made.getModel()?.dispose()
      made.dispose()
    }
  }, [store])
  useEffect(() => monaco.editor.setTheme(theme === 'theme-light' ? 'vs' : 'vs-dark'), [theme])
  useEffect(() => editor.current?.updateOptions({ readOnly: !writable }), [writable])

  useEffect(() => {
    const made = editor.current
    if (!made || doc === said.current) return
    said.current = doc
    const text = textFrom(doc, names, made.getValue())
    const place = made.getPosition()
    if (text !== made.getValue()) made.setValue(text)
    if (place) made.setPosition(place)
    setRead(documentFrom(text, doc, names))
  }, [doc, names])

  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model || !read) return
    monaco.editor.setModelMarkers(
      model,
      'range',
      marksOf(read, findings).map((m) => ({
        severity: m.level === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
        message: m.text,
        startLineNumber: m.line,
        startColumn: m.column,
        endLineNumber: m.endLine,
        endColumn: Math.max(m.endColumn, m.column + 1),
      })),
    )
  }, [read, findings])

  return (
    <>
      {read && read.errors.length > 0 && (
        <p className="te-text-wrong" role="status">
          {t('editor.text_wrong', { n: read.errors.length })}
        </p>
      )}
      <div ref={box} className="te-text-box" />
    </>
  )
}
