import { useState } from 'react'
import { type BenchTarget, benchTargets } from '../../../contract/image/bench.ts'
import type { Image } from '../../../contract/image/image.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { emptySnapshotWords, SnapshotFields } from '../SnapshotFields.tsx'

/** What becomes of what was done: the image itself, or a snapshot beside it. */
export function KeepDialog({ row, onClose }: { row: Image; onClose: () => void }) {
  const [as, setAs] = useState<BenchTarget>('image')
  const [words, setWords] = useState(emptySnapshotWords)
  const [keep] = useWrite('POST /images/:id/bench/save')
  const name = words.name.trim()
  return (
    <Confirm
      open
      size="default"
      title={t('image.keep_title', { name: row.name })}
      confirm={t('image.keep_go')}
      missing={[as === 'snapshot' && name === '' && t('image.snapshot_name')]}
      onConfirm={() => keep({ params: { id: row.id }, body: { as, ...(as === 'snapshot' ? { ...words, name } : {}) } })}
      onClose={onClose}
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
      {as === 'snapshot' && <SnapshotFields words={words} onChange={setWords} />}
    </Confirm>
  )
}
