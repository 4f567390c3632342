/** What happened to a scene and who did it, from beside its consoles. */
import './lab.css'
import { lazy, Suspense, useState } from 'react'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'

const EventsPanel = lazy(async () => ({ default: (await import('../card/EventsPanel.tsx')).EventsPanel }))

export function SceneLog({ scene }: { scene: Scene }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="info" onClick={() => setOpen(true)}>
        {t('console.events')}
      </Button>
      {open && (
        <Dialog open size="large" title={t('console.events_of', { name: scene.name })} onClose={() => setOpen(false)}>
          <div className="lab-files">
            <Suspense fallback={<Loading kind="list" rows={6} />}>
              <EventsPanel id={scene.id} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
