/** Scenes somebody lets the viewer take part in. What the platform made for a task is opened from its task. */
import { Link } from 'react-router-dom'
import { overseeing } from '../../contract/scene/scene.ts'
import { overStatuses } from '../../contract/scene/status.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { deskLink } from '../../parts/scene/consoleLink.ts'
import { linkClass } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

const most = 20

export function Scenes() {
  const { visible } = useAccess()
  // whoever oversees has a page of all of them
  return overseeing.some((name) => visible.has(name)) ? null : <Own />
}

function Own() {
  const { data, error, refetch } = useRead('GET /scenes', { query: { page_size: most, sort: '-created_at' } })
  const scenes = (data?.items ?? []).filter((s) => s.created_by !== '' && !overStatuses.has(s.status))
  if (error && !data) return <ProblemView compact problem={error} onRetry={refetch} />
  if (!scenes.length) return null
  return (
    <Panel
      title={t('personal.scenes')}
      actions={
        <Link className={linkClass('quiet', 'small')} to={href('scene-recording')}>
          {t('personal.scenes_recordings')}
        </Link>
      }
    >
      <ul className="personal-lines">
        {scenes.map((s) => (
          <li key={s.id}>
            <span className="personal-words">
              <Link to={deskLink(s)}>{s.name}</Link>
              <span className="mg-dim">
                {t('personal.scene_of', { owner: s.owner_name, on: s.on, all: s.instances })}
                {s.ends_at && ` · ${t('personal.scene_until', { time: format.dateTime(s.ends_at) })}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
