import { useState } from 'react'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

interface RestoreProps {
  scene: Scene
  onClose: () => void
  onChoose: (snapshot: string) => void
}

export default function RestoreDialog({ scene, onClose, onChoose }: RestoreProps) {
  const { data, error, refetch } = useRead('GET /scenes/:id/snapshots', { params: { id: scene.id } })
  const [picked, setPicked] = useState<string>()
  const ready = data?.items.filter((s) => s.ready) ?? []
  const chosen = ready.find((s) => s.id === picked) ?? ready[0]
  return (
    <Dialog
      open
      size="small"
      title={t('scene.restore_title', { name: scene.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            tone="danger"
            disabled={!chosen}
            onClick={() => {
              if (chosen) onChoose(chosen.id)
              onClose()
            }}
          >
            {t('scene.restore_do')}
          </Button>
        </>
      }
    >
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="form" rows={2} />)}
      {data && ready.length === 0 && (
        <Empty compact icon="history" title={t('scene.snapshots_none')}>
          {t('scene.snapshots_none_text')}
        </Empty>
      )}
      {ready.length > 0 && (
        <>
          <fieldset className="sc-choices">
            <legend className="mg-label">{t('scene.restore_which')}</legend>
            {ready.map((s) => (
              <label key={s.id} className="sc-choice">
                <input
                  type="radio"
                  name="snapshot"
                  checked={s.id === chosen?.id}
                  onChange={() => setPicked(s.id)}
                  data-autofocus={s.id === chosen?.id || undefined}
                />
                <span className="mg-ellipsis">{s.name}</span>
                <span className="mg-faint mg-num">{format.dateTime(s.at)}</span>
              </label>
            ))}
          </fieldset>
          <p className="mg-dim">{t('scene.restore_text')}</p>
        </>
      )}
    </Dialog>
  )
}
