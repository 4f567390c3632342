import { useState } from 'react'
import { type BenchTarget, benchTargets } from '../../../contract/image/bench.ts'
import type { Image } from '../../../contract/image/image.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { TextField } from '../../../ui/TextField.tsx'

/** What becomes of what was done: the image itself, or a snapshot beside it. */
export function KeepDialog({ row, onClose }: { row: Image; onClose: () => void }) {
  const [as, setAs] = useState<BenchTarget>('image')
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<AppProblem>()
  const [keep, { busy }] = useWrite('POST /images/:id/bench/save')
  const go = async () => {
    setProblem(undefined)
    try {
      await keep({ params: { id: row.id }, body: { as, ...(as === 'snapshot' ? { name: name.trim(), note } : {}) } })
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      title={t('image.keep_title', { name: row.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={as === 'snapshot' && name.trim() === ''}
            onClick={() => void go()}
          >
            {t('image.keep_go')}
          </Button>
        </>
      }
    >
      <p className="mg-dim">{t('image.keep_text')}</p>
      <fieldset className="image-keep">
        <legend className="mg-sr">{t('image.keep')}</legend>
        {benchTargets.map((target) => (
          <label key={target} className="image-keep-way">
            <input type="radio" name="image-keep" checked={as === target} onChange={() => setAs(target)} />
            <span>
              <strong>{t(`image.keep_as.${target}`)}</strong>
              <span className="mg-dim">
                {t(`image.keep_as_text.${target}`, { uses: t('image.uses_n', { n: row.uses }) })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {as === 'snapshot' && (
        <>
          <TextField
            label={t('image.snapshot_name')}
            value={name}
            required
            maxLength={limits.imageName.max}
            onChange={setName}
          />
          <TextField
            label={t('image.snapshot_note')}
            value={note}
            maxLength={limits.imageDescription.max}
            onChange={setNote}
          />
        </>
      )}
      {problem && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
