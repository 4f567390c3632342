import { useDeferredValue, useState } from 'react'
import type { UsbDevice } from '../../contract/device/usb.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'

/** Chooses the running node a device is plugged into. */
export default function AttachDialog({ rows, onClose }: ActionDialogProps<UsbDevice>) {
  const [row] = rows
  const [find, setFind] = useState('')
  const q = useDeferredValue(find.trim())
  const [chosen, choose] = useState('')
  const { data, error, refetch } = useRead('GET /usb-devices/nodes', { query: q ? { q } : {} })
  const [attach] = useWrite('POST /usb-devices/:id/attach')
  if (!row) return null
  const items = (data?.items ?? []).map((n) => ({ ...n, key: `${n.scene_id}.${n.node_id}` }))
  const target = items.find((n) => n.key === chosen)
  const plug = async () =>
    target && attach({ params: { id: row.id }, body: { scene_id: target.scene_id, node_id: target.node_id } })
  return (
    <Confirm
      open
      size="default"
      title={t('device.attach_of', { name: row.name })}
      confirm={t('device.attach')}
      missing={[target === undefined && t('device.attach_nodes')]}
      onConfirm={plug}
      onClose={onClose}
    >
      <p className="mg-dim">{t('device.attach_text')}</p>
      <TextField label={t('device.attach_find')} type="search" data-autofocus value={find} onChange={setFind} />
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />)}
      {data && !items.length && (
        <Empty compact icon="desktop" title={t('device.attach_none')}>
          {t('device.attach_none_text')}
        </Empty>
      )}
      {items.length > 0 && (
        <fieldset className="device-nodes">
          <legend className="mg-sr">{t('device.attach_nodes')}</legend>
          {items.map((n) => (
            <label key={n.key} className="device-node">
              <input type="radio" name="device-node" checked={n.key === chosen} onChange={() => choose(n.key)} />
              <span className="device-node-words">
                <strong className="mg-ellipsis">{n.node_name}</strong>
                <span className="mg-faint mg-ellipsis">
                  {[n.scene_name, n.owner_name, n.address].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Confirm>
  )
}
