import type { BulkReply } from '../../contract/lib/crud.ts'
import './scene.css'
import { lazy } from 'react'
import { making, scene } from '../../contract/scene/scene.ts'
import type { BulkEvent } from '../../contract/scene/routes.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import type { ActionOf } from '../../kit/action/action.ts'
import { list } from '../../kit/list/list.tsx'
import { SceneCard } from '../../parts/scene/card/SceneCard.tsx'
import type { IconName } from '../../ui/icon/icons.ts'
import { NodesCell, StatusCell, TimeCell } from './cells.tsx'

const StartScene = lazy(() => import('./StartScene.tsx'))

/** Sends an event to scenes that allow it; the server answers one by one. */
const send = (
  event: Exclude<BulkEvent, 'delete' | 'close'>,
  icon: IconName,
  asked?: 'stop' | 'reboot',
): ActionOf<typeof scene> => ({
  id: event,
  label: `scene.act.${event}`,
  icon,
  needs: 'many',
  call: (rows, write) => write<BulkReply>(`POST /scenes/${event}`, { body: { ids: rows.map((r) => r.id) } }),
  done: (rows) => t('scene.list_done', { n: rows.length }),
  ...(asked
    ? {
        confirm: {
          title: (rows) =>
            rows.length === 1 && rows[0]
              ? t(`scene.${asked}_title`, { name: rows[0].name })
              : t(`scene.${asked}_many`, { n: rows.length }),
          text: () => t(`scene.${asked}_text`),
        },
      }
    : {}),
})

export default list({
  of: scene,
  screen: 'instance-monitoring',
  about: 'scene.list_about',
  columns: [
    'name',
    { of: 'status', width: 150, render: (row) => <StatusCell row={row} /> },
    { of: 'node_count', width: 110, render: (row) => <NodesCell row={row} /> },
    { of: 'ends_at', width: 160, render: (row) => <TimeCell row={row} /> },
    'owner_name',
    { of: 'topology_name', grow: true },
    'type',
    { of: 'kind', spare: true },
    { of: 'started_at', spare: true },
    { of: 'isolation', spare: true },
    { of: 'created_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['status', 'type', 'kind', 'owner_id', 'topology_id', 'created_at'],
  open: (row) => href('scene-monitor-detail', { id: row.id }),
  card: (row) => <SceneCard scene={row} />,
  actions: [
    {
      id: 'wall',
      label: 'scene.wall',
      icon: 'grid',
      needs: 'none',
      screens: ['instance-monitoring'],
      to: () => href('instance-monitor-display', { id: 'all' }),
    },
    {
      id: 'recordings',
      label: 'scene.recordings',
      icon: 'history',
      needs: 'none',
      screens: ['scene-recording-admin'],
      to: () => href('scene-recording-admin'),
    },
    {
      id: 'create',
      label: 'scene.start',
      icon: 'play',
      needs: 'none',
      main: true,
      screens: making,
      dialog: StartScene,
    },
    send('start', 'play'),
    send('stop', 'stop', 'stop'),
    send('reboot', 'refresh', 'reboot'),
    send('pause', 'pause'),
    send('recover', 'play'),
    {
      id: 'close',
      label: 'scene.act.close',
      icon: 'power',
      needs: 'many',
      danger: true,
      confirm: {
        title: (rows) =>
          rows.length === 1 && rows[0]
            ? t('scene.close_title', { name: rows[0].name })
            : t('scene.close_many', { n: rows.length }),
        text: () => t('scene.close_text', { others: 'yes' }),
      },
      call: (rows, write) => write<BulkReply>('POST /scenes/close', { body: { ids: rows.map((r) => r.id) } }),
      done: (rows) => t('scene.list_done', { n: rows.length }),
    },
  ],
  empty: { title: 'scene.list_empty', text: 'scene.list_empty_text' },
})
