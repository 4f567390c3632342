/** The code by which people join a team. */
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'

/** No letters or digits that are taken for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12

const newTeamCode = ({ random }: Pick<Platform, 'random'>): string =>
  [...random(length)].map((byte) => letters[byte % letters.length]).join('')
/** As it is kept, however it was typed. */
export const typedTeamCode = (text: string): string => text.toUpperCase().replace(/[\s-]/gu, '')

interface Founding {
  /** Null: made with an entry by its staff. */
  by: string | null
  at: Date
}
/** Gives teams codes of their own; what they had is void. */
export async function giveTeamCodes(
  q: Queryable,
  platform: Pick<Platform, 'random'>,
  teams: readonly string[],
  { by, at }: Founding,
): Promise<void> {
  if (!teams.length) return
  await q.query(
    `insert into contest_team (team_id, code, founded_by, at) select x.team_id, x.code, $2, $3 from jsonb_to_recordset($1::jsonb) as x(team_id text, code text)
     on conflict (team_id) do update set code = excluded.code`,
    [JSON.stringify(teams.map((team_id) => ({ team_id, code: newTeamCode(platform) }))), by, at.toISOString()],
  )
}
export async function teamCodeOf(q: Queryable, team: string | null): Promise<string | null> {
  if (team === null) return null
  const { rows } = await q.query<{ code: string }>('select code from contest_team where team_id = $1', [team])
  return rows[0]?.code ?? null
}
