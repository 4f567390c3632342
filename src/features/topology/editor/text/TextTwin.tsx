import { useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { CodeEditor, type CodeEditorInstance } from '../../../../parts/code-editor/CodeEditor.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import type { ImageChoice } from '../palette/useImages.ts'
import { useEditorStore, useTexts } from '../store.ts'
import { createTextEditor, type TextEditor, textOptions } from './editor.ts'
import { mistakeWord } from './mistake.ts'
import type { Twin } from './twin.ts'

export interface TextTwinProps {
  findings: readonly Finding[]
  images: readonly ImageChoice[]
  onPoint: (id: string) => void
  onLeave: () => void
}

const query = { page_size: 200 } as const
const byId = (rows: readonly { id: string; name: string }[] | undefined) => new Map(rows?.map((r) => [r.id, r.name]))

export default function TextTwin({ findings, images, onPoint, onLeave }: TextTwinProps) {
  const store = useEditorStore()
  const texts = useTexts()
  const [made, setMade] = useState<CodeEditorInstance>()
  const [options] = useState(textOptions)
  const editor = useRef<TextEditor>()
  const [twin, setTwin] = useState<Twin>()
  const devices = useRead('GET /physical-devices', { query })
  const services = useRead('GET /services', { query })
  const names = useMemo(
    () => ({
      images: byId(images),
      devices: byId(devices.data?.items),
      services: byId(services.data?.items),
    }),
    [images, devices.data, services.data],
  )
  const latest = useRef({ names, onPoint, onLeave })
  useEffect(() => {
    latest.current = { names, onPoint, onLeave }
  })
  useEffect(() => {
    if (!made) return undefined
    const text = createTextEditor(
      made,
      { store, texts, names: latest.current.names },
      { twin: setTwin, point: (id) => latest.current.onPoint(id), leave: () => latest.current.onLeave() },
    )
    editor.current = text
    text.focus()
    return () => text.dispose()
  }, [made, store, texts])
  useEffect(() => editor.current?.name(names), [made, names])
  useEffect(() => editor.current?.find(findings), [made, findings])

  const first = twin?.at === 'wrong' || twin?.at === 'apart' ? twin.read.errors[0] : undefined
  const n = twin?.at === 'wrong' || twin?.at === 'apart' ? twin.read.errors.length : 0
  return (
    <>
      {twin?.at === 'apart' ? (
        <div className="te-text-wrong" role="status">
          <p>
            {t('editor.text_apart')}{' '}
            {first && t('editor.text_wrong_line', { line: first.line, reason: mistakeWord(first) })}
          </p>
          <Button size="small" disabled={n > 0} onClick={() => editor.current?.settle('text')}>
            {t('editor.text_settle_text')}
          </Button>
          <Button size="small" onClick={() => editor.current?.settle('drawing')}>
            {t('editor.text_settle_drawing')}
          </Button>
        </div>
      ) : (
        n > 0 && (
          <div className="te-text-wrong" role="status">
            <p>
              {first && t('editor.text_wrong_line', { line: first.line, reason: mistakeWord(first) })}{' '}
              {t('editor.text_wrong', { n })}
            </p>
            <Button size="small" onClick={() => editor.current?.mistake()}>
              {t('editor.text_show')}
            </Button>
            <Button size="small" onClick={() => store.dispatch({ type: 'set', parts: { open: 'discard' } })}>
              {t('editor.command.discard')}
            </Button>
          </div>
        )
      )}
      <CodeEditor className="te-text-box" language="yaml" options={options} onMount={setMade} />
    </>
  )
}
