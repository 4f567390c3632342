import { expect, it } from 'vitest'
import type { GridMember } from '../../../contract/classroom/hour.schema.ts'
import { idleAfter } from '../../../contract/classroom/hour.ts'
import { machineActsOf, standingCounts, placeMembers, turned } from './monitor.logic.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')
const author = { name: 'Help', username: 'help', role_key: '', role_name: '' }
const section = { id: 's1', title: 'One', title_other: '' }
const member = (user_id: string, more: Partial<GridMember> = {}): GridMember => ({
  user_id,
  name: user_id,
  username: user_id,
  org_name: '',
  attendance: 'present',
  way: 'entered',
  attended_at: null,
  section,
  last_at: new Date(noon - 1000).toISOString(),
  done: 0,
  sections: 2,
  group: null,
  checks: null,
  scene: null,
  scene_problem: null,
  ...more,
})

it('who needs the teacher stands first, and everybody stands once', () => {
  const all = placeMembers(
    {
      members: [
        member('working'),
        member('done', { done: 2 }),
        member('elsewhere', { section: null }),
        member('idle', { last_at: new Date(noon - idleAfter * 1000 - 1).toISOString() }),
        member('never', { last_at: null }),
        member('missing', { attendance: null }),
        member('excused', { attendance: 'excused' }),
        member('help', { attendance: null }),
      ],
      help: [{ id: 'h', user_id: 'help', author, at: '', text: '', section: null, taken_by: null }],
    },
    noon,
  )
  expect(all.map((p) => [p.member.user_id, p.standing])).toEqual([
    ['help', 'help'],
    ['missing', 'missing'],
    ['excused', 'missing'],
    ['idle', 'idle'],
    ['never', 'idle'],
    ['elsewhere', 'elsewhere'],
    ['working', 'working'],
    ['done', 'done'],
  ])
  expect(standingCounts(all)).toEqual({ help: 1, missing: 2, idle: 2, elsewhere: 1, working: 1, done: 1 })
})

it('no more are chosen than one call takes', () => {
  expect([...turned(new Set(['a']), ['b', 'c', 'd'], true, 3)]).toEqual(['a', 'b', 'c'])
  expect([...turned(new Set(['a', 'b']), ['a'], false, 3)]).toEqual(['b'])
})

it('offers what holds or ends machines until those an hour left are gone', () => {
  expect(machineActsOf({ can: ['run'] })).toHaveLength(5)
  expect(machineActsOf({ can: ['stop'] })).toEqual(['freeze', 'thaw', 'stop'])
  expect(machineActsOf({ can: ['attendance'] })).toEqual([])
})
