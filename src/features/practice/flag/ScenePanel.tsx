/** The machines of a challenge: started for this solver alone, and used from here. */
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { OwnScene } from '../../../parts/scene/card/OwnScene.tsx'

interface ScenePanelProps {
  challenge: string
  /** The list it was found in: its consoles, and the way on from there, keep it. */
  from: Record<string, string>
  /** The one this solver has; null while there is none. */
  scene: string | null
}

export function ScenePanel({ challenge, from, scene }: ScenePanelProps) {
  const [start] = useWrite('POST /practice-flags/:id/scene')
  const begin = async () => (await start({ params: { id: challenge }, body: {} })).scene_id
  return (
    <OwnScene
      title={t('flag.scene')}
      about={t('flag.scene_text')}
      scene={scene}
      from={{ page: href('practice-capture-flag-exercise', { exercise_id: challenge }, from) }}
      onStart={begin}
    />
  )
}
