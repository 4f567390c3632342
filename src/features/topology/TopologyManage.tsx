import './topology.css'
import { lazy } from 'react'
import { topology } from '../../contract/topology/topology.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { audience, copy, remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'
import { Thumbnail } from '../../parts/topology-view/Thumbnail.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { MyScenes } from './MyScenes.tsx'

export const topologyForm = {
  of: topology,
  schema: () => import('../../contract/topology/topology.schema.ts').then((m) => m.TopologyBody),
  groups: [{ fields: ['name', { of: 'description', rows: 4 }] }],
  opens: (row) => href('topology-edit', { id: row.id }),
  title: (row) => (row ? t('topology.rename', { name: row.name }) : t('topology.create')),
} satisfies Parameters<typeof formDialog<typeof topology>>[0]
const dialog = formDialog(topologyForm)
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const StartScene = lazy(() => import('./StartScene.tsx'))
const ExportDialog = lazy(() => import('./ExportDialog.tsx'))

export default list({
  of: topology,
  screen: 'topology-manage',
  head: MyScenes,
  look: 'cards',
  columns: [
    'name',
    'nodes',
    'links',
    'networks',
    { of: 'creator_id', grow: true },
    'updated_at',
    { of: 'description', spare: true, grow: true },
    { of: 'created_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['creator_id', 'nodes', 'updated_at'],
  open: (row) => href('topology-edit', { id: row.id }),
  card: (row) => (
    <>
      <Thumbnail outline={row.outline} />
      <p className="topology-text">{row.description}</p>
      {row.editing && (
        <span className="topology-editing">
          <StatusTag
            word="editing"
            tone="info"
            label={row.editing.mine ? t('topology.editing_mine') : t('topology.editing', { name: row.editing.name })}
          />
        </span>
      )}
      <p className="topology-facts mg-faint">
        <span className="mg-num">{t('topology.nodes', { n: format.number(row.nodes), count: row.nodes })}</span>
        <span className="mg-ellipsis">{row.creator_name}</span>
        <DateTime at={row.updated_at} />
      </p>
    </>
  ),
  actions: [
    {
      id: 'import',
      label: 'topology.import',
      icon: 'upload',
      needs: 'none',
      changes: true,
      screens: ['topology-manage', 'topology-edit'],
      dialog: ImportDialog,
    },
    {
      id: 'create',
      label: 'topology.create',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['topology-manage', 'topology-edit'],
      dialog,
    },
    {
      id: 'start',
      label: 'scene.start',
      icon: 'play',
      needs: 'one',
      key: 's',
      may: (row) => row.nodes > 0 && row.can.includes('use'),
      dialog: StartScene,
    },
    { id: 'update', label: 'topology.rename_action', icon: 'edit', needs: 'one', key: 'e', dialog },
    copy(topology, (id) => href('topology-edit', { id })),
    {
      id: 'export',
      label: 'topology.export',
      icon: 'download',
      needs: 'one',
      may: (row) => row.can.includes('use'),
      dialog: ExportDialog,
    },
    audience(topology),
    remove(topology),
  ],
  empty: { title: 'topology.empty', text: 'topology.empty_text' },
})
