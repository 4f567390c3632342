/** Physical devices: whether they are heard of, and who uses them. */
import { signed } from '#src/contract/notice/byline.ts'
import { deviceLinks, deviceMachine, deviceUses, deviceLinkOf, silentAfter } from '#src/contract/device/physical.ts'
import { crud } from '#mock/crud/crud.ts'
import { filterWords } from '#mock/crud/where.ts'
import { simulatedDevices } from '#mock/world/devices.ts'
import { devicesInScenes, type DeviceUser, havingStatuses } from '../scene/devices.ts'

const free = { usage: 'free', used_for: '', used_by: '', used_at: null } as const

interface Facts {
  seen: ReadonlyMap<string, Date>
  scenes: ReadonlyMap<string, DeviceUser>
}

export const physicalDevice = crud<'physical-device', Facts>('physical-device', {
  async facts(docs, { q, now }) {
    const ids = docs.map((d) => d.id)
    const [seen, scenes] = await Promise.all([simulatedDevices.seen(q, ids, now), devicesInScenes(q, ids)])
    return { seen, scenes }
  },
  columns(doc, { seen, scenes }, { now }) {
    const at = seen.get(doc.id) ?? null
    const scene = scenes.get(doc.id)
    return {
      seen_at: at?.toISOString() ?? null,
      link: deviceLinkOf(at, now),
      scene_id: scene?.scene_id ?? null,
      ...(scene && {
        usage: 'used',
        used_for: `${scene.scene_name} · ${scene.node_name}`,
        used_by: scene.owner_name,
        used_at: scene.at,
      }),
    }
  },
  starts: () => free,
  moves: { field: 'usage', table: deviceMachine },
  refuse(action, row) {
    if (action === 'reference' && row.usage === 'free' && row.link === 'offline') return 'device_offline'
    if (action === 'release' && row.scene_id !== null) return 'device_in_scene'
    return action === 'remove' && row.usage === 'used' ? 'in_use' : undefined
  },
  acts: (action, reason, _before, { who, now }) =>
    action === 'reference' ? { used_for: reason, used_by: signed(who), used_at: now.toISOString() } : free,
  filters: ({ now }) => ({
    usage: (values, add) => {
      const wanted = filterWords(values)
      if (deviceUses.every((u) => wanted.includes(u))) return 'true'
      const used = `(t.k_usage = 'used' or exists (select 1 from scene_device d join scene s on s.id = d.scene_id
        where d.device_id = t.id and s.status = any(${add([...havingStatuses])}::text[])))`
      return wanted.includes('used') ? used : `not ${used}`
    },
    link: (values, add) => {
      const wanted = filterWords(values)
      if (deviceLinks.every((l) => wanted.includes(l))) return 'true'
      const silent = `exists (select 1 from world_fault f where f.kind = 'device' and f.ref = t.id and f.since < ${add(
        new Date(now.getTime() - silentAfter * 1000).toISOString(),
      )}::timestamptz)`
      return wanted.includes('offline') ? silent : `not ${silent}`
    },
  }),
})
