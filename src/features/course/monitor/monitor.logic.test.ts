import { expect, it } from 'vitest'
import type { MonitoredScene } from '../../../contract/course/monitor.routes.ts'
import { allowing, longestStuck, filteredScenes } from './monitor.logic.ts'

const titled = (id: string) => ({ id, title: id, title_other: '' })
const scene = (id: string, more: Partial<MonitoredScene> = {}): MonitoredScene => ({
  id,
  course: { id: 'c', name: 'C', language: 'en-US', translation: null },
  lesson: titled('l'),
  section: titled('s'),
  user: { id: `user-${id}`, name: `Person ${id}` },
  status: 'running',
  since: '2026-01-01T00:00:00Z',
  queue: null,
  hour: null,
  remaining: 60,
  extensions: { used: 0, most: 2, minutes: 30 },
  passed: 0,
  steps: 2,
  stuck: null,
  can: ['extend', 'stop'],
  ...more,
})
const all = { q: '', group: undefined, course: undefined }

it('shows scenes by name, state and course', () => {
  const scenes = [scene('a'), scene('b', { status: 'in-queue' })]
  const ids = (f: Partial<typeof all> & object) => filteredScenes(scenes, { ...all, ...f }).map((s) => s.id)
  expect([ids({}), ids({ q: 'PERSON B' }), ids({ group: 'queued' as never }), ids({ course: 'd' as never })]).toEqual([
    ['a', 'b'],
    ['b'],
    ['b'],
    [],
  ])
})

it('asks of the chosen only those that allow it', () => {
  const scenes = [scene('a', { can: ['stop'] }), scene('b')]
  expect(allowing(scenes, new Set(['a', 'b']), 'extend').map((s) => s.id)).toEqual(['b'])
})

it('says who has been at one step longest', () => {
  const at = (seconds: number) => ({ stuck: { ...titled('x'), seconds } })
  expect(longestStuck([scene('a', at(10)), scene('b', at(90)), scene('c')])?.id).toBe('b')
  expect(longestStuck([scene('a')])).toBeUndefined()
})
