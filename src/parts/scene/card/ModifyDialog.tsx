/** Takes over the topology as it is now; says first what that changes. */
import type { Scene, SceneChanges } from '../../../contract/scene/scene.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { Link } from 'react-router-dom'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

interface ModifyProps {
  scene: Scene
  onClose: () => void
  onTake: () => void
}

export default function ModifyDialog({ scene, onClose, onTake }: ModifyProps) {
  const { data, error, refetch } = useRead('GET /scenes/:id/changes', { params: { id: scene.id } })
  const { visible } = useAccess()
  const same = data && !data.added.length && !data.removed.length && !data.changed.length && !data.wires
  return (
    <Dialog
      open
      size="small"
      title={t('scene.modify_title', { name: scene.name })}
      onClose={onClose}
      actions={
        <>
          {scene.topology_id !== null && visible.has('topology-edit') && (
            <Link className={linkClass('plain')} to={href('topology-edit', { id: scene.topology_id })}>
              {t('scene.modify_open')}
            </Link>
          )}
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            tone="primary"
            disabled={!data || same === true}
            onClick={() => {
              onTake()
              onClose()
            }}
          >
            {t('scene.modify_do')}
          </Button>
        </>
      }
    >
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="form" rows={2} />)}
      {same && <p>{t('scene.modify_same', { name: scene.topology_name })}</p>}
      {data && !same && <Changes of={data} at={scene.status === 'not-running' ? 'rest' : 'work'} />}
    </Dialog>
  )
}

function Changes({ of: { added, removed, changed, wires }, at }: { of: SceneChanges; at: 'rest' | 'work' }) {
  return (
    <>
      <ul className="sc-changes">
        {added.length > 0 && <li>{t('scene.modify_added', { names: format.list(added) })}</li>}
        {removed.length > 0 && (
          <li className="sc-short">{t('scene.modify_removed', { names: format.list(removed) })}</li>
        )}
        {changed.length > 0 && <li>{t('scene.modify_changed', { names: format.list(changed) })}</li>}
        {wires && <li>{t('scene.modify_wires')}</li>}
      </ul>
      <p className="mg-dim">{t(`scene.modify_${at}`)}</p>
    </>
  )
}
