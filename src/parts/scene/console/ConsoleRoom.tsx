import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** How many consoles one has open, of how many one may: beside the buttons that open them, and not after the way in was made. */
export function ConsoleRoom({ scene }: { scene: string }) {
  const { data } = useRead('GET /consoles', { query: { scene_id: scene } }, { every: 15_000 })
  if (!data) return null
  const { mine, most } = data
  const said = { mine: format.number(mine), most: format.number(most) }
  return mine < most ? (
    <p className="mg-hint">{t('scene.console_room', said)}</p>
  ) : (
    <p className="kit-note-warn" role="status">
      <Icon name="warn" /> {t('scene.console_room_full', said)}
    </p>
  )
}
