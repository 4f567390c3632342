/**
 * Scenes somebody lets the viewer take part in, and those of practice, which run on when their page is left: those that run first. What the
 * platform made for an exam is opened from the exam alone.
 */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { overseeing } from '../../contract/scene/scene.ts'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import { overStatuses, sceneStatuses } from '../../contract/scene/status.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { deskLink } from '../../parts/scene/consoleLink.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

/** Asked for at once, and shown before more are asked for. */
const [most, few] = [100, 5]
const open = sceneStatuses.filter((s) => !overStatuses.has(s))
const isListed = ({ created_by, type, status }: Scene): boolean =>
  (created_by !== '' || type === 'practice') && !overStatuses.has(status)

export function Scenes() {
  const { visible } = useAccess()
  // whoever oversees has a page of all of them
  return overseeing.some((name) => visible.has(name)) ? null : <Own />
}

function Own() {
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useRead('GET /scenes', {
    query: { page_size: most, sort: '-updated_at', status: open },
  })
  const scenes = (data?.items ?? []).filter(isListed).toSorted((a, b) => Number(b.on > 0) - Number(a.on > 0))
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
        {(all ? scenes : scenes.slice(0, few)).map((s) => (
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
      {!all && scenes.length > few && (
        <p>
          <Button tone="quiet" size="small" onClick={() => setAll(true)}>
            {t('personal.scenes_all', { n: scenes.length })}
          </Button>
        </p>
      )}
    </Panel>
  )
}
