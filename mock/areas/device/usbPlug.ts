/** USB devices plugged into running nodes, one node at a time. They come out when the node goes off or its scene ends. */
import { signed } from '#src/contract/notice/byline.ts'
import { usbClassCodes, usbReasons } from '#src/contract/device/usb.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import { containing } from '#mock/crud/fold.ts'
import type { ResourceDocument } from '#mock/crud/hooks.ts'
import { crudContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { imageFile } from '#mock/world/image/store.ts'
import { DriverRefusal, type UsbPlug } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { maySwitch, openNode, runsAll, sceneFor } from '../scene/rights.ts'
import { findScene, nodesOf } from '../scene/row.ts'
import { logSceneEvents, publishSceneChange } from '../scene/write.ts'
import { usbHooks } from './usb.ts'
import { plugsOf } from './usbRow.ts'

const s = crudContext('usb-device', usbHooks)
/** Nodes one answer names. */
const most = 50

export const plugOf = ({ id, data }: Pick<ResourceDocument<'usb-device'>, 'id' | 'data'>, files: string): UsbPlug => ({
  id,
  name: data.name ?? '',
  class_code: usbClassCodes[data.device_class ?? 'other'],
  vendor_id: data.vendor_id ?? '',
  product_id: data.product_id ?? '',
  manufacturer: data.manufacturer ?? '',
  serial: data.serial ?? '',
  bytes: data.size ?? 0,
  file: data.sha256 ? imageFile(files, id) : '',
})

/** The node, when it is on, its scene open and the caller one of those who may handle it. */
async function targetFor(q: Queryable, who: Caller, scene: string, node: string) {
  const { row, part } = await sceneFor(q, who, scene)
  const found = await openNode(q, who, part, row, node)
  if (!maySwitch(part, row)) throw new Fail('no_operation_permission')
  if (!openStatuses.has(row.status) || found.status !== 'on')
    throw new Fail('not_allowed_in_state', { status: row.status, node: found.status, action: 'attach' })
  return { row, node: found }
}

interface Plugged {
  scene_id: string
  node_id: string
}

async function plug(platform: Platform, drivers: Drivers, { scene_id, node_id }: Plugged, device: UsbPlug) {
  const { db, now, log } = platform
  let code = ''
  try {
    const scene = await findScene(db, scene_id)
    if (scene) await drivers.of(scene).plug?.({ scene: scene_id, fence: scene.fence }, node_id, device)
  } catch (error) {
    code = usbReasons.find((r) => error instanceof DriverRefusal && r === error.code) ?? 'driver'
    log.warn({ event: 'scene-driver-failed', error, scene: scene_id }, 'a USB device could not be plugged in')
  }
  await db.tx(async (q) => {
    const { count } = code
      ? await q.query('delete from usb_plug where device_id = $1 and scene_id = $2 and node_id = $3', [
          device.id,
          scene_id,
          node_id,
        ])
      : await q.query(`update usb_plug set state = 'plugged' where device_id = $1 and scene_id = $2 and node_id = $3`, [
          device.id,
          scene_id,
          node_id,
        ])
    if (!count) return
    const node = (await nodesOf(q, [scene_id])).get(scene_id)?.find((n) => n.node_id === node_id)
    await logSceneEvents(q, scene_id, now(), [
      code
        ? { code: 'usb_failed', level: 'warn', params: { name: device.name, code }, ...(node ? { node } : {}) }
        : { code: 'usb_plugged', params: { name: device.name }, ...(node ? { node } : {}) },
    ])
    await publish(q, 'images', 'all')
    await publishSceneChange(q, { id: scene_id })
  })
}

export const usbPlugHandlers = (drivers: Drivers) =>
  area({
    'GET /usb-devices/nodes': async ({ q, who, query }) => {
      const { rows } = await q.query<{
        scene_id: string
        scene_name: string
        node_id: string
        node_name: string
        address: string
        owner_name: string
      }>(
        `select n.scene_id, s.name as scene_name, n.node_id, n.name as node_name, n.address,
           coalesce((select u.data ->> 'name' from r_user u where u.id = s.owner_id), '') as owner_name
         from scene_node n join scene s on s.id = n.scene_id
         where n.boots and n.status = 'on' and s.status = any($1::text[])
           and ($2 or exists (select 1 from scene_person p where p.scene_id = s.id and p.user_id = $3
             and (p.part <> 'member' or s.kind = 'group')
             and ((n.visibility = 'everybody' and n.console = 'everybody')
               or (p.part = 'leader' and n.visibility <> 'nobody' and (n.console <> 'nobody' or s.type = 'backend-test')))))
           and ($4 = '' or (n.find || ' ' || s.find) like $4)
         order by s.created_at desc, s.id, n.place limit ${most}`,
        [[...openStatuses], runsAll(who), who.id, query.q?.trim() ? containing(query.q.trim()) : ''],
      )
      return { items: rows }
    },

    'POST /usb-devices/:id/attach': async (c) => {
      const { q, who, platform, body, audit, after } = c
      const doc = await s.see(c, c.params.id, 'lock')
      const had = (await plugsOf(q, [doc.id], platform.now())).get(doc.id)
      if (had) throw new Fail('usb_plugged', { node: had.node_name, scene: had.scene_name })
      await s.rows.allow('attach', doc, s.at(c))
      const { row, node } = await targetFor(q, who, body.scene_id, body.node_id)
      const device = plugOf(doc, platform.files)
      if (drivers.elsewhere(row)) throw new Fail('driver_unavailable', { driver: row.driver, reason: 'elsewhere' })
      const { plug: takes, usbClasses } = drivers.of(row)
      if (!takes) throw new Fail('usb_unsupported')
      if (usbClasses?.has(device.class_code) === false)
        throw new Fail('usb_class_unsupported', { device_class: doc.data.device_class ?? 'other' })
      await q.query('delete from usb_plug where device_id = $1', [doc.id])
      await q.query(
        `insert into usb_plug (device_id, scene_id, node_id, state, at, by_id, by_name) values ($1, $2, $3, 'plugging', $4, $5, $6)`,
        [doc.id, row.id, node.node_id, platform.now().toISOString(), who.id, signed(who)],
      )
      audit({ entity: 'usb-device', id: doc.id, after: { scene: row.name, node: node.name } })
      await publish(q, 'images', 'all')
      after(() =>
        platform.background('usb.plug', () =>
          plug(platform, drivers, { scene_id: row.id, node_id: node.node_id }, device),
        ),
      )
      return s.rows.one(doc, s.at(c))
    },

    'POST /usb-devices/:id/detach': async (c) => {
      const { q, who, platform, audit, after } = c
      const doc = await s.see(c, c.params.id, 'lock')
      await s.rows.allow('detach', doc, s.at(c))
      const { rows } = await q.query<Plugged>('delete from usb_plug where device_id = $1 returning scene_id, node_id', [
        doc.id,
      ])
      const [was] = rows
      if (was) {
        const node = (await nodesOf(q, [was.scene_id])).get(was.scene_id)?.find((n) => n.node_id === was.node_id)
        await logSceneEvents(q, was.scene_id, platform.now(), [
          {
            code: 'usb_unplugged',
            params: { name: doc.data.name ?? '' },
            by: { id: who.id, name: signed(who) },
            ...(node ? { node } : {}),
          },
        ])
        audit({ entity: 'usb-device', id: doc.id, before: { node: node?.name ?? '' } })
        await publishSceneChange(q, { id: was.scene_id })
        after(() =>
          platform.background('usb.unplug', async () => {
            const scene = await findScene(platform.db, was.scene_id)
            if (scene) await drivers.of(scene).unplug?.({ scene: scene.id, fence: scene.fence }, was.node_id, doc.id)
          }),
        )
      }
      await publish(q, 'images', 'all')
      return s.rows.one(doc, s.at(c))
    },
  })
