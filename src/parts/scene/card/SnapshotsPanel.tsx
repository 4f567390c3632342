/** Snapshots of a scene: take one, come back to one, remove one. */
import './card.css'
import { lazy, Suspense, useState } from 'react'
import type { Scene, SceneSnapshot } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { useCommand, useScene } from '../life/use.ts'

const SnapshotDialog = lazy(() => import('./SnapshotDialog.tsx'))

export function SnapshotsPanel({ scene }: { scene: Scene }) {
  const { data, error, refetch } = useRead('GET /scenes/:id/snapshots', { params: { id: scene.id } })
  const [remove] = useWrite('POST /scenes/:id/snapshots/remove')
  const { asked } = useScene(scene.id)
  const send = useCommand(scene.id)
  const [naming, setNaming] = useState(false)
  const [about, setAbout] = useState<{ do: 'restore' | 'remove'; of: SceneSnapshot }>()
  const under = asked !== undefined && !asked.problem
  const mayRestore = scene.can.includes('restore')
  const mayTake = scene.can.includes('snapshot')
  const act = async () => {
    if (about?.do === 'restore') send('restore', { snapshot_id: about.of.id })
    else if (about) await remove({ params: { id: scene.id }, body: { snapshot_id: about.of.id } })
  }
  return (
    <Panel
      flush
      title={t('scene.snapshots')}
      {...(data ? { description: t('scene.snapshots_of', { n: data.items.length, most: data.most }) } : {})}
      actions={
        mayTake && (
          <Button size="small" icon="image" disabled={under} onClick={() => setNaming(true)}>
            {t('scene.act.snapshot')}
          </Button>
        )
      }
    >
      {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />)}
      {data?.items.length === 0 && (
        <Empty icon="image" title={t('scene.snapshots_none')}>
          {t('scene.snapshots_none_text')}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <Table
          name={t('scene.snapshot_name')}
          rows={data.items}
          keyOf={(s) => s.id}
          columns={[
            { head: t('scene.snapshot_name'), names: true, cell: (s) => s.name },
            { head: t('scene.snapshot_at'), cell: (s) => <DateTime at={s.at} /> },
            { head: t('scene.snapshot_by'), cell: (s) => s.by_name },
            {
              head: t('scene.snapshot_size'),
              className: 'mg-num',
              cell: (s) =>
                // a size that nobody measured is none
                s.ready ? s.bytes > 0 && format.size(s.bytes) : <ProgressBar label={t('scene.snapshot_taking')} />,
            },
            {
              head: t('scene.node_acts'),
              cell: (s) => (
                <span className="sc-commands">
                  {mayRestore && s.ready && (
                    <IconButton
                      size="small"
                      icon="history"
                      label={t('scene.snapshot_restore', { name: s.name })}
                      disabled={under}
                      onClick={() => setAbout({ do: 'restore', of: s })}
                    />
                  )}
                  {(mayTake || mayRestore) && s.ready && (
                    <IconButton
                      size="small"
                      icon="trash"
                      label={t('scene.snapshot_remove', { name: s.name })}
                      onClick={() => setAbout({ do: 'remove', of: s })}
                    />
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {about && (
        <Confirm
          open
          danger
          title={
            about.do === 'restore'
              ? t('scene.snapshot_restore', { name: about.of.name })
              : t('scene.snapshot_remove_title', { name: about.of.name })
          }
          confirm={t(about.do === 'restore' ? 'scene.restore_do' : 'scene.snapshot_remove_do')}
          onConfirm={act}
          onClose={() => setAbout(undefined)}
        >
          {about.do === 'restore' && <p>{t('scene.restore_text')}</p>}
        </Confirm>
      )}
      <Suspense fallback={null}>
        {naming && (
          <SnapshotDialog
            scene={scene}
            onClose={() => setNaming(false)}
            onName={(name) => send('snapshot', { name })}
          />
        )}
      </Suspense>
    </Panel>
  )
}
