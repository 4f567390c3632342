/** Tickets of consoles: a WebSocket of a browser carries no token, so a call that does asks for one that is good once and not for long. */
import { createHash } from 'node:crypto'
import { consoleLimits } from '#src/contract/scene/console.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'

export interface Ticket {
  session_hash: string
  user_id: string
  scene_id: string
  node_id: string
  kind: ConsoleKind
  /** A console to come back to, or to look at. */
  console_id: string | null
  shadow: boolean
  /** The class hour in which its holder looks on; null: they lead the scene. */
  hour_id: string | null
  record: boolean
  columns: number
  rows: number
}

type Place = Pick<Ticket, 'user_id' | 'scene_id' | 'node_id' | 'kind'>
/** Whether what is come back to is what was asked for: by whom, in which scene, at which node. */
export const isOwn = (had: Place, t: Place): boolean =>
  had.user_id === t.user_id && had.scene_id === t.scene_id && had.node_id === t.node_id && had.kind === t.kind

/** Whether the console to come back to is another's, whichever process has it. What is gone is nobody's. */
export async function isForeignRow(q: Queryable, t: Place & Pick<Ticket, 'console_id'>): Promise<boolean> {
  if (t.console_id === null) return false
  const { rows } = await q.query<Place>('select user_id, scene_id, node_id, kind from scene_console where id = $1', [
    t.console_id,
  ])
  return rows.some((had) => !isOwn(had, t))
}

export const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

export async function issueConsoleTicket(
  q: Queryable,
  platform: Platform,
  who: Pick<Caller, 'id' | 'session'>,
  t: Omit<Ticket, 'session_hash' | 'user_id'>,
) {
  const ticket = platform.random(32).toString('base64url')
  const now = platform.now()
  const expires_at = new Date(now.getTime() + consoleLimits.ticket * 1000).toISOString()
  await q.query('delete from scene_ticket where expires_at < $1', [now.toISOString()])
  await q.query(
    `insert into scene_ticket (hash, session_hash, user_id, scene_id, node_id, kind, console_id, shadow, record, columns, rows, expires_at, hour_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      hashOf(ticket),
      who.session,
      who.id,
      t.scene_id,
      t.node_id,
      t.kind,
      t.console_id,
      t.shadow,
      t.record,
      t.columns,
      t.rows,
      expires_at,
      t.hour_id,
    ],
  )
  return { ticket, expires_at }
}

/** Takes a ticket; undefined for one that was used, is too old, or whose session has ended. */
export async function redeem(q: Queryable, ticket: string, now: Date): Promise<Ticket | undefined> {
  const { rows } = await q.query<Ticket>(
    `delete from scene_ticket t where hash = $1 and expires_at > $2::timestamptz
       and exists (select 1 from session s where s.id_hash = t.session_hash and s.ended_at is null and s.expires_at > $2::timestamptz)
     returning session_hash, user_id, scene_id, node_id, kind, console_id, shadow, hour_id, record, columns, rows`,
    [hashOf(ticket), now.toISOString()],
  )
  return rows[0]
}
