/** Tickets and the list of open consoles; the consoles themselves are WebSockets. */
import type { z } from 'zod'
import { consoleLimits } from '#src/contract/scene/console.ts'
import type { OpenConsole } from '#src/contract/scene/console.schema.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Caller } from '#mock/http/request/handler.ts'
import {
  isSceneLeader,
  openNode,
  onlyLooks,
  oversees,
  runsAll,
  type SceneRole,
  sceneRolesOf,
  sceneFor,
} from '../rights.ts'
import { findScene, type SceneRow } from '../row.ts'
import { removeConsoleRow } from '../recording/atConsole.ts'
import { wake } from '../write.ts'
import type { ConsoleHub } from './hub.ts'
import { isForeignRow, issueConsoleTicket } from './ticket.ts'

interface Row {
  id: string
  scene_id: string
  node_id: string
  node_name: string
  kind: ConsoleKind
  user_id: string
  user_name: string
  opened_at: string
  seen_at: string
  watchers: { id: string; name: string }[]
}
const columns =
  'id, scene_id, node_id, node_name, kind, user_id, user_name, opened_at, attended_at as seen_at, watchers'

/** The console and whether the caller may look at it; for whom it is not his nor his to lead it is not there. */
async function consoleFor(
  q: Queryable,
  who: Caller,
  id: string,
): Promise<{ row: Row; scene: SceneRow; part: SceneRole; leads: boolean }> {
  const { rows } = await q.query<Row>(`select ${columns} from scene_console where id = $1`, [id])
  const [row] = rows
  const scene = row && (await findScene(q, row.scene_id))
  const part = scene && (await sceneRolesOf(q, who, [scene])).get(scene.id)
  if (part === 'onlooker' && row?.user_id !== who.id) throw onlyLooks(who)
  if (!row || !scene || !part || (row.user_id !== who.id && !isSceneLeader(part))) throw new Fail('not_found')
  return { row, scene, part, leads: isSceneLeader(part) }
}

export const consoleHandlers = (hub: Pick<ConsoleHub, 'end'>) =>
  area({
    'POST /scenes/:id/console': async ({ q, who, platform, params, body, audit }) => {
      const { row, part } = await sceneFor(q, who, params.id)
      const node = await openNode(q, who, part, row, body.node)
      if (body.kind === 'desktop' && !node.desktop) throw new Fail('not_found')
      if (!openStatuses.has(row.status) || node.status !== 'on')
        throw new Fail('not_allowed_in_state', { status: row.status, node: node.status, action: 'console' })
      const place = { scene_id: row.id, node_id: node.node_id, kind: body.kind, console_id: body.resume ?? null }
      if (await isForeignRow(q, { ...place, user_id: who.id })) throw new Fail('not_found')
      audit({
        entity: 'console',
        id: `${row.id}.${node.node_id}`,
        details: { scene: row.name, node: node.name, kind: body.kind, label: `${row.name} / ${node.name}` },
      })
      // what a candidate does is written down whether or not he would have it
      const { rows } = await q.query<{ examined: boolean; before: boolean | null }>(
        `select exists (select 1 from exam_scene where scene_id = $1) as examined,
           (select recording_id is not null from scene_console where id = $2 and user_id = $3) as before`,
        [row.id, body.resume ?? null, who.id],
      )
      const record = body.record || rows[0]?.examined === true
      const ticket = await issueConsoleTicket(q, platform, who, {
        ...place,
        shadow: false,
        hour_id: null,
        record,
        columns: body.columns,
        rows: body.rows,
      })
      // one that is come back to goes on as it began
      return { ...ticket, recorded: body.kind === 'terminal' && (rows[0]?.before ?? record) }
    },
    'GET /consoles': async ({ q, who, platform, query }) => {
      const { rows } = await q.query<Row & { led: boolean }>(
        `select * from (
           select ${columns}, $4 or exists (
             select 1 from scene_person p where p.scene_id = c.scene_id and p.user_id = $3 and p.part = 'leader') as led
           from scene_console c where $1::text is null or c.scene_id = $1) c
         where $2 or led or user_id = $3
         order by opened_at desc limit 500`,
        [query.scene_id ?? null, oversees(who), who.id, runsAll(who)],
      )
      const { rows: own } = await q.query<{ n: number }>(
        'select count(*)::integer as n from scene_console where user_id = $1',
        [who.id],
      )
      return {
        items: rows.map(
          ({ watchers, led, ...r }): z.input<typeof OpenConsole> => ({
            ...r,
            watched_by: watchers.map((w) => w.name),
            can: r.user_id === who.id ? ['close'] : led ? ['shadow', 'close'] : [],
          }),
        ),
        mine: own[0]?.n ?? 0,
        most: consoleLimits.account,
        server_time: platform.now().toISOString(),
      }
    },
    'POST /consoles/:id/shadow': async ({ q, who, platform, params, audit }) => {
      const { row, scene, part, leads: may } = await consoleFor(q, who, params.id)
      if (!may) throw new Fail('no_operation_permission')
      await openNode(q, who, part, scene, row.node_id)
      audit({ entity: 'console', id: row.id, details: { user: row.user_name, node: row.node_name, kind: row.kind } })
      return issueConsoleTicket(q, platform, who, {
        scene_id: row.scene_id,
        node_id: row.node_id,
        kind: row.kind,
        console_id: row.id,
        shadow: true,
        hour_id: null,
        record: false,
        columns: 80,
        rows: 24,
      })
    },
    'POST /consoles/:id/close': async ({ q, who, platform, params, audit, after }) => {
      const { row } = await consoleFor(q, who, params.id)
      // another process looks at its consoles and finds this one gone
      await removeConsoleRow(q, row.id, platform.now())
      audit({ entity: 'console', id: row.id, before: { user: row.user_name, node: row.node_name, kind: row.kind } })
      await wake(q)
      after(() => void hub.end(row.id, 'exit'))
      return { id: row.id }
    },
  })
