/** How long a scene still runs, counted down; under a quarter of an hour it warns. */
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { overStatuses, standsStill } from '../../../contract/scene/status.ts'
import { format, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import type { SceneCommandName } from '../life/scenes.slice.ts'
import { useRemaining } from '../life/use.ts'

/** In one or two words, for a cell of a table. */
export function TimeLeft({ scene, heard }: { scene: Scene; heard: number }) {
  const left = useRemaining(scene, heard)
  if (overStatuses.has(scene.status)) return <span className="mg-faint">{t('scene.over')}</span>
  if (scene.minutes === null) return <span className="mg-faint">{t('scene.endless')}</span>
  if (scene.ends_at === null || left === null)
    return <span className="mg-faint">{t('scene.runs_for', { time: format.span(scene.minutes * 60) })}</span>
  const short = left < sceneLimits.ending
  return (
    <span className={short ? 'sc-left sc-short' : 'sc-left'} title={t('scene.left_label')}>
      {short && <Icon name="clock" />}
      <span className="mg-num">{left >= 86_400 ? format.span(left) : format.clock(left)}</span>
      {(standsStill(scene) || scene.status === 'hang') && (
        <>
          {' '}
          <span className="mg-faint" title={t(standsStill(scene) ? 'scene.time_still_about' : 'scene.time_on_about')}>
            {t(standsStill(scene) ? 'scene.time_still' : 'scene.time_on')}
          </span>
        </>
      )}
    </span>
  )
}

interface ExtendProps {
  scene: Scene
  heard: number
  asked: SceneCommandName | undefined
  send: (command: SceneCommandName) => void
}

/** The warning and the way to more time. */
export function Extend({ scene, heard, asked, send }: ExtendProps) {
  const left = useRemaining(scene, heard)
  const { used, most, minutes } = scene.extensions
  const short = left !== null && left < sceneLimits.ending && !overStatuses.has(scene.status)
  const may = scene.can.includes('extend')
  const spent = left !== null && most > 0 && used >= most && !overStatuses.has(scene.status)
  if (!may && !short && !spent) return null
  return (
    <span className="sc-extend">
      {short && (
        <span className="sc-short" role="status">
          {t('scene.ending')}
        </span>
      )}
      {may && (
        <Button
          size="small"
          icon="clock"
          tone={short ? 'primary' : 'plain'}
          busy={asked === 'extend'}
          disabled={asked !== undefined && asked !== 'extend'}
          onClick={() => send('extend')}
        >
          {t('scene.act.extend', format.timed({ minutes }))}
        </Button>
      )}
      {most > 0 && (
        <span className="mg-faint mg-num">
          {spent ? t('scene.extended_all', { most }) : t('scene.extended', { used, most })}
        </span>
      )}
    </span>
  )
}
