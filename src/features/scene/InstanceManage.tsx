import type { BulkReply } from '../../contract/lib/crud.ts'
import { instance } from '../../contract/scene/instance.ts'
import type { NodeEvent } from '../../contract/scene/node.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import type { ActionOf } from '../../kit/action/action.ts'
import { removing } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { Link } from 'react-router-dom'
import type { IconName } from '../../ui/icon/icons.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { consoleLink } from '../../parts/scene/consoleLink.ts'

const send = (event: NodeEvent, icon: IconName): ActionOf<typeof instance> => ({
  id: event,
  label: `instance.${event}`,
  icon,
  needs: 'many',
  call: (rows, write) => write<BulkReply>(`POST /instances/${event}`, { body: { ids: rows.map((r) => r.id) } }),
})
const load = (percent: number | null) => (percent === null ? '' : format.percent(percent / 100))

export default list({
  of: instance,
  screen: 'instance-manage',
  about: 'instance.about',
  columns: [
    'name',
    {
      of: 'status',
      width: 125,
      render: (row) => <StatusTag dot word={row.status} label={t(`instance.status.${row.status}`)} />,
    },
    {
      of: 'scene_name',
      width: 170,
      grow: true,
      render: (row) => <Link to={href('scene-monitor-detail', { id: row.scene_id })}>{row.scene_name}</Link>,
    },
    'owner_name',
    { of: 'address', width: 185, render: (row) => (row.address ? <Copyable mono text={row.address} /> : null) },
    { of: 'cpu_load', width: 90, render: (row) => <span className="mg-num">{load(row.cpu_load)}</span> },
    { of: 'memory_load', width: 100, render: (row) => <span className="mg-num">{load(row.memory_load)}</span> },
    { of: 'image_name', spare: true, grow: true },
    { of: 'since', spare: true },
    { of: 'kind', spare: true },
    { of: 'cpu', spare: true },
    {
      of: 'memory',
      spare: true,
      render: (row) => <span className="mg-num">{format.size(row.memory * 1024 ** 2)}</span>,
    },
    { of: 'disk', spare: true, render: (row) => <span className="mg-num">{format.size(row.disk * 1024 ** 3)}</span> },
  ],
  filters: ['status', 'kind', 'scene_id', 'owner_id', 'address'],
  actions: [
    {
      id: 'console',
      label: 'instance.console',
      icon: 'terminal',
      needs: 'one',
      to: (row) => (row ? consoleLink(row.scene_id, row.node_id, row.consoles[0] ?? 'terminal') : ''),
    },
    send('start', 'play'),
    send('stop', 'stop'),
    send('reboot', 'refresh'),
    removing(instance, {
      label: 'instance.remove',
      one: ({ name }) => t('instance.remove_title', { name }),
      many: (n) => t('instance.remove_many', { n }),
      text: () => t('instance.remove_text'),
    }),
  ],
  empty: { title: 'instance.empty', text: 'instance.empty_text' },
})
