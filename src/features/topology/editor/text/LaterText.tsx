/** The text beside the drawing, loaded when it is first asked for: its editor is the heaviest part of the product. */
import './text.css'
import { lazy, Suspense } from 'react'
import { t } from '../../../../i18n/index.ts'
import { chunk } from '../../../../lib/chunk.ts'
import { IconButton } from '../../../../ui/input/Button.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { useEditorStore } from '../store.ts'
import type { TextTwinProps } from './TextTwin.tsx'

const TextTwin = lazy(() => chunk(() => import('./TextTwin.tsx')))

export function LaterText(props: TextTwinProps) {
  const store = useEditorStore()
  return (
    <section className="te-text" aria-label={t('editor.text_label')}>
      <div className="te-text-head">
        <strong>{t('editor.text_title')}</strong>
        <span className="mg-faint">YAML</span>
        <IconButton
          size="small"
          icon="close"
          label={t('editor.text_close')}
          onClick={() => store.dispatch({ type: 'set', parts: { text: false } })}
        />
      </div>
      <Suspense fallback={<Loading rows={8} />}>
        <TextTwin {...props} />
      </Suspense>
    </section>
  )
}
