import { useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useMe } from '../../kit/session/use.ts'
import { SceneCard } from '../../parts/scene/card/SceneCard.tsx'
import { deskLink } from '../../parts/scene/consoleLink.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

/** How many scenes one person sees here; who has more oversees them elsewhere. */
const most = 50

/** Scenes the viewer has started from his drawings: there while there are any, for nobody else's page lists them for him. */
export function MyScenes() {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useRead(
    'GET /scenes',
    { query: { owner_id: [me?.resource_id ?? ''], page_size: most, sort: '-created_at' } },
    // one that was closed leaves the list while somebody looks at it
    { every: open ? 2000 : 0 },
  )
  if (!data?.total && !error && !open) return null
  return (
    <>
      <Button
        icon="play"
        onClick={() => {
          refetch()
          setOpen(true)
        }}
      >
        {t('topology.my_scenes', { n: data ? format.number(data.total) : '–' })}
      </Button>
      <Dialog open={open} title={t('topology.my_scenes_title')} onClose={() => setOpen(false)}>
        {error && <ProblemView compact problem={error} onRetry={refetch} />}
        {data?.items.length === 0 && <p className="mg-dim">{t('topology.my_scenes_none')}</p>}
        <ul className="topology-scenes">
          {data?.items.map((scene) => (
            <li key={scene.id}>
              <SceneCard scene={scene} to={deskLink(scene)} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
