/** Physical devices: whether they are heard of, and who uses them. */
import { deviceLinks, deviceMachine, linkOf, silentAfter } from '#src/contract/device/physical.ts'
import { crud } from '#mock/crud/crud.ts'
import { simulatedDevices } from '#mock/world/devices.ts'

const free = { usage: 'free', used_for: '', used_by: '', used_at: null } as const

export const physicalDevice = crud<'physical-device', ReadonlyMap<string, Date>>('physical-device', {
  facts: (docs, { q, now }) =>
    simulatedDevices.seen(
      q,
      docs.map((d) => d.id),
      now,
    ),
  columns(doc, seen, { now }) {
    const at = seen.get(doc.id) ?? null
    return { seen_at: at?.toISOString() ?? null, link: linkOf(at, now) }
  },
  starts: () => free,
  moves: { field: 'usage', table: deviceMachine },
  refuse(action, row) {
    if (action === 'reference' && row.usage === 'free' && row.link === 'offline') return 'device_offline'
    return action === 'remove' && row.usage === 'used' ? 'in_use' : undefined
  },
  acts: (action, reason, _before, { who, now }) =>
    action === 'reference' ? { used_for: reason, used_by: who.name, used_at: now.toISOString() } : free,
  filters: ({ now }) => ({
    link: (values, add) => {
      const wanted = values as readonly string[]
      if (deviceLinks.every((l) => wanted.includes(l))) return 'true'
      const silent = `exists (select 1 from world_fault f where f.kind = 'device' and f.ref = t.id and f.since < ${add(
        new Date(now.getTime() - silentAfter * 1000).toISOString(),
      )}::timestamptz)`
      return wanted.includes('offline') ? silent : `not ${silent}`
    },
  }),
})
