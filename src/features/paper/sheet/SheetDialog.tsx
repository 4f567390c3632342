/** A paper as one person gets it: in one of its orders, with or without answers, on the screen and on A4. */
import { letterOf } from '../../../lib/letter.ts'
import '../paper.css'
import { useMemo, useState } from 'react'
import { paperFor } from '../../../contract/bank/paperFor.ts'
import { t, useLocale } from '../../../i18n/index.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { newKey } from '../../../lib/id.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { itemsIn, type Variant } from '../compose/paper.logic.ts'
import { useFacts } from '../../../parts/question-pick/useFacts.ts'
import { PrintedPaper } from './Sheet.tsx'

interface SheetPaper {
  name: string
  duration: number
  shuffle_items: boolean
  shuffle_options: boolean
  variants: readonly Variant[]
}
interface SheetDialogProps {
  paper: SheetPaper
  first: string
  onClose: () => void
}

export default function SheetDialog({ paper, first, onClose }: SheetDialogProps) {
  const locale = useLocale()
  const [variant, setVariant] = useState(first)
  const [answers, setAnswers] = useState(false)
  const [seed, setSeed] = useState('preview')
  const chosen = paper.variants.find((v) => v.id === variant) ?? paper.variants[0]
  const items = useMemo(() => (chosen ? itemsIn(chosen) : []), [chosen])
  const facts = useFacts(items, locale)
  const shuffles = paper.shuffle_items || paper.shuffle_options
  const at = paper.variants.findIndex((v) => v.id === chosen?.id)
  return (
    <Dialog
      open
      size="wide"
      className="paper-sheet-dialog"
      title={t('paper.preview')}
      onClose={onClose}
      actions={
        <>
          <Button icon="file" disabled={!facts.loaded} onClick={() => window.print()}>
            {t('paper.print')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <div className="paper-sheet-bar">
        {paper.variants.length > 1 && (
          <Select
            fit
            aria-label={t('paper.variants')}
            value={chosen?.id ?? ''}
            options={paper.variants.map((v, n) => ({
              value: v.id,
              label: t('paper.variant_n', { letter: letterOf(n) }),
            }))}
            onChange={setVariant}
          />
        )}
        <label className="paper-tick">
          <input type="checkbox" checked={answers} onChange={(e) => setAnswers(e.target.checked)} />
          {t('paper.with_answers')}
        </label>
        {shuffles && (
          <Button size="small" icon="refresh" onClick={() => setSeed(newKey())}>
            {t('paper.other_order')}
          </Button>
        )}
      </div>
      {facts.error && !facts.loaded ? (
        <ProblemView problem={facts.error} onRetry={facts.refetch} />
      ) : !facts.loaded || !chosen ? (
        <Loading kind="text" />
      ) : (
        <PrintedPaper
          name={paper.name}
          minutes={paper.duration / 60}
          variant={paper.variants.length > 1 ? letterOf(at) : undefined}
          answers={answers}
          paper={paperFor(paper, chosen.id, seed, (item) => {
            const f = facts.of(item)
            return f?.shuffle ? f.question.options.map((o) => o.id) : []
          })}
          of={facts.of}
        />
      )}
    </Dialog>
  )
}
