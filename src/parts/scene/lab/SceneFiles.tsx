/** Files for the nodes of a scene, from beside its consoles. */
import './lab.css'
import { lazy, Suspense, useState } from 'react'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'

const FilesPanel = lazy(async () => ({ default: (await import('../card/FilesPanel.tsx')).FilesPanel }))

export function SceneFiles({ scene }: { scene: Scene }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="upload" onClick={() => setOpen(true)}>
        {t('console.files')}
      </Button>
      {open && (
        <Dialog open size="large" title={t('console.files_of', { name: scene.name })} onClose={() => setOpen(false)}>
          <div className="lab-files">
            <Suspense fallback={<Loading kind="list" rows={3} />}>
              <FilesPanel scene={scene} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
