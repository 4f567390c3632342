/** What a teacher reads off a class hour, and in which order. */
import type { GridMember, HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { idleAfter } from '../../../contract/classroom/hour.ts'

/** Where somebody stands: calls for help first, then those who are not there, then those who do nothing. */
export const standings = ['help', 'missing', 'idle', 'elsewhere', 'working', 'done'] as const
export type Standing = (typeof standings)[number]

const isAttending = (m: Pick<GridMember, 'attendance'>): boolean =>
  m.attendance === 'present' || m.attendance === 'late'

function standingOf(
  m: Pick<GridMember, 'user_id' | 'attendance' | 'section' | 'last_at' | 'done' | 'sections'>,
  help: ReadonlySet<string>,
  now: number,
): Standing {
  if (help.has(m.user_id)) return 'help'
  if (!isAttending(m)) return 'missing'
  if (m.sections > 0 && m.done >= m.sections) return 'done'
  if (m.last_at === null || now - Date.parse(m.last_at) > idleAfter * 1000) return 'idle'
  return m.section === null ? 'elsewhere' : 'working'
}

export interface PlacedMember {
  member: GridMember
  standing: Standing
}
/** Everybody with their standing: who needs the teacher stands first, each group by name as the server has it. */
export function placeMembers(grid: Pick<HourGrid, 'members' | 'help'>, now: number): PlacedMember[] {
  const help = new Set(grid.help.map((h) => h.user_id))
  return grid.members
    .map((member) => ({ member, standing: standingOf(member, help, now) }))
    .toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing))
}
export function standingCounts(all: readonly PlacedMember[]): Record<Standing, number> {
  const counts = { help: 0, missing: 0, idle: 0, elsewhere: 0, working: 0, done: 0 }
  for (const { standing } of all) counts[standing]++
  return counts
}

/** Adds or takes members; no more than fit in one call. */
export function turned(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  on: boolean,
  most: number,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const id of ids)
    if (!on) next.delete(id)
    else if (next.size < most) next.add(id)
  return next
}

const machineActs = ['start', 'extend', 'freeze', 'thaw', 'stop'] as const
export type MachineAct = (typeof machineActs)[number]
/** What may be done with machines of an hour: all while it goes on, and what holds or ends them until those it left are gone. */
export const machineActsOf = ({ can }: { can: readonly string[] }): readonly MachineAct[] =>
  can.includes('run')
    ? machineActs
    : can.includes('stop')
      ? machineActs.filter((act) => act !== 'start' && act !== 'extend')
      : []
/** Whose machines something can be done with now. */
export function membersFor<M extends Pick<GridMember, 'scene'>>(members: readonly M[], act: MachineAct): M[] {
  return members.filter(({ scene }) => {
    switch (act) {
      case 'start':
        return scene === null
      case 'stop':
        return scene !== null
      case 'extend':
        return scene !== null && scene.remaining !== null
      case 'freeze':
        return scene !== null && !scene.frozen
      case 'thaw':
        return scene?.frozen === true
    }
  })
}
