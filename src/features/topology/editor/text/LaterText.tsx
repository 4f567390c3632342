/** The text beside the drawing, loaded when it is first asked for: its editor is the heaviest part of the product. */
import { lazy, Suspense } from 'react'
import type { Finding } from '../../../../contract/topology/finding.ts'
import { t } from '../../../../i18n/index.ts'
import { chunk } from '../../../../lib/chunk.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import type { ImageChoice } from '../palette/useImages.ts'
import { useEditorStore } from '../store.ts'

const TextTwin = lazy(() => chunk(() => import('./TextTwin.tsx')))

export function LaterText({ findings, images }: { findings: readonly Finding[]; images: readonly ImageChoice[] }) {
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
      <Suspense fallback={<Loading />}>
        <TextTwin findings={findings} images={images} />
      </Suspense>
    </section>
  )
}
