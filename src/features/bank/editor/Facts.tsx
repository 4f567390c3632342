/** What is known of a saved question: how it looks, and its versions. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { t } from '../../../i18n/index.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { QuestionPreviewDialog } from '../../../parts/question/PreviewDialog.tsx'
import { Versions } from './Versions.tsx'
import './editor.css'

export const questionFactsPanel = (resource: AnyResource, back: () => string) =>
  function Facts({ row }: { row: RowBase }) {
    const go = useNavigate()
    const [preview, setPreview] = useState(false)
    return (
      <div className="bank-facts">
        <p>
          <Button icon="eye" onClick={() => setPreview(true)}>
            {t('bank.preview')}
          </Button>
        </p>
        <Versions resource={resource} row={row} onRestored={() => void go(back())} />
        {preview && <QuestionPreviewDialog row={row} onClose={() => setPreview(false)} />}
      </div>
    )
  }
